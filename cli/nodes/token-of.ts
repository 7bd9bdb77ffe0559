import type { ChainNetwork } from 'latchkey'
import type { KnownToken, TokenOf } from 'latchkey/wallets'
import type { Env } from '../io.ts'
import { readDevnet } from '../state/devnet-status.ts'
import { askNode } from './node-rpc.ts'

/** How long a description waits for the nodes, in ms. */
const timeout = 3000
/** The selectors of `symbol()` and `decimals()`. */
const selectors = ['0x95d89b41', '0x313ce567'] as const

/**
 * Finds tokens of an eip155 network: the running devnet's own, else as two of its nodes on different hosts agree. What only
 * one node says is unverified; nodes that disagree, or don't answer in time, say nothing.
 */
export function tokenOf(env: Env, network: ChainNetwork, signal: AbortSignal): TokenOf | undefined {
  if (network.chainNamespace !== 'eip155') return undefined
  const hosts = new Map(
    network.rpcUrls.default.http
      .filter((url) => URL.canParse(url))
      .map((url) => [new URL(url).hostname, url] as const),
  )
  const nodes = [...hosts.values()].slice(0, 2)
  return async (contract) => {
    const configured = readDevnet(env)?.tokens.find(
      ({ asset }) => asset.toLowerCase() === `${network.caipNetworkId}/erc20:${contract}`,
    )
    if (configured) return { symbol: configured.symbol, decimals: configured.decimals, configured: true }
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeout)])
    const [first, second] = await Promise.all(nodes.map((url) => factsAt(url, contract, limit)))
    if (!first) return undefined
    const agree = second?.symbol === first.symbol && second.decimals === first.decimals
    if (nodes.length > 1 && !agree) return undefined
    return { ...first, unverified: !agree }
  }
}

/** Undefined if the contract isn't a token, or the node doesn't answer. */
async function factsAt(url: string, to: string, signal: AbortSignal): Promise<KnownToken | undefined> {
  try {
    const [symbol, decimals] = await Promise.all(
      selectors.map((data) => askNode<unknown>(url, 'eth_call', [{ to, data }, 'latest'], signal)),
    )
    if (!/^0x0{62}[0-9a-f]{2}$/i.test(String(decimals))) return undefined
    return { symbol: textOf(String(symbol)), decimals: Number(decimals) }
  } catch {
    return undefined
  }
}

/** A string of the contract ABI; older tokens answer with 32 bytes instead. */
function textOf(answer: string): string {
  const bytes = Buffer.from(answer.slice(2, 2000), 'hex')
  const length = bytes.length > 64 ? bytes.readUInt32BE(60) : undefined
  const text = length === undefined ? bytes : bytes.subarray(64, 64 + length)
  return text.toString('utf8').replace(/\0+$/, '')
}
