import { isLatchkeyError } from '../core/errors/latchkey-error.ts'
import type { Fetch, Platform } from '../ports.ts'

/** The age in ms at which a failure no longer counts. The specification has no such limit. */
const recent = 10_000

type Reaching = Pick<Platform, 'fetch' | 'clock' | 'page'> & { reaching?: Fetch }

/**
 * Marks failures of `fetch` that the visitor's connection caused. This is assumed if the browser is offline, or if two hosts fail
 * within ten seconds and no host answers between the two failures. A single failure doesn't count, because the host may be down
 * or refuse web pages.
 *
 * Requests to nodes and to services share one record of failures, although their code loads at different times. The record is on
 * the client's platform object, because modules of this library keep no state.
 */
export function reachingFetch(platform: Reaching): Fetch {
  platform.reaching ??= watching(platform)
  return platform.reaching
}

function watching({ fetch, clock, page }: Reaching): Fetch {
  const failed = new Map<string, number>()
  return async (input, init) => {
    try {
      const response = await fetch(input, init)
      failed.clear()
      return response
    } catch (error) {
      const { aborted, reason } = init?.signal ?? {}
      if (aborted && !isLatchkeyError(reason, 'http/timeout')) throw error
      const now = clock.now()
      failed.set(/^\w+:\/\/([^/?#]+)/.exec(String(input))?.[1] ?? '', now)
      const others = [...failed.values()].filter((at) => now - at < recent)
      throw others.length > 1 || !page.online() ? Object.assign(Object(error), { reason: 'offline' }) : error
    }
  }
}
