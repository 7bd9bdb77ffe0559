import { isLatchkeyError } from 'latchkey'

/** Returns whether the visitor declined the request, so that nothing is wrong. */
export function isDeclined(error: unknown): boolean {
  return isLatchkeyError(error) && error.category === 'VISITOR_DECISION'
}
