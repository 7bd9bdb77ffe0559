import { describe, expect, it } from 'vitest'
import { isLargeEnough, isWhole } from '../../../../src/embedded-wallet/screen/watch.ts'

const rect = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom })
const entry = (seen: ReturnType<typeof rect>) =>
  ({ boundingClientRect: rect(0, 0, 360, 600), intersectionRect: seen }) as IntersectionObserverEntry

describe('a request in the frame', () => {
  it('counts as fully in view if half a pixel is cut off', () => {
    expect(isWhole(entry(rect(0, 0, 360, 600)))).toBe(true)
    expect(isWhole(entry(rect(0, 0.5, 360, 600)))).toBe(true)
    expect(isWhole(entry(rect(0.5, 0, 359.5, 599.5)))).toBe(true)
  })

  it.each([
    ['on the left', rect(2, 0, 360, 600)],
    ['at the top', rect(0, 2, 360, 600)],
    ['on the right', rect(0, 0, 358, 600)],
    ['at the bottom', rect(0, 0, 360, 598)],
    ['on all sides', rect(0, 0, 0, 0)],
  ])('counts as cut off if two or more pixels are missing %s', (_, seen) => {
    expect(isWhole(entry(seen))).toBe(false)
  })

  it('is not shown in a frame that is too small', () => {
    expect(isLargeEnough({ innerWidth: 360, innerHeight: 600 })).toBe(true)
    expect(isLargeEnough({ innerWidth: 320, innerHeight: 420 })).toBe(true)
    expect(isLargeEnough({ innerWidth: 360, innerHeight: 113 })).toBe(false)
    expect(isLargeEnough({ innerWidth: 200, innerHeight: 600 })).toBe(false)
  })
})
