import type { Fetch } from '../ports.ts'

/** The fetch of the process or the page, looked up at each call, so that a host that replaces it later is honoured. */
export const systemFetch: Fetch = (input, init) => fetch(input, init)
