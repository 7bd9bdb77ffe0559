import { transport } from '../core/limits.ts'

/** The delay before a retry, in ms; the first retry is attempt 0 (S3.2.4). */
export function retryDelay(attempt: number): number {
  return transport.retryDelay * 2 ** attempt
}
