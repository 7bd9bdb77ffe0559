import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { isObject } from '../../core/json/check.ts'
import type { DataProviderContext, ProvidedPage } from '../../core/wallet/data-provider.ts'
import type { CallOptions } from '../../ports.ts'
import { type ReadTransfer, readTransaction, readTransfer } from './history-items.ts'
import type { Instance } from './instance.ts'
import { type Block, pastTransactions } from './past-transactions.ts'

/** How many transactions make a page. A page ends with a whole block, so it may have more. */
const perPage = 25
/** Requests per list and page. A server that repeats its pages must not cause endless requests. */
const mostRequests = 10
/** The pages that can be continued. */
const mostCursors = 100
/** A timestamp in the future would stay on top forever. */
const ahead = 86_400_000

type Query = Parameters<Instance['page']>[1]
interface Item {
  readonly block: number
}
/** What is left of a list: the read items, and the query of the next page. */
interface Rest<T extends Item> {
  readonly items: readonly T[]
  readonly next: Query | undefined
}
type Transaction = NonNullable<ReturnType<typeof readTransaction>>
type Transfer = ReadTransfer
interface Place {
  readonly account: string
  readonly transactions: Rest<Transaction>
  readonly transfers: Rest<Transfer>
}

/**
 * An account's history. Blockscout has two lists, of transactions and of token transfers, each newest first. They are merged block
 * by block, so that a transaction comes with all its transfers.
 */
export function accountHistory(
  instance: Instance,
  { clock, coin }: Pick<DataProviderContext, 'clock' | 'coin'>,
) {
  const places = new Map<string, Place>()
  let count = 0

  return async (account: string, cursor?: string, opts: CallOptions = {}): Promise<ProvidedPage> => {
    const owner = account.toLowerCase()
    const fresh: Rest<never> = { items: [], next: {} }
    const place = cursor === undefined ? undefined : places.get(cursor)
    if (cursor !== undefined && place?.account !== owner)
      throw latchkeyError('validation/invalid-input', {
        values: { field: 'cursor', reason: 'must be of this account and client' },
      })
    const latest = clock.now() + ahead
    const wallet = `addresses/${account}/`
    const transactions = list(
      `${wallet}transactions`,
      place?.transactions ?? (fresh as Rest<Transaction>),
      (item) => readTransaction(item, owner, instance.invalid),
    )
    const transfers = list(
      `${wallet}token-transfers`,
      place?.transfers ?? (fresh as Rest<Transfer>),
      (item) => readTransfer(item, owner, instance.invalid),
    )
    const found: ProvidedPage['transactions'][number][] = []
    for (;;) {
      const newest = await Promise.all([transactions.newest(opts), transfers.newest(opts)])
      const block = Math.max(...newest)
      if (block < 0 || found.length >= perPage) {
        const next = block < 0 ? undefined : `${count++}`
        if (next !== undefined) {
          places.set(next, { account: owner, transactions: transactions.rest(), transfers: transfers.rest() })
          const [oldest] = places.keys()
          if (places.size > mostCursors && oldest !== undefined) places.delete(oldest)
        }
        return { transactions: found.filter(({ at }) => at <= latest), next }
      }
      const whole: Block = {
        network: instance.network,
        owner,
        coin: coin(instance.network),
        transactions: await transactions.take(block, opts),
        transfers: await transfers.take(block, opts),
      }
      found.push(...pastTransactions(whole))
    }
  }

  function list<T extends Item>(
    path: string,
    from: Rest<T>,
    read: (item: Record<string, unknown>) => T | undefined,
  ) {
    let { items, next } = from
    let requests = 0
    async function more(opts: CallOptions) {
      if (requests++ >= mostRequests) throw instance.invalid('fewer pages')
      const page = await instance.page(path, next, opts)
      const before = items.at(-1)?.block ?? Number.POSITIVE_INFINITY
      const added = page.items.filter(isObject).flatMap((item) => read(item) ?? [])
      const blocks = [before, ...added.map(({ block }) => block)]
      if (blocks.some((block, at) => block > (blocks[at - 1] ?? block)))
        throw instance.invalid('the newest first')
      items = [...items, ...added]
      next = page.next
    }
    return {
      /** The newest block of the rest; -1 at the end. */
      async newest(opts: CallOptions): Promise<number> {
        while (items.length === 0 && next) await more(opts)
        return items[0]?.block ?? -1
      },
      /** Removes the items of the block, once all of them are read. */
      async take(block: number, opts: CallOptions): Promise<readonly T[]> {
        while (next && (items.at(-1)?.block ?? block) >= block) await more(opts)
        const taken = items.filter((item) => item.block === block)
        items = items.filter((item) => item.block < block)
        return taken
      },
      rest: (): Rest<T> => ({ items, next }),
    }
  }
}
