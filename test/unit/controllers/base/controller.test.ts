import { describe, expect, it, vi } from 'vitest'
import { Controller, hasSameContent } from '../../../../src/controllers/base/controller.ts'
import { manualClock } from '../../../../src/testing/manual-clock.ts'

interface State {
  count: number
  name: string | undefined
}
interface Events {
  rang: { times: number }
  fell: undefined
}

class Bell extends Controller<State, Events> {
  constructor(log?: { error(message: string, ...details: unknown[]): void }) {
    super({ count: 0, name: undefined }, log)
  }
  set(partial: Partial<State>) {
    this.patch(partial)
  }
  many(run: () => void) {
    this.batch(run)
  }
  ring(times: number) {
    this.emit('rang', { times })
  }
  fall() {
    this.emit('fell')
  }
  forget() {
    this.reset()
  }
  keep(release: () => void) {
    return this.own(release)
  }
  later(clock: ReturnType<typeof manualClock>, run: () => void) {
    return this.after(clock, 10, run)
  }
}

describe('the snapshot of a controller', () => {
  it('is frozen', () => {
    const bell = new Bell()
    bell.set({ count: 1 })
    expect(Object.isFrozen(bell.state)).toBe(true)
    expect(Object.isFrozen(new Bell().state)).toBe(true)
  })

  it('keeps its identity until a value changes', () => {
    const bell = new Bell()
    const before = bell.state
    bell.set({ count: 0, name: undefined })
    expect(bell.state).toBe(before)
    bell.set({ count: 1 })
    expect(bell.state).not.toBe(before)
    expect(bell.state).toEqual({ count: 1, name: undefined })
    expect(before).toEqual({ count: 0, name: undefined })
  })

  it('changes only if a value differs by Object.is', () => {
    const bell = new Bell()
    const heard = vi.fn()
    bell.set({ count: Number.NaN })
    bell.subscribe(heard)
    bell.set({ count: Number.NaN })
    expect(heard).not.toHaveBeenCalled()
    bell.set({ count: 0 })
    bell.set({ count: -0 })
    expect(heard).toHaveBeenCalledTimes(2)
  })

  it('is read through a bound getSnapshot, as useSyncExternalStore requires', () => {
    const { getSnapshot, subscribe } = new Bell()
    expect(getSnapshot()).toBe(getSnapshot())
    expect(typeof subscribe(() => {})).toBe('function')
  })

  it('returns to its initial value on reset', () => {
    const bell = new Bell()
    const first = bell.state
    const heard = vi.fn()
    bell.set({ count: 3, name: 'x' })
    bell.subscribe(heard)
    bell.forget()
    expect(bell.state).toBe(first)
    bell.forget()
    expect(heard).toHaveBeenCalledTimes(1)
  })
})

describe('a listener of a controller', () => {
  it('is called synchronously, once per patch that changes something', () => {
    const bell = new Bell()
    const heard: number[] = []
    const stop = bell.subscribe(() => heard.push(bell.state.count))
    bell.set({ count: 1 })
    bell.set({ count: 1 })
    bell.set({ count: 2, name: 'two' })
    stop()
    stop()
    bell.set({ count: 3 })
    expect(heard).toEqual([1, 2])
  })

  it('is called once, after a batch', () => {
    const bell = new Bell()
    const heard = vi.fn()
    bell.subscribe(heard)
    bell.many(() => {
      bell.set({ count: 1 })
      expect(bell.state.count).toBe(1)
      bell.many(() => bell.set({ count: 2 }))
      bell.set({ name: 'x' })
      expect(heard).not.toHaveBeenCalled()
    })
    expect(heard).toHaveBeenCalledTimes(1)
    bell.many(() => {})
    expect(heard).toHaveBeenCalledTimes(1)
  })

  it('is not called for a batch that ends with the state that it began with', () => {
    const bell = new Bell()
    const heard = vi.fn()
    const before = bell.state
    bell.subscribe(heard)
    bell.many(() => {
      bell.set({ count: 1 })
      bell.set({ count: 0 })
    })
    expect(heard).not.toHaveBeenCalled()
    expect(bell.state).toBe(before)
  })

  it('is called for a batch that throws', () => {
    const bell = new Bell()
    const heard = vi.fn()
    bell.subscribe(heard)
    expect(() =>
      bell.many(() => {
        bell.set({ count: 1 })
        throw new Error('inside')
      }),
    ).toThrow('inside')
    expect(heard).toHaveBeenCalledTimes(1)
    bell.set({ count: 2 })
    expect(heard).toHaveBeenCalledTimes(2)
  })

  it('hears first of a patch, and then of the patch that another listener makes in response', () => {
    const bell = new Bell()
    const heard: string[] = []
    bell.on('change', ({ count }) => {
      heard.push(`a${count}`)
      if (count === 1) bell.set({ count: 2 })
    })
    bell.on('change', ({ count }) => heard.push(`b${count}`))
    bell.set({ count: 1 })
    expect(heard).toEqual(['a1', 'b1', 'a2', 'b2'])
  })

  it('is stopped and logged if it changes the state endlessly', () => {
    const log = { error: vi.fn() }
    const bell = new Bell(log)
    bell.subscribe(() => bell.set({ count: bell.state.count + 1 }))
    bell.set({ count: 1 })
    expect(bell.state.count).toBeLessThan(200)
    expect(log.error).toHaveBeenCalledTimes(1)
  })

  it('does not prevent the calls of other listeners if it throws', () => {
    const log = { error: vi.fn() }
    const bell = new Bell(log)
    const heard = vi.fn()
    bell.subscribe(() => {
      throw new Error('mine')
    })
    bell.subscribe(heard)
    bell.set({ count: 1 })
    expect(heard).toHaveBeenCalledTimes(1)
    expect(log.error).toHaveBeenCalledTimes(1)
  })

  it('receives domain events', () => {
    const bell = new Bell()
    const heard: unknown[] = []
    bell.on('rang', ({ times }) => heard.push(times))
    bell.on('fell', () => heard.push('fell'))
    bell.ring(3)
    bell.fall()
    expect(heard).toEqual([3, 'fell'])
  })

  it('is called only for changes of the value that it watches', () => {
    const bell = new Bell()
    const heard: unknown[] = []
    const stop = bell.watch(
      ({ count }) => count,
      (now, before) => heard.push([now, before]),
    )
    bell.set({ name: 'x' })
    bell.set({ count: 1 })
    bell.set({ count: 5, name: 'y' })
    stop()
    bell.set({ count: 6 })
    expect(heard).toEqual([
      [1, 0],
      [5, 1],
    ])
  })

  it('compares a new value with the last reported value, by the given equality', () => {
    const bell = new Bell()
    const heard: unknown[] = []
    bell.watch(
      ({ count }) => count,
      (now, before) => heard.push([now, before]),
      (a, b) => Math.abs(a - b) < 2,
    )
    bell.set({ count: 1 })
    bell.set({ count: 2 })
    expect(heard).toEqual([[2, 0]])
  })

  it('is called once per change, even if there are 1,000 listeners', () => {
    const bell = new Bell()
    let heard = 0
    const stops = Array.from({ length: 1000 }, () => bell.subscribe(() => heard++))
    bell.set({ count: 1 })
    expect(heard).toBe(1000)
    for (const stop of stops) stop()
    bell.set({ count: 2 })
    expect(heard).toBe(1000)
  })
})

