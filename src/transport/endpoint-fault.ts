import { isAboutRange } from '../core/errors/about-range.ts'
import { isLatchkeyError } from '../core/errors/latchkey-error.ts'

/** The HTTP statuses for a fault in the request, not in the endpoint. 413 and 414 mean that the request is too large. */
const aboutRequest: readonly unknown[] = [400, 422, 413, 414]

/** Returns whether the endpoint caused an error: it doesn't answer, refuses, is busy, or returns an invalid answer. */
export function isEndpointFault(error: unknown): boolean {
  if (!isLatchkeyError(error)) return false
  if (error.code === 'http/status') return !aboutRequest.includes((error as { status?: unknown }).status)
  if (isAboutRange(error)) return false
  return /^(http\/|rpc\/(unreachable|invalid-response|limit-exceeded|refused)$)/.test(error.code)
}

/**
 * Returns whether the endpoint refused the request as invalid. Another endpoint may accept the request, because some endpoints
 * refuse every request.
 */
export function isCalledInvalid(error: unknown): boolean {
  if (!isLatchkeyError(error)) return false
  if (error.code !== 'http/status') return /^rpc\/(invalid-request|parse)$/.test(error.code)
  return aboutRequest.indexOf((error as { status?: unknown }).status) in [0, 1]
}
