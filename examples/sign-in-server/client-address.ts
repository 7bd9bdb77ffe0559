import { isIPv6 } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/**
 * By what a client is known: its address, or of IPv6 the 64 bits of its network, since the others it chooses itself.
 * @param proxies How many proxies of ours stand before this server; each adds to `x-forwarded-for` whom it was asked by. What
 * stands before that, a client may have written.
 */
export function clientAddress(c: Context, proxies: number): string {
  const asked = getConnInfo(c).remote.address ?? ''
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',')
  const address = (proxies > 0 && forwarded.at(-proxies)?.trim()) || asked
  return networkOf(address)
}

export function networkOf(address: string): string {
  const plain = /^::ffff:(\d+(\.\d+){3})$/i.exec(address)?.[1] ?? address
  if (!isIPv6(plain)) return plain
  // In its long form, without the zeros that may be left out.
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
