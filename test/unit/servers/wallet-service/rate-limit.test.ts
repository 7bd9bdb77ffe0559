import { describe, expect, it } from 'vitest'
import { networkOf } from '../../../../src/servers/wallet-service/http/network-of.ts'
import { rateLimit } from '../../../../src/servers/wallet-service/http/rate-limit.ts'

const hour = 3_600_000
/** Creates a rate limit. `allows` counts a request and returns whether the limit allows it. */
function world(options: { max?: number; size?: number } = {}) {
  const time = { now: 0 }
  const limit = rateLimit({ max: 2, per: hour, now: () => time.now, ...options })
  const allows = (address: string, cost?: number) => limit.take(networkOf(address), cost) === 0
  return { time, limit, allows }
}
/** Returns an IPv6 address in the /64 network number `at` of a /32 prefix. */
const inSubnet = (prefix: string, at: number) =>
  `${prefix}:${(at >>> 16).toString(16)}:${(at & 0xffff).toString(16)}::1`

describe('a rate limit', () => {
  it('counts the requests of each client separately in each period', () => {
    const { time, limit, allows } = world()
    const one = [allows('192.0.2.1'), allows('192.0.2.1'), allows('192.0.2.1'), allows('192.0.2.2')]
    expect(one).toEqual([true, true, false, true])
    expect(limit.take('192.0.2.1')).toBe(hour)
    time.now = hour
    expect(allows('192.0.2.1')).toBe(true)
  })

  it("refuses a request that costs more than the client's remaining budget", () => {
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
    // This visitor has the same provider as the flood.
    expect(allows('2001:db8:ff00::1')).toBe(true)
  })

  it('counts new IPv6 clients by their /56, /48 or /32 when its list of clients is full', () => {
    const { allows } = world({ size: 1 })
    const allowed = (...addresses: string[]) => addresses.filter((address) => allows(address)).length
    expect(allowed('2001:db8::1', '2001:db8::2', '2001:db8::3')).toBe(2)
    // The list of /64 networks is full, so these addresses are counted together by their /56.
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

  it('admits a client with a new key when its list of keys is full', () => {
    const { limit } = world({ size: 3 })
    for (let at = 0; at < 100; at++) expect(limit.take(`key-${at}`)).toBe(0)
    expect([limit.take('key-0'), limit.take('key-0')]).toEqual([0, hour])
  })
})
