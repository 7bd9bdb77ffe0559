import { describe, expect, it } from 'vitest'
import { readHoldings } from '../../../../../src/controllers/features/portfolio/holdings.ts'
import type { ChainAdapter } from '../../../../../src/core/wallet/adapter.ts'
import { memoryPlatform } from '../../../../../src/testing/memory-platform.ts'
import { sol } from '../../../../support/client-world.ts'

const mint = 'mint'
const asset = `${sol.caipNetworkId}/token:${mint}` as const

/** Returns the balance that Latchkey shows if the adapter reads multipliers with this function. */
async function shown(multipliers: ChainAdapter['multipliers']) {
  const { clock, log } = memoryPlatform()
  const adapter: Partial<ChainAdapter> = { multipliers, normalizeAddress: (text) => text }
  const deps = {
    ...{ clock, log, adapters: { get: async () => adapter }, options: { state: { currency: 'usd' } } },
    service: {
      prices: async () => [],
      balances: async () => [{ name: 'Shares', symbol: 'SHR', address: mint, decimals: 2, value: 100n }],
    },
  }
  const reading = readHoldings(deps as never, `${sol.caipNetworkId}:alice`, sol, { fresh: false })
  await clock.advance(3000)
  const { source, balances } = await reading
  expect(source).toBe('service')
  expect(clock.pending).toBe(0)
  return balances[0]?.amount
}

describe("a service's balances of a token with a multiplier", () => {
  it('have the multiplier that the network reports', async () => {
    expect(await shown(async () => new Map([[asset, 2.5]]) as never)).toMatchObject({
      ...{ value: 100n, multiplier: 2.5 },
    })
  })

  it.each([
    ['never answers', () => new Promise<never>(() => {})],
    ['fails', () => Promise.reject(new Error('unreachable'))],
  ])('are listed within 3 s without a multiplier if the node %s', async (_, multipliers) => {
    const amount = await shown(multipliers)
    expect(amount).toMatchObject({ value: 100n })
    expect(amount?.multiplier).toBeUndefined()
  })
})
