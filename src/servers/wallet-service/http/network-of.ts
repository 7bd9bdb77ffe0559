import { isIPv6 } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/**
 * By what a client is known: its IPv4 address, or the 64 bits of its IPv6 network, since the others it chooses itself.
 * @param proxies How many proxies of the host's stand before the service; each adds to `x-forwarded-for` whom it was asked by.
 * What stands before that, a client may have written.
 */
export function clientNetwork(c: Context, proxies: number): string {
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',')
  return networkOf((proxies > 0 && forwarded.at(-proxies)?.trim()) || remoteAddress(c))
}

/** Empty where the request came over no connection, as in a test. */
export function remoteAddress(c: Context): string {
  return c.env?.incoming ? (getConnInfo(c).remote.address ?? '') : ''
}

export function networkOf(address: string): string {
  const plain = /^::ffff:(\d+(\.\d+){3})$/i.exec(address)?.[1] ?? address
  return isIPv6(plain) ? `${groupsOf(plain).slice(0, 4).join(':')}::/64` : plain
}

/** A network that is wide enough to name nobody, for what is kept: 24 bits of IPv4, 48 of IPv6. */
export function wideNetworkOf(network: string): string {
  const v6 = /^([^:]+:[^:]+:[^:]+):[^:]+::\/64$/.exec(network)?.[1]
  if (v6) return `${v6}::/48`
  return network.replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0/24')
}

/** The eight groups of an IPv6 address, without zeros before them. */
function groupsOf(address: string): readonly string[] {
  // The URL standard writes it shortest; what stands for several zeros is filled in again.
  const shortest = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1)
  const [before = '', after] = shortest.split('::')
  const head = before ? before.split(':') : []
  if (after === undefined) return head
  const tail = after ? after.split(':') : []
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail]
}
