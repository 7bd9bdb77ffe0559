import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { ProvidedPage } from '../../../core/wallet/data-provider.ts'
import {
  type Block,
  type HiddenTransfer,
  pastTransactions,
  type ReadTransaction,
  type ReadTransfer,
} from './past-transactions.ts'

/**
 * In ms: how far in the future a timestamp may be. A transaction with a later timestamp would stay on top of the list forever.
 */
const ahead = 86_400_000

/** A part of a service's list. It starts at a block, and the newest items come first. */
export interface BlockList {
  readonly items: readonly (ReadTransaction | ReadTransfer | HiddenTransfer)[]
  /** Whether more items may follow in the service's list. */
  readonly isFull: boolean
}

/**
 * Returns the highest block to request. Without a cursor, returns undefined, which means the newest block. @throws
 * `validation/invalid-input` for a cursor that doesn't belong to this account
 */
export function highestBlock(cursor: string | undefined, owner: string): number | undefined {
  if (cursor === undefined) return undefined
  const [, account, block] = /^(0x[\da-f]{40})\/(\d{1,15})$/.exec(cursor) ?? []
  if (account === owner) return Number(block)
  throw latchkeyError('validation/invalid-input', {
    values: { field: 'cursor', reason: 'must belong to this account' },
  })
}

/**
 * Returns one page of history. A block is on the page if all lists contain it completely. So each transaction comes with all its
 * transfers. The cursor consists of the account and the next block. If the items of a single block fill a list, the page ends
 * with these items and leaves out the rest of the block.
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
    const transactions = items.flatMap((item) => ('value' in item ? [item] : []))
    const transfers = items.flatMap((item) => ('token' in item ? [item] : []))
    return pastTransactions({ ...about, transactions, transfers })
  })
  return {
    transactions: found.filter(({ at }) => at <= now + ahead),
    next: floor > 0 ? `${about.owner}/${floor - 1}` : undefined,
  }
}
