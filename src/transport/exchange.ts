import { withTimeout } from '../core/async/deadline.ts'
import { isLatchkeyError, latchkeyError } from '../core/errors/latchkey-error.ts'
import type { Clock, Fetch } from '../ports.ts'

/** Ours, in bytes: nothing that we ask for comes near it. `reliability` HT2. */
const maxBody = 10_000_000

export interface ExchangeSettings {
  readonly fetch: Fetch
  readonly clock: Clock
  /** In ms, for the answer and the whole of its body. */
  readonly timeout: number
}

export interface Answer {
  readonly response: Response
  readonly body: Uint8Array<ArrayBuffer>
}

/**
 * One HTTP exchange, body included.
 * @throws `http/status` when the status is not 2xx: the error carries the response, whose body can still be read;
 * `http/timeout`, `http/unreachable`, `http/invalid-body` when the body is too large, `flow/aborted`.
 */
export function exchange(
  { fetch, clock, timeout }: ExchangeSettings,
  url: URL,
  init: RequestInit,
  signal?: AbortSignal,
): Promise<Answer> {
  // The host and no more of the URL: paths and queries carry keys.
  const { host } = url
  const run = async (inner: AbortSignal): Promise<Answer> => {
    try {
      const response = await fetch(url, { ...init, signal: inner })
      const body = await readBody(response, host)
      if (response.ok) return { response, body }
      throw latchkeyError('http/status', {
        values: { status: response.status },
        response: copyOf(response, body),
      })
    } catch (error) {
      if (isLatchkeyError(error)) throw error
      throw latchkeyError('http/unreachable', { values: { host }, cause: error })
    }
  }
  const overdue = () => latchkeyError('http/timeout', { values: { host, ms: timeout } })
  return withTimeout(clock, timeout, run, overdue, signal)
}

/** @throws `http/invalid-body` unless the body is JSON. */
export function parseJson({ body }: Pick<Answer, 'body'>, host: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch (cause) {
    throw latchkeyError('http/invalid-body', { values: { host, expected: 'JSON' }, cause })
  }
}

async function readBody(response: Response, host: string): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () => latchkeyError('http/invalid-body', { values: { host, expected: 'below 10 MB' } })
  const reader = response.body?.getReader()
  if (!reader) return new Uint8Array(await response.arrayBuffer())
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return joined(chunks, size)
    chunks.push(value)
    size += value.length
    if (size >= maxBody) {
      reader.cancel().catch(() => {})
      throw tooLarge()
    }
  }
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

/** The body was read so that its socket is free again; the copy lets the caller read it too. */
function copyOf({ status, statusText, headers }: Response, body: Uint8Array<ArrayBuffer>): Response {
  return new Response(body.length > 0 ? body : null, { status, statusText, headers })
}
