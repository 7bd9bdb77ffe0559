import { fetchByMethod } from '../../src/core/fetch-read.ts'

/** In bytes. */
const most = 10_000_000

export class UnusableAnswer extends Error {}

/** Fetches text past the library. Stops at the size limit, and at redirects, which could lead to any host. */
export async function plainFetch(
  url: string,
  init: RequestInit,
  send = fetchByMethod,
): Promise<{ readonly response: Response; readonly text: string }> {
  const response = await send(fetch, url, { ...init, redirect: 'manual' })
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel()
    throw new UnusableAnswer('sends requests on to another address')
  }
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  const reader = response.body?.getReader()
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true }
    if (done || !value) break
    size += value.length
    if (size >= most) {
      reader?.cancel().catch(() => {})
      throw new UnusableAnswer('answered with more than 10 MB')
    }
    text += decoder.decode(value, { stream: true })
  }
  return { response, text: text + decoder.decode() }
}
