import { describe, expect, it, vi } from 'vitest'
import {
  cooldown,
  expiringCache,
  isFresh,
  raceAbort,
  retryDelay,
  slidingWindow,
} from '../../../src/core/timing.ts'
import { sleep, withTimeout } from '../../../src/core/waiting.ts'
import { manualClock } from '../../../src/testing/manual-clock.ts'

const aborted = expect.objectContaining({ code: 'flow/aborted' })
const never = () => new Promise<never>(() => {})

/** A signal that counts its listeners. */
function watchedSignal() {
  const controller = new AbortController()
  let listeners = 0
  const add = controller.signal.addEventListener.bind(controller.signal)
  const remove = controller.signal.removeEventListener.bind(controller.signal)
  controller.signal.addEventListener = (...args: Parameters<typeof add>) => {
    listeners++
    add(...args)
  }
  controller.signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    listeners--
    remove(...args)
  }
  return { controller, signal: controller.signal, listeners: () => listeners }
}

/** Unhandled rejections while the body runs and shortly after. */
async function unhandled(body: () => Promise<unknown>): Promise<unknown[]> {
  const seen: unknown[] = []
  const listen = (reason: unknown) => void seen.push(reason)
  process.on('unhandledRejection', listen)
  try {
    await body()
    await new Promise((resolve) => setTimeout(resolve, 5))
    return seen
  } finally {
    process.off('unhandledRejection', listen)
  }
}

