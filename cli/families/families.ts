import type { AnyAdapterFactory, ChainNetwork } from 'latchkey'
import type { Eip155Options } from 'latchkey/adapters/eip155'
import { suggestion } from '../args/suggest.ts'
import { cliError, invalid } from '../output/cli-error.ts'

/** The chain families. Each family also has a row in `wallets/families.ts` and `verifiers/families.ts`. */
export const families = ['eip155', 'solana', 'bip122', 'polkadot', 'cosmos'] as const
export type Family = (typeof families)[number]

type SwapContracts = Eip155Options['swapContracts']

export interface FamilyFacts {
  /** `contracts`: further contracts that swaps can call. */
  readonly adapter: (swaps?: { readonly contracts: SwapContracts }) => Promise<AnyAdapterFactory>
  /** The CAIP-2 ids of networks that run only locally: those of the devnet and of other tools. */
  readonly local: readonly string[]
  /** The native coin of an unknown network. */
  readonly currency: ChainNetwork['nativeCurrency']
  /** The Cosmos parameters of the devnet's networks. */
  readonly cosmos?: ChainNetwork['cosmos']
  /** The pattern of CAIP-2 references. `reference` describes it in words. */
  readonly pattern: RegExp
  readonly reference: string
  /** The CAIP-19 asset namespaces. The first is the default. Empty if the family has no tokens. */
  readonly assets: readonly string[]
  /** The smallest amount of the native coin that can be sent, in the coin's smallest unit. Default: 1. */
  readonly least?: bigint | undefined
  readonly node: string
  /** The text after `devnet-` in aliases. Default: the family. */
  readonly alias?: string | undefined
  /** Further signatures in the built-in flow. */
  readonly signs: readonly 'typedData'[]
  /** The packages that the family's adapter needs, and their use. */
  readonly packages: readonly { readonly name: string; readonly use: string }[]
}

const facts: Readonly<Record<Family, FamilyFacts>> = {
  eip155: {
    adapter: async (swaps) =>
      (await import('latchkey/adapters/eip155')).eip155({ swapContracts: swaps?.contracts }),
    local: ['eip155:31337', 'eip155:31338', 'eip155:1337'],
    currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    pattern: /^[1-9]\d{0,15}$/,
    reference: 'its number',
    assets: ['erc20'],
    node: 'anvil',
    signs: ['typedData'],
    packages: [{ name: 'viem', use: 'reads, sends and signs on eip155' }],
  },
  solana: {
    adapter: async () => (await import('latchkey/adapters/solana')).solana(),
    // The devnet's two networks. Their genesis hashes never change.
    local: ['solana:BVjqxhGEt2vSootd7K5WZR6sccU2TL3c', 'solana:6hYSxPb7y5xt8gtyX966nYk6NDsWcVti'],
    currency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    pattern: /^[1-9A-HJ-NP-Za-km-z]{32}$/,
    reference: 'the first 32 characters of its genesis hash',
    assets: ['token'],
    node: 'LiteSVM',
    signs: [],
    packages: [{ name: '@solana/web3.js', use: 'reads, sends and signs on solana' }],
  },
  bip122: {
    adapter: async () => (await import('latchkey/adapters/bip122')).bip122(),
    // The devnet's signet has the same id as the public signet, so `isLocal` also checks the endpoint.
    local: ['bip122:0f9188f13cb7b2c71f2a335e3a4fc328', 'bip122:00000008819873e925422c1ff0f99f7c'],
    currency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
    pattern: /^[0-9a-f]{32}$/,
    reference: 'the first 32 digits of its genesis hash',
    assets: [],
    node: 'bitcoind',
    // This amount is above the dust limit of all address types.
    least: 1000n,
    alias: 'bitcoin',
    signs: [],
    packages: [
      { name: 'bitcoinjs-lib', use: 'reads, sends and signs on bip122' },
      { name: '@bitcoinerlab/secp256k1', use: 'reads, sends and signs on bip122' },
    ],
  },
  polkadot: {
    adapter: async () => (await import('latchkey/adapters/polkadot')).polkadot(),
    local: ['polkadot:1a7c4de71a7c4de71a7c4de71a7c4de7', 'polkadot:2a7c4de72a7c4de72a7c4de72a7c4de7'],
    currency: { name: 'Unit', symbol: 'UNIT', decimals: 12 },
    pattern: /^[0-9a-f]{32}$/,
    reference: 'the first 32 digits of its genesis hash',
    assets: ['asset'],
    node: 'chopsticks',
    signs: [],
    packages: [{ name: '@polkadot/api', use: 'reads, sends and signs on polkadot' }],
  },
  cosmos: {
    adapter: async () => (await import('latchkey/adapters/cosmos')).cosmos(),
    local: ['cosmos:latchkey-1', 'cosmos:latchkey-2'],
    currency: { name: 'Test Atom', symbol: 'ATOM', decimals: 6 },
    cosmos: { bech32Prefix: 'cosmos', denom: 'uatom', gasPrice: '0.025' },
    pattern: /^(?!hashed-)[-a-zA-Z0-9]{1,32}$/,
    reference: 'its chain id',
    assets: ['native', 'ibc'],
    node: 'simd',
    signs: [],
    packages: [
      { name: '@cosmjs/stargate', use: 'reads and sends on cosmos' },
      { name: '@cosmjs/amino', use: 'signs on cosmos' },
      { name: '@cosmjs/proto-signing', use: 'signs on cosmos' },
    ],
  },
}

export function isFamily(namespace: string): namespace is Family {
  return (families as readonly string[]).includes(namespace)
}

export function wantedFamily(text: string, field = 'family'): Family {
  if (isFamily(text)) return text
  throw invalid(
    field,
    `there is no family "${text}"`,
    suggestion(text, families) ?? `Available: ${families.join(', ')}.`,
  )
}

export function familyOf({ chainNamespace }: Pick<ChainNetwork, 'chainNamespace'>): Family {
  if (isFamily(chainNamespace)) return chainNamespace
  throw cliError('config/no-adapter', `network: the chain family ${chainNamespace} is not available`)
}

export function factsOf(family: Family): FamilyFacts {
  return facts[family]
}

export const localNetworks: readonly string[] = families.flatMap((family) => facts[family].local)

/** Returns whether the network runs on this machine. The network's id and endpoints decide, so the node isn't asked. */
export function isLocal(network: ChainNetwork): boolean {
  return localNetworks.includes(network.caipNetworkId) && network.rpcUrls.default.http.every(isLoopback)
}

export function isLoopback(url: string): boolean {
  const host = URL.canParse(url) ? new URL(url).hostname : ''
  return host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
}
