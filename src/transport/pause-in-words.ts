import { isLatchkeyError } from '../core/errors/latchkey-error.ts'

/**
 * A pause in a server's message: "retry in 10s", "limit will reset in 60 seconds", "try again after 500 ms". Browsers hide the
 * header `Retry-After` unless the server exposes it (https://fetch.spec.whatwg.org/#http-access-control-expose-headers).
 */
const words =
  /\b(?:retry|try again|reset|wait)\b\D{0,12}?\b(?:in|after|for)?\s{0,3}(\d{1,6}(?:\.\d{1,3})?)\s?(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?)\b/i
/** Infura's, in the data of the error: https://github.com/INFURA/infura/issues/201 */
const backoff = /"backoff_seconds":(\d{1,6})/

/** The pause that a server requests in its message or its data, in ms; 0 without one. */
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
