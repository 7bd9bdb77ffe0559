import { isIPv6 } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/**
 * Identifies a client for rate limits: its IPv4 address or its IPv6 /64, since a client can choose any address in the
 * latter.
 * @param proxies How many of the host's proxies are in front of the service. Each appends its client's address to
 * `x-forwarded-for`; the entries before these can be forged.
 */
export function clientNetwork(c: Context, proxies: number): string {
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',')
  return networkOf((proxies > 0 && forwarded.at(-proxies)?.trim()) || remoteAddress(c))
}

/** Empty when the request came over no connection, as in a test. */
export function remoteAddress(c: Context): string {
  return c.env?.incoming ? (getConnInfo(c).remote.address ?? '') : ''
}

export function networkOf(address: string): string {
  const plain = /^::ffff:(\d+(\.\d+){3})$/i.exec(address)?.[1] ?? address
  return isIPv6(plain) ? `${groupsOf(plain).slice(0, 4).join(':')}::/64` : plain
}

/** A network wide enough to be anonymous, for storage: IPv4 /24, IPv6 /48. */
export function wideNetworkOf(network: string): string {
  const v6 = /^([^:]+:[^:]+:[^:]+):[^:]+::\/64$/.exec(network)?.[1]
  if (v6) return `${v6}::/48`
  return network.replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0/24')
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): readonly string[] {
  // A URL contains the shortest form; expand its `::` again.
  const shortest = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1)
  const [before = '', after] = shortest.split('::')
  const head = before ? before.split(':') : []
  if (after === undefined) return head
  const tail = after ? after.split(':') : []
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail]
}
