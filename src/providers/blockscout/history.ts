import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { isObject } from '../../core/json/is-object.ts'
import type { DataProviderContext, ProvidedPage } from '../../core/wallet/data-provider.ts'
import type { CallOptions } from '../../ports.ts'
import { type Block, pastTransactions } from '../shared/eip155/past-transactions.ts'
import { readTransaction, readTransfer } from './history-items.ts'
import { type Instance, isQuery } from './instance.ts'

/**
 * A page ends when it has this many transactions. It contains only whole blocks, so it can have more. It has fewer on the last
 * page, and if it ends at `mostRequests`.
 */
const perPage = 25
/**
 * The maximum number of requests per list and page. When the limit is reached, the page ends. If a server repeats its pages, the
 * limit ends the requests.
 */
const mostRequests = 10
/** The maximum length of a cursor, in characters. The queries of both lists take about 500 characters. */
const longestCursor = 1900
/**
 * In ms: how far in the future a timestamp may be. A transaction with a later timestamp would stay on top of the list forever.
 */
const ahead = 86_400_000

type Query = Parameters<Instance['page']>[1]
interface Item {
  readonly block: number
}
/**
 * The place where a page of the history starts. The page contains only blocks lower than `below`. `transactions` and `transfers`
 * are the queries that get the next items of Blockscout's two lists. A query is null at the end of its list. The cursor is this
 * object as JSON, so a server that uses this code stores nothing between pages.
 */
interface Place {
  readonly account: string
  readonly below: number
  readonly transactions: Query | null
  readonly transfers: Query | null
}

/**
 * Creates a function that reads an account's history. Blockscout has a list of transactions and a list of token transfers, both
 * with the newest items first. The function merges them block by block, so that each transaction comes with all its transfers.
 */
export function accountHistory(
  instance: Instance,
  { clock, coin }: Pick<DataProviderContext, 'clock' | 'coin'>,
) {
  return async (account: string, cursor?: string, opts: CallOptions = {}): Promise<ProvidedPage> => {
    const owner = account.toLowerCase()
    const first: Place = { account: owner, below: Number.POSITIVE_INFINITY, transactions: {}, transfers: {} }
    const place = cursor === undefined ? first : readPlace(cursor, owner)
    const latest = clock.now() + ahead
    const wallet = `addresses/${account}/`
    const spent = instance.invalid('fewer pages')
    const transactions = list(`${wallet}transactions`, place.transactions, place.below, spent, (item) =>
      readTransaction(item, owner, instance.invalid),
    )
    const transfers = list(`${wallet}token-transfers`, place.transfers, place.below, spent, (item) =>
      readTransfer(item, owner, instance.invalid),
    )
    /** Reads the next whole block of both lists, and returns its number. Returns -1 at the end of both lists. */
    const readBlock = async () => {
      const block = Math.max(...(await Promise.all([transactions.newest(opts), transfers.newest(opts)])))
      await transactions.readTo(block, opts)
      await transfers.readTo(block, opts)
      return block
    }
    const found: ProvidedPage['transactions'][number][] = []
    let { below } = place
    while (found.length < perPage) {
      let block: number
      try {
        block = await readBlock()
      } catch (error) {
        // The next page continues after the last block that was taken.
        if (error !== spent || below === place.below) throw error
        break
      }
      if (block < 0) break
      const whole: Block = {
        network: instance.network,
        owner,
        coin: coin(instance.network),
        transactions: transactions.take(block),
        transfers: transfers.take(block).flatMap((one) => ('token' in one ? [one] : [])),
      }
      found.push(...pastTransactions(whole))
      below = block
    }
    const rest = { transactions: transactions.rest(), transfers: transfers.rest() }
    const isEnd = (rest.transactions ?? rest.transfers) === null
    const next = isEnd ? undefined : JSON.stringify({ account: owner, below, ...rest })
    if (next && next.length > longestCursor) throw instance.invalid('a shorter query for the next page')
    return { transactions: found.filter(({ at }) => at <= latest), next }
  }

  function list<T extends Item>(
    path: string,
    from: Query | null,
    below: number,
    spent: Error,
    read: (item: Record<string, unknown>) => T | undefined,
  ) {
    let items: readonly (T & { readonly page: Query })[] = []
    let next = from ?? undefined
    let requests = 0
    async function more(opts: CallOptions) {
      if (requests++ >= mostRequests) throw spent
      const query = next
      const page = await instance.page(path, query, opts)
      const before = items.at(-1)?.block ?? Number.POSITIVE_INFINITY
      const added = page.items.filter(isObject).flatMap((item) => {
        const one = read(item)
        return one ? [{ ...one, page: query }] : []
      })
      const blocks = [before, ...added.map(({ block }) => block)]
      if (blocks.some((block, at) => block > (blocks[at - 1] ?? block)))
        throw instance.invalid('the newest items first')
      items = [...items, ...added.filter(({ block }) => block < below)]
      next = page.next
    }
    return {
      /** Returns the number of the newest block that hasn't been taken yet. Returns -1 at the end of the list. */
      async newest(opts: CallOptions): Promise<number> {
        while (items.length === 0 && next) await more(opts)
        return items[0]?.block ?? -1
      },
      /** Reads more pages while they may contain items of the block. */
      async readTo(block: number, opts: CallOptions): Promise<void> {
        while (next && (items.at(-1)?.block ?? block) >= block) await more(opts)
      },
      /** Removes the items of the block from the list and returns them. */
      take(block: number): readonly T[] {
        const taken = items.filter((item) => item.block === block)
        items = items.filter((item) => item.block < block)
        return taken
      },
      /** Returns the query of the page with the next item. Returns null at the end of the list. */
      rest: (): Query | null => items[0]?.page ?? next ?? null,
    }
  }
}

/** Parses a cursor. @throws `validation/invalid-input` if the cursor is invalid or belongs to another account. */
function readPlace(cursor: string, owner: string): Place {
  try {
    const place: unknown = JSON.parse(cursor)
    if (
      isObject(place) &&
      place.account === owner &&
      Number.isSafeInteger(place.below) &&
      [place.transactions, place.transfers].every((query) => query === null || isQuery(query))
    )
      return place as unknown as Place
  } catch {
    // Invalid JSON is refused below.
  }
  throw latchkeyError('validation/invalid-input', {
    values: { field: 'cursor', reason: 'must belong to this account' },
  })
}
