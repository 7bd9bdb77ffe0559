import { describe, expect, it } from 'vitest'
import { sharedCalls } from '../../../src/transport/shared-calls.ts'

describe('shared calls', () => {
  it('RP5: of 100,000 that are under way, no more than the limit can be joined', async () => {
    let runs = 0
    let finish = () => {}
    const gate = new Promise<void>((resolve) => {
      finish = resolve
    })
    const calls = sharedCalls(8192, new AbortController().signal)
    const join = (key: number) =>
      calls.join(key, async () => {
        runs++
        await gate
        return key
      })
    const keys = Array.from({ length: 100_000 }, (_, key) => key)
    const all = [...keys, 0, 8191, 8192, 99_999].map(join)
    expect(runs).toBe(100_002)
    finish()
    expect(await Promise.all(all)).toEqual([...keys, 0, 8191, 8192, 99_999])
    await join(5)
    expect(runs).toBe(100_003)
  })

  it('a call that comes while the last caller leaves starts anew', async () => {
    const aborted: boolean[] = []
    const calls = sharedCalls(10, new AbortController().signal)
    const wait = (signal: AbortSignal) =>
      new Promise<string>((resolve, reject) => {
        const index = aborted.push(false) - 1
        signal.addEventListener('abort', () => {
          aborted[index] = true
          reject(signal.reason)
        })
        if (index === 1) resolve('second')
      })
    const controller = new AbortController()
    const first = calls.join('key', wait, controller.signal)
    controller.abort()
    await expect(first).rejects.toMatchObject({ code: 'flow/aborted' })
    expect(await calls.join('key', wait)).toBe('second')
    expect(aborted).toEqual([true, false])
  })

  it('end with the life of their owner', async () => {
    const life = new AbortController()
    const calls = sharedCalls(1, life.signal)
    const wait = (signal: AbortSignal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    // The second cannot be joined, and ends all the same.
    const ends = [calls.join('a', wait), calls.join('b', wait)]
    life.abort('over')
    expect(await Promise.allSettled(ends)).toMatchObject([{ reason: 'over' }, { reason: 'over' }])
  })
})
