import { describe, expect, it } from 'vitest'
import { type HeadMemory, isBehind } from '../../../../src/transport/json-rpc/block-head.ts'

/** Lets an endpoint report these slots, one every 30 s. Returns after each slot whether the endpoint is behind. */
function behindAt(...slots: readonly number[]) {
  const memory: HeadMemory = {}
  return slots.map((slot, at) => isBehind('getBalance', '', { context: { slot } }, at * 30_000, memory))
}

describe('the newest block of an endpoint', () => {
  it('is behind after more than a minute without a higher block', () => {
    expect(behindAt(5000, 5000, 5000, 5000)).toEqual([false, false, false, true])
    expect(behindAt(5000, 4990, 4995, 4999)).toEqual([false, false, false, true])
  })

  it('is not compared with a block of another cluster', () => {
    expect(behindAt(900_000_000, 5000, 5075, 5150, 5225)).toEqual([false, false, false, false, false])
  })

  it('may restart near zero, as on a local node, if it then rises', () => {
    expect(behindAt(5000, 10, 85, 160)).toEqual([false, false, false, false])
    expect(behindAt(5000, 10, 10, 10, 10)).toEqual([false, false, false, false, true])
  })
})
