import { isLatchkeyError } from 'latchkey'

/** Returns whether the visitor declined the request. A declined request isn't an error. */
export function isDeclined(error: unknown): boolean {
  return isLatchkeyError(error) && error.category === 'VISITOR_DECISION'
}
