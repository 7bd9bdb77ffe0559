import { describe, expect, it } from 'vitest'
import { swapParts } from '../../../src/client/swap-parts.ts'
import { hasHistory, swapProviderNames } from '../../../src/client/swap-providers.ts'
import { resolveOptions } from '../../../src/core/options/checked-options.ts'
import type { LatchkeyOptions } from '../../../src/core/options/options.ts'
import { mainnet } from '../../../src/networks/eip155.ts'
import { blockscout } from '../../../src/providers/blockscout/index.ts'
import { coingecko } from '../../../src/providers/coingecko/index.ts'
import { uniswap } from '../../../src/providers/uniswap/index.ts'
import { memoryPlatform } from '../../../src/testing/memory-platform.ts'

const optionsOf = (more: Partial<LatchkeyOptions>) => resolveOptions({ networks: [mainnet], ...more })
const url = 'https://service.example'

describe('the option `providers`', () => {
  it('adds its swap providers to the swaps, but none of its data providers', async () => {
    const options = optionsOf({ providers: [coingecko({ url }), uniswap({ tokens: {} })] })
    expect(swapProviderNames(options)).toEqual(['uniswap'])
    const rpc = () => ({ request: () => Promise.reject(new Error('a node was asked')) })
    const { providers } = await swapParts(options, memoryPlatform(), rpc, async () => ({
      service: undefined,
    }))
    expect([...providers.keys()]).toEqual(['uniswap'])
  })

  it('adds a history if one of its providers has a history', () => {
    expect(hasHistory(optionsOf({ providers: [coingecko({ url })] }))).toBe(false)
    expect(hasHistory(optionsOf({ providers: [coingecko({ url }), blockscout({ url })] }))).toBe(true)
  })

  it.each(['etherscan', {}, { name: 'etherscan' }])('refuses %o, which is not a provider', (provider) => {
    expect(() => optionsOf({ providers: [provider] as never })).toThrow(/providers/)
  })
})
