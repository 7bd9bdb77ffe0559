import { loadOnce } from '../core/async/load-once.ts'
import type { CaipNetworkId } from '../core/chain/caip.ts'
import type { ChainNetwork } from '../core/chain/network.ts'
import { isLatchkeyError, type LatchkeyError, latchkeyError } from '../core/errors/latchkey-error.ts'
import { systemClock } from '../platform/system-clock.ts'
import { systemFetch } from '../platform/system-fetch.ts'
import type { CallOptions, Clock, Fetch } from '../ports.ts'
import type { RpcIdentity } from '../transport/json-rpc/rpc-pool.ts'
import { ProviderError } from './provider-error.ts'

/**
 * Calls the nodes of the wallet's network. Rethrows a node's error with its code; if no node answers, the error is 4901
 * (EIP-1193).
 */
export type NodeCall = <T>(method: string, params?: readonly unknown[], opts?: CallOptions) => Promise<T>

export interface NodePoolOptions {
  /** Default: the fetch of the process. */
  readonly fetch?: Fetch | undefined
  /** Default: the system clock. */
  readonly clock?: Clock | undefined
  /** How often to repeat a read after all nodes failed. Default: 3. */
  readonly retries?: number | undefined
  /** The network that the nodes must serve, if there are several. Default: not checked. */
  readonly network?: CaipNetworkId | undefined
}

/** A network's nodes in a wallet's options: one URL, or several in order of preference. */
export interface NodeUrls {
  readonly rpcUrl?: string | undefined
  /** Tried in this order, after `rpcUrl`. */
  readonly rpcUrls?: readonly string[] | undefined
}

/** The URLs in order of preference, each once. */
export function urlsOf({ rpcUrl, rpcUrls = [] }: NodeUrls): readonly string[] {
  const all = rpcUrl === undefined ? rpcUrls : [rpcUrl, ...rpcUrls]
  return [...new Set(all)].filter((url) => url !== '')
}

const silent = { debug() {}, warn() {}, error() {} }

/**
 * Combines the nodes of a network into one. A read or a signed transaction goes to the next node if one fails, and is repeated;
 * anything else is sent once.
 */
export function nodePool(
  urls: readonly string[],
  { fetch = systemFetch, clock = systemClock, retries, network }: NodePoolOptions = {},
): NodeCall {
  // Loads with the first call, since a wallet that only signs makes none.
  const pool = loadOnce(async () => {
    const { createRpcPool } = await import('../transport/json-rpc/rpc-pool.ts')
    return createRpcPool({
      ...{ urls, fetch, clock, retries, log: silent },
      // A single node is the user's choice, and a transaction names its network itself.
      identity: network === undefined || urls.length < 2 ? undefined : identityOf(network),
    })
  })
  return async <T>(method: string, params: readonly unknown[] = [], opts?: CallOptions) => {
    const { request } = await pool.load()
    return request<T>({ method, params }, opts).catch((error: unknown) => {
      throw isLatchkeyError(error, 'flow/aborted') ? error : providerError(error as LatchkeyError)
    })
  }
}

/** How nodes of eip155 and solana name their network (CAIP-2, CAIP-30). */
function identityOf(network: CaipNetworkId): RpcIdentity | undefined {
  const [namespace, reference = ''] = network.split(':')
  const isEip155 = namespace === 'eip155'
  if (!isEip155 && !(namespace === 'solana' && reference.length === 32)) return undefined
  return {
    call: { method: isEip155 ? 'eth_chainId' : 'getGenesisHash' },
    expected: network,
    matches(answer) {
      if (typeof answer !== 'string' || (isEip155 && !/^0x[0-9a-f]{1,16}$/i.test(answer)))
        throw latchkeyError('rpc/invalid-response')
      return isEip155 ? BigInt(answer) === BigInt(reference) : answer.slice(0, 32) === reference
    },
  }
}

/** The nodes of each network, opened once. */
export function networkNodes(options: NodePoolOptions = {}): (network: ChainNetwork) => NodeCall {
  const nodes = new Map<string, NodeCall>()
  return ({ caipNetworkId, rpcUrls }) => {
    const node =
      nodes.get(caipNetworkId) ?? nodePool(rpcUrls.default.http, { ...options, network: caipNetworkId })
    nodes.set(caipNetworkId, node)
    return node
  }
}

/** The error as wallets have it. Its cause is the pool's error, whose cause is the node's error if a node answered. */
function providerError(error: LatchkeyError): ProviderError {
  const { cause, message } = error
  const { code, message: said, data } = (cause instanceof Error ? {} : Object(cause)) as NodeError
  if (typeof code !== 'number') return new ProviderError(4901, message, undefined, { cause: error })
  // Only a wallet may say that the user declined, or that the page has no permission.
  const known = code >= 4000 && code < 6000 ? -32603 : code
  return new ProviderError(known, typeof said === 'string' ? said : message, data, { cause: error })
}

interface NodeError {
  readonly code?: unknown
  readonly message?: unknown
  readonly data?: unknown
}
