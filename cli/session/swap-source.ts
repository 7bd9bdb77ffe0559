import { resolve } from 'node:path'
import type { CaipAssetId, ChainNetwork } from 'latchkey'
import type { Eip155Options } from 'latchkey/adapters/eip155'
import type { JupiterOptions } from 'latchkey/providers/jupiter'
import type { LifiOptions } from 'latchkey/providers/lifi'
import type { UniswapOptions } from 'latchkey/providers/uniswap'
import { resolveAsset } from '../args/assets.ts'
import { isHttpUrl, readTextFile } from '../args/input.ts'
import { provenDecimals } from '../args/proven-decimals.ts'
import type { Context } from '../context.ts'
import { networkNode } from '../nodes/network-node.ts'
import { undisputedToken } from '../nodes/token-of.ts'
import { invalid } from '../output/cli-error.ts'
import { printable } from '../output/printable.ts'
import { readDevnet } from '../state/devnet-status.ts'
import { verifierOf } from '../verifiers/families.ts'

type Contracts = NonNullable<Eip155Options['swapContracts']>
type SwapToken = UniswapOptions['tokens'][`eip155:${string}`][number]

/**
 * A swap provider other than the data service, and the contracts in the file of `--contracts`. The provider's swaps can also call
 * these contracts.
 */
export interface SwapSource {
  readonly provider: Awaited<ReturnType<typeof uniswapOf | typeof jupiterOf | typeof lifiOf>>
  readonly contracts: Contracts | undefined
}

/** The family of the provider in `--provider`, and a function that returns the provider's source on a network of this family. */
export interface SwapSources {
  readonly family: 'eip155' | 'solana'
  readonly on: (network: ChainNetwork) => Promise<SwapSource>
}

export interface SourceOptions {
  readonly provider?: string | undefined
  /** The URL of Jupiter's or LI.FI's API. */
  readonly providerUrl?: string | undefined
  readonly contracts?: string | undefined
  readonly from?: string | undefined
  readonly to: string
  /** The network of the token to buy, if it is another network. */
  readonly toNetwork?: ChainNetwork | undefined
  /** The decimals of the token to sell. Needed if fewer than two hosts report them. */
  readonly decimals?: string | undefined
}

/** For each name of Uniswap in `--provider`, the contract that swaps. */
const routers = { uniswap: 'swap-router-02', 'uniswap-universal': 'universal-router' } as const

/**
 * Returns the sources of the provider in `--provider`. Returns undefined for the data service. The providers list no tokens, so a
 * source has only the tokens of the swap.
 */
export async function swapSource(
  context: Context,
  { provider = 'data', providerUrl, contracts: file, decimals, from, to, toNetwork }: SourceOptions,
): Promise<SwapSources | undefined> {
  const both = async (network: ChainNetwork) => {
    const [sold, bought, refunded] = await Promise.all([
      from === undefined ? undefined : listedToken(context, network, 'from', from, decimals),
      listedToken(context, toNetwork ?? network, 'to', to),
      // If the call swaps first, and the bridge then fails, the bridge refunds the token `to` on the first network. Latchkey
      // refuses such a swap later if the source doesn't list this token.
      toNetwork && !/^0x/i.test(to)
        ? listedToken(context, network, 'to', to).catch(() => undefined)
        : undefined,
    ])
    const listed = (...tokens: (SwapToken | undefined)[]) => tokens.filter((token) => token !== undefined)
    return toNetwork
      ? { [network.caipNetworkId]: listed(sold, refunded), [toNetwork.caipNetworkId]: listed(bought) }
      : { [network.caipNetworkId]: listed(sold, bought) }
  }
  if (toNetwork && provider !== 'lifi') throw invalid('to-network', 'needs --provider lifi')
  if (provider === 'lifi') {
    const { url, key } = serviceUrl(context, 'LIFI_KEY', providerUrl ?? 'https://li.quest/v1')
    const contracts = file === undefined ? undefined : await readContracts(resolve(context.io.cwd, file))
    return {
      family: 'eip155',
      on: async (network) => ({
        contracts,
        provider: await lifiOf({ url, key, contracts, tokens: await both(network) }),
      }),
    }
  }
  if (provider === 'jupiter') {
    if (file !== undefined) throw invalid('contracts', needs.contracts)
    const { url, key } = jupiterUrl(context, providerUrl)
    return {
      family: 'solana',
      on: async (network) => ({
        contracts: undefined,
        provider: await jupiterOf({ url, key, tokens: await both(network) }),
      }),
    }
  }
  if (providerUrl !== undefined) throw invalid('provider-url', 'needs --provider jupiter or lifi')
  if (provider === 'data') {
    for (const [field, value] of Object.entries({ contracts: file, decimals }))
      if (value !== undefined) throw invalid(field, needs[field as keyof typeof needs])
    return undefined
  }
  if (!Object.hasOwn(routers, provider))
    throw invalid(
      'provider',
      `"${printable(provider)}" is not a provider of swaps`,
      `There are data, ${Object.keys(routers).join(', ')}, jupiter, lifi.`,
    )
  const router = routers[provider as keyof typeof routers]
  const contracts = file === undefined ? undefined : await readContracts(resolve(context.io.cwd, file))
  return {
    family: 'eip155',
    on: async (network) => {
      const tokens = await both(network)
      return { contracts, provider: await uniswapOf({ tokens, contracts, router }) }
    },
  }
}

