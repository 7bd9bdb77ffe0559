import { formatDecimal } from '../format.ts'
import type { PastTransaction, PastTransfer } from './past-transaction.ts'

/** What a transaction did. Each stands for a word of the language; what is not among them is `execute`. Facts 9.4. */
export const operations = [
  'approve',
  'borrow',
  'bought',
  'burn',
  'cancel',
  'claim',
  'deploy',
  'deposit',
  'execute',
  'mint',
  'receive',
  'repay',
  'send',
  'sell',
  'stake',
  'trade',
  'unstake',
  'withdraw',
] as const
export type Operation = (typeof operations)[number]

export function operationOf({ operation }: Pick<PastTransaction, 'operation'>): Operation {
  return operations.find((known) => known === operation) ?? 'execute'
}

/** Specification 1, section 4, "Transaction amount sign". */
export function signOf(operation: Operation): '+' | '-' | '' {
  if (/^(receive|deposit|borrow|claim)$/.test(operation)) return '+'
  return /^(withdraw|repay|burn)$/.test(operation) ? '-' : ''
}

/** One part of what a row says; the view has the words. */
export type ActivityDetail =
  | {
      readonly kind: 'amount'
      readonly sign: '+' | '-' | ''
      /** Decimal text, cut to 3 decimals. Specification 1, section 9. */
      readonly quantity: string
      readonly symbol: string
    }
  | { readonly kind: 'nft'; readonly name: string }
  | { readonly kind: 'party'; readonly address: string }
  | { readonly kind: 'status'; readonly status: PastTransaction['status'] }

export interface ActivityRow {
  readonly operation: Operation
  readonly direction: PastTransfer['direction']
  readonly details: readonly ActivityDetail[]
  readonly images: readonly { readonly nft: boolean; readonly url: string | undefined }[]
}

const quantityDecimals = 3

/**
 * A transaction as rows of a list: two transfers of coins are one row, as a trade has them; otherwise each transfer is one;
 * what moved nothing shows to whom it went, or how it stands. Facts 9.4.
 */
export function activityRows(transaction: PastTransaction): readonly ActivityRow[] {
  const { transfers, to, from, status } = transaction
  const operation = operationOf(transaction)
  const row = (moved: readonly PastTransfer[], details: readonly ActivityDetail[]): ActivityRow => ({
    operation,
    direction: moved[0]?.direction,
    details,
    images: moved.map(({ nft, imageUrl: url }) => ({ nft, url })),
  })
  const [first] = transfers
  if (!first) {
    const address = operation === 'receive' ? from : to
    return [row([], [address ? { kind: 'party', address } : { kind: 'status', status }])]
  }
  const sign = signOf(operation)
  if (transfers.length === 1) return [row(transfers, [detailOf(first, sign)])]
  if (transfers.length === 2 && transfers.every(({ nft }) => !nft)) {
    // What went out stands before what came in.
    const ordered = [...transfers].sort((a, b) => Number(a.direction === 'in') - Number(b.direction === 'in'))
    return [
      row(
        ordered,
        ordered.map((transfer) => detailOf(transfer, '')),
      ),
    ]
  }
  return transfers.map((transfer) => row([transfer], [detailOf(transfer, sign)]))
}

function detailOf({ nft, name, quantity, symbol }: PastTransfer, sign: '+' | '-' | ''): ActivityDetail {
  return nft
    ? { kind: 'nft', name }
    : { kind: 'amount', sign, quantity: formatDecimal(quantity, quantityDecimals), symbol }
}
