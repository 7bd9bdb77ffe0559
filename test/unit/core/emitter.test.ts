import { describe, expect, it, vi } from 'vitest'
import { Emitter } from '../../../src/core/emitter.ts'

interface Events {
  sent: { readonly hash: string }
  closed: undefined
}

describe('an emitter', () => {
  it('calls every listener of an event until the listener is removed', () => {
    const emitter = new Emitter<Events>()
    const first = vi.fn()
    const second = vi.fn()
    const release = emitter.on('sent', first)
    emitter.on('sent', second)
    emitter.emit('sent', { hash: '0x1' })
    release()
    release()
    emitter.emit('sent', { hash: '0x2' })
    expect(first.mock.calls).toEqual([[{ hash: '0x1' }]])
    expect(second).toHaveBeenCalledTimes(2)
  })

  it('logs a listener that throws, and still calls the others', () => {
    const error = vi.fn()
    const emitter = new Emitter<Events>({ error })
    const other = vi.fn()
    emitter.on('closed', () => {
      throw new Error('broken')
    })
    emitter.on('closed', other)
    expect(() => emitter.emit('closed', undefined)).not.toThrow()
    expect(other).toHaveBeenCalledOnce()
    expect(error).toHaveBeenCalledWith(
      'A listener of "closed" failed',
      expect.objectContaining({ message: 'broken' }),
    )
  })

  it('removes only one registration of a listener that was registered twice', () => {
    const emitter = new Emitter<Events>()
    const listener = vi.fn()
    const release = emitter.on('closed', listener)
    emitter.on('closed', listener)
    release()
    emitter.emit('closed', undefined)
    expect(listener).toHaveBeenCalledOnce()
  })

  it('calls exactly the listeners that are registered when the event starts', () => {
    const emitter = new Emitter<Events>()
    const heard: string[] = []
    emitter.on('closed', () => {
      heard.push('first')
      release()
      emitter.on('closed', () => heard.push('new'))
    })
    const release = emitter.on('closed', () => heard.push('released'))
    emitter.emit('closed', undefined)
    expect(heard).toEqual(['first', 'released'])
    heard.length = 0
    emitter.emit('closed', undefined)
    expect(heard).toEqual(['first', 'new'])
  })

  it('counts and clears its listeners', () => {
    const emitter = new Emitter<Events>()
    emitter.on('sent', () => {})
    emitter.on('closed', () => {})
    expect(emitter.listenerCount()).toBe(2)
    emitter.clear()
    expect(emitter.listenerCount()).toBe(0)
  })
})
