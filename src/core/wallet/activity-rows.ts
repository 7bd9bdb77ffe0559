import { formatDecimal } from '../amounts/format.ts'
import type { PastTransaction, PastTransfer } from './past-transaction.ts'

/** The kinds of transactions. Each kind is a key of the UI strings. Any other operation counts as `execute` (S3.9.4). */
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

/** Returns the sign of a transaction's amount (S1.4). */
export function signOf(operation: Operation): '+' | '-' | '' {
  if (/^(receive|deposit|borrow|claim)$/.test(operation)) return '+'
  return /^(withdraw|repay|burn)$/.test(operation) ? '-' : ''
}

/** One part of a row, without words. The view adds the words. */
export type ActivityDetail =
  | {
      readonly kind: 'amount'
      readonly sign: '+' | '-' | ''
      /** Decimal text, cut to 3 decimals (S1.9). */
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
 * Returns the rows of a transaction. If the transaction has exactly two transfers, and neither is of an NFT, the transfers share
 * one row, as in a trade. Otherwise, each transfer has its own row. A transaction without transfers has one row with the
 * counterparty, or with the status if the counterparty is unknown (S3.9.4).
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
    // Puts the sent token before the received token.
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
