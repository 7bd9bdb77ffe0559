import { fetchByMethod } from '../../core/fetch-read.ts'
import { systemFetch } from '../../platform/system-fetch.ts'

export interface Asked {
  readonly method: 'GET' | 'POST'
  readonly url: URL
  readonly body?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly signal?: AbortSignal | undefined
}

export interface Answered {
  readonly status: number
  readonly isJson: boolean
  readonly text: string
  /** The answer's `Retry-After` header. */
  readonly retryAfter: string | undefined
}

/**
 * The error of an upstream (a third-party service) that gave no usable answer. Clients see the message, so it contains neither
 * the URL nor a key.
 */
export class UpstreamFailure extends Error {
  override readonly name = 'UpstreamFailure'
}

/** The limits of an answer: its time in ms, and its size in bytes. */
const limits = { time: 10_000, bytes: 5_000_000 } as const

/**
 * Calls a third-party service. Repeats only a GET, once, and only if the connection breaks before an answer. Follows no redirects.
 * Sends only the given body and headers, and nothing else of the visitor's request.
 * @throws UpstreamFailure
 */
export async function ask({ method, url, body, headers, signal }: Asked): Promise<Answered> {
  const limit = AbortSignal.timeout(limits.time)
  try {
    const response = await fetchByMethod(systemFetch, url.href, {
      method,
      redirect: 'manual',
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body }),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel()
      throw new UpstreamFailure('The upstream redirects to another address')
    }
    const text = await read(response)
    const isJson = /^application\/([\w.-]+\+)?json\b/i.test(response.headers.get('content-type') ?? '')
    const retryAfter = response.headers.get('retry-after') ?? undefined
    return { status: response.status, isJson, text, retryAfter }
  } catch (error) {
    if (error instanceof UpstreamFailure) throw error
    throw new UpstreamFailure(limit.aborted ? 'The upstream takes too long' : 'The upstream does not answer')
  }
}

async function read(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = response.body?.getReader()
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true }
    if (done || value === undefined) return Buffer.concat(chunks).toString('utf8')
    size += value.length
    if (size > limits.bytes) {
      await reader?.cancel()
      throw new UpstreamFailure("The upstream's answer is too large")
    }
    chunks.push(value)
  }
}
