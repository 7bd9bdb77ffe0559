import type { Page, Request } from 'playwright-core'
import { expect } from 'vitest'

export interface Requests {
  /** The number of requests. */
  readonly count: number
  /** Requests without an answer yet. */
  readonly pending: number
  /** Waits until each has its answer. */
  answered(): Promise<void>
}

/** The page's requests from now on. */
export function requestsOf(page: Page): Requests {
  const open = new Set<Request>()
  let count = 0
  page
    .on('request', (request) => {
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
    answered: () => expect.poll(() => open.size, { message: 'all that the page asked for has come' }).toBe(0),
  }
}
