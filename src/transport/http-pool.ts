import { isRetryable } from '../core/errors/is-retryable.ts'
import { HttpError, isLatchkeyError, latchkeyError } from '../core/errors/latchkey-error.ts'
import { meaningOf } from '../core/errors/node-words.ts'
import { markDoubtful } from '../core/errors/not-sent.ts'
import { retryStatuses } from '../core/limits.ts'
import type { HttpPort } from '../ports.ts'
import type { EndpointCall, EndpointClient } from './endpoint-client.ts'
import { endpointUrl } from './endpoint-url.ts'
import { type Answer, type ExchangeSettings, exchange, parseJson } from './exchange.ts'
import { isHedged } from './hedge.ts'
import { createPool, type PoolOptions } from './pool.ts'
import { htmlPage } from './server-words.ts'

export interface HttpCall extends EndpointCall {
  /** The path below the endpoint's URL, with a leading slash. */
  readonly path: string
  readonly answer: 'json' | 'text'
  /** The body. If set, the call is a POST request. */
  readonly body?: string | undefined
}

export interface HttpPoolOptions extends Omit<PoolOptions<HttpCall>, 'identity'> {
  /** A path that every endpoint has, such as `/health`. Pings for the ranking use it. */
  readonly pingPath: string
  /** How the pool checks an endpoint's network: it requests the text at `path`, and passes the text to `matches`. */
  readonly identity?:
    | { readonly path: string; matches(text: unknown): boolean; readonly expected: string }
    | undefined
}

export interface HttpPool extends HttpPort {
  /** Aborts pending requests with `flow/aborted` and stops all timers. */
  dispose(): void
}

/** Creates the pool of an HTTP API's endpoints. */
export function createHttpPool({ identity, pingPath, ...options }: HttpPoolOptions): HttpPool {
  const pool = createPool<HttpCall>(
    { ...options, identity: identity && { ...identity, call: read(identity.path, 'text') } },
    {
      client: createEndpointClient,
      ping: {
        call: read(pingPath, 'text'),
        isAnswer: (error) => isLatchkeyError(error, 'http/status') && !isRetryable(error),
      },
    },
  )
  return {
    json: (path, opts) => pool.request(read(path, 'json'), opts),
    text: async (path, opts) => (await pool.request(read(path, 'text'), opts)) as string | undefined,
    async post(path, body, opts) {
      const text = `post ${path} ${body}`
      const call = { kind: 'broadcast', text, name: path, hedged: false, path, body, answer: 'text' } as const
      return ((await pool.request(call, opts)) as string | undefined) ?? ''
    },
    dispose: pool.dispose,
  }
}

function read(path: string, answer: HttpCall['answer']): HttpCall {
  return { kind: 'read', text: `${answer} ${path}`, name: path, hedged: isHedged(path), path, answer }
}

/** Matches an answer that contains the node's refusal of a transaction (github.com/Blockstream/esplora, API.md). */
const refusal = /RPC error|"code"/i

function createEndpointClient(
  options: ExchangeSettings & { readonly url: string },
): EndpointClient<HttpCall> {
  const { url, authorization } = endpointUrl(options.url)
  const host = url?.host ?? ''
  const { network } = options

  async function deliver({ path, answer, body }: HttpCall, signal?: AbortSignal): Promise<unknown> {
    if (!url)
      throw latchkeyError('http/unreachable', {
        values: { host: 'an endpoint with an invalid URL', network },
      })
    const target = new URL(url)
    target.pathname = url.pathname.replace(/\/+$/, '') + path
    const init: RequestInit = body === undefined ? {} : { method: 'POST', body }
    if (authorization) init.headers = { ...authorization }
    let found: Answer
    try {
      found = await exchange(options, target, init, signal)
    } catch (error) {
      if (!(error instanceof HttpError) || error.status === undefined) throw error
      const { status, details = '', response } = error
      if (body !== undefined) {
        const said = status === 400 ? await response?.clone().text() : ''
        if (refusal.test(said ?? '')) Object.defineProperty(error, 'final', { value: true })
        // A proxy may have forwarded the transaction before it answered. So the transaction may have been sent.
        else if (status === 400) markDoubtful(error)
        throw error
      }
      if (retryStatuses.includes(status)) throw error
      // Prefer the server's message, which says more than its status.
      const meaning = meaningOf({ family: network?.split(':')[0], text: details })
      if (meaning !== undefined)
        throw latchkeyError(meaning, { values: { method: path, host, network }, details, cause: error })
      // For a read, 404 is a valid answer: the requested item doesn't exist. But an HTML page comes from a server in front of the
      // API.
      if (status !== 404 || details === htmlPage) throw error
      return undefined
    }
    return answer === 'json' ? parseJson(found, { host, network }) : new TextDecoder().decode(found.body)
  }

  return { host, request: deliver, deliver }
}
