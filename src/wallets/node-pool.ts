import { loadOnce } from '../core/async/load-once.ts'
import type { CaipNetworkId } from '../core/chain/caip.ts'
import type { ChainNetwork } from '../core/chain/network.ts'
import { isLatchkeyError, type LatchkeyError } from '../core/errors/latchkey-error.ts'
import { systemClock } from '../platform/system-clock.ts'
import { systemFetch } from '../platform/system-fetch.ts'
import type { CallOptions, Clock, Fetch, NodeHealth } from '../ports.ts'
import { ProviderError } from './provider-error.ts'

/**
 * Calls the nodes of a network. An error of a node is thrown with the node's error code. A code that only wallets may use (4000
 * to 5999) becomes -32603. If no node answers, the error's code is 4901 (EIP-1193).
 */
export type NodeCall = <T>(method: string, params?: readonly unknown[], opts?: CallOptions) => Promise<T>

export interface NodePoolOptions {
  /** The fetch function. Default: the global `fetch`. */
  readonly fetch?: Fetch | undefined
  /** The clock. Default: the system clock. */
  readonly clock?: Clock | undefined
  /** How many times to repeat a read, or the broadcast of a signed transaction, if all nodes fail. Default: 3. */
  readonly retries?: number | undefined
  /** The network that the nodes must serve. Checked only if there are several nodes. Default: not checked. */
  readonly network?: CaipNetworkId | undefined
  /** The health of the nodes, shared with other pools and clients. Default: a new record for this pool. */
  readonly health?: NodeHealth | undefined
}

/** A network's nodes: one URL, or several in order of preference. */
export interface NodeUrls {
  readonly rpcUrl?: string | undefined
  /** More URLs, tried in this order after `rpcUrl`. */
  readonly rpcUrls?: readonly string[] | undefined
  /**
   * The function that calls the nodes, in place of URLs. With it, several wallets can share one pool and its record of the nodes'
   * health.
   */
  readonly node?: NodeCall | undefined
}

/** Returns the URLs in order of preference, each once. */
export function urlsOf({ rpcUrl, rpcUrls = [] }: NodeUrls): readonly string[] {
  const all = rpcUrl === undefined ? rpcUrls : [rpcUrl, ...rpcUrls]
  return [...new Set(all)].filter((url) => url !== '')
}

/** Loads the code of the pools. By default, it loads at the first call, because a wallet that only signs makes no calls. */
export const loadNodePools = () =>
  Promise.all([
    import('../transport/json-rpc/rpc-pool.ts'),
    import('../transport/json-rpc/network-identity.ts'),
  ])

const silent = { debug() {}, warn() {}, error() {} }

/**
 * Combines the nodes of a network. If a node fails, a read or a signed transaction goes to the next node. If all nodes fail,
 * the call is repeated. Any other call is sent once.
 */
export function nodePool(
  urls: readonly string[],
  { fetch = systemFetch, clock = systemClock, retries, network, health }: NodePoolOptions = {},
): NodeCall {
  const pool = loadOnce(async () => {
    const [{ createRpcPool }, { isProvable, networkIdentity }] = await loadNodePools()
    const proves = network !== undefined && urls.length > 1 && isProvable(network)
    return createRpcPool({
      urls,
      fetch,
      clock,
      retries,
      health,
      log: silent,
      // Don't check a single node, because the user chose it. (A transaction names its network itself.)
      identity: proves ? networkIdentity(network) : undefined,
    })
  })
  return async <T>(method: string, params: readonly unknown[] = [], opts?: CallOptions) => {
    const { request } = await pool.load()
    return request<T>({ method, params }, opts).catch((error: unknown) => {
      throw isLatchkeyError(error, 'flow/aborted') ? error : providerError(error as LatchkeyError)
    })
  }
}

/** Returns the function that calls the nodes: the given function, or a new pool of the URLs. */
export function nodesOf(chain: NodeUrls, options: NodePoolOptions): NodeCall {
  return chain.node ?? nodePool(urlsOf(chain), options)
}

/** Returns the function that calls a network's nodes. */
export type NetworkNodes = (network: ChainNetwork) => NodeCall

/** Creates a `NetworkNodes` that opens one pool for each network. */
export function networkNodes({ health = new Map(), ...options }: NodePoolOptions = {}): NetworkNodes {
  const nodes = new Map<string, NodeCall>()
  return ({ caipNetworkId, rpcUrls }) => {
    const node =
      nodes.get(caipNetworkId) ??
      nodePool(rpcUrls.default.http, { ...options, health, network: caipNetworkId })
    nodes.set(caipNetworkId, node)
    return node
  }
}

/**
 * Converts the pool's error to a wallet's error, whose cause is the pool's error. If a node answered, the cause of the pool's
 * error is the node's error.
 */
function providerError(error: LatchkeyError): ProviderError {
  const { cause, message } = error
  const { code, message: said, data } = (cause instanceof Error ? {} : Object(cause)) as NodeError
  if (typeof code !== 'number') return new ProviderError(4901, message, undefined, { cause: error })
  // Replace these codes, because only a wallet may say that the user declined or that the page has no permission.
  const known = code >= 4000 && code < 6000 ? -32603 : code
  return new ProviderError(known, typeof said === 'string' ? said : message, data, { cause: error })
}

interface NodeError {
  readonly code?: unknown
  readonly message?: unknown
  readonly data?: unknown
}
