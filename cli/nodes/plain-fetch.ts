import { concealing } from '../../src/core/errors/conceal.ts'
import { fetchByMethod } from '../../src/core/fetch-read.ts'
import { isRedirect, readBody } from '../../src/core/response-body.ts'
import { nodeRequest } from '../../src/testing/readers/node-request.ts'

export class UnusableAnswer extends Error {}

interface PlainInit extends Omit<RequestInit, 'headers'> {
  /** A path below the URL, with a leading slash. */
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Fetches a text without the library. Limits its size, and follows no redirects, because they could lead to any host. No error of
 * `fetch` contains a secret of the URL.
 */
export async function plainFetch(
  url: string,
  { path, headers, ...init }: PlainInit,
  send = fetchByMethod,
): Promise<{ readonly response: Response; readonly text: string }> {
  const { target, authorization } = nodeRequest(url, path)
  const request = { ...init, headers: { ...headers, ...authorization }, redirect: 'manual' } as const
  const response = await send(fetch, target, request).catch((error) => {
    throw concealing(url)(error)
  })
  if (isRedirect(response)) {
    await response.body?.cancel()
    throw new UnusableAnswer('sends requests on to another address')
  }
  const body = await readBody(response)
  if (!body) throw new UnusableAnswer('answered with more than 10 MB')
  return { response, text: new TextDecoder().decode(body) }
}