describe('raceAbort', () => {
  it('settles as the promise does and leaves no listener', async () => {
    const { signal, listeners } = watchedSignal()
    await expect(raceAbort(Promise.resolve(1), signal)).resolves.toBe(1)
    await expect(raceAbort(Promise.reject(new Error('x')), signal)).rejects.toThrow('x')
    await expect(raceAbort(Promise.resolve(1), undefined)).resolves.toBe(1)
    await vi.waitFor(() => expect(listeners()).toBe(0))
  })

  it('rejects at once when the signal aborts, with the reason as the cause', async () => {
    const { controller, signal } = watchedSignal()
    const race = raceAbort(never(), signal)
    const reason = new Error('enough')
    controller.abort(reason)
    await expect(race).rejects.toMatchObject({ code: 'flow/aborted', cause: reason })
  })

  it('rejects when the signal was aborted before', async () => {
    await expect(raceAbort(Promise.resolve(1), AbortSignal.abort())).rejects.toEqual(aborted)
  })

  it('swallows what the promise rejects with afterwards', async () => {
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

describe('sleep', () => {
  it('resolves when its time has come, and not before', async () => {
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

  it('ends at once when the signal aborts, and leaves no timer', async () => {
    const clock = manualClock()
    const { controller, signal, listeners } = watchedSignal()
    const sleeping = sleep(clock, 100, signal)
    controller.abort()
    await expect(sleeping).rejects.toEqual(aborted)
    expect(clock.pending).toBe(0)
    expect(listeners()).toBeLessThanOrEqual(1)
  })

  it('starts no timer when the signal was aborted before', async () => {
    const clock = manualClock()
    await expect(sleep(clock, 100, AbortSignal.abort())).rejects.toEqual(aborted)
    expect(clock.pending).toBe(0)
  })
})

describe('withTimeout', () => {
  const late = () => new Error('late')

  it('gives what is done in time, and leaves neither timer nor listener', async () => {
    const clock = manualClock()
    const { signal, listeners } = watchedSignal()
    await expect(withTimeout(clock, 100, async () => 'done', late, signal)).resolves.toBe('done')
    expect(clock.pending).toBe(0)
    expect(listeners()).toBe(0)
  })

  it('passes on what is thrown, also before the first await', async () => {
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

  it('rejects when time is up, even if nobody listens to the signal', async () => {
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

  it('tells a cancellation from a timeout', async () => {
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

  it('does not run at all when the signal was aborted before', async () => {
    const run = vi.fn(async () => 1)
    await expect(withTimeout(manualClock(), 100, run, late, AbortSignal.abort())).rejects.toEqual(aborted)
    expect(run).not.toHaveBeenCalled()
  })

  it('swallows what happens after it has given up', async () => {
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

describe('slidingWindow', () => {
  it('lets five through in a minute, and the next when the first is a minute old', () => {
    let now = 0
    const take = slidingWindow({ now: () => now }, { count: 5, window: 60_000 })
    for (let i = 0; i < 5; i++) {
      expect(take()).toBe(true)
      now += 1000
    }
    expect(take()).toBe(false)
    now = 59_999
    expect(take()).toBe(false)
    now = 60_000
    expect(take()).toBe(true)
    expect(take()).toBe(false)
  })

  it('does not block for a year when the clock is set back', () => {
    let now = 1e12
    const take = slidingWindow({ now: () => now }, { count: 1, window: 1000 })
    expect(take()).toBe(true)
    now = 1e9
    expect(take()).toBe(true)
  })
})

describe('cooldown', () => {
  it('counts down from the start that it was given', () => {
    let now = 0
    const email = cooldown({ now: () => now }, 30_000)
    expect(email.remaining()).toBe(0)
    email.start()
    expect(email.remaining()).toBe(30_000)
    now = 29_999
    expect(email.remaining()).toBe(1)
    now = 30_000
    expect(email.remaining()).toBe(0)
    email.start()
    email.clear()
    expect(email.remaining()).toBe(0)
  })
})

describe('a stamp is fresh', () => {
  it.each([
    [1000, 1000, true],
    [1000, 1099, true],
    [1000, 1100, false],
    [1001, 1000, false],
    [Number.NaN, 1000, false],
    [Number.POSITIVE_INFINITY, 1000, false],
    [Number.NEGATIVE_INFINITY, 1000, false],
  ])('%s at %s: %s', (stamp, now, fresh) => {
    expect(isFresh(stamp, 100, now)).toBe(fresh)
  })
})

describe('expiringCache', () => {
  it('forgets after its time', () => {
    let now = 0
    const cache = expiringCache<string>({ now: () => now }, { lifetime: 100, max: 10 })
    cache.set('a', 'A')
    now = 99
    expect(cache.get('a')).toBe('A')
    now = 100
    expect(cache.get('a')).toBeUndefined()
    expect(cache.size).toBe(0)
  })

  it('takes an entry from the future for expired', () => {
    let now = 1000
    const cache = expiringCache<string>({ now: () => now }, { lifetime: 100, max: 10 })
    cache.set('a', 'A')
    now = 500
    expect(cache.get('a')).toBeUndefined()
  })

  it('drops what was used longest ago when it is full', () => {
    const cache = expiringCache<number>({ now: () => 0 }, { lifetime: 100, max: 2 })
    cache.set('a', 1)
    cache.set('b', 2)
    cache.get('a')
    cache.set('c', 3)
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3])
    expect(cache.size).toBe(2)
  })

  it('stays at its bound under a hundred thousand keys', () => {
    const cache = expiringCache<number>({ now: () => 0 }, { lifetime: 100, max: 8192 })
    for (let i = 0; i < 100_000; i++) cache.set(`key ${i}`, i)
    expect(cache.size).toBe(8192)
    expect(cache.get('key 99999')).toBe(99_999)
  })

  it('deletes and clears', () => {
    const cache = expiringCache<number>({ now: () => 0 }, { lifetime: 100, max: 2 })
    cache.set('a', 1)
    cache.set('b', 2)
    cache.delete('a')
    expect(cache.get('a')).toBeUndefined()
    cache.clear()
    expect(cache.size).toBe(0)
  })
})

describe('retryDelay', () => {
  it('doubles from 150 ms', () => {
    expect([0, 1, 2].map(retryDelay)).toEqual([150, 300, 600])
  })
})
