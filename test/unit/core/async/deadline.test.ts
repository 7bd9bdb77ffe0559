import { describe, expect, it, vi } from 'vitest'
import { withTimeout } from '../../../../src/core/async/deadline.ts'
import { manualClock } from '../../../../src/testing/manual-clock.ts'
import { aborted, never, unhandled, watchedSignal } from '../../../support/async.ts'

describe('withTimeout', () => {
  const late = () => new Error('late')

  it('returns a result that arrives in time, and leaves no timer or listener behind', async () => {
    const clock = manualClock()
    const { signal, listeners } = watchedSignal()
    await expect(withTimeout(clock, 100, async () => 'done', late, signal)).resolves.toBe('done')
    expect(clock.pending).toBe(0)
    expect(listeners()).toBe(0)
  })

  it('passes on errors, including errors that are thrown before the first await', async () => {
    const clock = manualClock()
    await expect(withTimeout(clock, 100, () => Promise.reject(new Error('own')), late)).rejects.toThrow('own')
    await expect(
      withTimeout(
        clock,
        100,
        () => {
          throw new Error('at once')
        },
        late,
      ),
    ).rejects.toThrow('at once')
    expect(clock.pending).toBe(0)
  })

  it('rejects when time is up, even if the work ignores the signal', async () => {
    const clock = manualClock()
    let inner: AbortSignal | undefined
    const call = withTimeout(
      clock,
      100,
      (signal) => {
        inner = signal
        return never()
      },
      late,
    )
    call.catch(() => {})
    await clock.advance(99)
    expect(inner?.aborted).toBe(false)
    await clock.advance(1)
    await expect(call).rejects.toThrow('late')
    expect(inner?.aborted).toBe(true)
  })

  it('distinguishes a cancellation from a timeout', async () => {
    const clock = manualClock()
    const { controller, signal } = watchedSignal()
    let inner: AbortSignal | undefined
    const call = withTimeout(
      clock,
      100,
      (given) => {
        inner = given
        return never()
      },
      late,
      signal,
    )
    const reason = new Error('enough')
    controller.abort(reason)
    await expect(call).rejects.toMatchObject({ code: 'flow/aborted', cause: reason })
    expect(inner?.reason).toBe(reason)
    expect(clock.pending).toBe(0)
  })

  it('does not start the work when the signal has already aborted', async () => {
    const run = vi.fn(async () => 1)
    await expect(withTimeout(manualClock(), 100, run, late, AbortSignal.abort())).rejects.toEqual(aborted)
    expect(run).not.toHaveBeenCalled()
  })

  it('ignores what happens after the timeout', async () => {
    const reports = await unhandled(async () => {
      const clock = manualClock()
      let fail: (error: Error) => void = () => {}
      const call = withTimeout(
        clock,
        10,
        () =>
          new Promise<void>((_, reject) => {
            fail = reject
          }),
        late,
      )
      const result = expect(call).rejects.toThrow('late')
      await clock.advance(10)
      await result
      fail(new Error('after'))
    })
    expect(reports).toEqual([])
  })
})
