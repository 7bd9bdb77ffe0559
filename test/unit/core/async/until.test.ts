import { describe, expect, it, vi } from 'vitest'
import { unless, until } from '../../../../src/core/async/until.ts'
import { Emitter } from '../../../../src/core/emitter.ts'
import { aborted, never, unhandled, watchedSignal } from '../../../support/async.ts'

interface Events {
  opened: string
  closed: Error
}

describe('until', () => {
  it("resolves with the event's value, and stops listening", async () => {
    const emitter = new Emitter<Events>()
    const { signal, listeners } = watchedSignal()
    const waiting = until<string>((resolve) => emitter.on('opened', resolve), signal)
    emitter.emit('opened', 'yes')
    expect(await waiting).toBe('yes')
    expect(emitter.listenerCount()).toBe(0)
    await expect.poll(listeners, { message: 'the signal has no listener' }).toBe(0)
  })

  it('rejects at once when the signal aborts, and stops listening', async () => {
    const emitter = new Emitter<Events>()
    const { controller, signal } = watchedSignal()
    const waiting = until<string>((resolve) => emitter.on('opened', resolve), signal)
    controller.abort()
    await expect(waiting).rejects.toEqual(aborted)
    expect(emitter.listenerCount()).toBe(0)
  })

  it('does not listen when the signal has already aborted', async () => {
    const listen = vi.fn()
    await expect(until(listen, AbortSignal.abort())).rejects.toEqual(aborted)
    expect(listen).not.toHaveBeenCalled()
  })

  it('stops listening to a source that fires its event at once', async () => {
    const release = vi.fn()
    await until<void>((resolve) => {
      resolve()
      return release
    })
    expect(release).toHaveBeenCalledOnce()
  })
})

describe('unless', () => {
  it('settles as the call does, and stops listening', async () => {
    const emitter = new Emitter<Events>()
    const listen = (fail: (error: unknown) => void) => emitter.on('closed', fail)
    expect(await unless(Promise.resolve(1), listen)).toBe(1)
    await expect(unless(Promise.reject(new Error('own')), listen)).rejects.toThrow('own')
    expect(emitter.listenerCount()).toBe(0)
  })

  it('rejects with the error of the event, and then ignores the result of the call', async () => {
    const emitter = new Emitter<Events>()
    const reports = await unhandled(async () => {
      let fail: (error: Error) => void = () => {}
      const call = new Promise<never>((_, reject) => {
        fail = reject
      })
      const either = unless(call, (end) => emitter.on('closed', end))
      emitter.emit('closed', new Error('gone'))
      await expect(either).rejects.toThrow('gone')
      fail(new Error('late'))
    })
    expect(reports).toEqual([])
    expect(emitter.listenerCount()).toBe(0)
  })

  it('waits until the call settles or the event happens', async () => {
    const settled = vi.fn()
    unless(never(), () => () => {}).then(settled, settled)
    await unless(Promise.resolve(), () => () => {})
    expect(settled).not.toHaveBeenCalled()
  })
})
