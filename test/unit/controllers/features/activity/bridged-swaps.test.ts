import { describe, expect, it } from 'vitest'
import type { ActivityDeps } from '../../../../../src/controllers/features/activity/activity.ts'
import { BridgedSwaps } from '../../../../../src/controllers/features/activity/bridged-swaps.ts'
import type { BridgedSwap } from '../../../../../src/controllers/features/activity/stored-bridges.ts'
import { storeSent } from '../../../../../src/controllers/features/activity/stored-sent.ts'
import { latchkeyError } from '../../../../../src/core/errors/latchkey-error.ts'
import { swapLimits } from '../../../../../src/core/limits.ts'
import type { PastTransaction } from '../../../../../src/core/wallet/past-transaction.ts'
import type { BridgeStatus, SentBridge } from '../../../../../src/core/wallet/payments/swap-provider.ts'
import type { SettledTransaction, TransactionStatus } from '../../../../../src/core/wallet/transaction.ts'
import { memoryStore } from '../../../../../src/platform/memory-store.ts'
import { createPersistence } from '../../../../../src/services/persistence.ts'
import { manualClock } from '../../../../../src/testing/manual-clock.ts'

const account = 'eip155:1:0xaa'
const log = { debug() {}, warn() {}, error() {} }
const confirmed = { phase: 'confirmed', confirmations: 1 } as const

/** A browser that keeps its storage between visits. */
function browser() {
  const clock = manualClock()
  const store = memoryStore()
  const swap: BridgedSwap = {
    ...{ account, network: 'eip155:1', hash: '0x1', toNetwork: 'eip155:8453', at: clock.now() },
    ...{ provider: 'lifi', bridge: 'across', sold: '2.5', soldSymbol: 'USDT', symbol: 'USDC', decimals: 6 },
    ...{ token: '0xcc', minimum: '100', before: '7', phase: 'pending' },
  }
  const world = {
    ...{ first: confirmed as TransactionStatus, second: { phase: 'pending' } as BridgeStatus, balance: 7n },
    ...{ decimals: 6, hasProvider: true, asked: [] as SentBridge[], reads: [] as string[] },
    ...{ wait: new Promise<never>(() => {}) as Promise<SettledTransaction>, sent: [] as object[] },
  }
  function visit() {
    const persistence = createPersistence({ store, log, name: 'app' })
    const adapter = {
      async getTransactionStatus(_network: string, sent: object) {
        world.sent.push(sent)
        return world.first
      },
      waitForTransaction: () => world.wait,
      async getBalance(of: string, asset: string) {
        world.reads.push(`${of} ${asset}`)
        return { value: world.balance, decimals: world.decimals, symbol: 'USDC' }
      },
    }
    const provider = {
      async arrival(sent: SentBridge) {
        world.asked.push(sent)
        return world.second
      },
    }
    const deps = {
      ...{ clock, log, persistence, adapters: { get: async () => adapter } },
      swaps: async () => ({ providers: new Map(world.hasProvider ? [['lifi', provider]] : []) }),
    } as unknown as ActivityDeps
    const swaps = new BridgedSwaps(deps, () => {})
    return {
      ...{ swaps, persistence },
      rows: () => swaps.transactions(account),
      phases: () => swaps.transactions(account).map(({ bridge }) => bridge?.phase),
      close() {
        swaps.dispose()
        persistence.dispose()
      },
    }
  }
  return { clock, store, swap, world, visit }
}

/** Sends a swap between networks, and closes the page before the second half of the swap ends. */
async function closed() {
  const at = browser()
  const first = at.visit()
  await first.swaps.put(at.swap, 'followed')
  first.close()
  return at
}

