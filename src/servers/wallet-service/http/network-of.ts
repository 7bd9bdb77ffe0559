import { isIPv4, isIPv6 } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/**
 * Returns the client network, by which requests are limited: the client's IPv4 address, or its IPv6 /64. A client can choose any
 * address in its /64.
 * @param proxies The number of the host's proxies in front of the service. Each proxy appends its client's address to
 * `x-forwarded-for`, some with a port. A client can forge the earlier entries.
 */
export function clientNetwork(c: Context, proxies: number): string {
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',')
  const named = proxies > 0 ? networkOf(withoutPort(forwarded.at(-proxies)?.trim() ?? '')) : ''
  // A proxy may send a text such as `unknown` (RFC 7239) instead of an address. The requests then count for the proxy.
  return named || networkOf(remoteAddress(c))
}

/**
 * Returns the client's whole IP address, or an empty text if it is unknown.
 * @param proxies as for `clientNetwork`
 */
export function clientAddress(c: Context, proxies: number): string {
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',')
  const named = proxies > 0 ? withoutPort(forwarded.at(-proxies)?.trim() ?? '') : remoteAddress(c)
  const plain = /^::ffff:(\d+(\.\d+){3})$/i.exec(named)?.[1] ?? named.replace(/%.*$/, '')
  return isIPv4(plain) || isIPv6(plain) ? plain : ''
}

/** Returns the IP address of the request's connection. Returns an empty text if the request has no connection, as in tests. */
export function remoteAddress(c: Context): string {
  return c.env?.incoming ? (getConnInfo(c).remote.address ?? '') : ''
}

/**
 * Returns the client network of an IP address. Returns an empty text for an invalid address. So a client can't choose the text by
 * which its requests are counted.
 */
export function networkOf(address: string): string {
  const plain = /^::ffff:(\d+(\.\d+){3})$/i.exec(address)?.[1] ?? address
  if (isIPv4(plain)) return plain
  if (!isIPv6(plain)) return ''
  const groups = groupsOf(plain)
  const [, , , , , mark, high = '', low = ''] = groups
  if (mark === 'ffff' && groups.slice(0, 5).every((group) => group === '0')) return mapped(high, low)
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** Returns a network that is wide enough to be stored anonymously: IPv4 /24, IPv6 /48. */
export function wideNetworkOf(network: string): string {
  const v6 = /^([^:]+:[^:]+:[^:]+):[^:]+::\/64$/.exec(network)?.[1]
  if (v6) return `${v6}::/48`
  return network.replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0/24')
}

/**
 * Returns the next wider network that contains this network: IPv6 /64, /56, /48, /32, /16, and IPv4 /32, /24, /16. Undefined for the widest network,
 * and for invalid text.
 */
export function widerNetwork(network: string): string | undefined {
  const [groups = '', size] = network.split('::/')
  if (size !== undefined) {
    const parts = groups.split(':')
    const keep = (count: number, bits: number) => `${parts.slice(0, count).join(':')}::/${bits}`
    const [, , , last = '0'] = parts
    const site = (Number.parseInt(last, 16) & 0xff00).toString(16)
    if (size === '64') return `${parts.slice(0, 3).join(':')}:${site}::/56`
    if (size === '56') return keep(3, 48)
    if (size === '48') return keep(2, 32)
    return size === '32' ? keep(1, 16) : undefined
  }
  const [, wide, third, end] = /^(\d+\.\d+)\.(\d+)\.\d+(\/24|\/16)?$/.exec(network) ?? []
  if (wide === undefined || end === '/16') return undefined
  return end === undefined ? `${wide}.${third}.0/24` : `${wide}.0.0/16`
}

function withoutPort(text: string): string {
  const [, inBrackets] = /^"?\[([^\]]*)\](?::\d{1,5})?"?$/.exec(text) ?? []
  return inBrackets ?? text.replace(/^(\d+(?:\.\d+){3}):\d{1,5}$/, '$1')
}

/** Returns the IPv4 address that the last two groups of an IPv6 address contain. */
function mapped(high: string, low: string): string {
  return [high, low]
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join('.')
}

/** Returns the eight groups of an IPv6 address without leading zeros. */
function groupsOf(address: string): readonly string[] {
  // `URL` writes the shortest form of an address, in which `::` replaces zeros.
  const shortest = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1)
  const [before = '', after] = shortest.split('::')
  const head = before ? before.split(':') : []
  if (after === undefined) return head
  const tail = after ? after.split(':') : []
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail]
}
