import { RpcRefusal } from '../../server/json-rpc.ts'
import { type Event, minedEvents } from './events.ts'
import type { LoopbackChain, MinedTransaction } from './loopback-chain.ts'
import { decodeTransaction } from './transaction.ts'

interface Search {
  readonly page?: unknown
  readonly per_page?: unknown
  readonly order_by?: unknown
}

/** CometBFT's default and maximum number of transactions per page. */
const perPage = { normal: 30, most: 100 } as const

/** Returns the events of a transaction. Returns none if the transaction was refused and so paid no fee. */
export function eventsOf({ bytes, outcome }: MinedTransaction, { app }: LoopbackChain): readonly Event[] {
  if (outcome.code !== 0 && outcome.feePaid.length === 0) return []
  return minedEvents(decodeTransaction(bytes, app.keys), outcome.code === 0)
}

/**
 * Returns a page of the transactions whose events have this attribute, and the total number of these transactions.
 * @param name The type of the event and the attribute's key, such as `transfer.recipient`.
 * @throws RpcRefusal for a page that doesn't exist.
 */
export function searched(chain: LoopbackChain, name: string, value: string, search: Search) {
  const found = chain.transactions.filter((one) =>
    eventsOf(one, chain).some(({ type, attributes }) =>
      attributes.some((each) => `${type}.${each.key}` === name && each.value === value),
    ),
  )
  if (search.order_by === 'desc') found.reverse()
  const size = Math.min(Number(search.per_page ?? 0) || perPage.normal, perPage.most)
  const page = Number(search.page ?? 0) || 1
  const pages = Math.max(1, Math.ceil(found.length / size))
  if (page < 1 || page > pages)
    throw new RpcRefusal(-32603, 'Internal error', `page should be within [1, ${pages}] range, given ${page}`)
  return { found: found.slice((page - 1) * size, page * size), total: found.length }
}
