import { isObject } from '../../core/json/is-object.ts'
import type { Fetch } from '../../ports.ts'
import { askOnce, serverFailed } from './ask-once.ts'

interface Route {
  readonly url: string
  readonly path: string
  readonly projectId: string
  readonly sdkType: string | undefined
  readonly sdkVersion: string | undefined
}

/**
 * Sends one request to the cloud sign-in service (S3.6.5). If a response isn't JSON, its text is the error message.
 * @throws `siwx/server-failed` with the message, shortened; `flow/aborted`
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
  const query = new URLSearchParams({ projectId, st: sdkType, sv: sdkVersion })
  const address = `${url.replace(/\/+$/, '')}/auth/v1/${path}?${query}`
  const { response, text } = await askOnce(fetch, address, { method, body, headers }, signal)
  let answer: unknown
  try {
    answer = text === '' && response.ok ? {} : JSON.parse(text)
  } catch {
    throw serverFailed(text.replace(/\s+/g, ' ').slice(0, 200), response.status)
  }
  if (!response.ok || !isObject(answer))
    throw serverFailed(`HTTP status code ${response.status}`, response.status)
  return answer
}
