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
  /** The time limit for the whole response, in ms. */
  readonly timeout: number
  /** The network that the host serves. Used in errors. Absent for services. */
  readonly network?: string | undefined
  /** Removes the secrets from the answers. Default: removes the secrets of the request's URL. */
  readonly conceal?: Conceal | undefined
}

/**
 * The reasons why a request didn't reach the host. The client's `fetch` adds them to its errors (`client/reach.ts`,
 * `client/blocked-fetch.ts`).
 */
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
 * Sends one HTTP request and reads the whole response. Doesn't follow redirects: another host must get neither an API key in the
 * URL nor a transaction in the body. No error contains a secret of the URL, even if the server repeats the secret.
 * @throws `http/status`, with the readable response, if the status isn't 2xx; `http/redirected`; `http/timeout`;
 * `http/unreachable`; `http/invalid-body` if the body is too large; `flow/aborted`
 */
export function exchange(
  { fetch, clock, timeout, network, ...settings }: ExchangeSettings,
  url: URL,
  init: RequestInit,
  signal?: AbortSignal,
): Promise<Answer> {
  // Errors contain only the host, because the path and the query may contain API keys.
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
 * Parses JSON. Integers that are too large for a double become strings.
 * @throws `http/invalid-body` if the body isn't JSON. The error doesn't contain the parser's message, which would quote a part of
 * the body.
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

/**
 * Creates a copy of a response. The original body was consumed to free the connection. The caller can read the copy's body, which
 * contains no secrets.
 */
function copyOf(
  { status, statusText, headers }: Response,
  body: Uint8Array<ArrayBuffer>,
  conceal: Conceal,
): Response {
  const text = new TextDecoder().decode(body)
  const clean = concealBody(text, conceal)
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

/**
 * Returns the body without the secrets. In JSON, only strings and names change. In the text, a short secret could be a part of
 * contract data or of a number, and the rest would then not be JSON.
 */
function concealBody(text: string, conceal: Conceal): string {
  const clean = conceal(text)
  if (clean === text) return text
  try {
    const value = parseExactJson(text)
    return typeof value === 'object' ? JSON.stringify(conceal(value)) : clean
  } catch {
    return clean
  }
}
