import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { fetchByMethod } from '../../core/fetch-read.ts'
import { isRedirect, readBody } from '../../core/response-body.ts'
import type { Fetch } from '../../ports.ts'

/** `status`: the response's status, which says whether the server decided about the request. Undefined without a response. */
export function serverFailed(reason: string, status: number | undefined, cause?: unknown) {
  return latchkeyError('siwx/server-failed', { values: { reason, status }, cause })
}

/**
 * Sends a request to the session server and reads the response. If the connection is lost before a response to a GET request,
 * retries once. Doesn't follow redirects: if the server answers with a redirect, `text` is empty.
 * @throws `siwx/server-failed` if the server can't be reached; `flow/aborted`
 */
export async function askOnce(
  fetch: Fetch,
  url: string,
  { body, headers, ...init }: Omit<RequestInit, 'body' | 'signal'> & { readonly body?: unknown },
  signal?: AbortSignal,
): Promise<{ readonly response: Response; readonly text: string }> {
  try {
    const response = await fetchByMethod(fetch, url, {
      ...init,
      redirect: 'manual',
      cache: 'no-store',
      headers: { ...(headers as object), ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
    const bytes = isRedirect(response) ? undefined : await readBody(response)
    return { response, text: bytes ? new TextDecoder().decode(bytes) : '' }
  } catch (cause) {
    if (signal?.aborted) throw latchkeyError('flow/aborted', { cause: signal.reason })
    throw serverFailed("it can't be reached", undefined, cause)
  }
}
