import { isLatchkeyError } from '../core/errors/latchkey-error.ts'
import type { Fetch, Platform } from '../ports.ts'

/** In ms. An older failure no longer counts. Our own value. */
const recent = 10_000

type Reaching = Pick<Platform, 'fetch' | 'clock' | 'page'> & { reaching?: Fetch }

/**
 * Marks failures of `fetch` that the connection caused: the browser is offline, or a second host failed within ten seconds and no host answered in
 * between. A single failure doesn't show anything about the connection: the host may be down, or may refuse web pages.
 *
 * Requests to nodes and to services share one memory of failures, although their code loads at different times. The memory is kept on the client's
 * own platform object, since modules have no state.
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
