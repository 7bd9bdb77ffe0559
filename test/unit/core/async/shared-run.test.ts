import { describe, expect, it } from 'vitest'
import { sharedRuns } from '../../../../src/core/async/shared-run.ts'

function setUp() {
  const shared = sharedRuns<string>()
  const started: { signal: AbortSignal; finish: (value: string) => void; fail: (error: Error) => void }[] = []
  const run = (signal: AbortSignal) =>
    new Promise<string>((finish, fail) => void started.push({ signal, finish, fail }))
  return { started, call: (key: string, signal?: AbortSignal) => shared(key, run, signal) }
}

describe('calls with the same key', () => {
  it('share one run and its result', async () => {
    const { call, started } = setUp()
    const calls = [call('a'), call('a'), call('b')]
    expect(started).toHaveLength(2)
    started[0]?.finish('one')
    started[1]?.finish('two')
    expect(await Promise.all(calls)).toEqual(['one', 'one', 'two'])
  })

  it('share a failure, and the next call starts a new run', async () => {
    const { call, started } = setUp()
    const calls = [call('a'), call('a')]
    started[0]?.fail(new Error('no'))
    expect((await Promise.allSettled(calls)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const again = call('a')
    started[1]?.finish('yes')
    expect(await again).toBe('yes')
  })

  it('abort the run only when the last caller aborts', async () => {
    const { call, started } = setUp()
    const [one, two] = [new AbortController(), new AbortController()]
    const calls = [call('a', one.signal), call('a', two.signal)]
    one.abort()
    await expect(calls[0]).rejects.toMatchObject({ code: 'flow/aborted' })
    expect(started[0]?.signal.aborted).toBe(false)
    two.abort()
    await expect(calls[1]).rejects.toMatchObject({ code: 'flow/aborted' })
    expect(started[0]?.signal.aborted).toBe(true)
  })

  it('start a new run if all callers of the first run have aborted', async () => {
    const { call, started } = setUp()
    const stop = new AbortController()
    const left = call('a', stop.signal)
    stop.abort()
    await expect(left).rejects.toThrow()
    const again = call('a')
    started[0]?.fail(new Error('late'))
    started[1]?.finish('fresh')
    expect(await again).toBe('fresh')
  })

  it('start no run for a caller that has already aborted', async () => {
    const { call, started } = setUp()
    await expect(call('a', AbortSignal.abort())).rejects.toMatchObject({ code: 'flow/aborted' })
    expect(started).toEqual([])
  })
})

describe('shared runs', () => {
  it('can be joined only up to the limit, even with 100,000 in flight', async () => {
    let runs = 0
    let finish = () => {}
    const gate = new Promise<void>((resolve) => {
      finish = resolve
    })
    const shared = sharedRuns<number>({ max: 8192 })
    const join = (key: number) =>
      shared(key, async () => {
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

  it('end when their owner is disposed of', async () => {
    const life = new AbortController()
    const shared = sharedRuns({ max: 1, life: life.signal })
    const wait = (signal: AbortSignal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    // The second run is beyond the limit, so no caller can share it. But the second run ends as well.
    const ends = [shared('a', wait), shared('b', wait)]
    life.abort('over')
    expect(await Promise.allSettled(ends)).toMatchObject([{ reason: 'over' }, { reason: 'over' }])
  })
})
