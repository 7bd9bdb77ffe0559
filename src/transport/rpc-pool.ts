import { RpcError } from '../core/errors/latchkey-error.ts'
import type { JsonRpcPort, RpcRequest } from '../ports.ts'
import { createJsonRpcClient, type RpcCall, rpcCall } from './json-rpc-client.ts'
import { createPool, type PoolOptions } from './pool.ts'
import type { Ping } from './ranking.ts'

/** How to tell that an endpoint serves the network that it is configured for. */
export interface RpcIdentity {
  /** Such as `eth_chainId`. */
  readonly call: RpcRequest
  matches(answer: unknown): boolean
  /** The network's name in the error, such as `eip155:1`. */
  readonly expected: string
}

export interface RpcPoolOptions extends Omit<PoolOptions<RpcCall>, 'identity'> {
  readonly identity?: RpcIdentity | undefined
  /** Those that are asked with the content type of plain text, for which a browser asks no leave before. Facts 2.4. */
  readonly plainUrls?: readonly string[] | undefined
}

export interface RpcPool extends JsonRpcPort {
  /** Ends what is under way, with `flow/aborted`, and all timers. */
  dispose(): void
}

export const rpcPing: Ping<RpcCall> = {
  call: rpcCall({ method: 'net_listening' }),
  // Endpoints of other families do not know the method; that they say so shows that they listen.
  isAnswer: (error) => error instanceof RpcError && error.rpcCode !== undefined,
}

/** The JSON-RPC endpoints of one network as one. Reads of one tick travel as one batch. */
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
