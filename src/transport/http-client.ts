import type { Conceal } from '../core/errors/conceal.ts'
import { isRetryable } from '../core/errors/is-retryable.ts'
import { type HttpError, latchkeyError } from '../core/errors/latchkey-error.ts'
import { transport } from '../core/limits.ts'
import type { CallOptions, Clock, Fetch } from '../ports.ts'
import { type Answer, exchange, parseJson } from './exchange.ts'
import { tryInOrder } from './retry.ts'

export interface HttpRequest extends CallOptions {
  /** The parameters to add to the query. Undefined, null and empty values are left out. */
  readonly params?: Readonly<Record<string, string | number | boolean | null | undefined>> | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly cache?: RequestCache | undefined
  /** Removes the secrets from errors. Default: removes the secrets of the URL. */
  readonly conceal?: Conceal | undefined
}
export interface HttpWrite extends HttpRequest {
  /** The body, sent as JSON. The request has a content type only if `headers` sets one (S3.2.1). */
  readonly body?: unknown
}

/**
 * A JSON client for one HTTP host (S1.7). If the host is overloaded or unreachable, a read is retried up to three times. A write
 * is sent exactly once. Every request has a timeout.
 *
 * All methods throw `http/status` (`HTTP status code: {n}`, with the response), `http/redirected`, `http/timeout`,
 * `http/unreachable`, `http/invalid-body` and `flow/aborted`.
 */
export interface HttpClient {
  get<T>(path: string, request?: HttpRequest): Promise<T>
  getBlob(path: string, request?: HttpRequest): Promise<Blob>
  /** Reads by POST. Retries like `get`. */
  query<T>(path: string, request?: HttpWrite): Promise<T>
  /** Sends a POST request once. Resolves with undefined if the response has no body. */
  post<T>(path: string, request?: HttpWrite): Promise<T>
  put<T>(path: string, request?: HttpWrite): Promise<T>
  delete<T>(path: string, request?: HttpWrite): Promise<T>
}

export interface HttpClientOptions {
  readonly baseUrl: string
  readonly fetch: Fetch
  readonly clock: Clock
  /** The timeout of each attempt, in ms. */
  readonly timeout?: number | undefined
  readonly retries?: number | undefined
}

export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { fetch, clock, timeout = transport.timeout, retries = transport.retries } = options
  const base = new URL(options.baseUrl)

  function send(method: string, path: string, request: HttpWrite): Promise<Answer> {
    const { params, headers, cache, body, signal, conceal } = request
    const init: RequestInit = { method }
    if (headers) init.headers = headers
    if (cache) init.cache = cache
    if (body !== undefined) init.body = JSON.stringify(body)
    return exchange({ fetch, clock, timeout, conceal }, urlOf(base, path, params), init, signal)
  }

  function read(path: string, request: HttpWrite, method = 'GET'): Promise<Answer> {
    return tryInOrder([base], () => send(method, path, request), {
      clock,
      retries,
      // Don't retry after a timeout, because the caller would wait up to four times as long.
      isRetryable: (error) => isRetryable(error) && (error as HttpError).code !== 'http/timeout',
      signal: request.signal,
    })
  }

  async function write<T>(method: string, path: string, request: HttpWrite): Promise<T> {
    const answer = await send(method, path, request)
    return (answer.body.length > 0 ? parseJson(answer, base) : undefined) as T
  }

  const parsed = <T>(answer: Answer): T => {
    const value = parseJson(answer, base)
    if (value !== null) return value as T
    throw latchkeyError('http/invalid-body', { values: { host: base.host, expected: 'a response' } })
  }

  return {
    get: async (path, request = {}) => parsed(await read(path, request)),
    query: async (path, request = {}) => parsed(await read(path, request, 'POST')),
    async getBlob(path, request = {}) {
      const { response, body } = await read(path, request)
      return new Blob([body], { type: response.headers.get('content-type') ?? '' })
    },
    post: (path, request = {}) => write('POST', path, request),
    put: (path, request = {}) => write('PUT', path, request),
    delete: (path, request = {}) => write('DELETE', path, request),
  }
}

/**
 * Returns the URL of a path below the base URL. An absolute URL becomes a part of the path, so that no data goes to another host.
 * @throws `validation/invalid-input` if the path leaves the base URL, for example with `..`.
 */
export function urlOf(base: URL, path: string, params: HttpRequest['params'] = {}): URL {
  const folder = `${base.origin}${base.pathname.replace(/\/*$/, '/')}`
  const url = new URL(folder + path.replace(/^[/\\]+/, ''))
  if (!url.href.startsWith(folder)) {
    throw latchkeyError('validation/invalid-input', {
      values: { field: 'path', reason: 'must stay below the base URL' },
    })
  }
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined && value !== null && value !== '') url.searchParams.set(name, String(value))
  }
  return url
}
