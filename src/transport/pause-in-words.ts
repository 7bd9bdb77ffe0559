import { isLatchkeyError } from '../core/errors/latchkey-error.ts'

/**
 * Matches the pause in a server's message, such as "retry in 10s", "limit will reset in 60 seconds" or "try again after 500 ms".
 * The message is needed because browsers hide the header `Retry-After` if the server doesn't expose it
 * (https://fetch.spec.whatwg.org/#http-access-control-expose-headers).
 */
const words =
  /\b(?:retry|try again|reset|wait)\b\D{0,12}?\b(?:in|after|for)?\s{0,3}(\d{1,6}(?:\.\d{1,3})?)\s?(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?)\b/i
/** Matches the pause in the data of Infura's errors: https://github.com/INFURA/infura/issues/201 */
const backoff = /"backoff_seconds":(\d{1,6})/

/** Returns the pause that a server requests in its message or its data, in ms. Returns 0 if the server requests no pause. */
export function pauseInWords(error: unknown): number {
  if (!isLatchkeyError(error)) return 0
  const said = words.exec(error.details ?? '')
  if (said) return Number(said[1]) * unit(said[2] ?? '')
  const seconds = backoff.exec(JSON.stringify((error as { data?: unknown }).data) ?? '')?.[1]
  return Number(seconds ?? 0) * 1000
}

function unit(name: string): number {
  if (/^m(s|illi)/i.test(name)) return 1
  return /^m/i.test(name) ? 60_000 : 1000
}
