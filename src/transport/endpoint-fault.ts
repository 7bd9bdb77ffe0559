import { isAboutRange } from '../core/errors/about-range.ts'
import { isLatchkeyError } from '../core/errors/latchkey-error.ts'

/** Statuses that are about the request, not about the endpoint. The first two don't depend on the request's size. */
const aboutRequest: readonly unknown[] = [400, 422, 413, 414]

/** Whether the endpoint caused an error: it doesn't answer, refuses, is busy, or returns something that isn't an answer. */
export function isEndpointFault(error: unknown): boolean {
  if (!isLatchkeyError(error)) return false
  if (error.code === 'http/status') return !aboutRequest.includes((error as { status?: unknown }).status)
  if (isAboutRange(error)) return false
  return /^(http\/|rpc\/(unreachable|invalid-response|limit-exceeded|refused)$)/.test(error.code)
}

/**
 * Whether the endpoint refused the request as invalid. Either the request is invalid, or the endpoint refuses everything: then
 * another endpoint accepts the same request.
 */
export function isCalledInvalid(error: unknown): boolean {
  if (!isLatchkeyError(error)) return false
  if (error.code !== 'http/status') return /^rpc\/(invalid-request|parse)$/.test(error.code)
  return aboutRequest.indexOf((error as { status?: unknown }).status) in [0, 1]
}
