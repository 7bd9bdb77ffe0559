import type { ChainNetwork } from 'latchkey'
import { type KnownToken, type TokenOf, tokenOnChain } from 'latchkey/wallets'
import type { Env } from '../io.ts'
import { devnetTokens } from '../state/devnet-status.ts'
import { askNode } from './node-rpc.ts'

/** In ms. */
const timeout = 3000

/** Finds an eip155 token of the devnet, or a token on which nodes of two hosts agree. If only one node answers, the token isn't verified. */
export function tokenOf(env: Env, network: ChainNetwork, signal: AbortSignal): TokenOf | undefined {
  if (network.chainNamespace !== 'eip155') return undefined
  const hosts = new Map(
    network.rpcUrls.default.http
      .filter((url) => URL.canParse(url))
      .map((url) => [new URL(url).hostname, url] as const),
  )
  const nodes = [...hosts.values()].slice(0, 2)
  return async (contract) => {
    const own = devnetTokens(env, network).find((token) => token.contract.toLowerCase() === contract)
    if (own) return { symbol: own.symbol, decimals: own.decimals, configured: true }
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeout)])
    const [first, second] = await Promise.all(nodes.map((url) => factsAt(url, contract, limit)))
    if (!first) return undefined
    const agree = second?.symbol === first.symbol && second.decimals === first.decimals
    if (nodes.length > 1 && !agree) return undefined
    return { ...first, unverified: !agree }
  }
}

/** Reads a token from a node. Returns undefined if the contract isn't a token, or the node doesn't answer. */
function factsAt(url: string, contract: string, signal: AbortSignal): Promise<KnownToken | undefined> {
  const call = (method: string, params: readonly unknown[]) => askNode<unknown>(url, method, params, signal)
  return tokenOnChain(contract, call).catch(() => undefined)
}
