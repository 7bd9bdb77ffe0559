import { isLatchkeyError } from 'latchkey'

/** Returns whether the visitor declined the request. Nothing is wrong then. */
export function isDeclined(error: unknown): boolean {
  return isLatchkeyError(error) && error.category === 'VISITOR_DECISION'
}
