import type { CaipNetworkId, ChainNetwork } from 'latchkey'
import type { Context } from '../context.ts'
import { factsOf, isFamily, isLocal, localNetworks } from '../families/families.ts'
import { readyNetworks } from '../families/ready-networks.ts'
import type { Env } from '../io.ts'
import { statedCoin } from '../nodes/stated-coin.ts'
import { type CliError, invalid } from '../output/cli-error.ts'
import { readDevnet } from '../state/devnet-status.ts'
import { type KnownNetwork, meansDevnet, networkHint } from './network-hints.ts'
import { amountOf } from './numbers.ts'

const devnetAliases: readonly (readonly string[])[] = [
  ['devnet', 'anvil'],
  ['devnet2', 'anvil2'],
]

/** Returns all known networks. The networks of a running devnet come first. */
export async function knownNetworks(env: Env): Promise<readonly KnownNetwork[]> {
  const running = devnetNetworks(env)
  const ready = await readyNetworks()
  const listed = ready.map(([name, network]) => ({ alias: kebab(name), network, devnet: false }))
  const taken = new Set<string>(running.map(({ network }) => network.caipNetworkId))
  return [...running, ...listed.filter(({ network }) => !taken.has(network.caipNetworkId))]
}

export function devnetNetworks(env: Env): readonly KnownNetwork[] {
  const counted = new Map<string, number>()
  return (readDevnet(env)?.networks ?? []).map((network) => {
    const family = network.chainNamespace
    const at = counted.get(family) ?? 0
    counted.set(family, at + 1)
    // On EVM: `devnet`, `devnet2`. Other families: `devnet-solana`, `devnet-solana2`.
    const { alias = family } = isFamily(family) ? factsOf(family) : {}
    const name = family === 'eip155' ? (devnetAliases[0]?.[0] ?? '') : `devnet-${alias}`
    return { alias: at === 0 ? name : `${name}${at + 1}`, network, devnet: true }
  })
}

/** Resolves a CAIP-2 id or an alias. `rpc` replaces the network's endpoints. With `rpc`, the id can be of an unknown network. */
export async function resolveNetwork(
  env: Env,
  text: string,
  options: { readonly rpc?: readonly string[] | undefined; readonly field?: string } = {},
): Promise<ChainNetwork> {
  const { rpc, field = 'network' } = options
  const known = await knownNetworks(env)
  const found = known.find((one) => one.network.caipNetworkId === text) ?? byAlias(known, text)
  if (found) return rpc === undefined ? found.network : withEndpoints(found.network, rpc)
  if (!text.includes(':')) {
    const isUp = known.some(({ devnet }) => devnet)
    if (!isUp && (devnetAliases.flat().includes(text.toLowerCase()) || meansDevnet(text)))
      throw invalid(field, 'no devnet is running', 'Start one in another terminal: latchkey devnet')
    throw invalid(field, `there is no network "${text}"`, networkHint(text, known))
  }
  const id = await parseNetworkId(field, text)
  if (rpc === undefined)
    throw invalid(
      field,
      `${id} is not among the known networks`,
      localNetworks.includes(id)
        ? 'Start a devnet in another terminal (latchkey devnet), or give the endpoint with --rpc <url>.'
        : 'Give its endpoint with --rpc <url>, or see latchkey networks.',
    )
  return withStatedCoin(env, customNetwork(id, rpc))
}

export async function namedNetwork({ flags, io }: Context): Promise<ChainNetwork | undefined> {
  return flags.network === undefined ? undefined : resolveNetwork(io.env, flags.network, { rpc: flags.rpc })
}

async function parseNetworkId(field: string, text: string): Promise<CaipNetworkId> {
  const { isCaipNetworkId } = await import('latchkey')
  if (!isCaipNetworkId(text))
    throw invalid(field, `"${text}" is not a CAIP-2 network id`, 'It looks like eip155:1 or eip155:11155111.')
  const [family = '', reference = ''] = text.split(':')
  if (isFamily(family) && !factsOf(family).pattern.test(reference))
    throw invalid(
      field,
      `"${text}" is not a CAIP-2 network id`,
      `The reference of an ${family} chain is ${factsOf(family).reference}.`,
    )
  return text
}

function byAlias(known: readonly KnownNetwork[], text: string): KnownNetwork | undefined {
  const alias = text.toLowerCase()
  const running = known.filter(({ devnet, network }) => devnet && network.chainNamespace === 'eip155')
  const at = devnetAliases.findIndex((names) => names.includes(alias))
  return running[at] ?? known.find((one) => one.alias === alias)
}

export function withEndpoints(network: ChainNetwork, rpc: readonly string[]): ChainNetwork {
  return { ...network, rpcUrls: { default: { http: rpc } } }
}

/** Returns whether only the network's nodes state the decimals of its coin. */
export async function isCoinStated(
  env: Env,
  { chainNamespace, caipNetworkId }: Pick<ChainNetwork, 'chainNamespace' | 'caipNetworkId'>,
): Promise<boolean> {
  if (chainNamespace !== 'polkadot' || localNetworks.includes(caipNetworkId)) return false
  return !(await knownNetworks(env)).some(({ network }) => network.caipNetworkId === caipNetworkId)
}

/** Returns an unknown Polkadot network with the coin that a node states. Returns other networks unchanged. */
export async function withStatedCoin(env: Env, network: ChainNetwork): Promise<ChainNetwork> {
  if (!(await isCoinStated(env, network))) return network
  const coins = await Promise.all(network.rpcUrls.default.http.map(statedCoin))
  const nativeCurrency = { ...network.nativeCurrency, ...coins.find((coin) => coin) }
  return { ...network, nativeCurrency }
}

/**
 * Returns an unknown network. It has the family's usual coin, and counts as a mainnet unless it is
 * local.
 */
function customNetwork(id: CaipNetworkId, rpc: readonly string[]): ChainNetwork {
  const [namespace = 'eip155', reference = ''] = id.split(':')
  const { currency, cosmos } = factsOf(isFamily(namespace) ? namespace : 'eip155')
  return {
    id: namespace === 'eip155' ? Number(reference) : reference,
    caipNetworkId: id,
    chainNamespace: namespace as ChainNetwork['chainNamespace'],
    name: id,
    nativeCurrency: currency,
    rpcUrls: { default: { http: rpc } },
    testnet: localNetworks.includes(id),
    ...(cosmos && localNetworks.includes(id) && { cosmos }),
  }
}

export function requireMainnetAllowed(network: ChainNetwork, allowed: boolean | undefined): void {
  if (network.testnet === true || isLocal(network) || allowed) return
  throw invalid(
    'network',
    `${network.name} (${network.caipNetworkId}) is not a test network: its coins have value`,
    'To use it anyway, add --allow-mainnet.',
  )
}

export async function spendLimit(
  text: string | undefined,
  { nativeCurrency }: ChainNetwork,
): Promise<bigint | undefined> {
  return text === undefined ? undefined : amountOf('max-spend', text, nativeCurrency.decimals)
}

export function overSpendLimit(cost: string, limit: string | undefined): CliError {
  return invalid(
    'max-spend',
    `this may cost ${cost}, fee included, which is more than ${limit}`,
    'Nothing was signed. Send less, or allow more.',
  )
}

/** Returns the scheme and the host. The rest of the URL may contain an API key. */
export function endpointLabel(url: string): string {
  if (!URL.canParse(url)) return '(invalid)'
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname.length > 1 ? '/…' : ''}`
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
