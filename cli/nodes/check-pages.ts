import { fetchByMethod } from '../../src/core/fetch-read.ts'

/** Whether pages of an origin can use an endpoint, and if not, why. */
export type PageCheck = { readonly allowed: true } | { readonly allowed: false; readonly reason: string }

/** The time limit for each request, in ms. */
const timeout = 10_000

/** Sends the requests that a browser sends for a page: first a preflight (not for a plain GET), then the request itself. */
export async function checkPages(
  url: string,
  origin: string,
  isRest: boolean,
  signal: AbortSignal,
): Promise<PageCheck> {
  const refused = (reason: string): PageCheck => ({ allowed: false, reason })
  const send = async (init: RequestInit, path = '') => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeout)])
    const headers = { origin, ...(init.headers as Readonly<Record<string, string>>) }
    const target = path === '' ? url : url.replace(/\/+$/, '') + path
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
    if (!isRest) {
      const asked = {
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      }
      const preflight = await send({ method: 'OPTIONS', headers: asked })
      if (!preflight.ok)
        return refused(`refuses the preflight of pages of ${origin} with status ${preflight.status}`)
      if (!allows(preflight)) return refused(`its preflight doesn't allow pages of ${origin}`)
      const names = preflight.headers.get('access-control-allow-headers') ?? ''
      if (!names.split(',').some((name) => ['*', 'content-type'].includes(name.trim().toLowerCase())))
        return refused("its preflight doesn't allow the header content-type")
    }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'net_listening', params: [] })
    const response = await (isRest
      ? send({}, '/blocks/tip/height')
      : send({ method: 'POST', headers: { 'content-type': 'application/json' }, body }))
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
