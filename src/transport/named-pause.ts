import { isLatchkeyError } from '../core/errors/latchkey-error.ts'

/**
 * A pause in the words of a server: "retry in 10s", "limit will reset in 60 seconds", "try again after 500 ms". Browsers hide the
 * header `Retry-After` unless the server exposes it (https://fetch.spec.whatwg.org/#http-access-control-expose-headers).
 */
const words =
  /\b(?:retry|try again|reset|wait)\b\D{0,12}?\b(?:in|after|for)?\s{0,3}(\d{1,6}(?:\.\d{1,3})?)\s?(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?)\b/i
/** Infura's, in the data of the error: https://github.com/INFURA/infura/issues/201 */
const backoff = /"backoff_seconds":(\d{1,6})/

/** The pause that a server asks for, in ms: `Retry-After` in seconds or as a date (RFC 9110), else in its words; 0 without one. */
export function namedPause(error: unknown, now: number): number {
  const { response, data } = (error ?? {}) as { response?: Response | undefined; data?: unknown }
  const header = response?.headers.get('retry-after')?.trim()
  if (header) {
    if (/^\d+(\.\d+)?$/.test(header)) return Math.ceil(Number(header) * 1000)
    // By the server's clock if it can be read: the visitor's clock may be wrong.
    const then = Date.parse(response?.headers.get('date') ?? '')
    return Math.max(Date.parse(header) - (then || now) || 0, 0)
  }
  const said = isLatchkeyError(error) ? words.exec(error.details ?? '') : null
  if (said) return Number(said[1]) * unit(said[2] ?? '')
  const seconds = backoff.exec(JSON.stringify(data) ?? '')?.[1]
  return Number(seconds ?? 0) * 1000
}

function unit(name: string): number {
  if (/^m(s|illi)/i.test(name)) return 1
  return /^m/i.test(name) ? 60_000 : 1000
}
