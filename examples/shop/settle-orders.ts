import type { CaipAddress, CaipNetworkId, ChainAdapter, SentTransaction } from 'latchkey'

export interface Order {
  /** The order's id. `ship` uses it to skip an order that it has already shipped. */
  readonly id: string
  readonly network: CaipNetworkId
  /** An address for this order only, so that payments for other orders don't count. */
  readonly payTo: CaipAddress
  /** The price, in the coin's smallest unit. */
  readonly amount: bigint
  /** The result of `send` in the customer's page. It proves nothing, because the customer sent it. */
  readonly sent?: SentTransaction | undefined
  /** Since when the address has had the price, as far as the shop has seen. In ms since 1970. */
  readonly coveredSince?: number | undefined
  /** `ask`: the payment failed or was replaced. The customer can pay again. */
  readonly state: 'open' | 'ask' | 'paid' | 'shipped'
}

/** The shop's database. Each call is one transaction. */
export interface Orders {
  /** Returns all orders that aren't shipped, even old orders. A payment in the phase `unknown` may arrive days later. */
  unshipped(): Promise<readonly Order[]>
  update(id: string, change: Partial<Pick<Order, 'state' | 'sent' | 'coveredSince'>>): Promise<void>
}

/** How long a chain can drop a block that it has made, with a margin. In ms. */
const untilFinal = {
  eip155: 30 * 60_000,
  solana: 60_000,
  polkadot: 2 * 60_000,
  bip122: 120 * 60_000,
  cosmos: 60_000,
}

/**
 * Ships paid orders. Run this function every minute. Each step can be repeated, so run the function again after a crash.
 * @param ship Must do nothing for an order id that it has already shipped. A unique key in the table of the parcel service can ensure this.
 */
export async function settleOrders(
  adapterOf: (network: CaipNetworkId) => Promise<ChainAdapter>,
  orders: Orders,
  ship: (id: string) => Promise<void>,
  report: (id: string, error: unknown) => void,
): Promise<void> {
  for (const order of await orders.unshipped()) {
    try {
      if (order.state !== 'paid') await look(await adapterOf(order.network), orders, order)
      else {
        await ship(order.id)
        await orders.update(order.id, { state: 'shipped' })
      }
    } catch (error) {
      // One broken node or order must not stop the others. The next run tries again.
      report(order.id, error)
    }
  }
}

async function look(adapter: ChainAdapter, orders: Orders, order: Order) {
  const { id, network, payTo, amount, sent } = order
  if (!sent) return askPerson(adapter, payTo, amount)
  const status = await adapter.getTransactionStatus(network, sent)
  switch (status.phase) {
    case 'confirmed':
    case 'finalized': {
      // The status says that a payment was made, but not which address got it. The customer can send the hash of an older
      // payment. So the shop reads its own balance, and waits until the chain can't drop any payment to the address.
      const isCovered = await holds(adapter, payTo, amount)
      const coveredSince = isCovered ? (order.coveredSince ?? Date.now()) : undefined
      const isFinal = coveredSince !== undefined && Date.now() - coveredSince >= untilFinal[adapter.namespace]
      return orders.update(id, isFinal && status.phase === 'finalized' ? { state: 'paid' } : { coveredSince })
    }
    case 'replaced':
      // The customer's wallet raised the fee. The same payment now has another hash.
      if (status.reason === 'repriced') return orders.update(id, { sent: { hash: status.hash } })
      return orders.update(id, { state: 'ask' })
    case 'failed':
      return orders.update(id, { state: 'ask' })
    case 'pending':
      // The newest `reference` finds the payment even if the wallet replaces the transaction.
      return status.reference === undefined
        ? undefined
        : orders.update(id, { sent: { ...sent, reference: status.reference } })
    case 'unknown':
      // The payment may still arrive, so the shop must not ask for it again.
      return askPerson(adapter, payTo, amount)
  }
}

/**
 * Reports an order if its address has the money, but its transaction isn't known. The page may have been closed too early, or the wallet's answer was
 * lost.
 */
async function askPerson(adapter: ChainAdapter, payTo: CaipAddress, amount: bigint) {
  if (await holds(adapter, payTo, amount))
    throw new Error(`${payTo} holds the price, but its transaction isn't known`)
}

async function holds(adapter: ChainAdapter, payTo: CaipAddress, amount: bigint) {
  const { value, pending = 0n } = await adapter.getBalance(payTo)
  return value - pending >= amount
}
