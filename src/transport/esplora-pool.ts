import type { CaipNetworkId } from '../core/chain/caip.ts'
import { latchkeyError } from '../core/errors/latchkey-error.ts'
import type { Options } from '../core/options/options.ts'
import type { Platform } from '../ports.ts'
import { checkEsploraValue } from './esplora-values.ts'
import { createHttpPool, type HttpPool, type HttpPoolOptions } from './http-pool.ts'

/** Creates the pool of a network's Esplora endpoints. @throws `network/no-endpoint` if the network has no URL. */
export function openEsploraPool(
  urls: readonly string[],
  rpc: Partial<Options['rpc']> | undefined,
  { clock, fetch, log }: Pick<Platform, 'clock' | 'fetch' | 'log'>,
  network: CaipNetworkId,
  onMismatch: (network: CaipNetworkId, host: string, answer: unknown) => void,
  more: Pick<HttpPoolOptions, 'lists' | 'health' | 'visible'> = {},
): HttpPool {
  if (urls.length === 0) throw latchkeyError('network/no-endpoint', { values: { network } })
  return createHttpPool({
    urls,
    fetch,
    clock,
    log,
    ...rpc,
    ...more,
    check: checkEsploraValue,
    pingPath: '/blocks/tip/height',
    // The CAIP-2 reference is the start of the genesis block's hash (BIP-122, CAIP-4).
    identity: { path: '/block-height/0', expected: network, matches: (text) => isFirstBlock(text, network) },
    onMismatch: (host, answer) => onMismatch(network, host, answer),
  })
}

function isFirstBlock(text: unknown, network: CaipNetworkId): boolean {
  const [hash] = /^[0-9a-f]{64}$/.exec(String(text).trim()) ?? []
  if (!hash) throw latchkeyError('rpc/invalid-response')
  return `bip122:${hash.slice(0, 32)}` === network
}
