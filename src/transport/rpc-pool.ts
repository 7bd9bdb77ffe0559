import { RpcError } from '../core/errors/latchkey-error.ts'
import type { JsonRpcPort, RpcRequest } from '../ports.ts'
import { createJsonRpcClient, type RpcCall, rpcCall } from './json-rpc-client.ts'
import { createPool, type PoolOptions } from './pool.ts'
import type { Ping } from './ranking.ts'

/** How to verify which network an endpoint serves. */
export interface RpcIdentity {
  /** Such as `eth_chainId`. */
  readonly call: RpcRequest
  matches(answer: unknown): boolean
  /** The network in error messages, such as `eip155:1`. */
  readonly expected: string
}

export interface RpcPoolOptions extends Omit<PoolOptions<RpcCall>, 'identity'> {
  readonly identity?: RpcIdentity | undefined
  /** URLs that get `text/plain` as content type, which spares browsers the CORS preflight (S3.2.4). */
  readonly plainUrls?: readonly string[] | undefined
}

export interface RpcPool extends JsonRpcPort {
  /** Aborts pending requests with `flow/aborted` and stops all timers. */
  dispose(): void
}

export const rpcPing: Ping<RpcCall> = {
  call: rpcCall({ method: 'net_listening' }),
  // Other families don't know the method, but their error shows that the endpoint is reachable.
  isAnswer: (error) => error instanceof RpcError && error.rpcCode !== undefined,
}

/** Combines a network's JSON-RPC endpoints into one. Reads of one tick share a batch. */
export function createRpcPool({ identity, plainUrls = [], ...options }: RpcPoolOptions): RpcPool {
  const pool = createPool<RpcCall>(
    { ...options, identity: identity && { ...identity, call: rpcCall(identity.call) } },
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
