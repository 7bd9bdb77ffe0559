import type { Fetch } from '../ports.ts'

/** Calls the global `fetch`. Looks it up at each call, because the global may be replaced later. */
export const systemFetch: Fetch = (input, init) => fetch(input, init)
