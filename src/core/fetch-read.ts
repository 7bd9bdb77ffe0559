import type { Fetch } from '../ports.ts'
import { isBroadcast, isStateChanging } from './rpc-methods.ts'

/** Error codes of Node and undici for a connection that the server closed. */
const cutCodes: readonly unknown[] = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']

/**
 * Fetches a read-only request and retries once if the connection is closed before any response. A server may close a kept-alive
 * connection just as a request is sent on it. Browsers retry by themselves, Node's `fetch` doesn't (RFC 9110, section 9.2.2).
 *
 * `src/transport` has its own retries and doesn't need this.
 */
export async function fetchRead(fetch: Fetch, ...[input, init]: Parameters<Fetch>): Promise<Response> {
  try {
    return await fetch(input, init)
  } catch (error) {
    if (!isCut(error) || init?.signal?.aborted) throw error
    return fetch(input, init)
  }
}

/** Retries a GET as `fetchRead` does; sends any other method exactly once. */
export function fetchByMethod(fetch: Fetch, ...[input, init]: Parameters<Fetch>): Promise<Response> {
  return (init?.method ?? 'GET') === 'GET' ? fetchRead(fetch, input, init) : fetch(input, init)
}

/** Posts a JSON-RPC call: as a read if the method only reads, else exactly once. */
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
