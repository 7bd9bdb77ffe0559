import { describe, expect, it } from 'vitest'
import { awakeClock } from '../../../../src/core/async/awake-clock.ts'
import { manualClock } from '../../../../src/testing/manual-clock.ts'

function limit(ms: number) {
  const clock = manualClock()
  const state = { ended: false }
  const cancel = awakeClock(clock).after(ms, () => {
    state.ended = true
  })
  return { clock, state, cancel }
}

describe('a time limit that counts only while the page is awake', () => {
  it.each([0, 400, 1000, 5000, 45_000])('ends after exactly %i ms if the page stays awake', async (ms) => {
    const { clock, state } = limit(ms)
    if (ms > 0) await clock.advance(ms - 1)
    expect(state.ended).toBe(false)
    await clock.advance(1)
    expect(state.ended).toBe(true)
    expect(clock.pending).toBe(0)
  })

  it.each([0, 300, 4999])('does not count a sleep that begins after %i ms', async (ms) => {
    const { clock, state } = limit(5000)
    await clock.advance(ms)
    clock.sleep(86_400_000)
    await clock.advance(0)
    expect(state.ended).toBe(false)
    await clock.advance(5000)
    expect(state.ended).toBe(true)
  })

  it('ends even if a hidden page runs timers only once a minute', async () => {
    const { clock, state } = limit(5000)
    for (let times = 0; times < 6; times++) {
      expect(state.ended).toBe(false)
      clock.sleep(60_000)
      await clock.advance(0)
    }
    expect(state.ended).toBe(true)
    expect(clock.pending).toBe(0)
  })

  it('ends in time if the wall clock is set back', async () => {
    const clock = manualClock()
    let offset = 0
    let ended = false
    awakeClock({ ...clock, now: () => clock.now() - offset }).after(5000, () => {
      ended = true
    })
    await clock.advance(2000)
    offset = 3_600_000
    await clock.advance(3000)
    expect(ended).toBe(true)
  })

  it('never ends after it is canceled, and leaves no timer', async () => {
    const { clock, state, cancel } = limit(5000)
    await clock.advance(3000)
    cancel()
    await clock.advance(60_000)
    expect(state.ended).toBe(false)
    expect(clock.pending).toBe(0)
  })
})
