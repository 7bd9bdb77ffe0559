import { latchkeyError } from '../../core/errors/latchkey-error.ts'

/** Creates the error for an invalid part. `field` is the part's path, such as `transaction.signatures`. */
export function refused(field: string, reason: string): Error {
  return latchkeyError('validation/invalid-input', { values: { field, reason } })
}

/**
 * Returns the value if it is an object.
 * @throws `validation/invalid-input`
 */
export function objectAt(value: unknown, field: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Readonly<Record<string, unknown>>
  throw refused(field, 'must be an object')
}

/**
 * Returns the value if it is a text.
 * @throws `validation/invalid-input`
 */
export function textAt(value: unknown, field: string): string {
  if (typeof value === 'string') return value
  throw refused(field, 'must be a text')
}

/**
 * Parses JSON.
 * @throws `validation/invalid-input`
 */
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
