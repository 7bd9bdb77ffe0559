import { describe, expect, it, vi } from 'vitest'
import { sleep } from '../../../../src/core/async/sleep.ts'
import { manualClock } from '../../../../src/testing/manual-clock.ts'
import { aborted, watchedSignal } from '../../../support/async.ts'

describe('sleep', () => {
  it('resolves when the time is up, and not before', async () => {
    const clock = manualClock()
    const woke = vi.fn()
    const sleeping = sleep(clock, 100).then(woke)
    await clock.advance(99)
    expect(woke).not.toHaveBeenCalled()
    await clock.advance(1)
    await sleeping
    expect(woke).toHaveBeenCalledOnce()
    expect(clock.pending).toBe(0)
  })

  it('rejects at once when the signal aborts, and leaves no timer behind', async () => {
    const clock = manualClock()
    const { controller, signal, listeners } = watchedSignal()
    const sleeping = sleep(clock, 100, signal)
    controller.abort()
    await expect(sleeping).rejects.toEqual(aborted)
    expect(clock.pending).toBe(0)
    expect(listeners()).toBeLessThanOrEqual(1)
  })

  it('starts no timer when the signal has already aborted', async () => {
    const clock = manualClock()
    await expect(sleep(clock, 100, AbortSignal.abort())).rejects.toEqual(aborted)
    expect(clock.pending).toBe(0)
  })
})
