import { isLatchkeyError } from '../../core/errors/latchkey-error.ts'

const final =
  /^(flow|connection|config)\/|^wallet\/(user-rejected|unauthorized|request-pending|closed-during-request|disconnected|timeout)$/

/** The wallet decided, or is gone, or the caller is: to go on, or to hide this behind another error, would be wrong. */
export function isFinalError(error: unknown): boolean {
  return isLatchkeyError(error) && final.test(error.code)
}
