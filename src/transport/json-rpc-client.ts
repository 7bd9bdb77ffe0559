import { raceAbort, throwIfAborted } from '../core/async/abort.ts'
import type { ErrorCode } from '../core/errors/catalogue.ts'
import { HttpError, latchkeyError, toLatchkeyError } from '../core/errors/latchkey-error.ts'
import { retryStatuses, transport } from '../core/limits.ts'
import { isBroadcast, isStateChanging } from '../core/rpc-methods.ts'
import type { RpcRequest } from '../ports.ts'
import type { EndpointCall, EndpointClient } from './endpoint-client.ts'
import { endpointUrl } from './endpoint-url.ts'
import { type ExchangeSettings, exchange, parseJson } from './exchange.ts'
import { type Answerer, answeredError, byId, isObject, resultOf } from './json-rpc-answer.ts'

/** A serialized call, without its id. */
export interface RpcCall extends EndpointCall {
  readonly method: string
}

/** Serializes a call. @throws `rpc/invalid-params` if the parameters aren't JSON, such as a bigint. */
export function rpcCall({ method, params = [] }: RpcRequest): RpcCall {
  try {
    const kind = isBroadcast(method) ? 'broadcast' : isStateChanging(method) ? 'write' : 'read'
    return { method, kind, text: `"method":${JSON.stringify(method)},"params":${JSON.stringify(params)}` }
  } catch (cause) {
    throw latchkeyError('rpc/invalid-params', { values: { method }, cause })
  }
}

/** Batches the calls of one tick, except for `deliver`. */
export type JsonRpcClient = EndpointClient<RpcCall>

interface Pending {
  readonly call: RpcCall
  readonly signal: AbortSignal | undefined
  resolve(result: unknown): void
  reject(error: unknown): void
}

export function createJsonRpcClient(
  options: ExchangeSettings & { readonly url: string; readonly plain?: boolean | undefined },
): JsonRpcClient {
  const { url, authorization } = endpointUrl(options.url)
  const headers = { 'content-type': options.plain ? 'text/plain' : 'application/json', ...authorization }
  const { network, conceal } = options
  const answerer: Answerer = { host: url?.host ?? 'with an invalid URL', network, conceal }
  let lastId = 0
  let queue: Pending[] = []
  /** The largest batch that the endpoint accepts, as far as known. */
  let batchSize: number = transport.batchSize

  function enqueue(call: RpcCall, signal: AbortSignal | undefined, into: (pending: Pending) => void) {
    throwIfAborted(signal)
    const answer = new Promise<unknown>((resolve, reject) => into({ call, signal, resolve, reject }))
    return raceAbort(answer, signal)
  }

  function flush(): void {
    const waiting = queue
    queue = []
    sendAll(waiting)
  }

  function sendAll(waiting: readonly Pending[]): void {
    const wanted = waiting.filter(({ signal }) => !signal?.aborted)
    for (let at = 0; at < wanted.length; at += batchSize) void send(wanted.slice(at, at + batchSize))
  }

  async function send(batch: readonly Pending[]): Promise<void> {
    const first = lastId + 1
    lastId += batch.length
    const watch = whenAllAborted(batch.map(({ signal }) => signal))
    try {
      const { answer, status } = await post(batch, first, watch.signal)
      // The answer to a final HTTP status is final, even if its JSON-RPC code isn't.
      const failed = status === undefined || retryStatuses.includes(status) ? toLatchkeyError : lastingError
      const answers = Array.isArray(answer) && batch.length > 1 ? byId(answer) : undefined
      if (batch.length > 1 && !answers && status !== 404) return split(batch, answer)
      batch.forEach(({ call: { method }, resolve, reject }, index) => {
        const id = first + index
        try {
          resolve(resultOf(answers ? answers.get(String(id)) : answer, id, method, answerer))
        } catch (error) {
          reject(failed(error))
        }
      })
    } catch (error) {
      if (batch.length > 1 && (error as HttpError).status === 413) return split(batch)
      for (const { reject } of batch) reject(toLatchkeyError(error))
    } finally {
      watch.release()
    }
  }

  /** Retries a rejected batch in parts of a tenth, in the end one by one, and lowers the batch size for later calls. */
  function split(batch: readonly Pending[], answer?: unknown): void {
    const error = isObject(answer) && answeredError(answer.error, 'a batch', answerer)
    // Don't send more requests to an endpoint that limits their rate.
    if (error && error.code === 'rpc/limit-exceeded') for (const { reject } of batch) reject(error)
    else {
      batchSize = Math.max(1, Math.min(batchSize, Math.floor(batch.length / 10)))
      sendAll(batch)
    }
  }

  /** Returns the answer, and its HTTP status if that is one of an error. */
  async function post(
    batch: readonly Pending[],
    first: number,
    signal: AbortSignal,
  ): Promise<{ readonly answer: unknown; readonly status?: number | undefined }> {
    if (!url) throw unreachable()
    const texts = batch.map(({ call }, index) => `{"jsonrpc":"2.0","id":${first + index},${call.text}}`)
    const body = texts.length > 1 ? `[${texts}]` : texts.join()
    try {
      const found = await exchange(options, url, { method: 'POST', headers, body }, signal)
      return { answer: parseJson(found, answerer) }
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      if (error.code === 'http/unreachable') throw unreachable(error)
      const answered = await answerInError(error, answerer)
      if (answered === undefined) throw error
      return { answer: answered, status: error.status }
    }
  }

  const unreachable = ({ details, values, cause }: Partial<HttpError> = {}) =>
    latchkeyError('rpc/unreachable', {
      details,
      values: { ...values, host: answerer.host, network },
      cause,
    })

  return {
    host: url?.host ?? '',
    request: async (call, signal) =>
      enqueue(call, signal, (pending) => {
        // A microtask instead of a timer: browsers delay timers of background pages by seconds.
        if (queue.push(pending) === 1) void Promise.resolve().then(flush)
      }),
    deliver: async (call, signal) => enqueue(call, signal, (pending) => void send([pending])),
  }
}

/** Marks an error that the endpoint would return again, whatever its JSON-RPC code says: see `createFallback`. */
function lastingError(error: unknown): unknown {
  return Object.defineProperty(toLatchkeyError(error), 'lasting', { value: true })
}

/**
 * Some nodes return a JSON-RPC error with an HTTP error status, such as 400 or 500. A status that stands for the server counts
 * more than its words, unless these say that the server doesn't have the method or the data.
 */
async function answerInError({ response }: HttpError, answerer: Answerer): Promise<unknown> {
  if (!response) return undefined
  const answer: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  if (response.status === 500 || !retryStatuses.includes(response.status))
    return Array.isArray(answer) || (isObject(answer) && isObject(answer.error)) ? answer : undefined
  const { code } = isObject(answer) ? answeredError(answer.error, '', answerer) : {}
  return code && lacking.includes(code) ? answer : undefined
}

const lacking: readonly ErrorCode[] = ['rpc/method-unsupported', 'rpc/not-kept', 'rpc/unavailable']

/** A signal that aborts once all given signals have aborted. */
function whenAllAborted(signals: readonly (AbortSignal | undefined)[]) {
  const controller = new AbortController()
  let waiting = signals.length
  const leave = () => {
    if (--waiting === 0) controller.abort()
  }
  for (const signal of signals) signal?.addEventListener('abort', leave, { once: true })
  return {
    signal: controller.signal,
    release() {
      for (const signal of signals) signal?.removeEventListener('abort', leave)
    },
  }
}
