import { pauseInWords } from './pause-in-words.ts'

/** The pause that a server asks for, in ms: `Retry-After` in seconds or as a date (RFC 9110), else in its words; 0 without one. */
export function retryAfter(error: unknown, now: number): number {
  const headers = (error as { response?: Response | undefined } | null)?.response?.headers
  const header = headers?.get('retry-after')?.trim()
  if (!header) return pauseInWords(error)
  if (/^\d+(\.\d+)?$/.test(header)) return Math.ceil(Number(header) * 1000)
  // By the server's clock if it can be read: the visitor's clock may be wrong.
  const then = Date.parse(headers?.get('date') ?? '')
  return Math.max(Date.parse(header) - (then || now) || 0, 0)
}
