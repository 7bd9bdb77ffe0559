import type { AnyAdapterFactory, ChainNetwork } from 'latchkey'
import { suggestion } from '../args/suggest.ts'
import { CliError, invalid } from '../output/cli-error.ts'
import { exitCodes } from '../output/exit-codes.ts'

/**
 * The chain families that the program knows. A family is one row in each of four tables: here, `wallets/families.ts`,
 * `verifiers/families.ts` and `check/readers/families.ts`.
 */
export const families = ['eip155', 'solana', 'bip122', 'polkadot', 'cosmos'] as const
export type Family = (typeof families)[number]

export interface FamilyPackage {
  readonly name: string
  readonly use: string
  /** Only the devnet needs it. */
  readonly devnet?: true
}

export interface FamilyFacts {
  /** Loads the descriptor of the adapter. */
  readonly adapter: () => Promise<AnyAdapterFactory>
  /** Networks that only ever run on somebody's own machine: the devnet's, and what others usually call theirs. */
  readonly local: readonly string[]
  /** What a chain that nobody described counts in. */
  readonly currency: ChainNetwork['nativeCurrency']
  /** What else the family has to know of a chain; told of the devnet's chains, which nobody has to describe. */
  readonly cosmos?: ChainNetwork['cosmos']
  /** What a CAIP-2 reference of the family looks like; `reference` says it in words. */
  readonly pattern: RegExp
  readonly reference: string
  /** The asset namespaces of CAIP-19 that can be used; the first is meant when only a reference is given. Empty: no tokens. */
  readonly assets: readonly string[]
  /** The least amount of the native coin that it makes sense to send, in its smallest unit. Default: one. */
  readonly least?: bigint | undefined
  /** What the devnet runs. */
  readonly node: string
  /** What the devnet's networks are called behind `devnet-`. Default: the family. */
  readonly alias?: string | undefined
  /** What the built-in flow tries besides what every family's wallet can do. */
  readonly signs: readonly 'typedData'[]
  /** What has to be installed for it. */
  readonly packages: readonly FamilyPackage[]
}

const facts: Readonly<Record<Family, FamilyFacts>> = {
  eip155: {
    adapter: async () => (await import('latchkey/adapters/eip155')).eip155(),
    local: ['eip155:31337', 'eip155:31338', 'eip155:1337'],
    currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    pattern: /^[1-9]\d{0,15}$/,
    reference: 'its number',
    assets: ['erc20'],
    node: 'anvil',
    signs: ['typedData'],
    packages: [
      { name: 'viem', use: 'reads, sends and signs on eip155' },
      { name: '@foundry-rs/anvil', use: 'runs the eip155 devnet', devnet: true },
    ],
  },
  solana: {
    adapter: async () => (await import('latchkey/adapters/solana')).solana(),
    // Of the devnet's two chains, whose genesis never changes.
    local: ['solana:BVjqxhGEt2vSootd7K5WZR6sccU2TL3c', 'solana:6hYSxPb7y5xt8gtyX966nYk6NDsWcVti'],
    currency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    pattern: /^[1-9A-HJ-NP-Za-km-z]{32}$/,
    reference: 'the first 32 characters of its genesis hash',
    assets: ['token'],
    node: 'LiteSVM',
    signs: [],
    packages: [
      { name: '@solana/web3.js', use: 'reads, sends and signs on solana' },
      { name: 'litesvm', use: 'runs the solana devnet', devnet: true },
      { name: '@solana/kit', use: 'runs the solana devnet', devnet: true },
    ],
  },
  bip122: {
    adapter: async () => (await import('latchkey/adapters/bip122')).bip122(),
    // The devnet's signet has the id of the public one: what is local is told by the endpoint, here as everywhere.
    local: ['bip122:0f9188f13cb7b2c71f2a335e3a4fc328', 'bip122:00000008819873e925422c1ff0f99f7c'],
    currency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
    pattern: /^[0-9a-f]{32}$/,
    reference: 'the first 32 digits of its genesis hash',
    assets: [],
    node: 'bitcoind',
    // Above dust, whatever the receiver's kind of address is.
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
    // Of the devnet's two chains.
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

/** @throws a usage error for what is no family. */
export function wantedFamily(text: string, field = 'family'): Family {
  if (isFamily(text)) return text
  throw invalid(
    field,
    `there is no family "${text}"`,
    suggestion(text, families) ?? `Available: ${families.join(', ')}.`,
  )
}

/** @throws `config/no-adapter` for a family without a row. */
export function familyOf({ chainNamespace }: Pick<ChainNetwork, 'chainNamespace'>): Family {
  if (isFamily(chainNamespace)) return chainNamespace
  throw new CliError(
    'config/no-adapter',
    exitCodes.unsupported,
    `network: the chain family ${chainNamespace} is not available`,
  )
}

export function factsOf(family: Family): FamilyFacts {
  return facts[family]
}

/** Networks of every family that only ever run on somebody's own machine. */
export const localNetworks: readonly string[] = families.flatMap((family) => facts[family].local)
