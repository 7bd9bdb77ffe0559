import type { CaipNetworkId } from '../core/chain/caip.ts'
import { parseCaipNetworkId } from '../core/chain/caip.ts'
import type { ChainNamespace } from '../core/chain/namespace.ts'
import { latchkeyError } from '../core/errors/latchkey-error.ts'
import { type Options, rpcUrlsOf } from '../core/options.ts'
import type { JsonRpcPort, Platform, RpcRequest } from '../ports.ts'
import type { RpcPool } from '../transport/rpc-pool.ts'

export interface RpcPorts {
  /** @throws on first use `network/no-endpoint` when the network has no URL. */
  of(network: CaipNetworkId): JsonRpcPort
  dispose(): void
}

/** What shows which chain an endpoint serves, where the family's id says it. */
const probes: Partial<Record<ChainNamespace, Probe>> = {
  eip155: {
    call: { method: 'eth_chainId' },
    matches: (answer, reference) => BigInt(answer) === BigInt(reference),
  },
  // CAIP-30.
  solana: {
    call: { method: 'getGenesisHash' },
    matches: (answer, reference) => answer.slice(0, 32) === reference,
  },
  // CAIP-5.
  cosmos: {
    call: { method: 'status', params: {} },
    read: (answer) => (answer as { node_info?: { network?: unknown } } | undefined)?.node_info?.network,
    matches: (answer, reference) => answer === reference,
  },
  // CAIP-13.
  polkadot: {
    call: { method: 'chain_getBlockHash', params: [0] },
    matches: (answer, reference) => answer.slice(2, 34) === reference,
  },
}
interface Probe {
  readonly call: RpcRequest
  /** Where the answer has it; by itself it is a text. */
  read?(answer: unknown): unknown
  matches(answer: string, reference: string): boolean
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
    const probe = probes[namespace]
    return createRpcPool({
      urls,
      fetch,
      clock,
      log,
      ...options.rpc,
      onMismatch: (url, answer) => onMismatch(network, url, answer),
      // An endpoint of another chain is found out before any of its answers is believed.
      ...(probe && {
        identity: {
          call: probe.call,
          matches: (given) => {
            const answer = probe.read ? probe.read(given) : given
            return typeof answer === 'string' && probe.matches(answer, reference)
          },
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
