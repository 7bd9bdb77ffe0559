import type { ServiceNetwork, ServiceToken } from 'latchkey/servers'
import type { Env } from '../io.ts'
import { invalid } from '../output/cli-error.ts'
import { devnetTokens } from '../state/devnet-status.ts'
import { isHttpUrl } from './input.ts'
import { resolveNetwork } from './networks.ts'

/** The families of the embedded wallet. The data service needs no keys, so it supports all families. */
const served: readonly string[] = ['eip155', 'solana']

/**
 * Parses the networks. Each network can have a node after `=`. A network can be given several times, by its id or its alias, to
 * name several nodes.
 */
export async function serviceNetworks(
  env: Env,
  given: readonly string[],
  field = 'networks',
): Promise<readonly ServiceNetwork[]> {
  const isWallet = field === 'networks'
  const urls = new Map<string, readonly string[]>()
  for (const text of given) {
    const [id = '', ...url] = text.split('=')
    const rpc = url.length > 0 ? url.join('=') : undefined
    if (rpc !== undefined && !isHttpUrl(rpc)) throw invalid(field, `"${rpc}" is not the URL of a node`)
    urls.set(id, [...(urls.get(id) ?? []), ...(rpc === undefined ? [] : [rpc])])
  }
  const named = await Promise.all(
    [...urls].map(async ([text, nodes]) => {
      const rpc = nodes.length > 0 ? nodes : undefined
      return { text, nodes, network: await resolveNetwork(env, text, { rpc, field }) }
    }),
  )
  // A network can have an id and an alias, so the same network can have several texts.
  const byId = new Map<string, (typeof named)[number]>()
  for (const one of named) {
    const { text, network, nodes } = byId.get(one.network.caipNetworkId) ?? { ...one, nodes: [] }
    byId.set(network.caipNetworkId, { text, network, nodes: [...nodes, ...one.nodes] })
  }
  return [...byId.values()].map(({ text, network, nodes }) => {
    if (isWallet && !served.includes(network.chainNamespace))
      throw invalid(
        field,
        `the wallet doesn't support ${network.chainNamespace}`,
        `It supports ${served.join(' and ')}.`,
      )
    const all = nodes.length > 0 ? nodes : network.rpcUrls.default.http
    if (all.length === 0) throw invalid(field, `${text} needs a node: ${text}=https://node.example`)
    const { caipNetworkId, name, nativeCurrency, testnet, cosmos, ss58Prefix } = network
    const tokens = devnetTokens(env, network)
    const facts = { ...{ id: caipNetworkId, name, nativeCurrency, testnet, tokens }, cosmos, ss58Prefix }
    return serviceNetwork(facts, all)
  })
}

export function readServiceNetworks(field: string, text: string): readonly ServiceNetwork[] {
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch {
    throw invalid(field, 'is not JSON')
  }
  if (!Array.isArray(list)) throw invalid(field, 'is not a list of networks')
  return list.map((one: unknown, at) => {
    if (!isNetwork(one))
      throw invalid(
        field,
        `entry ${at + 1} is not a network`,
        'A network has id (eip155 or solana), name, rpcUrl or rpcUrls, and nativeCurrency with name, symbol and decimals. Each of its tokens has contract, symbol and decimals.',
      )
    const { id, name, nativeCurrency, testnet, tokens } = one
    const nodes = new Set([...(one.rpcUrl === undefined ? [] : [one.rpcUrl]), ...(one.rpcUrls ?? [])])
    return serviceNetwork({ id, name, nativeCurrency, testnet, tokens }, [...nodes])
  })
}

function serviceNetwork(
  { testnet, tokens = [], cosmos, ss58Prefix, ...network }: Omit<ServiceNetwork, 'rpcUrl'>,
  [rpcUrl = '', ...others]: readonly string[],
): ServiceNetwork {
  return {
    ...{ ...network, rpcUrl },
    ...(others.length > 0 && { rpcUrls: others }),
    ...(testnet !== undefined && { testnet }),
    ...(tokens.length > 0 && { tokens }),
    ...(cosmos && { cosmos }),
    ...(ss58Prefix !== undefined && { ss58Prefix }),
  }
}

function isNetwork(value: unknown): value is Omit<ServiceNetwork, 'rpcUrl'> & Partial<ServiceNetwork> {
  const { id, name, rpcUrl, rpcUrls, nativeCurrency, testnet, tokens } = Object(value)
  const { name: coin, symbol, decimals } = Object(nativeCurrency)
  return (
    typeof id === 'string' &&
    served.some((family) => new RegExp(`^${family}:[-\\w]{1,32}$`).test(id)) &&
    (rpcUrls === undefined || (Array.isArray(rpcUrls) && rpcUrls.length > 0 && rpcUrls.every(isHttpUrl))) &&
    (rpcUrl === undefined ? rpcUrls !== undefined : isHttpUrl(rpcUrl)) &&
    [name, coin, symbol].every(isText) &&
    Number.isInteger(decimals) &&
    (testnet === undefined || typeof testnet === 'boolean') &&
    (tokens === undefined || (Array.isArray(tokens) && tokens.every(isToken)))
  )
}

function isToken(value: unknown): value is ServiceToken {
  const { contract, symbol, decimals } = Object(value)
  const isUnit = Number.isInteger(decimals) && decimals >= 0 && decimals <= 77
  return /^0x[0-9a-f]{40}$/i.test(String(contract)) && isText(symbol) && isUnit
}

const isText = (value: unknown) => typeof value === 'string' && value !== ''
