import { transport } from '../core/limits.ts'

/** Returns the delay before a retry, in ms. The first retry has the number 0 (S3.2.4). */
export function retryDelay(attempt: number): number {
  return transport.retryDelay * 2 ** attempt
}
