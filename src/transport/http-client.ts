import type { Conceal } from '../core/errors/conceal.ts'
import { isRetryable } from '../core/errors/is-retryable.ts'
import { type HttpError, latchkeyError } from '../core/errors/latchkey-error.ts'
import { transport } from '../core/limits.ts'
import type { CallOptions, Clock, Fetch } from '../ports.ts'
import { type Answer, exchange, parseJson } from './exchange.ts'
import { tryInOrder } from './retry.ts'

export interface HttpRequest extends CallOptions {
  /** Added to the query, except for undefined, null and empty values. */
  readonly params?: Readonly<Record<string, string | number | boolean | null | undefined>> | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly cache?: RequestCache | undefined
  /** Default: removes the secrets of the URL from errors. */
  readonly conceal?: Conceal | undefined
}
export interface HttpWrite extends HttpRequest {
  /** Sent as JSON, without a content type unless `headers` sets one (S3.2.1). */
  readonly body?: unknown
}

/**
 * A JSON client for one HTTP host (S1.7). Reads are retried up to three times if the host is overloaded or unreachable; writes
 * are sent exactly once. Every request has a timeout.
 *
 * All methods throw `http/status` (`HTTP status code: {n}`, with the response), `http/timeout`, `http/unreachable`,
 * `http/invalid-body` and `flow/aborted`.
 */
export interface HttpClient {
  get<T>(path: string, request?: HttpRequest): Promise<T>
  getBlob(path: string, request?: HttpRequest): Promise<Blob>
  /** A read by POST, which is retried like `get`. */
  query<T>(path: string, request?: HttpWrite): Promise<T>
  /** Undefined if the response has no body. */
  post<T>(path: string, request?: HttpWrite): Promise<T>
  put<T>(path: string, request?: HttpWrite): Promise<T>
  delete<T>(path: string, request?: HttpWrite): Promise<T>
}

export interface HttpClientOptions {
  readonly baseUrl: string
  readonly fetch: Fetch
  readonly clock: Clock
  /** In ms, for each attempt. */
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
      // Don't retry after a timeout: the caller would wait up to four times as long.
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

/** Resolves a path below the base URL. An absolute URL would send the visitor's data to another host. */
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
