import type { CaipNetworkId } from '../core/chain/caip.ts'
import { latchkeyError } from '../core/errors/latchkey-error.ts'
import type { Options } from '../core/options.ts'
import type { Platform } from '../ports.ts'
import { createRpcPool, type RpcPool } from '../transport/rpc-pool.ts'

/** Told of an endpoint that serves another chain. */
export type OnMismatch = (network: CaipNetworkId, url: string, answer: unknown) => void

/** The endpoints of one network. @throws `network/no-endpoint` when it has no URL. */
export function openRpcPool(
  urls: readonly string[],
  rpc: Options['rpc'],
  { clock, fetch, log }: Pick<Platform, 'clock' | 'fetch' | 'log'>,
  network: CaipNetworkId,
  onMismatch: OnMismatch,
): RpcPool {
  if (urls.length === 0) throw latchkeyError('network/no-endpoint', { values: { network } })
  const [namespace, reference = ''] = network.split(':')
  return createRpcPool({
    urls,
    fetch,
    clock,
    log,
    ...rpc,
    onMismatch: (url, answer) => onMismatch(network, url, answer),
    // An endpoint of another chain is found out before any of its answers is believed.
    ...(namespace === 'eip155' && {
      identity: {
        call: { method: 'eth_chainId' },
        matches: (answer) =>
          typeof answer === 'string' &&
          /^0x[0-9a-f]{1,16}$/i.test(answer) &&
          BigInt(answer) === BigInt(reference),
        expected: network,
      },
    }),
    ...(namespace === 'solana' && {
      identity: {
        call: { method: 'getGenesisHash' },
        // CAIP-30.
        matches: (answer) => typeof answer === 'string' && answer.slice(0, 32) === reference,
        expected: network,
      },
    }),
  })
}