const needs = {
  contracts: 'needs --provider uniswap, uniswap-universal or lifi',
  decimals: 'needs --provider uniswap, uniswap-universal, jupiter or lifi',
} as const

/** Returns the URL of Jupiter's Swap API, and the key in `JUPITER_KEY`. */
function jupiterUrl(context: Context, given: string | undefined) {
  const own = context.io.env.JUPITER_KEY ? 'https://api.jup.ag/swap/v1' : 'https://lite-api.jup.ag/swap/v1'
  return serviceUrl(context, 'JUPITER_KEY', given ?? own)
}

/** Checks the URL of a provider's service. Returns the URL, and the key from the environment variable. */
function serviceUrl({ io, out }: Context, variable: 'JUPITER_KEY' | 'LIFI_KEY', url: string) {
  const key = io.env[variable] || undefined
  if (key) out.secret(key)
  if (!isHttpUrl(url)) throw invalid('provider-url', `"${printable(url)}" is not an http URL`)
  return { url, key }
}

type Tokens = Readonly<Record<string, readonly SwapToken[]>>

async function jupiterOf(options: Omit<JupiterOptions, 'tokens'> & { readonly tokens: Tokens }) {
  const { jupiter } = await import('latchkey/providers/jupiter')
  return jupiter(options)
}

async function lifiOf(options: Omit<LifiOptions, 'tokens'> & { readonly tokens: Tokens }) {
  const { lifi } = await import('latchkey/providers/lifi')
  return lifi(options)
}

async function uniswapOf(options: Omit<UniswapOptions, 'tokens'> & { readonly tokens: Tokens }) {
  const { uniswap } = await import('latchkey/providers/uniswap')
  return uniswap(options)
}

/**
 * Finds a token in the devnet's list or on the network's nodes. Returns undefined for the native
 * coin.
 */
async function listedToken(
  context: Context,
  network: ChainNetwork,
  field: 'from' | 'to',
  text: string,
  given?: string,
): Promise<SwapToken | undefined> {
  const { io, signal } = context
  const asset = await resolveAsset(io.env, { text, field }, network)
  if (asset === undefined) return undefined
  const address = asset.slice(asset.lastIndexOf(':') + 1)
  const known =
    network.chainNamespace === 'solana'
      ? await mintOf(context, network, asset)
      : await undisputedToken(io.env, network, address.toLowerCase(), signal)
  if (known?.symbol === undefined)
    throw invalid(field, `${address} is not a token on ${network.name}, or its nodes disagree on it`)
  const { decimals, symbol } = known
  // The amount depends on the decimals of the sold token, so the decimals must be proven (see `provenDecimals`). The received
  // amount is read from the network.
  if (field === 'from') {
    const proven = await provenDecimals(context, network, asset, { told: decimals, symbol, given })
    if (proven.unverified !== undefined)
      throw invalid(
        'decimals',
        proven.unverified,
        `Nothing was signed. If it is true, give --decimals ${decimals}.`,
      )
  }
  return { address, symbol, name: symbol, decimals }
}

/** Reads a solana token from the devnet's list, or from the network's nodes. A mint has no symbol, so its shortened address is the symbol. */
async function mintOf(context: Context, network: ChainNetwork, asset: CaipAssetId) {
  const own = readDevnet(context.io.env)?.tokens.find((token) => token.asset === asset)
  if (own) return own
  const mint = asset.slice(asset.lastIndexOf(':') + 1)
  const node = networkNode(network, context)
  const supply = await node<{ value?: { decimals?: unknown } } | null>('getTokenSupply', [mint]).catch(
    () => null,
  )
  const decimals = supply?.value?.decimals
  if (!Number.isInteger(decimals) || Number(decimals) < 0 || Number(decimals) > 255) return undefined
  return { decimals: Number(decimals), symbol: `${mint.slice(0, 4)}…${mint.slice(-4)}` }
}

const single = ['wrapped', 'swapRouter02', 'uniswapV3Router', 'uniswapQuoter', 'permit2', 'lifiDiamond']
const several = ['uniswapV2Routers', 'universalRouters']

/** Reads a file in the format of the option `swapContracts`. */
async function readContracts(path: string): Promise<Contracts> {
  const text = readTextFile('contracts', path)
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    throw invalid('contracts', `${path} is not JSON`)
  }
  const networks = entriesOf(read, path)
  const { judge } = await verifierOf('eip155')
  for (const [id, contracts] of networks) {
    if (!/^eip155:[1-9]\d{0,15}$/.test(id))
      throw invalid('contracts', `"${printable(id)}" is not an eip155 network`)
    for (const [name, value] of entriesOf(contracts, id)) {
      const list: unknown = several.includes(name) ? value : single.includes(name) ? [value] : undefined
      if (list === undefined)
        throw invalid(
          'contracts',
          `"${printable(name)}" is not a known contract`,
          `There are ${[...single, ...several].join(', ')}.`,
        )
      if (!Array.isArray(list)) throw invalid('contracts', `${name} of ${id} is not a list`)
      for (const one of list) {
        const verdict = await judge(String(one), id)
        if ('reason' in verdict) throw invalid('contracts', `${name} of ${id}: ${printable(verdict.reason)}`)
      }
    }
  }
  return Object.fromEntries(networks) as Contracts
}

function entriesOf(value: unknown, where: string): readonly (readonly [string, unknown])[] {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return Object.entries(value)
  throw invalid('contracts', `${where} is not an object`)
}
