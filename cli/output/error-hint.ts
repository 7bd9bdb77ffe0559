import type { ErrorCode } from 'latchkey'
import { errorHints } from './error-hints.ts'

/** The hint for a code, also one that a newer core raises: that one has none. */
export function errorHint(code: string): string | undefined {
  return Object.hasOwn(errorHints, code) ? errorHints[code as ErrorCode] : undefined
}
