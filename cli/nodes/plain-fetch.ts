import { fetchByMethod } from '../../src/core/fetch-read.ts'
import { isRedirect, readBody } from '../../src/core/response-body.ts'

export class UnusableAnswer extends Error {}

/** Fetches a text without the library. Limits its size, and follows no redirects, because they could lead to any host. */
export async function plainFetch(
  url: string,
  init: RequestInit,
  send = fetchByMethod,
): Promise<{ readonly response: Response; readonly text: string }> {
  const response = await send(fetch, url, { ...init, redirect: 'manual' })
  if (isRedirect(response)) {
    await response.body?.cancel()
    throw new UnusableAnswer('sends requests on to another address')
  }
  const body = await readBody(response)
  if (!body) throw new UnusableAnswer('answered with more than 10 MB')
  return { response, text: new TextDecoder().decode(body) }
}
