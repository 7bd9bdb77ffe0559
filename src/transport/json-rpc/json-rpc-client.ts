import { raceAbort, throwIfAborted } from '../../core/async/abort.ts'
import { isAboutRange } from '../../core/errors/about-range.ts'
import type { ErrorCode } from '../../core/errors/catalogue.ts'
import {
  HttpError,
  isLatchkeyError,
  latchkeyError,
  toLatchkeyError,
} from '../../core/errors/latchkey-error.ts'
import { retryStatuses } from '../../core/limits.ts'
import { isBroadcast, isStateChanging } from '../../core/rpc-methods.ts'
import type { RpcRequest } from '../../ports.ts'
import type { EndpointCall, EndpointClient } from '../endpoint-client.ts'
import { endpointUrl } from '../endpoint-url.ts'
import { type Answer, type ExchangeSettings, exchange, parseJson } from '../exchange.ts'
import { hasOwnAnswer, isHedged } from '../hedge.ts'
import { type BatchMemory, createBatchSize } from './batch-size.ts'
import { answeredError, type BatchRefusal, refusalOf, statusRefusal } from './endpoint-errors.ts'
import { type Answerer, answersById, isObject, isTooLarge, resultOf } from './json-rpc-answer.ts'

/** A serialized call without its id. */
export interface RpcCall extends EndpointCall {}

/** Serializes a call. @throws `rpc/invalid-params` if the parameters can't be JSON, such as a bigint. */
export function rpcCall({ method, params = [] }: RpcRequest): RpcCall {
  try {
    const kind = isBroadcast(method) ? 'broadcast' : isStateChanging(method) ? 'write' : 'read'
    const text = `"method":${JSON.stringify(method)},"params":${JSON.stringify(params)}`
    return { name: method, kind, own: hasOwnAnswer(method), hedged: isHedged(text), text }
  } catch (cause) {
    throw latchkeyError('rpc/invalid-params', { values: { method }, cause })
  }
}

/** Puts all calls of one tick into a batch, except for calls that use `deliver`. */
export type JsonRpcClient = EndpointClient<RpcCall>

interface Pending {
  readonly call: RpcCall
  readonly signal: AbortSignal | undefined
  /** Whether the endpoint refused the whole batch of this call. */
  refused?: boolean
  resolve(result: unknown): void
  reject(error: unknown): void
}

interface JsonRpcClientOptions extends ExchangeSettings {
  readonly url: string
  /** Whether to send `text/plain`. Browsers then send no CORS preflight. */
  readonly plain?: boolean | undefined
  /** Stores the batch size that the endpoint accepts. */
  readonly health?: BatchMemory | undefined
}

