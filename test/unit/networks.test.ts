import { base58 } from '@scure/base'
import { clusterApiUrl } from '@solana/web3.js'
import type { Chain } from 'viem'
import * as viemChains from 'viem/chains'
import { describe, expect, it } from 'vitest'
import { isCaipNetworkId } from '../../src/core/chain/caip.ts'
import * as networks from '../../src/networks.ts'

const all = Object.entries(networks)
const eip155 = all.filter(([, { chainNamespace }]) => chainNamespace === 'eip155')
const published = new Map<number, Chain>(Object.values(viemChains).map((chain) => [chain.id, chain]))

describe('ready networks', () => {
  it('are many and named once', () => {
    expect(all.length).toBeGreaterThan(20)
    expect(new Set(all.map(([, { caipNetworkId }]) => caipNetworkId)).size).toBe(all.length)
  })

  it.each(eip155)('%s has the id, currency and kind that its published definition has', (_, network) => {
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

describe('ready solana networks', () => {
  // ChainAgnostic/namespaces solana/caip2.md and the clusters' own documentation: the genesis hash of each.
  const genesis = {
    solanaMainnet: ['5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d', 'mainnet-beta'],
    solanaDevnet: ['EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG', 'devnet'],
    solanaTestnet: ['4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY', 'testnet'],
  } as const

  it('are the three public clusters', () => {
    const names = all.filter(([, { chainNamespace }]) => chainNamespace === 'solana').map(([name]) => name)
    expect(names.sort()).toEqual(Object.keys(genesis).sort())
  })

  it.each(Object.entries(genesis))(
    '%s has the id that its genesis hash gives (CAIP-30)',
    (name, [hash, cluster]) => {
      const network = all.find(([known]) => known === name)![1]
      expect(base58.decode(hash)).toHaveLength(32)
      expect(network.id).toBe(hash.slice(0, 32))
      expect(network.caipNetworkId).toBe(`solana:${network.id}`)
      expect(isCaipNetworkId(network.caipNetworkId)).toBe(true)
      expect(network.rpcUrls.default.http).toEqual([clusterApiUrl(cluster).replace(/\/$/, '')])
      expect(network.nativeCurrency).toMatchObject({ symbol: 'SOL', decimals: 9 })
      expect(network.testnet).toBe(cluster !== 'mainnet-beta')
    },
  )
})