describe('a swap between networks in the activity', () => {
  it('is listed after a reload, but looked up only when the activity is shown', async () => {
    const { clock, world, visit } = await closed()
    const { swaps, rows, phases } = visit()
    await clock.advance(60_000)
    expect(rows()).toMatchObject([
      {
        ...{ hash: '0x1', network: 'eip155:1', operation: 'trade', from: '0xaa' },
        transfers: [{ direction: 'out', quantity: '2.5', symbol: 'USDT' }],
        bridge: { network: 'eip155:8453', phase: 'pending' },
      },
    ])
    expect(world.asked).toEqual([])
    swaps.look(account)
    await expect.poll(() => world.asked.length, { message: 'the first request' }).toBe(1)
    expect(world.asked[0]).toEqual({
      ...{ network: 'eip155:1', toNetwork: 'eip155:8453', hash: '0x1', name: 'across' },
    })
    // Opening the activity again starts no second round of requests.
    swaps.look(account)
    world.second = { phase: 'arrived' }
    world.balance = 107n
    await clock.advance(swapLimits.arrival)
    await expect.poll(phases, { message: 'the arrival' }).toEqual(['arrived'])
    expect(world.asked).toHaveLength(2)
    expect(world.reads).toEqual(['eip155:8453:0xaa eip155:8453/erc20:0xcc'])
  })

  it.each([
    ['refunded', { second: { phase: 'refunded' } }],
    ['partial', { second: { phase: 'partial' } }],
    ['failed', { second: { phase: 'failed' } }],
    ['unknown', { hasProvider: false }],
  ] as const)('is listed as %s, even after another reload', async (phase, change) => {
    const { world, visit } = await closed()
    Object.assign(world, change)
    const second = visit()
    second.swaps.look(account)
    await expect.poll(second.phases, { message: 'the end' }).toEqual([phase])
    second.close()
    expect(visit().phases()).toEqual([phase])
  })

  it('is listed as unknown if the node does not show the arrival that the service reports', async () => {
    const { clock, world, visit } = await closed()
    Object.assign(world, { second: { phase: 'arrived' }, balance: 106n, decimals: 18 })
    const { swaps, phases } = visit()
    swaps.look(account)
    for (let times = 0; times < 8; times++) {
      await expect
        .poll(() => world.reads.length, { message: 'a reading' })
        .toBeGreaterThan(Math.min(times, 5))
      await clock.advance(swapLimits.arrival)
    }
    await expect.poll(phases, { message: 'the end' }).toEqual(['unknown'])
  })

  it('is removed if the first half failed', async () => {
    const { store, world, visit } = await closed()
    world.first = { phase: 'failed', reason: '' }
    const { swaps, rows } = visit()
    swaps.look(account)
    await expect.poll(rows, { message: 'the rows' }).toEqual([])
    expect(store.keys().filter((key) => key.endsWith('bridged'))).toEqual([])
  })

  it('is looked up by the hash of the mined transaction if the wallet sent the swap again with another fee', async () => {
    const { world, visit } = await closed()
    world.first = { ...confirmed, hash: '0x2' }
    visit().swaps.look(account)
    await expect.poll(() => world.asked, { message: 'a request' }).toMatchObject([{ hash: '0x2' }])
  })

  it('is one row with the mined transaction if the wallet sent the swap again with another fee', async () => {
    const { world, visit } = await closed()
    world.first = { phase: 'replaced', reason: 'repriced', hash: '0x2' }
    world.wait = Promise.resolve({ ...confirmed, hash: '0x2' })
    const second = visit()
    second.swaps.look(account)
    await expect.poll(second.rows, { message: 'the row' }).toMatchObject([{ hash: '0x2' }])
    const row = { ...second.rows()[0]!, bridge: undefined, id: 'x', hash: '0X2' }
    expect(second.swaps.with(row)).toMatchObject({ bridge: { phase: 'pending' } })
    second.close()
    // The sent transaction may still be listed under its first hash.
    const third = visit()
    expect(third.swaps.with({ ...row, hash: '0x1' })).toMatchObject({ bridge: { phase: 'pending' } })
    for (const hash of ['0x1', '0x2']) expect(third.swaps.transactions(account, new Set([hash]))).toEqual([])
    expect(third.rows()).toMatchObject([{ hash: '0x2' }])
    // The end of the second half keeps the hash.
    world.second = { phase: 'refunded' }
    third.swaps.look(account)
    await expect.poll(third.phases, { message: 'the end' }).toEqual(['refunded'])
    expect(third.rows()).toMatchObject([{ hash: '0x2' }])
  })

  it.each(['node/transaction-replaced', 'node/transaction-failed'] as const)(
    'is removed if waiting for the first half ends with %s',
    async (code) => {
      const { world, visit } = await closed()
      world.first = { phase: 'pending' }
      const values = { by: '0x2', network: 'eip155:1', reason: '' }
      world.wait = Promise.reject(latchkeyError(code, { values } as never))
      world.wait.catch(() => {})
      const { swaps, rows } = visit()
      swaps.look(account)
      await expect.poll(rows, { message: 'the rows' }).toEqual([])
    },
  )

  it('is followed with what the sent transaction knows about itself, such as its nonce', async () => {
    const { swap, world, visit } = await closed()
    const { swaps, persistence } = visit()
    const transaction: PastTransaction = {
      ...{ id: 'sent:eip155:1:0x1', hash: '0x1', network: 'eip155:1', at: swap.at, operation: 'execute' },
      ...{ status: 'pending', transfers: [], isPoisoning: false },
    }
    await storeSent(persistence, { account, reference: 'nonce 5', transaction })
    swaps.look(account)
    await expect
      .poll(() => world.sent, { message: 'a status request' })
      .toEqual([{ hash: '0x1', reference: 'nonce 5' }])
  })

  it('takes over the outcome of the sent transaction', async () => {
    const { world, visit } = await closed()
    const second = visit()
    second.swaps.settled({ hash: '0x9', status: 'failed' }, 'sent:eip155:1:0x9')
    second.swaps.settled({ hash: '0x2', status: 'confirmed' }, 'sent:eip155:1:0x1')
    expect(second.rows()).toMatchObject([{ hash: '0x2' }])
    second.close()
    const third = visit()
    expect(third.rows()).toMatchObject([{ hash: '0x2' }])
    third.swaps.look(account)
    await expect.poll(() => world.asked, { message: 'a request' }).toMatchObject([{ hash: '0x2' }])
    third.swaps.settled({ hash: '0x1', status: 'replaced' }, 'sent:eip155:1:0x1')
    expect(third.rows()).toEqual([])
  })

  it('keeps the end that another tab has stored when the sent transaction has a new hash', async () => {
    const { swap, visit } = await closed()
    const [here, other] = [visit(), visit()]
    await other.swaps.put({ ...swap, phase: 'arrived', minedHash: '0x2' }, 'left')
    here.swaps.settled({ hash: '0x2', status: 'confirmed' }, 'sent:eip155:1:0x1')
    here.swaps.settled({ hash: '0x3', status: 'confirmed' }, 'sent:eip155:1:0x1')
    expect(visit().phases()).toEqual(['arrived'])
  })

  it('is no longer looked up 24 hours after it was sent', async () => {
    const { clock, world, visit } = await closed()
    await clock.advance(swapLimits.maxBridge - 1000)
    const second = visit()
    second.swaps.look(account)
    await expect.poll(() => world.asked.length, { message: 'a request' }).toBe(1)
    await clock.advance(swapLimits.arrival)
    await expect.poll(second.phases, { message: 'the end' }).toEqual(['unknown'])
    second.close()
    const third = visit()
    third.swaps.look(account)
    expect(third.rows()).toEqual([])
    expect(world.asked).toHaveLength(2)
  })

  it('adds its second half and its amount to the row that the data service lists for the same transaction', async () => {
    const { visit } = await closed()
    const { swaps } = visit()
    const row: PastTransaction = {
      ...{ id: 'x', hash: '0X1', at: 1, operation: 'execute', transfers: [], isPoisoning: false },
      network: 'eip155:1',
      status: 'confirmed',
    }
    expect(swaps.with(row)).toMatchObject({
      ...{ id: 'x', operation: 'trade', transfers: [{ quantity: '2.5' }] },
      bridge: { phase: 'pending' },
    })
    expect(swaps.with({ ...row, network: 'eip155:10' })).not.toHaveProperty('bridge')
  })

  it('is not looked up by the activity while the page that sent the swap still follows it', async () => {
    const { clock, swap, world, visit } = browser()
    const { swaps, phases } = visit()
    await swaps.put(swap, 'followed')
    swaps.look(account)
    await clock.advance(60_000)
    expect(world.asked).toEqual([])
    await swaps.put({ ...swap, phase: 'refunded' }, 'left')
    expect(phases()).toEqual(['refunded'])
  })

  it('is not listed if its stored value is damaged', async () => {
    const { store, visit } = await closed()
    const key = store.keys().find((one) => one.endsWith('bridged'))!
    for (const bad of ['"x"', '[1]', '["{}"]', '["{\\"hash\\":\\"0x1\\"}"]', '["null"]']) {
      store.set(key, bad)
      expect(visit().rows()).toEqual([])
    }
  })
})
