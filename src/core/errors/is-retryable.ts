import { cloudflareStatuses, retryStatuses } from '../limits.ts'
import { isAboutRange } from './about-range.ts'
import { isLatchkeyError } from './latchkey-error.ts'

/**
 * Returns whether it may help to repeat the request (S3.2.4): true if the endpoint is overloaded or unreachable, had an internal
 * error, or answered with a status of `retryStatuses` or `cloudflareStatuses`. Doesn't check whether the method is safe to send
 * again: see `isStateChanging`.
 */
export function isRetryable(error: unknown): boolean {
  if (!isLatchkeyError(error)) return false
  const { code } = error
  if (code === 'http/status') {
    const status = Number((error as { status?: unknown }).status)
    return retryStatuses.includes(status) || cloudflareStatuses.includes(status)
  }
  if (code === 'rpc/internal') return true
  if (code === 'rpc/limit-exceeded') return !isAboutRange(error)
  if (code === 'rpc/unknown') {
    const { rpcCode } = error as { rpcCode?: unknown }
    return rpcCode === -1 || rpcCode === undefined
  }
  return code === 'http/timeout' || code === 'http/unreachable' || code === 'rpc/unreachable'
}
