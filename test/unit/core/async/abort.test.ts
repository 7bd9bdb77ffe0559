import { describe, expect, it } from 'vitest'
import { raceAbort, throwIfAborted } from '../../../../src/core/async/abort.ts'
import { aborted, never, unhandled, watchedSignal } from '../../../support/async.ts'

describe('throwIfAborted', () => {
  it('does nothing without a signal, or before the signal aborts', () => {
    expect(() => throwIfAborted(undefined)).not.toThrow()
    expect(() => throwIfAborted(new AbortController().signal)).not.toThrow()
  })

  it('throws with the abort reason as the cause', () => {
    const reason = new Error('enough')
    expect(() => throwIfAborted(AbortSignal.abort(reason))).toThrow(
      expect.objectContaining({ code: 'flow/aborted', cause: reason }),
    )
  })
})

describe('raceAbort', () => {
  it('settles as the promise does and leaves no listener behind', async () => {
    const { signal, listeners } = watchedSignal()
    await expect(raceAbort(Promise.resolve(1), signal)).resolves.toBe(1)
    await expect(raceAbort(Promise.reject(new Error('x')), signal)).rejects.toThrow('x')
    await expect(raceAbort(Promise.resolve(1), undefined)).resolves.toBe(1)
    await expect.poll(listeners, { message: 'the signal has no listener' }).toBe(0)
  })

  it('rejects at once when the signal aborts, with the reason as the cause', async () => {
    const { controller, signal } = watchedSignal()
    const race = raceAbort(never(), signal)
    const reason = new Error('enough')
    controller.abort(reason)
    await expect(race).rejects.toMatchObject({ code: 'flow/aborted', cause: reason })
  })

  it('rejects when the signal has already aborted', async () => {
    await expect(raceAbort(Promise.resolve(1), AbortSignal.abort())).rejects.toEqual(aborted)
  })

  it('ignores a later rejection of the promise', async () => {
    const reports = await unhandled(async () => {
      let fail: (error: Error) => void = () => {}
      const late = new Promise<void>((_, reject) => {
        fail = reject
      })
      const controller = new AbortController()
      const race = raceAbort(late, controller.signal)
      controller.abort()
      await expect(race).rejects.toEqual(aborted)
      fail(new Error('late'))
      await expect(raceAbort(Promise.reject(new Error('too late')), AbortSignal.abort())).rejects.toEqual(
        aborted,
      )
    })
    expect(reports).toEqual([])
  })
})
