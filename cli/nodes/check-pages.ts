import { fetchByMethod } from '../../src/core/fetch-read.ts'
import { nodeRequest } from '../../src/testing/readers/node-request.ts'

/** Whether pages of an origin can use an endpoint, and if not, why. */
export type PageCheck = { readonly allowed: true } | { readonly allowed: false; readonly reason: string }

/** The time limit for each request, in ms. */
const timeout = 10_000

/**
 * Sends the requests that a browser sends for a page: first a preflight (not for a plain GET without credentials), then the
 * request itself.
 */
export async function checkPages(
  url: string,
  origin: string,
  isRest: boolean,
  signal: AbortSignal,
): Promise<PageCheck> {
  const refused = (reason: string): PageCheck => ({ allowed: false, reason })
  const send = async (init: RequestInit, path: string) => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeout)])
    const headers = { origin, ...(init.headers as Readonly<Record<string, string>>) }
    const { target } = nodeRequest(url, path)
    const response = await fetchByMethod(fetch, target, {
      ...init,
      headers,
      redirect: 'manual',
      signal: limit,
    })
    await response.body?.cancel()
    return response
  }
  const allows = ({ headers }: Response) => {
    const allowed = headers.get('access-control-allow-origin')
    return allowed === '*' || allowed === origin
  }
  try {
    const path = isRest ? '/blocks/tip/height' : ''
    const content: Readonly<Record<string, string>> = isRest ? {} : { 'content-type': 'application/json' }
    const headers = { ...nodeRequest(url).authorization, ...content }
    const names = Object.keys(headers)
    if (names.length > 0) {
      const asked = {
        'access-control-request-method': isRest ? 'GET' : 'POST',
        'access-control-request-headers': names.join(),
      }
      const preflight = await send({ method: 'OPTIONS', headers: asked }, path)
      if (!preflight.ok)
        return refused(`refuses the preflight of pages of ${origin} with status ${preflight.status}`)
      if (!allows(preflight)) return refused(`its preflight doesn't allow pages of ${origin}`)
      const listed = preflight.headers.get('access-control-allow-headers') ?? ''
      const allowed = listed.split(',').map((name) => name.trim().toLowerCase())
      // For `authorization`, browsers ignore the wildcard.
      const missing = names.find(
        (name) => !allowed.includes(name) && (name === 'authorization' || !allowed.includes('*')),
      )
      if (missing) return refused(`its preflight doesn't allow the header ${missing}`)
    }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'net_listening', params: [] })
    const response = await send(isRest ? { headers } : { method: 'POST', headers, body }, path)
    if (response.status === 401 || response.status === 403)
      return refused(`refuses pages of ${origin} with status ${response.status}`)
    return allows(response)
      ? { allowed: true }
      : refused(`pages of ${origin} cannot read its answers (no CORS header)`)
  } catch {
    signal.throwIfAborted()
    return refused(`does not answer pages of ${origin}`)
  }
}
