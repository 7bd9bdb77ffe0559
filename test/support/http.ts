import type { HttpError } from '../../src/core/errors/latchkey-error.ts'
import { createHttpClient, type HttpClientOptions } from '../../src/transport/http-client.ts'
import { quickClock } from './loopback.ts'

/** Creates an HTTP client on a clock that runs twenty times faster. */
export function httpClient(options: Partial<HttpClientOptions> = {}) {
  const clock = quickClock()
  const http = createHttpClient({
    baseUrl: 'http://nowhere.invalid',
    fetch: (input, init) => fetch(input, init),
    clock,
    ...options,
  })
  // The delays between attempts. The client's other delays are time limits of 10 s.
  const pauses = () => clock.delays.filter((ms) => ms !== 10_000)
  return { http, clock, pauses }
}

/** Returns the error with which the promise rejects. */
export async function failure<E = HttpError>(promise: Promise<unknown>): Promise<E> {
  return promise.then(
    (value) => Promise.reject(new Error(`not expected: ${String(value)}`)),
    (error) => error,
  )
}