export function createJsonRpcClient(options: JsonRpcClientOptions): JsonRpcClient {
  const { url, authorization } = endpointUrl(options.url)
  const headers = { 'content-type': options.plain ? 'text/plain' : 'application/json', ...authorization }
  const { network, conceal } = options
  const answerer: Answerer = { host: url?.host ?? 'with an invalid URL', network, conceal }
  const size = createBatchSize(options.clock, options.health)
  let lastId = 0
  let queue: Pending[] = []
  let inFlight = 0
  let answered = 0
  /** The number of requests in a row that got no answer in time. Any answer sets this number to 0. */
  let silent = 0
  /** The error of the latest batch that was refused as a whole. */
  let lastRefusal: unknown

  function enqueue(call: RpcCall, signal: AbortSignal | undefined, into: (pending: Pending) => void) {
    throwIfAborted(signal)
    const answer = new Promise<unknown>((resolve, reject) => into({ call, signal, resolve, reject }))
    return raceAbort(answer, signal)
  }

  function flush(): void {
    queue = queue.filter(({ signal }) => !signal?.aborted)
    while (queue.length > 0 && inFlight < size.room()) void sendBatch(queue.splice(0, size.next()))
  }

  async function sendBatch(batch: readonly Pending[]): Promise<void> {
    inFlight++
    const before = answered
    const refusal = await send(batch)
    inFlight--
    const isLate = isLatchkeyError(refusal?.error, 'http/timeout')
    // A request that all callers aborted doesn't show whether the endpoint answers.
    if (!refusal?.aborted) {
      if (!isLate) answered++
      silent = isLate && answered === before ? silent + 1 : 0
    }
    // A search for the right batch size makes other calls wait. End the search, because a slow endpoint would make them wait too
    // long.
    if (isLate) size.stopSearch()
    if (!refusal) size.accepted(batch.length)
    else if (!refusal.aborted) {
      if (!refusal.busy) size.refused(batch.length, refusal.limit)
      if (batch.length > 1 && !refusal.busy) {
        lastRefusal = refusal.error
        for (const pending of batch) pending.refused = true
        queue.unshift(...batch)
      } else {
        // Reject calls together, so that they are retried together. If the endpoint limits the rate
        // or hangs, reject all waiting calls, because more requests would only add load, or hang one
        // after the other. Otherwise, reject the calls of this request and of refused batches. (If a
        // single call failed too, batches aren't the cause.)
        const others = silent > 1 || isOverloaded(refusal.error) ? queue.splice(0) : takeRefused()
        for (const { reject } of [...batch, ...others]) reject(toLatchkeyError(refusal.error))
      }
    }
    flush()
  }

  /** Removes the calls of refused batches from the queue. */
  function takeRefused(): readonly Pending[] {
    const taken = queue.filter(({ refused }) => refused)
    queue = queue.filter(({ refused }) => !refused)
    return taken
  }

  /**
   * Sends calls in one request, and settles the calls that the endpoint answered. Resolves with a
   * refusal if the request failed or was refused as a whole.
   */
  async function send(batch: readonly Pending[]): Promise<BatchRefusal | undefined> {
    const first = lastId + 1
    lastId += batch.length
    const watch = whenAllAborted(batch.map(({ signal }) => signal))
    try {
      const { answer, status } = await post(batch, first, watch.signal)
      const answers = batch.length > 1 ? answersById(answer, first, batch.length) : undefined
      if (batch.length > 1 && !answers) return refusalOf(answer, batch.length, answerer)
      // If the HTTP status is final, the JSON-RPC error in the body is final too, even if its code usually isn't.
      const failed = status === undefined || retryStatuses.includes(status) ? toLatchkeyError : lastingError
      const tooLarge: Pending[] = []
      let refusal: BatchRefusal | undefined
      for (const [index, pending] of batch.entries()) {
        const id = first + index
        const own = answers ? answers.get(String(id)) : answer
        if (answers && isTooLarge(own)) {
          tooLarge.push(pending)
          continue
        }
        try {
          pending.resolve(resultOf(own, id, pending.call.name, answerer, answeredError))
        } catch (thrown) {
          const error = failed(thrown)
          const busy = isOverloaded(error)
          const isRefusal = busy || (pending.refused && isSame(error, lastRefusal))
          if (!answers && isRefusal) refusal = { error, busy }
          else pending.reject(error)
        }
      }
      if (tooLarge.length > 0) {
        size.found(batch.length - tooLarge.length || batch.length >> 1)
        queue.unshift(...tooLarge)
      }
      return refusal
    } catch (error) {
      return watch.signal.aborted
        ? { error, busy: true, aborted: true }
        : await failureOf(error, batch.length)
    } finally {
      watch.release()
    }
  }

  /** Converts the error of a request to a refusal. */
  async function failureOf(error: unknown, calls: number): Promise<BatchRefusal> {
    const busy = isBusy(error)
    if (calls === 1 || !isLatchkeyError(error, 'http/status')) return { error, busy }
    return statusRefusal(error as HttpError, calls, busy)
  }

  /** Sends the calls. Returns the answer, and the HTTP status if it is an error status. */
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
      return { answer: parsed(found, answerer) }
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      if (error.code === 'http/unreachable') throw unreachable(error)
      const answered = await answerInError(error)
      if (answered === undefined) throw error
      return { answer: answered, status: error.status }
    }
  }

  /**
   * Reads the JSON-RPC error in a response with an HTTP error status, such as 400 or 500. A status about the server usually
   * counts more than the message in the body. But if the message says that the server lacks the method or the data, the message
   * counts more.
   */
  async function answerInError({ response }: HttpError): Promise<unknown> {
    if (!response) return undefined
    const answer: unknown = await response
      .clone()
      .json()
      .catch(() => undefined)
    if (response.status === 500 || !retryStatuses.includes(response.status))
      return Array.isArray(answer) || (isObject(answer) && isObject(answer.error)) ? answer : undefined
    if (!isObject(answer)) return undefined
    const { code } = answeredError(answer.error, '', answerer)
    return lacking.includes(code) ? answer : undefined
  }

  const unreachable = ({ details, values, cause }: Partial<HttpError> = {}) =>
    latchkeyError('rpc/unreachable', {
      details,
      values: { ...values, host: answerer.host, network },
      cause,
    })

  async function deliver(pending: Pending): Promise<void> {
    const refusal = await send([pending])
    if (refusal) pending.reject(toLatchkeyError(refusal.error))
  }

  return {
    host: url?.host ?? '',
    request: async (call, signal) =>
      enqueue(call, signal, (pending) => {
        // Uses a microtask instead of a timer, because browsers delay timers of background pages by seconds.
        queue.push(pending)
        if (queue.length === 1) void Promise.resolve().then(flush)
      }),
    deliver: async (call, signal) => enqueue(call, signal, (pending) => void deliver(pending)),
  }
}

/** Parses JSON. Marks the error if the body is only the beginning of JSON: the connection was then cut. */
function parsed(found: Answer, answerer: Answerer): unknown {
  try {
    return parseJson(found, answerer)
  } catch (error) {
    const begins = /^\s*[[{]/.test(new TextDecoder().decode(found.body.subarray(0, 20)))
    throw begins ? Object.defineProperty(error as Error, 'cut', { value: true }) : error
  }
}

function isSame(error: unknown, other: unknown): boolean {
  const [a, b] = [error, other] as { rpcCode?: unknown; details?: unknown }[]
  return a !== undefined && b !== undefined && a.rpcCode === b.rpcCode && a.details === b.details
}

/** Marks an error that the endpoint would return again, even if its JSON-RPC code usually isn't final: see `createFallback`. */
function lastingError(error: unknown): unknown {
  return Object.defineProperty(toLatchkeyError(error), 'lasting', { value: true })
}

const lacking: readonly ErrorCode[] = ['rpc/method-unsupported', 'rpc/not-kept', 'rpc/unavailable']

/** The HTTP statuses of endpoints that are busy or down, for any request. */
const busyStatuses: readonly unknown[] = [408, 429, 502, 503, 504, 520, 521, 522, 523, 524]

/** Returns whether the endpoint is busy or doesn't answer at all. */
function isBusy(error: unknown): boolean {
  if (!(error instanceof HttpError)) return true
  // An endpoint may refuse a batch with an HTML page or an empty body. JSON that was cut off isn't a refusal.
  if (error.code === 'http/invalid-body') return (error as { cut?: true }).cut === true
  return error.code !== 'http/status' || busyStatuses.includes(error.status)
}

/** Returns a signal that aborts when all given signals have aborted. */
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

/** Returns whether an endpoint asks for fewer requests. */
function isOverloaded(error: unknown): boolean {
  if (error instanceof HttpError) return error.status === 429
  return isLatchkeyError(error, 'rpc/limit-exceeded') && !isAboutRange(error)
}
