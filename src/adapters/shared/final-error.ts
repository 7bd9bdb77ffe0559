import { isLatchkeyError } from '../../core/errors/latchkey-error.ts'

const final =
  /^(flow|connection|config)\/|^wallet\/(user-rejected|unauthorized|request-pending|closed-during-request|disconnected|timeout)$/

/** True when the visitor has decided, or the wallet or the caller has left. Such an error is neither retried nor replaced. */
export function isFinalError(error: unknown): boolean {
  return isLatchkeyError(error) && final.test(error.code)
}
