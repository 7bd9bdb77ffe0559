import { isIPv4, isIPv6 } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/**
 * Returns a text that identifies a client for rate limits: its IPv4 address, or the /64 network of its IPv6 address. A client can
 * choose the other 64 bits of an IPv6 address.
 * @param proxies The number of trusted proxies in front of this server. Each proxy appends its caller's address to `x-forwarded-for`. A client can
 * forge the earlier entries.
 */
export function clientAddress(c: Context, proxies: number): string {
  const asked = getConnInfo(c).remote.address ?? ''
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',')
  const named = proxies > 0 ? networkOf(withoutPort(forwarded.at(-proxies)?.trim() ?? '')) : ''
  // If the proxy names no address, the proxy counts as the client.
  return named || networkOf(asked)
}

/** Removes the port that some proxies append: `192.0.2.1:1234`, `[2001:db8::1]:1234`. */
function withoutPort(text: string): string {
  const [, inBrackets] = /^"?\[([^\]]*)\](?::\d{1,5})?"?$/.exec(text) ?? []
  return inBrackets ?? text.replace(/^(\d+(?:\.\d+){3}):\d{1,5}$/, '$1')
}

/**
 * Returns the network of an address. Returns an empty text for an invalid address, so that clients can't choose the text under
 * which they are counted.
 */

export function networkOf(address: string): string {
  const plain = /^::ffff:(\d+(\.\d+){3})$/i.exec(address)?.[1] ?? address
  if (!isIPv6(plain)) return isIPv4(plain) ? plain : ''
  // Writes the address in its long form, without leading zeros.
  const [before = '', after] = plain.replace(/%.*$/, '').toLowerCase().split('::')
  const head = before === '' ? [] : before.split(':')
  const tail = after ? after.split(':') : []
  const groups = [
    ...head,
    ...Array(after === undefined ? 0 : 8 - head.length - tail.length).fill('0'),
    ...tail,
  ]
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
