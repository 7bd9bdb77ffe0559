import type { IncomingHttpHeaders } from 'node:http'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'

/** The caller's origin, for the CORS header; undefined for a program. */
export type Caller = { readonly origin: string | undefined }

/** Decides which callers a local server answers. Returns undefined to reject the caller. */
export type CallerRule = (headers: IncomingHttpHeaders) => Caller | undefined

/**
 * Allows programs and pages of this machine, and rejects other web pages. The header `Origin` names the page. If a page points
 * its own domain at this machine (DNS rebinding), the header `Host` names this domain. Browser extensions are allowed: they are
 * wallets that the user installed.
 * @param allowed Further origins, such as `https://shop.example`.
 * @throws `validation/invalid-input` for an invalid origin.
 */
export function callerRule(allowed: readonly string[] = []): CallerRule {
  const named = new Set(allowed.map(originOf))
  const isAllowed = (origin: string) => named.has(origin) || isLocalOrigin(origin)
  return ({ host, origin, 'sec-fetch-site': site }) => {
    if (!isLocalHost(host)) return undefined
    // For an image or a link, browsers send no `Origin`, but they send `Sec-Fetch-Site`.
    if (origin === undefined) return site === 'cross-site' ? undefined : { origin }
    return isAllowed(origin) ? { origin } : undefined
  }
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/
const extension = /^(chrome|moz|safari-web)-extension:\/\/[\w-]+$/

function isLocalHost(host = ''): boolean {
  const [, name = ''] = /^(\[[^\]]*\]|[^:]*)(?::\d{1,5})?$/.exec(host) ?? []
  return loopback.test(name.toLowerCase())
}

function isLocalOrigin(origin: string): boolean {
  const [, host] = /^https?:\/\/([^/]+)$/.exec(origin) ?? []
  return host === undefined ? extension.test(origin) : isLocalHost(host)
}

function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol) && url.origin === text && !text.includes('*')) return text
  if (extension.test(text)) return text
  throw latchkeyError('validation/invalid-input', {
    values: { field: 'allowedOrigins', reason: `${text} is not an origin, such as https://shop.example` },
  })
}
