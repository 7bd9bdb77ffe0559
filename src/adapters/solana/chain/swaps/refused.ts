import { type LatchkeyError, latchkeyError } from '../../../../core/errors/latchkey-error.ts'

/** Creates the error for a swap transaction in which one field can't be proven. */
export function refused(field: string, reason: string): LatchkeyError {
  return latchkeyError('swap/mismatch', { values: { field, reason } })
}
