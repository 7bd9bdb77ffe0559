import type { ChainNetwork } from 'latchkey'
import type { Family } from '../families/families.ts'
import { suggestion } from './suggest.ts'

export interface KnownNetwork {
  readonly alias: string
  readonly network: ChainNetwork
  readonly devnet: boolean
}

/**
 * The names that other tools use for a network, and the names of retired networks that it replaces. Each key is our alias of the
 * network.
 */
const elsewhere: Readonly<Record<string, readonly string[]>> = {
  mainnet: ['eth', 'main', 'homestead', 'eth-mainnet', 'ethereum-mainnet'],
  sepolia: ['test', 'testnet', 'eth-sepolia', 'ethereum-sepolia', 'goerli', 'rinkeby', 'ropsten', 'kovan'],
  hoodi: ['holesky', 'eth-hoodi', 'ethereum-hoodi'],
  polygon: ['matic', 'polygon-mainnet', 'polygon-pos'],
  'polygon-amoy': ['amoy', 'mumbai', 'polygon-mumbai', 'polygon-testnet'],
  arbitrum: ['arb', 'arbitrum-mainnet'],
  optimism: ['op', 'optimism-mainnet'],
  bsc: ['binance', 'bsc-mainnet', 'bnb-chain'],
  avalanche: ['c-chain', 'avalanche-c'],
  'avalanche-fuji': ['fuji'],
  zksync: ['zksync-era', 'era'],
  bitcoin: ['bitcoin-mainnet', 'btc-mainnet'],
  'bitcoin-signet': ['signet', 'btc-signet'],
  'bitcoin-testnet4': ['testnet4', 'bitcoin-testnet', 'btc-testnet', 'testnet3'],
  'solana-mainnet': ['mainnet-beta', 'solana-mainnet-beta'],
  'kusama-asset-hub': ['statemine'],
  'polkadot-asset-hub': ['statemint', 'polkadot-mainnet'],
  'cosmos-hub': ['cosmoshub', 'gaia'],
  osmosis: ['osmo'],
  devnet: ['local', 'localhost', 'localnet', 'hardhat', 'foundry', 'ganache', 'devnet1', 'devnet-anvil'],
  'devnet-bitcoin': ['regtest', 'devnet-regtest'],
  'devnet-bitcoin2': ['signet', 'btc-signet', 'devnet-signet'],
}
const familyNames: Readonly<Record<Family, readonly string[]>> = {
  eip155: ['ethereum', 'eth', 'evm'],
  solana: ['sol'],
  bip122: ['bitcoin', 'btc'],
  polkadot: ['dot', 'substrate'],
  cosmos: ['atom', 'simd'],
}

export function meansDevnet(text: string): boolean {
  const local = ['devnet', 'devnet2', 'devnet-bitcoin'].flatMap((alias) => [
    alias,
    ...(elsewhere[alias] ?? []),
  ])
  return /^devnet-/i.test(text) || local.includes(text.toLowerCase())
}

/** Returns the hint for an unknown network name: a similar network, or the command that lists networks. */
export function networkHint(text: string, known: readonly KnownNetwork[]): string {
  const word = text.trim().toLowerCase()
  const aliases = known.map(({ alias }) => alias)
  const meant = known.find(({ alias }) => elsewhere[alias]?.includes(word)) ?? ofDevnet(word, known)
  const longer = aliases.filter((alias) => alias.startsWith(`${word}-`))
  if (!meant && longer.length > 0) return `There are ${longer.join(', ')}.`
  const same = known.filter(({ network }) => hasName(network, word))
  const first = meant ?? same.find(({ network }) => network.testnet !== true) ?? same[0]
  if (first) return `Did you mean ${first.alias} (${first.network.name})?`
  const running = known.filter(({ devnet }) => devnet).map(({ alias }) => alias)
  const near = suggestion(text, aliases)
  if (near) return near
  return meansDevnet(text) && running.length > 0
    ? `Of the devnet there are ${running.join(', ')}.`
    : 'See latchkey networks.'
}

/** Finds the network for names such as `devnet-btc` and `devnet-eip155`. */
function ofDevnet(word: string, known: readonly KnownNetwork[]): KnownNetwork | undefined {
  const [, name, at = ''] = /^devnet-([a-z]+\d*[a-z]|eip155|bip122)(2?)$/.exec(word) ?? []
  if (name === undefined) return undefined
  const of = known.filter(
    ({ devnet, network }) =>
      devnet &&
      (network.chainNamespace === name ||
        familyNames[network.chainNamespace as Family]?.includes(name) === true),
  )
  return of[at === '2' ? 1 : 0]
}

function hasName({ name, caipNetworkId, nativeCurrency }: ChainNetwork, word: string): boolean {
  const reference = caipNetworkId.slice(caipNetworkId.indexOf(':') + 1)
  const plain = (one: string) => one.toLowerCase().replace(/[\s_-]+/g, '-')
  return [name, reference, nativeCurrency.symbol].some((one) => plain(one) === plain(word))
}
