import { describe, expect, it } from 'vitest'
import { type HeadMemory, isBehind } from '../../../../src/transport/json-rpc/block-head.ts'

/** Reads these slots, one every 30 s. Returns for each read whether the endpoint is behind. */
function behindAt(...slots: readonly number[]) {
  const memory: HeadMemory = {}
  return slots.map((slot, at) => isBehind('getBalance', '', { context: { slot } }, at * 30_000, memory))
}

describe('the newest block of an endpoint', () => {
  it('is behind if it stays the same, or a few blocks lower, for over a minute', () => {
    expect(behindAt(5000, 5000, 5000, 5000)).toEqual([false, false, false, true])
    expect(behindAt(5000, 4990, 4995, 4999)).toEqual([false, false, false, true])
  })

  it('is compared only within one cluster, even if the endpoint once named a block of another cluster', () => {
    expect(behindAt(900_000_000, 5000, 5075, 5150, 5225)).toEqual([false, false, false, false, false])
  })

  it('may start again at zero, as on a local node, and is behind if it stays there', () => {
    expect(behindAt(5000, 10, 85, 160)).toEqual([false, false, false, false])
    expect(behindAt(5000, 10, 10, 10, 10)).toEqual([false, false, false, false, true])
  })
})
