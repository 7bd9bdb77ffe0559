import type { HttpError } from '../../core/errors/latchkey-error.ts'
import { meaningOf } from '../../core/errors/node-words.ts'
import { rpcErrorFrom } from '../../core/errors/rpc-errors.ts'
import { type Answerer, isObject } from './json-rpc-answer.ts'

/** Converts the error of an endpoint's response; see `meaningOf`. */
export function answeredError(error: unknown, method: string, { host, network, conceal }: Answerer) {
  const family = network?.split(':')[0]
  return rpcErrorFrom(explained(conceal ? conceal(error) : error), {
    method,
    source: 'endpoint',
    values: { host, network },
    meaning: (code, text) => meaningOf({ family, code, text }),
  })
}

/** CometBFT puts its message into `data`, and always answers "Internal error". */
function explained(error: unknown): unknown {
  if (!isObject(error) || typeof error.data !== 'string' || error.message !== 'Internal error') return error
  return { ...error, message: `Internal error: ${error.data}` }
}

/** The refusal of a whole batch by an endpoint. */
export interface BatchRefusal {
  /** The error to throw if single calls fail too, so that batching isn't the cause. */
  readonly error: unknown
  /** The largest batch that the endpoint accepts according to its message; 1 if it accepts no batches. */
  readonly limit?: number | undefined
  /** The endpoint is busy or doesn't answer at all: more requests would make it worse. */
  readonly busy: boolean
  /** Whether all callers aborted their calls. */
  readonly aborted?: boolean | undefined
}

/** Reads the answer to a batch if the answer doesn't cover each call. `size` is the number of calls. */
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
 * @param busy Whether the HTTP status means that the endpoint is busy. Used if the message states no limit.
 */
export async function statusRefusal(error: HttpError, size: number, busy: boolean): Promise<BatchRefusal> {
  const words = await error.response
    ?.clone()
    .text()
    .catch(() => '')
  const said = (words ?? '').slice(0, 2000)
  // "15/second request limit reached" is about the rate.
  const limit = busy && !/batch/i.test(said) ? undefined : limitIn(said, size)
  return { error, limit, busy: limit === undefined && busy }
}

/**
 * The limit that a refusal states. jsonrpsee: "Batched requests are not supported by this server", "Exceeded max limit of 20"
 * (github.com/paritytech/jsonrpsee, types/src/error.rs).
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
