import type { CaipAddress, CaipNetworkId, ChainAdapter, SentTransaction } from 'latchkey'

export interface Order {
  /** Also the key with which `ship` recognizes an order that it shipped already. */
  readonly id: string
  readonly network: CaipNetworkId
  /** An address that only this order has, so that a payment for another order can't count. */
  readonly payTo: CaipAddress
  /** The price, in the coin's smallest unit. */
  readonly amount: bigint
  /** What `send` returned in the customer's page. It comes from the customer, so it proves nothing by itself. */
  readonly sent?: SentTransaction | undefined
  /** `ask`: the payment failed or was replaced, so the customer may pay again. */
  readonly state: 'open' | 'ask' | 'paid' | 'shipped'
}

/** The shop's database. Each call is one transaction. */
export interface Orders {
  /** All orders that aren't shipped, however old: a payment of unknown outcome may arrive days later. */
  unshipped(): Promise<readonly Order[]>
  update(id: string, change: Partial<Pick<Order, 'state' | 'sent'>>): Promise<void>
}

/**
 * Ships what is paid. Run it every minute, also after a crash: each step can be repeated.
 * @param ship Must do nothing for an order id that it has shipped, for example with a unique key in the parcel service's table.
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
  if (!sent) return
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
      // What the node showed helps to find the payment if the wallet replaces it.
      return status.reference === undefined
        ? undefined
        : orders.update(id, { sent: { ...sent, reference: status.reference } })
    default:
      // Confirmed blocks can still be dropped. Unknown means that it may still arrive: never ask to pay again.
      return undefined
  }
}
