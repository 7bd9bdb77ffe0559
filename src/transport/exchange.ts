import { withTimeout } from '../core/async/deadline.ts'
import { isLatchkeyError, latchkeyError } from '../core/errors/latchkey-error.ts'
import { parseExactJson } from '../core/exact-json.ts'
import { isRedirect, readBody } from '../core/response-body.ts'
import type { Clock, Fetch } from '../ports.ts'

export interface ExchangeSettings {
  readonly fetch: Fetch
  readonly clock: Clock
  /** In ms, for the answer and the whole of its body. */
  readonly timeout: number
}

export interface Answer {
  readonly response: Response
  readonly body: Uint8Array<ArrayBuffer>
}

/**
 * One HTTP exchange, body included. It ends where it was sent: a URL may have a key in it and a body a transaction, which are
 * for nobody to whom an answer points.
 * @throws `http/status` when the status is not 2xx: the error carries the response, whose body can still be read;
 * `http/redirected`, `http/timeout`, `http/unreachable`, `http/invalid-body` when the body is too large, `flow/aborted`.
 */
export function exchange(
  { fetch, clock, timeout }: ExchangeSettings,
  url: URL,
  init: RequestInit,
  signal?: AbortSignal,
): Promise<Answer> {
  // The host and no more of the URL: paths and queries carry keys.
  const { host } = url
  const run = async (inner: AbortSignal): Promise<Answer> => {
    try {
      const response = await fetch(url, { ...init, redirect: 'manual', signal: inner })
      if (isRedirect(response)) {
        response.body?.cancel().catch(() => {})
        throw latchkeyError('http/redirected', { values: { host } })
      }
      const body = await readBody(response)
      if (!body) throw latchkeyError('http/invalid-body', { values: { host, expected: 'below 10 MB' } })
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

/** Integers that a double cannot hold are texts of their digits. @throws `http/invalid-body` unless the body is JSON. */
export function parseJson({ body }: Pick<Answer, 'body'>, host: string): unknown {
  try {
    return parseExactJson(new TextDecoder().decode(body))
  } catch (cause) {
    throw latchkeyError('http/invalid-body', { values: { host, expected: 'JSON' }, cause })
  }
}

/** The body was read so that its socket is free again; the copy lets the caller read it too. */
function copyOf({ status, statusText, headers }: Response, body: Uint8Array<ArrayBuffer>): Response {
  return new Response(body.length > 0 ? body : null, { status, statusText, headers })
}
