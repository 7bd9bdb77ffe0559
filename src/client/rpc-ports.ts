import type { CaipNetworkId } from '../core/chain/caip.ts'
import { parseCaipNetworkId } from '../core/chain/caip.ts'
import { latchkeyError } from '../core/errors/latchkey-error.ts'
import { type Options, rpcUrlsOf } from '../core/options.ts'
import type { JsonRpcPort, Platform } from '../ports.ts'
import type { RpcPool } from '../transport/rpc-pool.ts'

export interface RpcPorts {
  /** @throws on first use `network/no-endpoint` when the network has no URL. */
  of(network: CaipNetworkId): JsonRpcPort
  dispose(): void
}

/** One pool of endpoints for each network, loaded and made when it is first used. */
export function createRpcPorts(
  options: Pick<Options, 'networks' | 'customRpcUrls' | 'rpc'>,
  { clock, fetch, log }: Pick<Platform, 'clock' | 'fetch' | 'log'>,
  onMismatch: (network: CaipNetworkId, url: string, answer: unknown) => void,
): RpcPorts {
  const pools = new Map<CaipNetworkId, Promise<RpcPool>>()
  let disposed = false

  async function make(network: CaipNetworkId): Promise<RpcPool> {
    const urls = rpcUrlsOf(options, network)
    if (urls.length === 0) throw latchkeyError('network/no-endpoint', { values: { network } })
    const { createRpcPool } = await import('../transport/rpc-pool.ts')
    const { namespace, reference } = parseCaipNetworkId(network)
    return createRpcPool({
      urls,
      fetch,
      clock,
      log,
      ...options.rpc,
      onMismatch: (url, answer) => onMismatch(network, url, answer),
      // An endpoint of another chain is found out before any of its answers is believed.
      ...(namespace === 'solana' && {
        identity: {
          call: { method: 'getGenesisHash' },
          // CAIP-30.
          matches: (answer) => typeof answer === 'string' && answer.slice(0, 32) === reference,
          expected: network,
        },
      }),
      ...(namespace === 'eip155' && {
        identity: {
          call: { method: 'eth_chainId' },
          matches: (answer) => typeof answer === 'string' && BigInt(answer) === BigInt(reference),
          expected: network,
        },
      }),
    })
  }

  return {
    of: (network) => ({
      async request(call, opts) {
        if (disposed) throw latchkeyError('config/disposed')
        let pool = pools.get(network)
        if (!pool) {
          pool = make(network)
          pools.set(network, pool)
          pool.catch(() => pools.delete(network))
        }
        return (await pool).request(call, opts)
      },
    }),
    dispose() {
      disposed = true
      for (const pool of pools.values()) {
        pool.then((one) => one.dispose()).catch(() => {})
      }
      pools.clear()
    },
  }
}
