import { catalogue, type ErrorCode } from '../../core/errors/catalogue.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { isObject } from '../../core/json/is-object.ts'
import type { Fetch } from '../../ports.ts'
import { askOnce, serverFailed } from './ask-once.ts'

/**
 * Sends one request to a sign-in server, with the browser's cookie. A `siwx/…` code in an error response is thrown as
 * such.
 * @throws `siwx/…` as reported by the server; `siwx/server-failed` for other errors and for responses without a JSON
 * object.
 */
export async function askServer(
  fetch: Fetch,
  url: string,
  { method, body }: { readonly method: string; readonly body?: unknown },
  signal?: AbortSignal,
): Promise<Readonly<Record<string, unknown>>> {
  const headers = { accept: 'application/json', 'x-latchkey-sign-in': '1' }
  const asked = { method, body, headers, credentials: 'include' } as const
  const { response, text } = await askOnce(fetch, url, asked, signal)
  const answer = objectIn(response.status === 204 ? '{}' : text)
  if (response.ok && answer) return answer
  const { code, value } = answer ?? {}
  if (!response.ok && isSignInCode(code))
    throw latchkeyError(code, { values: typeof value === 'string' ? { value } : {} })
  throw serverFailed(
    answer ? `HTTP status code ${response.status}` : `invalid JSON with HTTP status code ${response.status}`,
  )
}

function isSignInCode(code: unknown): code is ErrorCode & `siwx/${string}` {
  return typeof code === 'string' && code.startsWith('siwx/') && Object.hasOwn(catalogue, code)
}

function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
