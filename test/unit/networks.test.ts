import type { Chain } from 'viem'
import * as viemChains from 'viem/chains'
import { describe, expect, it } from 'vitest'
import { isCaipNetworkId } from '../../src/core/chain/caip.ts'
import * as networks from '../../src/networks.ts'

const all = Object.entries(networks)
const published = new Map<number, Chain>(Object.values(viemChains).map((chain) => [chain.id, chain]))

describe('ready networks', () => {
  it('are many and named once', () => {
    expect(all.length).toBeGreaterThan(20)
    expect(new Set(all.map(([, { caipNetworkId }]) => caipNetworkId)).size).toBe(all.length)
  })

  it.each(all)('%s has the id, currency and kind that its published definition has', (_, network) => {
    const chain = published.get(Number(network.id))
    expect(isCaipNetworkId(network.caipNetworkId)).toBe(true)
    expect(network.caipNetworkId).toBe(`${network.chainNamespace}:${network.id}`)
    expect(chain, 'a second source knows the chain').toBeDefined()
    expect(network.nativeCurrency.decimals).toBe(chain?.nativeCurrency.decimals)
    expect(network.nativeCurrency.symbol).toBe(chain?.nativeCurrency.symbol)
    if (network.id !== 31337) expect(network.testnet).toBe(chain?.testnet ?? false)
  })

  it.each(all)('%s is reached over https, or on loopback', (_, network) => {
    const urls = network.rpcUrls.default.http
    expect(urls.length).toBeGreaterThan(0)
    for (const url of urls)
      expect(new URL(url).protocol === 'https:' || new URL(url).hostname === '127.0.0.1').toBe(true)
  })
})
