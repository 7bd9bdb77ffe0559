import type { IncomingHttpHeaders } from 'node:http'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'

/** The caller: undefined origin for a program, else the page's origin, for the CORS header. */
export type Caller = { readonly origin: string | undefined }

/** Decides who may call a local server. Undefined rejects the caller. */
export type CallerRule = (headers: IncomingHttpHeaders) => Caller | undefined

/**
 * Allows programs and pages of this machine. Rejects other web pages in a browser on this machine. A page reveals itself by its `Origin`. If a page
 * points its own domain at this machine (DNS rebinding), `Host` reveals it. Browser extensions are allowed: they are wallets that the user installed.
 *
 * @param allowed Additional origins, such as `https://shop.example`.
 * @throws `validation/invalid-input` for an invalid origin.
 */
export function callerRule(allowed: readonly string[] = []): CallerRule {
  const named = new Set(allowed.map(originOf))
  const isAllowed = (origin: string) => named.has(origin) || isLocalOrigin(origin)
  return ({ host, origin, 'sec-fetch-site': site }) => {
    if (!isLocalHost(host)) return undefined
    // A page's images and links send no `Origin`, but browsers send `Sec-Fetch-Site` with them.
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
