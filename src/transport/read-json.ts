import { concealing } from '../core/errors/conceal.ts'
import { HttpError, latchkeyError } from '../core/errors/latchkey-error.ts'
import type { ReadJson } from '../core/wallet/data-provider.ts'
import type { Clock, Fetch } from '../ports.ts'
import { createHttpClient, urlOf } from './http-client.ts'
import { maxRest, retryAfter } from './retry.ts'

/**
 * Creates a function that reads JSON from one service. If the service answers with status 429 and requests a pause, calls fail
 * without a request until the pause ends, but at most for 10 minutes.
 */
export function readJson(
  baseUrl: string,
  { fetch, clock }: { readonly fetch: Fetch; readonly clock: Clock },
): ReadJson {
  const http = createHttpClient({ baseUrl, clock, fetch })
  let rest: { readonly until: number; readonly cause: unknown } | undefined
  return async (path, params, opts = {}) => {
    const left = rest ? rest.until - clock.now() : 0
    // If the remaining time is longer than any rest, the clock was set back. Then forget the rest.
    if (left <= 0 || left > maxRest) rest = undefined
    if (rest) throw limited(baseUrl, rest.cause)
    try {
      const { body, headers, signal } = opts
      const conceal = concealing(withKeys(urlOf(new URL(baseUrl), path, params), headers))
      if (body === undefined) return await http.get(path, { params, headers, signal, conceal })
      return await http.query(path, {
        ...{ params, body, signal, conceal },
        headers: { 'content-type': 'application/json', ...headers },
      })
    } catch (cause) {
      if (!(cause instanceof HttpError) || cause.status !== 429) throw cause
      rest = { until: clock.now() + Math.min(retryAfter(cause, clock.now()), maxRest), cause }
      throw limited(baseUrl, cause)
    }
  }
}

/**
 * Adds the words of the headers to the query of the URL. Errors conceal all words of this query, and so also the keys in headers.
 */
function withKeys(url: URL, headers: Readonly<Record<string, string>> = {}): URL {
  for (const [name, value] of Object.entries(headers)) {
    if (/^(content-type|accept)$/i.test(name)) continue
    for (const word of value.split(/\s+/)) url.searchParams.append(name, word)
  }
  return url
}

function limited(baseUrl: string, cause: unknown) {
  const details = `${new URL(baseUrl).host} allows fewer requests than were made (HTTP 429)`
  return latchkeyError('rpc/limit-exceeded', { details, cause })
}
