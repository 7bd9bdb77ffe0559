import type { CaipNetworkId } from '../../core/chain/caip.ts'
import { systemClock } from '../../platform/system-clock.ts'
import { systemFetch } from '../../platform/system-fetch.ts'
import { openEsploraPool } from '../../transport/esplora-pool.ts'
import type { GetFromEsplora } from '../data/bip122/bip122-reader.ts'
import { NodeFailure } from '../data/node-calls.ts'
import { failureOf, type SharedHealth } from './post-to.ts'

const ports = { fetch: systemFetch, clock: systemClock, log: { debug() {}, warn() {}, error() {} } }

/**
 * Reads from the Esplora servers of a bip122 network. If a server fails, asks the next one. Each server must prove that it serves
 * the network. URLs may contain API keys, so failures don't contain URLs.
 */
export function getFromEsplora(
  urls: readonly string[],
  network: CaipNetworkId<'bip122'>,
  health: SharedHealth,
): GetFromEsplora {
  // Don't retry a read here, because the client retries it. With retries in both places, the client would wait twice.
  const pool = openEsploraPool(urls, { retries: 0 }, ports, network, () => {}, { health })
  return async (path, signal) => {
    const answer = await pool.json(path, { signal }).catch((error: unknown) => {
      throw failureOf(error)
    })
    if (answer === undefined) throw new NodeFailure(`The node doesn't know ${path}`)
    return answer
  }
}
