import { catalogue, type ErrorCode } from '../../core/errors/catalogue.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { isObject } from '../../core/json/is-object.ts'
import type { Fetch } from '../../ports.ts'
import { askOnce, serverFailed } from './ask-once.ts'

/**
 * Sends one request to a sign-in server, with the browser's cookie. If an error response contains a `siwx/…` code, rejects with
 * this code.
 * @throws the server's `siwx/…` code; `siwx/server-failed` for other errors, and for responses without a JSON object;
 * `flow/aborted`
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
  const { code } = answer ?? {}
  if (!response.ok && isSignInCode(code)) throw refused(code, answer ?? {})
  const what = answer ? 'HTTP' : 'invalid JSON with HTTP'
  const reason = `${what} status code ${response.status} from ${url.replace(/[?#].*/s, '')}`
  throw serverFailed(reason, response.status)
}

/** Returns the server's error. If the server omits a value that the code's message needs, the error has a general message. */
function refused(code: ErrorCode & `siwx/${string}`, answer: Readonly<Record<string, unknown>>) {
  const texts = Object.entries(answer).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  const values = Object.fromEntries(texts)
  const isComplete = [...catalogue[code].matchAll(/\{(\w+)\}/g)].every(([, name = '']) => name in values)
  return latchkeyError(code, {
    values,
    ...(!isComplete && { message: `The sign-in server refused the sign-in (${code})` }),
  })
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
