import { describe, expect, it } from 'vitest'
import { waitForArrival } from '../../../../../src/controllers/features/swap/swap-arrival.ts'
import { swapLimits } from '../../../../../src/core/limits.ts'
import type { BridgeStatus } from '../../../../../src/core/wallet/payments/swap-provider.ts'

const sent = { network: 'eip155:1', toNetwork: 'eip155:10', hash: '0x1', name: 'across' } as const

/** Starts a wait whose pauses end at once. The provider answers with `statuses`, the node with `balances`. The last item of each list is repeated. */
function waiting(statuses: readonly (BridgeStatus | Error)[], balances: readonly bigint[] = [0n]) {
  let time = 0
  let asked = 0
  let read = 0
  const pauses: number[] = []
  const life = new AbortController()
  const arrived = waitForArrival(
    {
      provider: {
        arrival: async () => {
          const status = statuses[Math.min(asked++, statuses.length - 1)]!
          if (status instanceof Error) throw status
          return status
        },
      },
      clock: {
        now: () => time,
        after(ms, run) {
          pauses.push(ms)
          time += ms
          queueMicrotask(run)
          return () => {}
        },
      },
      log: { debug: () => {} },
      received: async () => balances[Math.min(read++, balances.length - 1)]!,
      minimum: 100n,
      signal: life.signal,
    },
    sent,
  )
  return { arrived, pauses, life, time: () => time }
}

describe('the wait for the second half of a swap', () => {
  it('ends when the node shows at least the minimum amount', async () => {
    const hash = `0x${'1'.repeat(64)}`
    const { arrived, pauses } = waiting([{ phase: 'pending' }, { phase: 'arrived', hash }], [0n, 0n, 100n])
    expect(await arrived).toEqual({ phase: 'arrived', hash, received: 100n })
    expect(pauses).toHaveLength(3)
  })

  it('ends with the amount that the node shows if the provider reports an arrival', async () => {
    const { arrived } = waiting([{ phase: 'arrived' }], [7n])
    expect(await arrived).toEqual({ phase: 'arrived', received: 7n })
  })

  it('ends with an unknown phase if the provider reports an arrival that the node does not show', async () => {
    const { arrived } = waiting([{ phase: 'arrived' }], [0n])
    expect(await arrived).toEqual({ phase: 'unknown' })
  })

  it('ends with an unknown phase after a day', async () => {
    const { arrived, pauses, time } = waiting([new Error('unreachable'), { phase: 'pending' }])
    expect(await arrived).toEqual({ phase: 'unknown' })
    expect(time()).toBeGreaterThanOrEqual(swapLimits.maxBridge)
    expect(time()).toBeLessThan(swapLimits.maxBridge + swapLimits.maxArrival)
    expect(Math.min(...pauses)).toBe(swapLimits.arrival)
    expect(Math.max(...pauses)).toBe(swapLimits.maxArrival)
  })

  it('ends when the client is disposed', async () => {
    const { arrived, life } = waiting([{ phase: 'pending' }])
    life.abort()
    await expect(arrived).rejects.toMatchObject({ code: 'flow/aborted' })
  })
})