describe('disposing a controller', () => {
  it('releases all listeners, and runs the cleanups once, the newest first', () => {
    const log = { error: vi.fn() }
    const bell = new Bell(log)
    const heard = vi.fn()
    const released: string[] = []
    bell.subscribe(heard)
    bell.on('rang', heard)
    bell.keep(() => released.push('first'))
    bell.keep(() => {
      throw new Error('stuck')
    })
    bell.keep(() => released.push('last'))
    const early = bell.keep(() => released.push('early'))
    early()
    const before = bell.state
    bell.dispose()
    bell.dispose()
    early()
    expect(released).toEqual(['early', 'last', 'first'])
    expect(log.error).toHaveBeenCalledTimes(1)
    bell.set({ count: 9 })
    bell.ring(1)
    bell.on('rang', heard)
    bell.ring(1)
    expect(bell.state).toBe(before)
    expect(heard).not.toHaveBeenCalled()
  })

  it('releases at once a listener or cleanup that is registered after the disposal', () => {
    const bell = new Bell()
    const release = vi.fn()
    bell.dispose()
    bell.keep(release)
    expect(release).toHaveBeenCalledTimes(1)
  })

  it('leaves alone a timer that has already fired', () => {
    let ring = () => {}
    const stopped = vi.fn()
    const bell = new Bell()
    const clock = {
      ...manualClock(),
      after(_: number, run: () => void) {
        ring = run
        return stopped
      },
    }
    bell.later(clock, () => {})
    ring()
    expect(stopped).toHaveBeenCalledTimes(1)
    bell.dispose()
    expect(stopped).toHaveBeenCalledTimes(1)
  })

  it('stops timers', async () => {
    const clock = manualClock()
    const bell = new Bell()
    const run = vi.fn()
    bell.later(clock, run)
    await clock.advance(10)
    expect(run).toHaveBeenCalledTimes(1)
    bell.later(clock, run)
    bell.dispose()
    bell.later(clock, run)
    expect(clock.pending).toBe(0)
    await clock.advance(100)
    expect(run).toHaveBeenCalledTimes(1)
  })
})

describe('hasSameContent', () => {
  it('compares plain objects and arrays by their content', () => {
    expect(hasSameContent({ a: [1n, { b: 'c' }] }, { a: [1n, { b: 'c' }] })).toBe(true)
    expect(hasSameContent({ a: [1n] }, { a: [1n, 2n] })).toBe(false)
    expect(hasSameContent([], {})).toBe(false)
  })

  it('treats a missing key as undefined', () => {
    expect(hasSameContent({ a: undefined }, {})).toBe(true)
    expect(hasSameContent({}, { a: null })).toBe(false)
  })

  it('compares instances of classes and functions by identity', () => {
    const error = new Error('a')
    expect(hasSameContent({ error }, { error })).toBe(true)
    expect(hasSameContent({ error }, { error: new Error('a') })).toBe(false)
    expect(hasSameContent([() => 1], [() => 1])).toBe(false)
  })
})
