import { type LatchkeyError, latchkeyError } from '../../../../core/errors/latchkey-error.ts'

/** Creates the error for a field of a swap transaction that can't be proven. */
export function refused(field: string, reason: string): LatchkeyError {
  return latchkeyError('swap/mismatch', { values: { field, reason } })
}
