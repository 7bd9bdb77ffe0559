import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Order, type Orders, settleOrders } from '../../examples/shop/settle-orders.ts'
import { latchkeyError } from '../../src/core/errors/latchkey-error.ts'
import type { ChainAdapter } from '../../src/core/wallet/adapter.ts'
import type { TransactionStatus } from '../../src/core/wallet/transaction.ts'

const confirmed = { phase: 'confirmed', confirmations: 3 } as const
const finalized = { phase: 'finalized' } as const

const minute = 60_000
const hour = 60 * minute

/** Creates a shop with one order. Its process can crash before each step. */
function shop(balance = 100n, sent: Order['sent'] | null = { hash: '0x1' }) {
  let order: Order = {
    ...{ id: 'o1', network: 'eip155:1', payTo: 'eip155:1:0xaa', amount: 100n, state: 'open' },
    sent: sent ?? undefined,
  }
  const reports: unknown[] = []
  let value = balance
  let says: TransactionStatus | Error = { phase: 'pending' }
  let crashIn = Number.POSITIVE_INFINITY
  const parcels: string[] = []
  const step = () => {
    if (crashIn-- <= 0) throw new Error('crashed')
  }
  const orders: Orders = {
    async unshipped() {
      return order.state === 'shipped' ? [] : [order]
    },
    async update(_, change) {
      step()
      order = { ...order, ...change }
    },
  }
  const adapter = {
    namespace: 'eip155',
    async getTransactionStatus() {
      if (says instanceof Error) throw says
      return says
    },
    getBalance: async () => ({ value, decimals: 0, symbol: 'X' }),
  } as unknown as ChainAdapter
  const ship = async (id: string) => {
    step()
    if (!parcels.includes(id)) parcels.push(id)
  }
  return {
    parcels,
    reports,
    say(status: TransactionStatus | Error) {
      says = status
    },
    hold(amount: bigint) {
      value = amount
    },
    crash(steps: number) {
      crashIn = steps
    },
    order: () => order,
    run: () =>
      settleOrders(
        async () => adapter,
        orders,
        ship,
        (_, error) => void reports.push(error),
      ),
  }
}

describe('the shop in the docs', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())
  const later = (time: number) => vi.setSystemTime(Date.now() + time)

  it('ships an order only when its payment is finalized', async () => {
    const { say, run, parcels, order } = shop()
    for (const status of [{ phase: 'pending' } as const, confirmed]) {
      say(status)
      await run()
      await run()
    }
    expect(parcels).toEqual([])
    say(finalized)
    await run()
    expect(parcels).toEqual([])
    later(hour)
    await run()
    await run()
    expect(parcels).toEqual(['o1'])
    expect(order().state).toBe('shipped')
  })

  it("doesn't ship for an older payment while a block can still drop the payment to its address", async () => {
    const { say, run, parcels, hold } = shop()
    say(finalized)
    await run()
    later(20 * minute)
    await run()
    hold(0n)
    await run()
    later(hour)
    hold(100n)
    await run()
    later(29 * minute)
    await run()
    await run()
    expect(parcels).toEqual([])
    later(minute)
    await run()
    await run()
    expect(parcels).toEqual(['o1'])
  })

  it('waits for a payment through an unknown outcome, an outage and a dropped block', async () => {
    const { say, run, parcels, order } = shop()
    const outage = latchkeyError('http/status', { values: { status: 500 } })
    for (const status of [{ phase: 'unknown' } as const, outage, confirmed, { phase: 'pending' } as const]) {
      say(status)
      await run()
      expect(order().state).toBe('open')
    }
    say(finalized)
    await run()
    later(hour)
    await run()
    await run()
    expect(parcels).toEqual(['o1'])
  })

  it('ships an order exactly one time, even if the shop crashes at any step', async () => {
    for (let steps = 0; steps < 5; steps++) {
      const { say, run, crash, parcels, order } = shop()
      say(finalized)
      crash(steps)
      await run()
      later(hour)
      await run()
      await run()
      crash(Number.POSITIVE_INFINITY)
      await run()
      later(hour)
      await run()
      await run()
      expect(parcels, `crash after ${steps} steps`).toEqual(['o1'])
      expect(order().state).toBe('shipped')
    }
  })

  it('follows a payment whose fee the wallet raised', async () => {
    const { say, run, order, parcels } = shop()
    say({ phase: 'replaced', reason: 'repriced', hash: '0x2' })
    await run()
    expect(order()).toMatchObject({ state: 'open', sent: { hash: '0x2' } })
    say(finalized)
    await run()
    later(hour)
    await run()
    await run()
    expect(parcels).toEqual(['o1'])
  })

  it('asks the customer to pay again only when the payment has certainly failed', async () => {
    for (const status of [
      { phase: 'failed', reason: 'reverted' },
      { phase: 'replaced', reason: 'cancelled', hash: '0x2' },
    ] as const) {
      const { say, run, order, parcels } = shop()
      say(status)
      await run()
      expect(order().state).toBe('ask')
      expect(parcels).toEqual([])
    }
  })

  it('does not ship for a transaction that paid too little', async () => {
    const { say, run, parcels } = shop(99n)
    say(finalized)
    await run()
    later(hour)
    await run()
    await run()
    expect(parcels).toEqual([])
  })

  it.each([
    ['the page closed before it sent the hash', null],
    ['no node shows the transaction', { hash: '0x1' }],
  ])('asks an employee to check a payment if the money arrived but %s', async (_, sent) => {
    for (const [balance, times] of [
      [100n, 1],
      [99n, 0],
    ] as const) {
      const { say, run, order, reports, parcels } = shop(balance, sent)
      say({ phase: 'unknown' } as TransactionStatus)
      await run()
      expect(reports).toHaveLength(times)
      expect([order().state, parcels]).toEqual(['open', []])
    }
  })
})
