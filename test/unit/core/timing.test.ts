import { describe, expect, it } from 'vitest'
import { isFresh, slidingWindow } from '../../../src/core/timing.ts'

describe('slidingWindow', () => {
  it('allows a sixth event only when the first event is a minute old', () => {
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

  it('does not block for long if the clock is set back', () => {
    let now = 1e12
    const take = slidingWindow({ now: () => now }, { count: 1, window: 1000 })
    expect(take()).toBe(true)
    now = 1e9
    expect(take()).toBe(true)
  })
})

describe('isFresh', () => {
  it.each([
    [1000, 1000, true],
    [1000, 1099, true],
    [1000, 1100, false],
    [1001, 1000, false],
    [Number.NaN, 1000, false],
    [Number.POSITIVE_INFINITY, 1000, false],
    [Number.NEGATIVE_INFINITY, 1000, false],
  ])('decides whether a timestamp of %s is fresh at %s: %s', (stamp, now, fresh) => {
    expect(isFresh(stamp, 100, now)).toBe(fresh)
  })
})
