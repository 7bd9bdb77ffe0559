import type { Page, Request } from 'playwright-core'
import { expect } from 'vitest'

export interface Requests {
  /** The number of requests since the start. */
  readonly count: number
  /** The number of requests that have no answer yet. */
  readonly pending: number
  /** Waits until each request has its answer. */
  answered(): Promise<void>
}

/** Counts the page's requests from now on, but no event streams, because they stay open. */
export function requestsOf(page: Page): Requests {
  const open = new Set<Request>()
  let count = 0
  page
    .on('request', (request) => {
      if (request.resourceType() === 'eventsource') return
      count++
      open.add(request)
    })
    .on('requestfinished', (request) => open.delete(request))
    .on('requestfailed', (request) => open.delete(request))
  return {
    get count() {
      return count
    },
    get pending() {
      return open.size
    },
    answered: () =>
      expect
        .poll(() => [...open].map((request) => request.url()), { message: 'requests without an answer' })
        .toEqual([]),
  }
}
