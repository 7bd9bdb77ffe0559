import type { Fetch } from '../ports.ts'

/** The global `fetch`, looked up at each call, so that a later replacement takes effect. */
export const systemFetch: Fetch = (input, init) => fetch(input, init)
