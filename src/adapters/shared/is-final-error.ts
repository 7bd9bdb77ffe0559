import { isLatchkeyError } from '../../core/errors/latchkey-error.ts'

const final =
  /^(flow|connection|config)\/|^wallet\/(user-rejected|unauthorized|request-pending|closed-during-request|disconnected|timeout)$/

/**
 * Whether an error is final: the visitor decided, or the wallet or the caller is gone. Final errors are neither retried nor
 * replaced.
 */
export function isFinalError(error: unknown): boolean {
  return isLatchkeyError(error) && final.test(error.code)
}
