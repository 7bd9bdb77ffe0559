import type { MiddlewareHandler } from 'hono'

const features = [
  ...['accelerometer', 'autoplay', 'camera', 'display-capture'],
  ...['geolocation', 'gyroscope', 'hid', 'magnetometer', 'microphone', 'midi', 'payment', 'serial', 'usb'],
  ...['screen-wake-lock', 'xr-spatial-tracking'],
]
/** The browser features that the wallet uses: passkeys, which can encrypt a key share, and the clipboard. */
const own = ['publickey-credentials-create', 'publickey-credentials-get', 'clipboard-write']
const permissions = [
  ...features.map((feature) => `${feature}=()`),
  ...own.map((feature) => `${feature}=(self)`),
].join(', ')

/** Sets security headers on each answer. @param isSecure Whether clients reach the service over https. */
export function securityHeaders(isSecure: boolean): MiddlewareHandler {
  return async (c, next) => {
    c.header('x-content-type-options', 'nosniff')
    c.header('referrer-policy', 'no-referrer')
    c.header('cross-origin-resource-policy', 'same-origin')
    c.header('permissions-policy', permissions)
    c.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    c.header('cache-control', 'no-store')
    if (isSecure) c.header('strict-transport-security', 'max-age=31536000')
    await next()
  }
}

export interface PagePolicy {
  /** The origins to which the page can send requests, besides its own origin. */
  readonly connect: readonly string[]
  /** The origins that can embed the page in a frame. */
  readonly ancestors: readonly string[]
}

/** Returns the content security policy of a page. */
export function pagePolicy({ connect, ancestors }: PagePolicy): string {
  const listed = (sources: readonly string[]) => [...new Set(sources)].join(' ')
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${listed(["'self'", ...connect])}`,
    `frame-ancestors ${listed(ancestors) || "'none'"}`,
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
  ].join('; ')
}
