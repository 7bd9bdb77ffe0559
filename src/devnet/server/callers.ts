import type { IncomingHttpHeaders } from 'node:http'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'

/** Who asks: undefined for a program, else the origin of a page, which is told that it may read the answer. */
export type Caller = { readonly origin: string | undefined }

/** Says who may ask a server of this machine: undefined for a caller that may not. */
export type CallerRule = (headers: IncomingHttpHeaders) => Caller | undefined

/**
 * Programs and pages of this machine may ask; a page of the web that is open in a browser here may not, whether it names
 * itself in `Origin`, or has its own name pointed at this machine (DNS rebinding), which shows in `Host`. Browser
 * extensions are wallets, which somebody installed.
 *
 * @param allowed Origins beside those, such as `https://shop.example`.
 * @throws `validation/invalid-input` for what is no origin.
 */
export function callerRule(allowed: readonly string[] = []): CallerRule {
  const named = new Set(allowed.map(originOf))
  const isAllowed = (origin: string) => named.has(origin) || isLocalOrigin(origin)
  return ({ host, origin, 'sec-fetch-site': site }) => {
    if (!isLocalHost(host)) return undefined
    // Pictures and links of a page name no origin; browsers say of them where they come from.
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
    values: { field: 'allowedOrigins', reason: `${text} is no origin, such as https://shop.example` },
  })
}
