import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { blake2b } from '@noble/hashes/blake2'
import { base58 } from '@scure/base'
import { clusterApiUrl } from '@solana/web3.js'
import type { Chain } from 'viem'
import * as viemChains from 'viem/chains'
import { describe, expect, it } from 'vitest'
import { isCaipNetworkId } from '../../src/core/chain/caip.ts'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import * as networks from '../../src/networks/index.ts'

const all = Object.entries(networks)
const eip155 = all.filter(([, { chainNamespace }]) => chainNamespace === 'eip155')
const published = new Map<number, Chain>(Object.values(viemChains).map((chain) => [chain.id, chain]))

describe('ready networks', () => {
  it('are more than twenty, each with a unique id', () => {
    expect(all.length).toBeGreaterThan(20)
    expect(new Set(all.map(([, { caipNetworkId }]) => caipNetworkId)).size).toBe(all.length)
  })

  it.each(eip155)('%s has the id, currency and type of its published definition', (_, network) => {
    const chain = published.get(Number(network.id))
    expect(isCaipNetworkId(network.caipNetworkId)).toBe(true)
    expect(network.caipNetworkId).toBe(`${network.chainNamespace}:${network.id}`)
    expect(chain, 'a second source knows the chain').toBeDefined()
    expect(network.nativeCurrency.decimals).toBe(chain?.nativeCurrency.decimals)
    expect(network.nativeCurrency.symbol).toBe(chain?.nativeCurrency.symbol)
    if (network.id !== 31337) expect(network.testnet).toBe(chain?.testnet ?? false)
  })

  it.each(all)('%s has an https or loopback URL', (_, network) => {
    const urls = network.rpcUrls.default.http
    expect(urls.length).toBeGreaterThan(0)
    for (const url of urls)
      expect(new URL(url).protocol === 'https:' || new URL(url).hostname === '127.0.0.1').toBe(true)
  })
})

