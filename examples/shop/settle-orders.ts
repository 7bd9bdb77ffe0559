import type { CaipAddress, CaipNetworkId, ChainAdapter, SentTransaction } from 'latchkey'

export interface Order {
  /** `ship` uses this id to recognize an order that it has shipped. */
  readonly id: string
  readonly network: CaipNetworkId
  /** An address for this order only. So a payment for another order doesn't count. */
  readonly payTo: CaipAddress
  /** The price, in the coin's smallest unit. */
  readonly amount: bigint
  /** What `send` returned in the customer's page. The customer sent it, so it proves nothing by itself. */
  readonly sent?: SentTransaction | undefined
  /** `ask`: the payment failed or was replaced, so the customer may pay again. */
  readonly state: 'open' | 'ask' | 'paid' | 'shipped'
}

/** The shop's database. Each call is one transaction. */
export interface Orders {
  /** All orders that aren't shipped, even old orders: a payment whose phase is `unknown` may arrive days later. */
  unshipped(): Promise<readonly Order[]>
  update(id: string, change: Partial<Pick<Order, 'state' | 'sent'>>): Promise<void>
}

/**
 * Ships paid orders. Run it every minute. After a crash, run it again: each step can be repeated.
 * @param ship Must do nothing if it has shipped this order id before. A unique key in the parcel service's table can ensure this.
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

async function look(adapter: ChainAdapter, orders: Orders, { id, network, payTo, amount, sent }: Order) {
  if (!sent) return askPerson(adapter, payTo, amount)
  const status = await adapter.getTransactionStatus(network, sent)
  switch (status.phase) {
    case 'finalized': {
      // The status doesn't say who was paid.
      const { value, pending = 0n } = await adapter.getBalance(payTo)
      return value - pending >= amount ? orders.update(id, { state: 'paid' }) : undefined
    }
    case 'replaced':
      // The customer's wallet raised the fee: the same payment has another hash now.
      if (status.reason === 'repriced') return orders.update(id, { sent: { hash: status.hash } })
      return orders.update(id, { state: 'ask' })
    case 'failed':
      return orders.update(id, { state: 'ask' })
    case 'pending':
      // The node's reference helps to find the payment if the wallet replaces it.
      return status.reference === undefined
        ? undefined
        : orders.update(id, { sent: { ...sent, reference: status.reference } })
    case 'unknown':
      // The payment may still arrive, so never ask to pay again.
      return askPerson(adapter, payTo, amount)
    default:
      // The chain can still drop a confirmed block.
      return undefined
  }
}

/** Reports an order whose money is there although its transaction isn't known: the page closed too early, or the wallet's answer was lost. */
async function askPerson(adapter: ChainAdapter, payTo: CaipAddress, amount: bigint) {
  const { value, pending = 0n } = await adapter.getBalance(payTo)
  if (value - pending >= amount) throw new Error(`${payTo} holds the price, but its transaction isn't known`)
}
