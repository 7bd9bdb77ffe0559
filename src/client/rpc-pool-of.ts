import type { CaipNetworkId } from '../core/chain/caip.ts'
import { latchkeyError } from '../core/errors/latchkey-error.ts'
import type { Options } from '../core/options/options.ts'
import type { Platform } from '../ports.ts'
import { networkIdentity } from '../transport/json-rpc/network-identity.ts'
import { createRpcPool, type RpcPool, type RpcPoolOptions } from '../transport/json-rpc/rpc-pool.ts'

/** An endpoint that serves another network: its host, and its answer without secrets. */
export type OnMismatch = (mismatch: {
  readonly network: CaipNetworkId
  readonly host: string
  readonly answer: string
}) => void

/**
 * Opens the endpoint pool of one network.
 * @throws `network/no-endpoint` when it has no URL.
 */
export function openRpcPool(
  pool: Pick<RpcPoolOptions, 'urls' | 'plainUrls' | 'lists' | 'health' | 'visible'>,
  rpc: Options['rpc'],
  { clock, fetch, log }: Pick<Platform, 'clock' | 'fetch' | 'log'>,
  network: CaipNetworkId,
  onMismatch: OnMismatch,
): RpcPool {
  if (pool.urls.length === 0) throw latchkeyError('network/no-endpoint', { values: { network } })
  return createRpcPool({
    ...pool,
    fetch,
    clock,
    log,
    ...rpc,
    onMismatch: (host, answer) => onMismatch({ network, host, answer: String(answer) }),
    // Verify the endpoint's network before trusting any of its answers.
    identity: networkIdentity(network),
  })
}
