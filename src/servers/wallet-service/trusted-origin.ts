import { isOrigin } from '../is-origin.ts'

/**
 * Returns the reason why visitors can't approve this origin's requests inside the frame. Returns undefined if they can. The
 * origin must be exact and authenticated: https, or this machine.
 * @param allowed The origins that can embed the wallet.
 */
export function whyUntrusted(origin: string, allowed: readonly string[]): string | undefined {
  if (!isOrigin(origin)) return `${origin} isn't an origin, such as https://app.example`
  if (origin.includes('*')) return `${origin} has a wildcard; name each origin`
  const { protocol, hostname } = new URL(origin)
  const isLoopback = /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  if (protocol !== 'https:' && !isLoopback) return `${origin} must be https`
  if (!allowed.includes(origin)) return `${origin} isn't among the origins that may embed the wallet`
  return undefined
}
