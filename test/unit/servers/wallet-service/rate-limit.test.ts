import { describe, expect, it } from 'vitest'
import { networkOf } from '../../../../src/servers/wallet-service/http/network-of.ts'
import { rateLimit } from '../../../../src/servers/wallet-service/http/rate-limit.ts'

const hour = 3_600_000
/** Returns a limit, and a function that returns whether a request from an address is allowed. */
function world(options: { max?: number; size?: number } = {}) {
  const time = { now: 0 }
  const limit = rateLimit({ max: 2, per: hour, now: () => time.now, ...options })
  const allows = (address: string, cost?: number) => limit.take(networkOf(address), cost) === 0
  return { time, limit, allows }
}
/** Returns an IPv6 address in the /64 network with the number `at` below a 32-bit prefix. */
const inSubnet = (prefix: string, at: number) =>
  `${prefix}:${(at >>> 16).toString(16)}:${(at & 0xffff).toString(16)}::1`

describe('a rate limit', () => {
  it('counts each client separately, and starts again when the period is over', () => {
    const { time, limit, allows } = world()
    const one = [allows('192.0.2.1'), allows('192.0.2.1'), allows('192.0.2.1'), allows('192.0.2.2')]
    expect(one).toEqual([true, true, false, true])
    expect(limit.take('192.0.2.1')).toBe(hour)
    time.now = hour
    expect(allows('192.0.2.1')).toBe(true)
  })

  it('counts the cost of a request, and refuses only requests that cost more than the remaining budget', () => {
    const { allows } = world({ max: 1200 })
    const asked = [1000, 1000, 200, 1].map((cost) => allows('192.0.2.1', cost))
    expect(asked).toEqual([true, false, true, false])
    expect(world({ max: 10 }).allows('192.0.2.1', 11)).toBe(false)
  })

  it('admits other visitors during a flood from 100,500 IPv6 networks of one provider', () => {
    const { allows } = world()
    expect(allows('2001:db9::1')).toBe(true)
    for (let at = 0; at < 100_500; at++) for (let turn = 0; turn < 3; turn++) allows(inSubnet('2001:db8', at))
    expect(allows('2001:db9::1'), 'a visitor who is counted already is admitted').toBe(true)
    expect([allows('2001:db9::1'), allows('2001:dba::1')]).toEqual([false, true])
    expect(allows('192.0.2.1'), 'a visitor with an IPv4 address is admitted').toBe(true)
    // Another visitor of the same provider.
    expect(allows('2001:db8:ff00::1')).toBe(true)
  })

  it('counts new clients by their /56, /48 and /32 when its list of clients is full, and allows larger networks more requests', () => {
    const { allows } = world({ size: 1 })
    const allowed = (...addresses: string[]) => addresses.filter((address) => allows(address)).length
    expect(allowed('2001:db8::1', '2001:db8::2', '2001:db8::3')).toBe(2)
    // There is no room to count another /64 network. So these addresses are counted together, by their /56.
    const first = Array.from({ length: 20 }, (_, at) => `2001:db8:0:${(at + 1).toString(16)}::1`)
    expect(allowed(...first)).toBe(8)
    const second = Array.from({ length: 40 }, (_, at) => `2001:db8:0:${((at + 1) * 256).toString(16)}::1`)
    expect(allowed(...second)).toBe(32)
    const third = Array.from({ length: 140 }, (_, at) => `2001:db8:${(at + 1).toString(16)}::1`)
    expect(allowed(...third)).toBe(128)
    // Another provider's /32 is counted separately.
    expect(allowed('2a00:1::1', '2a00:2::1')).toBe(2)
  })

  it('counts new IPv4 clients by their /24 when its list of clients is full', () => {
    const { allows } = world({ size: 1 })
    expect(allows('192.0.2.1')).toBe(true)
    const neighbors = Array.from({ length: 20 }, (_, at) => allows(`192.0.2.${at + 2}`))
    expect(neighbors.filter(Boolean)).toHaveLength(8)
    expect([allows('192.0.2.1'), allows('192.0.2.1')]).toEqual([true, false])
    expect([allows('198.51.100.1'), allows('203.0.113.1')]).toEqual([true, true])
  })

  it('counts each client with a key separately, even when its list of clients is full', () => {
    const { limit } = world({ size: 3 })
    for (let at = 0; at < 100; at++) expect(limit.take(`key-${at}`)).toBe(0)
    expect([limit.take('key-0'), limit.take('key-0')]).toEqual([0, hour])
  })
})
