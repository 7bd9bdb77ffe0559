import { isLatchkeyError } from '../../core/errors/latchkey-error.ts'

const final =
  /^(flow|connection|config)\/|^wallet\/(user-rejected|unauthorized|request-pending|closed-during-request|disconnected|timeout)$/

/**
 * Returns whether an error is final, for example because the visitor rejected, the wallet disconnected, or the caller aborted.
 * After a final error, the adapters don't retry, and they don't replace this error with another error.
 */
export function isFinalError(error: unknown): boolean {
  return isLatchkeyError(error) && final.test(error.code)
}