describe('default endpoints', () => {
  const listed = readFileSync(new URL('../../docs/networks.md', import.meta.url), 'utf8')
    .split('\n')
    .flatMap((line) =>
      [/^\| ([^|]+) \| `(https?:[^`|]+)` \|/.exec(line)?.slice(1)].filter((row) => row !== undefined),
    )
  const isPublic = ([, { rpcUrls }]: (typeof all)[number]) => !rpcUrls.default.http[0]?.includes('127.0.0.1')

  it('are exactly the endpoints in docs/networks.md, in the same order', () => {
    const used = all
      .filter(isPublic)
      .flatMap(([, { name, rpcUrls }]) => rpcUrls.default.http.map((url) => [name, url]))
    expect(listed.sort()).toEqual(used.sort())
  })

  it.each(all.filter(isPublic))('of %s have two operators, or a notice says why not', (_, { rpcUrls }) => {
    const { http, notice } = rpcUrls.default
    const operators = new Set(http.map((url) => new URL(url).hostname.split('.').slice(-2).join('.')))
    expect(operators.size).toBe(http.length)
    expect(http.length >= 2 || notice !== undefined).toBe(true)
  })

  it('do not include a host that is known to be gone or to refuse web pages', () => {
    for (const [, { rpcUrls }] of all)
      for (const url of rpcUrls.default.http)
        expect(url).not.toMatch(
          /ibp\.network|dotters\.network|api\.mainnet-beta|hoodi\.ethpandaops|polygon-rpc\.com/,
        )
  })
})

describe('ready solana networks', () => {
  // The genesis hash of each cluster, from ChainAgnostic/namespaces solana/caip2.md and the clusters' own
  // documentation.
  const genesis = {
    solanaMainnet: ['5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d', 'mainnet-beta'],
    solanaDevnet: ['EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG', 'devnet'],
    solanaTestnet: ['4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY', 'testnet'],
  } as const

  it('are the three public clusters', () => {
    const names = all.filter(([, { chainNamespace }]) => chainNamespace === 'solana').map(([name]) => name)
    expect(names.sort()).toEqual(Object.keys(genesis).sort())
  })

  it.each(Object.entries(genesis))('%s has the id of its genesis hash (CAIP-30)', (name, [hash, cluster]) => {
    const network = all.find(([known]) => known === name)![1]
    expect(base58.decode(hash)).toHaveLength(32)
    expect(network.id).toBe(hash.slice(0, 32))
    expect(network.caipNetworkId).toBe(`solana:${network.id}`)
    expect(isCaipNetworkId(network.caipNetworkId)).toBe(true)
    // Solana's own mainnet endpoint refuses web pages.
    const own = clusterApiUrl(cluster).replace(/\/$/, '')
    expect(network.rpcUrls.default.http.includes(own)).toBe(cluster !== 'mainnet-beta')
    expect(network.nativeCurrency).toMatchObject({ symbol: 'SOL', decimals: 9 })
    expect(network.testnet).toBe(cluster !== 'mainnet-beta')
  })
})

describe('ready cosmos networks', () => {
  // chain_id, bech32_prefix and the first fee token, from chain.json of each chain in cosmos/chain-registry.
  const registry = {
    cosmosHub: ['cosmoshub-4', 'cosmos', 'uatom', 'mainnet'],
    cosmosHubTestnet: ['provider', 'cosmos', 'uatom', 'testnet'],
    osmosis: ['osmosis-1', 'osmo', 'uosmo', 'mainnet'],
    osmosisTestnet: ['osmo-test-5', 'osmo', 'uosmo', 'testnet'],
    noble: ['noble-1', 'noble', 'uusdc', 'mainnet'],
    nobleTestnet: ['grand-1', 'noble', 'uusdc', 'testnet'],
    injective: ['injective-1', 'inj', 'inj', 'mainnet'],
    injectiveTestnet: ['injective-888', 'inj', 'inj', 'testnet'],
  } as const

  it('are the Hub, Osmosis, Noble and Injective, each with a test network', () => {
    const names = all.filter(([, { chainNamespace }]) => chainNamespace === 'cosmos').map(([name]) => name)
    expect(names.sort()).toEqual(Object.keys(registry).sort())
  })

  it.each(Object.entries(registry))('%s matches the registry', (name, [id, prefix, denom, kind]) => {
    const network = all.find(([known]) => known === name)![1] as ChainNetwork<'cosmos'>
    // CAIP-5 uses an id of this form as the reference, without hashing it.
    expect(id).toMatch(/^(?!hashed-)[-a-zA-Z0-9]{1,32}$/)
    expect(network.caipNetworkId).toBe(`cosmos:${id}`)
    expect(isCaipNetworkId(network.caipNetworkId)).toBe(true)
    expect(network.cosmos).toMatchObject({ bech32Prefix: prefix, denom })
    expect(network.nativeCurrency.decimals).toBe(denom === 'inj' ? 18 : 6)
    expect(network.testnet).toBe(kind === 'testnet')
    expect(Number(network.cosmos?.gasPrice)).toBeGreaterThan(0)
  })

  it.each([
    [networks.cosmosHub, 'transfer/channel-536/uusdc'],
    [networks.osmosis, 'transfer/channel-750/uusdc'],
  ])('$name names USDC by the hash of its route from Noble (ADR-001 of IBC)', ({ cosmos }, path) => {
    const hash = createHash('sha256').update(path).digest('hex').toUpperCase()
    expect(cosmos?.currencies).toEqual([{ denom: `ibc/${hash}`, symbol: 'USDC', decimals: 6 }])
  })
})

describe('ready bip122 networks', () => {
  const sha256d = (bytes: Uint8Array) =>
    createHash('sha256').update(createHash('sha256').update(bytes).digest()).digest()
  // Merkle root, time, bits and nonce of each genesis block, from Bitcoin Core, src/kernel/chainparams.cpp.
  const coinbase = '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b'
  const headers = {
    bitcoin: [coinbase, 1231006505, 0x1d00ffff, 2083236893],
    bitcoinTestnet4: [
      '7aa0a7ae1e223414cb807e40cd57e667b718e42aaf9306db9102fe28912b7b4e',
      1714777860,
      0x1d00ffff,
      393743547,
    ],
    bitcoinSignet: [coinbase, 1598918400, 0x1e0377ae, 52613770],
    bitcoinRegtest: [coinbase, 1296688602, 0x207fffff, 2],
  } as const

  it('are the main network and three test networks, without testnet3', () => {
    const names = all.filter(([, { chainNamespace }]) => chainNamespace === 'bip122').map(([name]) => name)
    expect(names.sort()).toEqual(Object.keys(headers).sort())
  })

  it.each(Object.entries(headers))(
    '%s has the id of its genesis block (CAIP-4)',
    (name, [merkle, time, bits, nonce]) => {
      const header = Buffer.alloc(80)
      header.writeUInt32LE(1, 0)
      Buffer.from(merkle, 'hex').reverse().copy(header, 36)
      header.writeUInt32LE(time, 68)
      header.writeUInt32LE(bits, 72)
      header.writeUInt32LE(nonce, 76)
      const hash = sha256d(header).reverse().toString('hex')
      const network = all.find(([known]) => known === name)![1]
      expect(network.id).toBe(hash.slice(0, 32))
      expect(network.caipNetworkId).toBe(`bip122:${network.id}`)
      expect(isCaipNetworkId(network.caipNetworkId)).toBe(true)
      expect(network.nativeCurrency).toMatchObject({ symbol: 'BTC', decimals: 8 })
      expect(network.testnet).toBe(name !== 'bitcoin')
    },
  )
})

describe('ready polkadot networks', () => {
  // `stateRootHash`, currency and prefix in the published chain specs (@substrate/connect-known-chains
  // 1.10.3).
  const specs = {
    polkadotRelay: ['29d0d972cd27cbc511e9589fcb7a4506d5eb6a9e8df205f00472e5ab354a4e17', 'DOT', 10, 0],
    polkadotAssetHub: ['c1ef26b567de07159e4ecd415fbbb0340c56a09c4d72c82516d0f3bc2b782c80', 'DOT', 10, 0],
    kusamaRelay: ['b0006203c3a6e6bd2c6a17b1d4ae8ca49a31da0f4579da950b127774b44aef6b', 'KSM', 12, 2],
    kusamaAssetHub: ['299ac939ea4722d1fcf7f4873675040ebc83d144620c76206dbeb7468cf30cdf', 'KSM', 12, 2],
    westendRelay: ['7e92439a94f79671f9cade9dff96a094519b9001a7432244d46ab644bb6f746f', 'WND', 12, 42],
    westendAssetHub: ['1d0ce8ef6a9eef1685c4715925cf91ed1af635a752eac4f9945b1a1a4e2b6e51', 'WND', 12, 42],
    paseoRelay: ['2b2a8395a8ec27c54d322d3a6602152da0e3bd0c8f4c01f17a572a44a8e36ab6', 'PAS', 10, 42],
  } as const
  const emptyTrie = '03170a2e7597b7b7e3d84c05391d139a62b157e78786d8c082f29dcf4c111314'

  it('are the Asset Hubs and relay chains of Polkadot, Kusama, Westend and Paseo', () => {
    const names = all.filter(([, { chainNamespace }]) => chainNamespace === 'polkadot').map(([name]) => name)
    expect(names.sort()).toEqual([...Object.keys(specs), 'paseoAssetHub'].sort())
  })

  it.each(Object.entries(specs))(
    '%s has the id of its genesis block (CAIP-13)',
    (name, [stateRoot, symbol, decimals, prefix]) => {
      // The header of the genesis block: no parent, number 0, the state root, no extrinsics, no digest.
      const header = Buffer.from(`${'00'.repeat(33)}${stateRoot}${emptyTrie}00`, 'hex')
      const hash = Buffer.from(blake2b(header, { dkLen: 32 })).toString('hex')
      const network = all.find(([known]) => known === name)![1]
      expect(network.id).toBe(hash.slice(0, 32))
      expect(network.caipNetworkId).toBe(`polkadot:${network.id}`)
      expect(isCaipNetworkId(network.caipNetworkId)).toBe(true)
      expect(network.nativeCurrency).toMatchObject({ symbol, decimals })
      expect(network.ss58Prefix).toBe(prefix)
      expect(network.testnet).toBe(prefix === 42)
    },
  )

  it("Paseo's Asset Hub (parachain 1000) has its published genesis hash", () => {
    // The prefix is from paseo-network/runtimes (relay/paseo/constants). The published chain specs lack
    // the state root of Paseo's Asset Hub.
    const hash = 'd6eec26135305a8ad257a20d003357284c8aa03d0bdb2b357ab0a22371e11ef2'
    expect(networks.paseoAssetHub).toMatchObject({
      id: hash.slice(0, 32),
      caipNetworkId: `polkadot:${hash.slice(0, 32)}`,
      nativeCurrency: networks.paseoRelay.nativeCurrency,
      ss58Prefix: 42,
    })
  })
})
