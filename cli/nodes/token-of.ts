import type { ChainNetwork } from 'latchkey'
import { type KnownToken, type TokenOf, tokenOnChain } from 'latchkey/wallets'
import type { Env } from '../io.ts'
import { devnetTokens } from '../state/devnet-status.ts'
import { hostsOf } from './hosts-of.ts'
import { askNode } from './node-rpc.ts'

/** The time limit for the answers of the nodes, in ms. */
const timeout = 3000

/** Finds an eip155 token of the devnet, or a token on which nodes of two hosts agree. If all nodes have the same host, the token is `unverified`. */
export function tokenOf(env: Env, network: ChainNetwork, signal: AbortSignal): TokenOf | undefined {
  if (network.chainNamespace !== 'eip155') return undefined
  return async (contract) => {
    const own = configured(env, network, contract)
    if (own) return own
    const answers = await answersOf(network, contract, signal)
    const [first, second] = answers
    if (!first) return undefined
    const agree = second !== undefined && isSame(first, second)
    if (answers.length > 1 && !agree) return undefined
    return { ...first, unverified: !agree }
  }
}

/** Finds an eip155 token of the devnet, or a token that a node knows. A node of another host must not contradict that node. */
export async function undisputedToken(
  env: Env,
  network: ChainNetwork,
  contract: string,
  signal: AbortSignal,
): Promise<KnownToken | undefined> {
  const own = configured(env, network, contract)
  if (own) return own
  const answers = await answersOf(network, contract, signal)
  const [first, ...others] = answers.filter((one) => one !== undefined)
  return first && others.every((one) => isSame(first, one)) ? first : undefined
}

function configured(env: Env, network: ChainNetwork, contract: string): KnownToken | undefined {
  const own = devnetTokens(env, network).find((token) => token.contract.toLowerCase() === contract)
  return own && { symbol: own.symbol, decimals: own.decimals, configured: true }
}

function isSame(one: KnownToken, other: KnownToken): boolean {
  return one.symbol === other.symbol && one.decimals === other.decimals
}

/** Asks at most two nodes, which are on different hosts. */
function answersOf(
  network: ChainNetwork,
  contract: string,
  signal: AbortSignal,
): Promise<readonly (KnownToken | undefined)[]> {
  const nodes = hostsOf(network).slice(0, 2)
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeout)])
  return Promise.all(nodes.map(([, url]) => factsAt(url, contract, limit)))
}

/** Reads a token from a node. Returns undefined if the contract isn't a token, or the node doesn't answer. */
function factsAt(url: string, contract: string, signal: AbortSignal): Promise<KnownToken | undefined> {
  const call = (method: string, params: readonly unknown[]) => askNode<unknown>(url, method, params, signal)
  return tokenOnChain(contract, call).catch(() => undefined)
}
