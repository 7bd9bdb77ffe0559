import { describe, expect, it } from 'vitest'
import { type HeadMemory, isBehind } from '../../../../src/transport/json-rpc/block-head.ts'

/** Reads the slots in turn, each 30 s after the one before; whether the endpoint is behind at each. */
function behindAt(...slots: readonly number[]) {
  const memory: HeadMemory = {}
  return slots.map((slot, at) => isBehind('getBalance', '', { context: { slot } }, at * 30_000, memory))
}

describe('the newest block of an endpoint', () => {
  it('is behind if it stays the same for over a minute, or a few blocks lower', () => {
    expect(behindAt(5000, 5000, 5000, 5000)).toEqual([false, false, false, true])
    expect(behindAt(5000, 4990, 4995, 4999)).toEqual([false, false, false, true])
  })

  it('is not held against another cluster whose block the endpoint named once', () => {
    expect(behindAt(900_000_000, 5000, 5075, 5150, 5225)).toEqual([false, false, false, false, false])
  })

  it('may begin again at zero, as on a local node, and is behind when it stops there', () => {
    expect(behindAt(5000, 10, 85, 160)).toEqual([false, false, false, false])
    expect(behindAt(5000, 10, 10, 10, 10)).toEqual([false, false, false, false, true])
  })
})
