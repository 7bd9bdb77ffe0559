import { isObject } from '../../core/check.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { isRedirect, readBody } from '../../core/response-body.ts'
import type { Fetch } from '../../ports.ts'

interface Route {
  readonly url: string
  readonly path: string
  readonly projectId: string
  readonly sdkType: string | undefined
  readonly sdkVersion: string | undefined
}

/**
 * Asks the service of facts 6.5 once. What is no JSON is its complaint.
 * @throws `siwx/server-failed` with what it said, cut short; `flow/aborted`
 */
export async function askCloud(
  fetch: Fetch,
  { url, path, projectId, sdkType = '', sdkVersion = '' }: Route,
  {
    method,
    body,
    headers,
  }: { readonly method: string; readonly body?: unknown; readonly headers: Readonly<Record<string, string>> },
  signal?: AbortSignal,
): Promise<Readonly<Record<string, unknown>>> {
  const failed = (reason: string, cause?: unknown) =>
    latchkeyError('siwx/server-failed', { values: { reason }, cause })
  const query = new URLSearchParams({ projectId, st: sdkType, sv: sdkVersion })
  let response: Response
  let text = ''
  try {
    response = await fetch(`${url.replace(/\/+$/, '')}/auth/v1/${path}?${query}`, {
      method,
      redirect: 'manual',
      cache: 'no-store',
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
    const bytes = isRedirect(response) ? undefined : await readBody(response)
    text = bytes ? new TextDecoder().decode(bytes) : ''
  } catch (cause) {
    if (signal?.aborted) throw latchkeyError('flow/aborted', { cause: signal.reason })
    throw failed('it cannot be reached', cause)
  }
  let answer: unknown
  try {
    answer = text === '' && response.ok ? {} : JSON.parse(text)
  } catch {
    throw failed(text.replace(/\s+/g, ' ').slice(0, 200))
  }
  if (!response.ok || !isObject(answer)) throw failed(`HTTP status code ${response.status}`)
  return answer
}
