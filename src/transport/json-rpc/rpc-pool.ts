import { RpcError } from '../../core/errors/latchkey-error.ts'
import type { JsonRpcPort, RpcRequest } from '../../ports.ts'
import { createPool, type PoolOptions } from '../pool.ts'
import type { Ping } from '../ranking.ts'
import { isBehind } from './block-head.ts'
import { createJsonRpcClient, type RpcCall, rpcCall } from './json-rpc-client.ts'
import { checkRpcValue } from './rpc-values.ts'

/** How an endpoint shows which network it serves: a call, and the check of its answer. */
export interface RpcIdentity {
  /** The call, such as `eth_chainId`. */
  readonly call: RpcRequest
  /**
   * Returns whether the answer identifies the expected network. Throws if the answer isn't an identity. `warn` reports a valid
   * identity in an unusual form.
   */
  matches(answer: unknown, warn: (problem: string) => void): boolean | Promise<boolean>
  /** The expected network, such as `eip155:1`. Used in error messages. */
  readonly expected: string
}

export interface RpcPoolOptions extends Omit<PoolOptions<RpcCall>, 'identity' | 'check' | 'isBehind'> {
  readonly identity?: RpcIdentity | undefined
  /** The URLs to which requests have the content type `text/plain`. Browsers then send no CORS preflight (S3.2.4). */
  readonly plainUrls?: readonly string[] | undefined
  /** Whether to check the values that well-known methods return. Default: true. */
  readonly checkValues?: boolean | undefined
}

export interface RpcPool extends JsonRpcPort {
  /** Aborts pending requests with `flow/aborted` and stops all timers. */
  dispose(): void
}

export const rpcPing: Ping<RpcCall> = {
  call: rpcCall({ method: 'net_listening' }),
  // Nodes of families other than eip155 don't have this method, but their error shows that the
  // endpoint is reachable.
  isAnswer: (error) => error instanceof RpcError && error.rpcCode !== undefined,
}

/** Creates the pool of a network's JSON-RPC endpoints. Reads of one tick share a batch. */
export function createRpcPool(given: RpcPoolOptions): RpcPool {
  const { identity, plainUrls = [], checkValues = true, ...options } = given
  const pool = createPool<RpcCall>(
    {
      ...options,
      identity: identity && { ...identity, call: rpcCall(identity.call) },
      ...(checkValues && { check: checkRpcValue }),
      isBehind: ({ name, text }, answer, health) => isBehind(name, text, answer, options.clock.now(), health),
    },
    {
      client: (settings) => createJsonRpcClient({ ...settings, plain: plainUrls.includes(settings.url) }),
      ping: rpcPing,
    },
  )
  return {
    request: async <T>(request: RpcRequest, opts?: Parameters<JsonRpcPort['request']>[1]) =>
      (await pool.request(rpcCall(request), opts)) as T,
    dispose: pool.dispose,
  }
}
