import type { Conceal } from '../../core/errors/conceal.ts'
import { type LatchkeyError, latchkeyError } from '../../core/errors/latchkey-error.ts'

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The endpoint that answered. Used in errors. */
export interface Answerer {
  readonly host: string
  /** The CAIP-2 id of the network that the endpoint serves. */
  readonly network?: string | undefined
  readonly conceal?: Conceal | undefined
}

/** Converts the error in an endpoint's response. */
export type Explain = (error: unknown, method: string, from: Answerer) => LatchkeyError

/**
 * Returns the result in a response to the call with this id. Some servers return the id as a string.
 * @throws the response's error as converted by `explain`; `rpc/invalid-response` if the response is malformed or belongs to
 * another call.
 */
export function resultOf(
  answer: unknown,
  id: number,
  method: string,
  from: Answerer,
  explain: Explain,
): unknown {
  const { host, network } = from
  const invalid = () => latchkeyError('rpc/invalid-response', { values: { method, host, network } })
  if (!isObject(answer) || answer.jsonrpc !== '2.0') throw invalid()
  const { result, error } = answer
  const failed = error !== undefined && error !== null
  const ours = String(answer.id) === String(id)
  if (failed) {
    // If the server couldn't parse the request, the id is null.
    if ((result !== undefined && result !== null) || !(ours || answer.id === null)) throw invalid()
    throw explain(error, method, from)
  }
  if (!ours || !Object.hasOwn(answer, 'result')) throw invalid()
  return result
}

/**
 * Returns a batch's responses by id. If two responses have the same id, the first one counts.
 * Returns undefined if the server refused the batch. Such a server answers no call, returns a list
 * with one error (geth gives it the id of the first call), or answers each call with an error about
 * the batch.
 */
export function answersById(
  answers: unknown,
  first: number,
  count: number,
): ReadonlyMap<string, unknown> | undefined {
  if (!Array.isArray(answers)) return undefined
  const found = new Map<string, unknown>()
  for (const answer of answers) {
    const id = isObject(answer) ? String(answer.id) : ''
    const ours = Number(id) >= first && Number(id) < first + count
    if (ours && !found.has(id)) found.set(id, answer)
  }
  const failed = [...found.values()].filter((answer) => isObject(answer) && isObject(answer.error))
  const refused =
    failed.length === found.size &&
    (answers.length === 1 || failed.every((answer) => /batch/i.test(wordsOf(answer))))
  return refused ? undefined : found
}

/** Returns whether the server left out the call because the batch's response is too large (geth, rpc/errors.go). */
export function isTooLarge(answer: unknown): boolean {
  return /response (is )?too (large|big)/i.test(wordsOf(answer))
}

function wordsOf(answer: unknown): string {
  const error = isObject(answer) ? answer.error : undefined
  return isObject(error) ? String(error.message) : ''
}
