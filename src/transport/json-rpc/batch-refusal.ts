import { HttpError } from '../../core/errors/latchkey-error.ts'
import { type Answerer, answeredError, isObject } from './json-rpc-answer.ts'

/** How an endpoint refused a whole batch. */
export interface BatchRefusal {
  /** The error to pass on if batches turn out not to be the reason. */
  readonly error: unknown
  /** The largest batch that the endpoint accepts according to its words; 1 if it accepts none. */
  readonly limit?: number | undefined
  /** The endpoint is busy or doesn't answer at all: more requests would make it worse. */
  readonly busy: boolean
  /** The callers left. */
  readonly aborted?: boolean | undefined
}

/** Statuses of endpoints that are busy or down, whatever they are asked. */
const busy: readonly (number | undefined)[] = [408, 429, 502, 503, 504, 520, 521, 522, 523, 524]

/** Reads a batch's answer that has no answer for each call; `size` is the number of calls. */
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

/** Reads the error of a request with a batch. */
export async function failureOf(error: unknown, size: number): Promise<BatchRefusal> {
  if (!(error instanceof HttpError)) return { error, busy: true }
  // A page or nothing may be the answer to batches. JSON that was cut is not.
  if (error.code === 'http/invalid-body') return { error, busy: (error as { cut?: true }).cut === true }
  if (error.code !== 'http/status') return { error, busy: true }
  const words = await error.response
    ?.clone()
    .text()
    .catch(() => '')
  const said = (words ?? '').slice(0, 2000)
  const isBusy = busy.includes(error.status)
  // "15/second request limit reached" is about the rate.
  const limit = isBusy && !/batch/i.test(said) ? undefined : limitIn(said, size)
  return { error, limit, busy: limit === undefined && isBusy }
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
