import { latchkeyError } from '../../core/errors/latchkey-error.ts'

/** Creates the error for a part that a decoder rejects. `field` is its path, such as `transaction.signatures`. */
export function refused(field: string, reason: string): Error {
  return latchkeyError('validation/invalid-input', { values: { field, reason } })
}

/** @throws `validation/invalid-input` when the value isn't an object. */
export function objectAt(value: unknown, field: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Readonly<Record<string, unknown>>
  throw refused(field, 'must be an object')
}

/** @throws `validation/invalid-input` when the value isn't a string. */
export function textAt(value: unknown, field: string): string {
  if (typeof value === 'string') return value
  throw refused(field, 'must be a text')
}

/** @throws `validation/invalid-input` when the text isn't JSON. */
export function jsonOf(
  text: string,
  field: string,
  reviver?: (key: string, value: unknown) => unknown,
): unknown {
  try {
    return JSON.parse(text, reviver)
  } catch (error) {
    if (error instanceof SyntaxError) throw refused(field, `is not JSON: ${error.message}`)
    throw error
  }
}
