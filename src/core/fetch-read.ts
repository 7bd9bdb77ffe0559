import type { Fetch } from '../ports.ts'
import { isBroadcast, isStateChanging } from './rpc-methods.ts'

/** What Node and undici call a connection that the other side closed. */
const cutCodes: readonly unknown[] = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']

/**
 * Fetches what only reads. A server may close a kept-alive connection at the moment a request leaves on it; a read that is cut
 * before any answer is sent once more. Browsers do this themselves, Node's `fetch` does not (RFC 9110, section 9.2.2).
 *
 * `src/transport` repeats reads by itself and doesn't need it.
 */
export async function fetchRead(fetch: Fetch, ...[input, init]: Parameters<Fetch>): Promise<Response> {
  try {
    return await fetch(input, init)
  } catch (error) {
    if (!isCut(error) || init?.signal?.aborted) throw error
    return fetch(input, init)
  }
}

/** Fetches a GET as a read, and sends any other method exactly once. */
export function fetchByMethod(fetch: Fetch, ...[input, init]: Parameters<Fetch>): Promise<Response> {
  return (init?.method ?? 'GET') === 'GET' ? fetchRead(fetch, input, init) : fetch(input, init)
}

/** Posts a JSON-RPC call: as a read when its method only reads, else exactly once. */
export function fetchCall(
  fetch: Fetch,
  method: string,
  ...[input, init]: Parameters<Fetch>
): Promise<Response> {
  const reads = !isStateChanging(method) && !isBroadcast(method)
  return reads ? fetchRead(fetch, input, init) : fetch(input, init)
}

function isCut(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth++)
    if (cutCodes.includes((at as { code?: unknown }).code)) return true
  return false
}
