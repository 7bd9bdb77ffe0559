import { cloudflareStatuses, retryStatuses } from '../limits.ts'
import { isAboutRange } from './about-range.ts'
import { isLatchkeyError } from './latchkey-error.ts'

/** Returns whether the service refused the request with a 4xx status after which a retry can't help, such as 401. */
export function isLastingRefusal(error: unknown): boolean {
  if (!isLatchkeyError(error, 'http/status')) return false
  const status = Number((error as { status?: unknown }).status)
  return status >= 400 && status < 500 && !isRetryable(error)
}

/**
 * Returns whether it may help to repeat the request (S3.2.4). True if the endpoint is overloaded, too slow or unreachable, had an
 * internal error, or returned an unknown error without a specific code. Also true for the statuses in `retryStatuses` and
 * `cloudflareStatuses`. Doesn't check whether the method is safe to send again: see `isStateChanging`.
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
