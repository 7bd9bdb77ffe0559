import { isLatchkeyError } from '../core/errors/latchkey-error.ts'

/** Statuses that are about the request, not about the endpoint. */
const aboutRequest: readonly unknown[] = [400, 413, 414, 422]

/** Whether the endpoint caused an error: it doesn't answer, refuses, is busy, or returns something that isn't an answer. */
export function isEndpointFault(error: unknown): boolean {
  if (!isLatchkeyError(error)) return false
  if (error.code === 'http/status') return !aboutRequest.includes((error as { status?: unknown }).status)
  return /^(http\/|rpc\/(unreachable|invalid-response|limit-exceeded|refused)$)/.test(error.code)
}
