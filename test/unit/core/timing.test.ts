import { describe, expect, it } from 'vitest'
import { cooldown, expiringCache, isFresh, retryDelay, slidingWindow } from '../../../src/core/timing.ts'

describe('slidingWindow', () => {
  it('lets five through in a minute, and the next when the first is a minute old', () => {
    let now = 0
    const take = slidingWindow({ now: () => now }, { count: 5, window: 60_000 })
    for (let i = 0; i < 5; i++) {
      expect(take()).toBe(true)
      now += 1000
    }
    expect(take()).toBe(false)
    now = 59_999
    expect(take()).toBe(false)
    now = 60_000
    expect(take()).toBe(true)
    expect(take()).toBe(false)
  })

  it('does not block for a year when the clock is set back', () => {
    let now = 1e12
    const take = slidingWindow({ now: () => now }, { count: 1, window: 1000 })
    expect(take()).toBe(true)
    now = 1e9
    expect(take()).toBe(true)
  })
})

describe('cooldown', () => {
  it('counts down from the start that it was given', () => {
    let now = 0
    const email = cooldown({ now: () => now }, 30_000)
    expect(email.remaining()).toBe(0)
    email.start()
    expect(email.remaining()).toBe(30_000)
    now = 29_999
    expect(email.remaining()).toBe(1)
    now = 30_000
    expect(email.remaining()).toBe(0)
    email.start()
    email.clear()
    expect(email.remaining()).toBe(0)
  })
})

describe('a stamp is fresh', () => {
  it.each([
    [1000, 1000, true],
    [1000, 1099, true],
    [1000, 1100, false],
    [1001, 1000, false],
    [Number.NaN, 1000, false],
    [Number.POSITIVE_INFINITY, 1000, false],
    [Number.NEGATIVE_INFINITY, 1000, false],
  ])('%s at %s: %s', (stamp, now, fresh) => {
    expect(isFresh(stamp, 100, now)).toBe(fresh)
  })
})

describe('expiringCache', () => {
  it('forgets after its time', () => {
    let now = 0
    const cache = expiringCache<string>({ now: () => now }, { lifetime: 100, max: 10 })
    cache.set('a', 'A')
    now = 99
    expect(cache.get('a')).toBe('A')
    now = 100
    expect(cache.get('a')).toBeUndefined()
    expect(cache.size).toBe(0)
  })

  it('takes an entry from the future for expired', () => {
    let now = 1000
    const cache = expiringCache<string>({ now: () => now }, { lifetime: 100, max: 10 })
    cache.set('a', 'A')
    now = 500
    expect(cache.get('a')).toBeUndefined()
  })

  it('drops what was used longest ago when it is full', () => {
    const cache = expiringCache<number>({ now: () => 0 }, { lifetime: 100, max: 2 })
    cache.set('a', 1)
    cache.set('b', 2)
    cache.get('a')
    cache.set('c', 3)
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3])
    expect(cache.size).toBe(2)
  })

  it('stays at its bound under a hundred thousand keys', () => {
    const cache = expiringCache<number>({ now: () => 0 }, { lifetime: 100, max: 8192 })
    for (let i = 0; i < 100_000; i++) cache.set(`key ${i}`, i)
    expect(cache.size).toBe(8192)
    expect(cache.get('key 99999')).toBe(99_999)
  })

  it('deletes and clears', () => {
    const cache = expiringCache<number>({ now: () => 0 }, { lifetime: 100, max: 2 })
    cache.set('a', 1)
    cache.set('b', 2)
    cache.delete('a')
    expect(cache.get('a')).toBeUndefined()
    cache.clear()
    expect(cache.size).toBe(0)
  })
})

describe('retryDelay', () => {
  it('doubles from 150 ms', () => {
    expect([0, 1, 2].map(retryDelay)).toEqual([150, 300, 600])
  })
})
