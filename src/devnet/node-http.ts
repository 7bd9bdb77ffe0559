import { fetchByMethod } from '../core/fetch-read.ts'
import type { GetFromEsplora } from '../servers/data/bip122/bip122-reader.ts'
import { NodeFailure, type PostToNode } from '../servers/data/node-calls.ts'

/** In ms. */
const timeout = 10_000

export function postTo(url: string): PostToNode {
  const headers = { 'content-type': 'application/json' }
  return async (body, signal) => (await asked(url, { method: 'POST', headers, body }, signal)).text()
}

export function getFrom(url: string): GetFromEsplora {
  return async (path, signal) => {
    const response = await asked(`${url}${path}`, {}, signal)
    const text = await response.text()
    if (!response.ok)
      throw new NodeFailure(`The node answered ${path} with ${response.status}: ${text.slice(0, 200)}`)
    try {
      return JSON.parse(text)
    } catch {
      throw new NodeFailure(`The node answered ${path} with text that isn't JSON`)
    }
  }
}

async function asked(url: string, init: RequestInit, signal: AbortSignal | undefined): Promise<Response> {
  const limit = AbortSignal.timeout(timeout)
  try {
    return await fetchByMethod(fetch, url, {
      ...init,
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
  } catch (error) {
    throw new NodeFailure(`The node at ${url} does not answer: ${String(error)}`)
  }
}
