import { manualClock } from 'latchkey/testing'
import { describe, expect, it } from 'vitest'

describe('the manual clock', () => {
  it('moves only when it is advanced', async () => {
    const clock = manualClock(1000)
    const calls: number[] = []
    clock.after(10, () => calls.push(clock.now()))
    await clock.advance(9)
    expect(calls).toEqual([])
    await clock.advance(1)
    expect(calls).toEqual([1010])
    expect(clock.now()).toBe(1010)
    expect(clock.pending).toBe(0)
  })

  it('runs timers in the order in which they are due', async () => {
    const clock = manualClock(0)
    const calls: string[] = []
    clock.after(30, () => calls.push(`third ${clock.now()}`))
    clock.after(10, () => calls.push(`first ${clock.now()}`))
    clock.after(20, () => calls.push(`second ${clock.now()}`))
    await clock.advance(100)
    expect(calls).toEqual(['first 10', 'second 20', 'third 30'])
  })

  it('repeats an interval until it is stopped', async () => {
    const clock = manualClock(0)
    let count = 0
    const stop = clock.every(10, () => count++)
    await clock.advance(35)
    expect(count).toBe(3)
    stop()
    stop()
    await clock.advance(100)
    expect(count).toBe(3)
    expect(clock.pending).toBe(0)
  })

  it('runs an interval only once after a sleep', async () => {
    const clock = manualClock(0)
    const times: number[] = []
    clock.every(100, () => times.push(clock.now()))
    clock.sleep(1050)
    await clock.advance(0)
    expect(times).toEqual([1050])
    await clock.advance(200)
    expect(times).toEqual([1050, 1150, 1250])
  })

  it('runs a chain of promises and timers within one advance', async () => {
    const clock = manualClock(0)
    const times: number[] = []
    const sleep = (ms: number) => new Promise<void>((resolve) => clock.after(ms, resolve))
    const chain = (async () => {
      for (let turn = 0; turn < 3; turn++) {
        await sleep(10)
        await Promise.resolve()
        times.push(clock.now())
      }
    })()
    await clock.advance(30)
    await chain
    expect(times).toEqual([10, 20, 30])
  })

  it('runs an interval of zero once per millisecond', async () => {
    const clock = manualClock(0)
    let count = 0
    clock.every(0, () => count++)
    await clock.advance(5)
    expect(count).toBe(5)
  })
})
