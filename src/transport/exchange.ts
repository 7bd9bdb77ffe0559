import { withTimeout } from '../core/async/deadline.ts'
import { isLatchkeyError, latchkeyError } from '../core/errors/latchkey-error.ts'
import { parseExactJson } from '../core/json/exact-json.ts'
import { isRedirect, readBody } from '../core/response-body.ts'
import type { Clock, Fetch } from '../ports.ts'

export interface ExchangeSettings {
  readonly fetch: Fetch
  readonly clock: Clock
  /** In ms, for the response including its body. */
  readonly timeout: number
}

export interface Answer {
  readonly response: Response
  readonly body: Uint8Array<ArrayBuffer>
}

/**
 * Sends one HTTP request and reads the whole response. Doesn't follow redirects: the URL may contain an API key and the body a
 * transaction, and neither may reach another host.
 * @throws `http/status` if the status isn't 2xx, with the response, whose body can still be read; `http/redirected`;
 * `http/timeout`; `http/unreachable`; `http/invalid-body` if the body is too large; `flow/aborted`
 */
export function exchange(
  { fetch, clock, timeout }: ExchangeSettings,
  url: URL,
  init: RequestInit,
  signal?: AbortSignal,
): Promise<Answer> {
  // Errors name only the host: paths and queries may contain API keys.
  const { host } = url
  const run = async (inner: AbortSignal): Promise<Answer> => {
    try {
      const response = await fetch(url, { ...init, redirect: 'manual', signal: inner })
      if (isRedirect(response)) {
        response.body?.cancel().catch(() => {})
        throw latchkeyError('http/redirected', { values: { host } })
      }
      const body = await readBody(response)
      if (!body) throw latchkeyError('http/invalid-body', { values: { host, expected: 'at most 10 MB' } })
      if (response.ok) return { response, body }
      throw latchkeyError('http/status', {
        values: { status: response.status },
        response: copyOf(response, body),
      })
    } catch (error) {
      if (isLatchkeyError(error)) throw error
      throw latchkeyError('http/unreachable', { values: { host }, cause: error })
    }
  }
  const overdue = () => latchkeyError('http/timeout', { values: { host, ms: timeout } })
  return withTimeout(clock, timeout, run, overdue, signal)
}

/** Parses JSON; integers too large for a double become strings. @throws `http/invalid-body` if it isn't JSON. */
export function parseJson({ body }: Pick<Answer, 'body'>, host: string): unknown {
  try {
    return parseExactJson(new TextDecoder().decode(body))
  } catch (cause) {
    throw latchkeyError('http/invalid-body', { values: { host, expected: 'JSON' }, cause })
  }
}

/** The body was consumed to free the connection; the copy lets the caller read it again. */
function copyOf({ status, statusText, headers }: Response, body: Uint8Array<ArrayBuffer>): Response {
  return new Response(body.length > 0 ? body : null, { status, statusText, headers })
}
