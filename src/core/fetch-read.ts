import type { Fetch } from '../ports.ts'
import { isBroadcast, isStateChanging } from './rpc-methods.ts'

const cutCodes: readonly unknown[] = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']

/**
 * Sends a request that only reads. Retries once if the server closes the connection before it responds. A server may close a
 * kept-alive connection just when a request arrives. A client may then repeat a request that only reads (RFC 9110, section
 * 9.2.2). Browsers do so themselves, but Node's `fetch` doesn't.
 *
 * Don't use this function in `src/transport`, which has its own retries.
 */
export async function fetchRead(fetch: Fetch, ...[input, init]: Parameters<Fetch>): Promise<Response> {
  try {
    return await fetch(input, init)
  } catch (error) {
    if (!isCut(error) || init?.signal?.aborted) throw error
    return fetch(input, init)
  }
}

/** Sends a GET request as `fetchRead` does. Sends any other request exactly once. */
export function fetchByMethod(fetch: Fetch, ...[input, init]: Parameters<Fetch>): Promise<Response> {
  return (init?.method ?? 'GET') === 'GET' ? fetchRead(fetch, input, init) : fetch(input, init)
}

/**
 * Posts a JSON-RPC call. If the method only reads, sends the call as `fetchRead` does. Sends a call of any other method exactly
 * once.
 */
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
