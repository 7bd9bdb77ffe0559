import type { HttpError } from '../../core/errors/latchkey-error.ts'
import { meaningOf } from '../../core/errors/node-words.ts'
import { rpcErrorFrom } from '../../core/errors/rpc-errors.ts'
import { type Answerer, isObject } from './json-rpc-answer.ts'

/** Converts the error in an endpoint's response: see `meaningOf`. */
export function answeredError(error: unknown, method: string, { host, network, conceal }: Answerer) {
  const family = network?.split(':')[0]
  return rpcErrorFrom(explained(conceal ? conceal(error) : error), {
    method,
    source: 'endpoint',
    values: { host, network },
    meaning: (code, text) => meaningOf({ family, code, text }),
  })
}

/**
 * Returns the error with the right message. For most errors, CometBFT sends the message "Internal error" and puts the real
 * message into `data`.
 */
function explained(error: unknown): unknown {
  if (!isObject(error) || typeof error.data !== 'string' || error.message !== 'Internal error') return error
  return { ...error, message: `Internal error: ${error.data}` }
}

export interface BatchRefusal {
  /** The error to throw if single calls fail too. Batching then isn't the cause. */
  readonly error: unknown
  /** The maximum batch size in the endpoint's message. 1 if the endpoint accepts no batches. */
  readonly limit?: number | undefined
  /** Whether the endpoint is busy or doesn't answer at all. More requests would then only add load. */
  readonly busy: boolean
  /** Whether all callers aborted their calls. */
  readonly aborted?: boolean | undefined
}

/** Reads an answer that refuses a batch. `size` is the number of calls. */
export function refusalOf(answer: unknown, size: number, from: Answerer): BatchRefusal {
  const [one] = Array.isArray(answer) ? answer : [answer]
  const raw = isObject(one) ? one.error : undefined
  const error = answeredError(raw ?? { message: 'no answers' }, 'a batch', from)
  const words = isObject(raw)
    ? [raw.message, raw.data].filter((text) => typeof text === 'string').join(' ')
    : ''
  const aboutBatches = /batch/i.test(words)
  return {
    error,
    limit: limitIn(words, size),
    busy: !aboutBatches && error.code === 'rpc/limit-exceeded',
  }
}

/**
 * Reads the message in the HTTP error of a batch.
 * @param busy Whether the HTTP status means that the endpoint is busy. A limit in the message then counts only if the message is
 * about batches.
 */
export async function statusRefusal(error: HttpError, size: number, busy: boolean): Promise<BatchRefusal> {
  const words = await error.response
    ?.clone()
    .text()
    .catch(() => '')
  const said = (words ?? '').slice(0, 2000)
  // A message such as "15/second request limit reached" states a limit of the rate, not of the batch size.
  const limit = busy && !/batch/i.test(said) ? undefined : limitIn(said, size)
  return { error, limit, busy: limit === undefined && busy }
}

/**
 * Returns the limit in the message of a refusal. jsonrpsee's messages: "Batched requests are not supported by this server",
 * "Exceeded max limit of 20" (github.com/paritytech/jsonrpsee, types/src/error.rs).
 */
function limitIn(words: string, size: number): number | undefined {
  if (!/batch|limit|max|too (many|large)/i.test(words)) return undefined
  if (
    /\bno batch|batch.*(not (supported|allowed|enabled|permitted|available)|unsupported|disabled|forbidden)/is.test(
      words,
    )
  )
    return 1
  const stated = words.match(/(?<![\w.-])\d{1,4}(?![\w.-]*\w)/g) ?? []
  const limits = stated.map(Number).filter((limit) => limit > 0 && limit < size)
  return limits.length === 1 ? limits[0] : undefined
}
