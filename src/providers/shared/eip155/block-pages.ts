import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { ProvidedPage } from '../../../core/wallet/data-provider.ts'
import { type Block, pastTransactions, type ReadTransaction, type ReadTransfer } from './past-transactions.ts'

/** In ms: how far in the future a timestamp may be. A later transaction would stay on top forever. */
const ahead = 86_400_000

/** A list of a service, newest first, from a block down. */
export interface BlockList {
  readonly items: readonly (ReadTransaction | ReadTransfer)[]
  /** Whether the list may go on below its last item. */
  readonly isFull: boolean
}

/** The highest block to ask for; undefined for the newest one. @throws `validation/invalid-input` for another account's cursor */
export function highestBlock(cursor: string | undefined, owner: string): number | undefined {
  if (cursor === undefined) return undefined
  const [, account, block] = /^(0x[\da-f]{40})\/(\d{1,15})$/.exec(cursor) ?? []
  if (account === owner) return Number(block)
  throw latchkeyError('validation/invalid-input', {
    values: { field: 'cursor', reason: 'must belong to this account' },
  })
}

/**
 * One page of history: the blocks that all lists show in full, so that a transaction comes with all its transfers. The cursor is
 * the account and the next block. If a list is full of a single block, the page ends with what the list shows of it.
 */
export function blockPage(
  about: Omit<Block, 'transactions' | 'transfers'>,
  highest: number | undefined,
  lists: readonly BlockList[],
  { now, invalid }: { readonly now: number; readonly invalid: (expected: string) => Error },
): ProvidedPage {
  const floors = lists.map(({ items, isFull }) => {
    const blocks = items.map(({ block }) => block)
    if (blocks.some((block, at) => block > (blocks[at - 1] ?? highest ?? block)))
      throw invalid('the newest items first')
    const [newest = 0, oldest = 0] = [blocks[0], blocks.at(-1)]
    return isFull ? (newest === oldest ? oldest : oldest + 1) : 0
  })
  const floor = Math.max(...floors)
  const whole = lists.flatMap(({ items }) => items.filter(({ block }) => block >= floor))
  const blocks = [...new Set(whole.map(({ block }) => block))].sort((a, b) => b - a)
  const found = blocks.flatMap((number) => {
    const items = whole.filter(({ block }) => block === number)
    const transactions = items.flatMap((item) => ('token' in item ? [] : [item]))
    const transfers = items.flatMap((item) => ('token' in item ? [item] : []))
    return pastTransactions({ ...about, transactions, transfers })
  })
  return {
    transactions: found.filter(({ at }) => at <= now + ahead),
    next: floor > 0 ? `${about.owner}/${floor - 1}` : undefined,
  }
}
