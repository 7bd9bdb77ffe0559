import type { ErrorCode } from 'latchkey'
import { errorHints } from './error-hints.ts'

/** The hint for an error code; undefined for codes of a newer core. */
export function errorHint(code: string): string | undefined {
  return Object.hasOwn(errorHints, code) ? errorHints[code as ErrorCode] : undefined
}
