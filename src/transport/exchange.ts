import { withTimeout } from '../core/async/deadline.ts'
import { type Conceal, concealing } from '../core/errors/conceal.ts'
import { fillMessage, isLatchkeyError, latchkeyError } from '../core/errors/latchkey-error.ts'
import { parseExactJson } from '../core/json/exact-json.ts'
import { isRedirect, readBody } from '../core/response-body.ts'
import type { Clock, Fetch } from '../ports.ts'
import { serverWords } from './server-words.ts'

export interface ExchangeSettings {
  readonly fetch: Fetch
  readonly clock: Clock
  /** In ms, for the response including its body. */
  readonly timeout: number
  /** The network that the host serves, for errors; absent for services. */
  readonly network?: string | undefined
  /** Default: removes the secrets of the request's URL. */
  readonly conceal?: Conceal | undefined
}

/** Why a request didn't reach the host, if the client's `fetch` knows (`client/reach.ts`, `client/blocked-fetch.ts`). */
const reasons: Readonly<Record<string, string>> = {
  offline: 'The browser is offline: no host answers',
  csp: "The page's Content-Security-Policy blocks the request: add {origin} to connect-src",
  'local-network':
    "The browser blocks the request: the page doesn't have the permission for Local Network Access",
}

export interface Answer {
  readonly response: Response
  readonly body: Uint8Array<ArrayBuffer>
  /** Removes the secrets of the request. */
  readonly conceal: Conceal
}

/**
 * Sends one HTTP request and reads the whole response. Doesn't follow redirects: the URL may contain an API key and the body a
 * transaction, and neither may reach another host. No error contains a secret of the URL, even if the server repeats it.
 * @throws `http/status` if the status isn't 2xx, with the response, whose body can still be read; `http/redirected`;
 * `http/timeout`; `http/unreachable`; `http/invalid-body` if the body is too large; `flow/aborted`
 */
export function exchange(
  { fetch, clock, timeout, network, ...settings }: ExchangeSettings,
  url: URL,
  init: RequestInit,
  signal?: AbortSignal,
): Promise<Answer> {
  // Errors name only the host: paths and queries may contain API keys.
  const where = { host: url.host, network }
  const conceal = settings.conceal ?? concealing(url)
  const run = async (inner: AbortSignal): Promise<Answer> => {
    try {
      const response = await fetch(url, { ...init, redirect: 'manual', signal: inner })
      if (isRedirect(response)) {
        response.body?.cancel().catch(() => {})
        throw latchkeyError('http/redirected', { values: where })
      }
      const body = await readBody(response)
      if (!body) throw latchkeyError('http/invalid-body', { values: { ...where, expected: 'at most 10 MB' } })
      if (response.ok) return { response, body, conceal }
      throw latchkeyError('http/status', {
        values: { ...where, status: response.status },
        details: serverWords(body, conceal),
        response: copyOf(response, body, conceal),
      })
    } catch (error) {
      if (isLatchkeyError(error)) throw error
      const reason = String((error as { reason?: unknown } | null)?.reason)
      const why = Object.hasOwn(reasons, reason) ? reasons[reason] : undefined
      throw latchkeyError('http/unreachable', {
        values: why ? { ...where, reason } : where,
        details: why && fillMessage(why, { origin: url.origin }),
        cause: conceal(error),
      })
    }
  }
  const overdue = () => latchkeyError('http/timeout', { values: { ...where, ms: timeout } })
  return withTimeout(clock, timeout, run, overdue, signal)
}

/**
 * Parses JSON; integers too large for a double become strings.
 * @throws `http/invalid-body` if it isn't JSON, without the parser's error, which would quote a part of the body.
 */
export function parseJson(
  { body, conceal }: Pick<Answer, 'body' | 'conceal'>,
  { host, network }: { readonly host: string } & Pick<ExchangeSettings, 'network'>,
): unknown {
  try {
    return parseExactJson(new TextDecoder().decode(body))
  } catch {
    throw latchkeyError('http/invalid-body', {
      values: { host, network, expected: 'JSON' },
      details: serverWords(body, conceal),
    })
  }
}

/** The body was consumed to free the connection; the copy lets the caller read it again, without secrets. */
function copyOf(
  { status, statusText, headers }: Response,
  body: Uint8Array<ArrayBuffer>,
  conceal: Conceal,
): Response {
  const text = new TextDecoder().decode(body)
  const clean = conceal(text)
  const shown = clean === text ? body : clean
  const isClean = (text: string) => conceal(text) === text
  const kept = ['content-type', 'date', 'retry-after']
  const init = {
    status,
    statusText: isClean(statusText) ? statusText : '',
    headers: [...headers].filter(([name, value]) => kept.includes(name) || isClean(`${name} ${value}`)),
  }
  return new Response(body.length > 0 ? shown : null, init)
}
