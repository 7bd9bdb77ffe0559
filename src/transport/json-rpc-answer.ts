import { latchkeyError } from '../core/errors/latchkey-error.ts'
import { rpcErrorFrom } from '../core/errors/rpc-errors.ts'

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * The result in an answer to the call of this id, which some servers give back as a text.
 * @throws the error in it, or `rpc/invalid-response`: never a result that nobody gave.
 */
export function resultOf(answer: unknown, id: number, method: string): unknown {
  const invalid = () => latchkeyError('rpc/invalid-response', { values: { method } })
  if (!isObject(answer) || answer.jsonrpc !== '2.0') throw invalid()
  const { result, error } = answer
  const failed = error !== undefined && error !== null
  const ours = String(answer.id) === String(id)
  if (failed) {
    // A server that could not read the request cannot name its id.
    if ((result !== undefined && result !== null) || !(ours || answer.id === null)) throw invalid()
    throw rpcErrorFrom(error, { method, source: 'endpoint' })
  }
  if (!ours || !Object.hasOwn(answer, 'result')) throw invalid()
  return result
}

/** The answers of a batch by id. What is there twice counts once, the first time. */
export function byId(answers: readonly unknown[]): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>()
  for (const answer of answers) {
    const id = isObject(answer) ? String(answer.id) : ''
    if (!found.has(id)) found.set(id, answer)
  }
  return found
}
