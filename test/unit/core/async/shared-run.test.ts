import { describe, expect, it } from 'vitest'
import { sharedRuns } from '../../../../src/core/async/shared-run.ts'

function setUp() {
  const shared = sharedRuns<string>()
  const started: { signal: AbortSignal; finish: (value: string) => void; fail: (error: Error) => void }[] = []
  const run = (signal: AbortSignal) =>
    new Promise<string>((finish, fail) => void started.push({ signal, finish, fail }))
  return { started, call: (key: string, signal?: AbortSignal) => shared(key, run, signal) }
}

describe('calls of one key', () => {
  it('share one run and its result', async () => {
    const { call, started } = setUp()
    const calls = [call('a'), call('a'), call('b')]
    expect(started).toHaveLength(2)
    started[0]?.finish('one')
    started[1]?.finish('two')
    expect(await Promise.all(calls)).toEqual(['one', 'one', 'two'])
  })

  it('share a failure, and start anew after it', async () => {
    const { call, started } = setUp()
    const calls = [call('a'), call('a')]
    started[0]?.fail(new Error('no'))
    expect((await Promise.allSettled(calls)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const again = call('a')
    started[1]?.finish('yes')
    expect(await again).toBe('yes')
  })

  it('abort the run when the last caller has left, not before', async () => {
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

  it('start anew once all have left, whatever becomes of the first run', async () => {
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

  it('do not start for a caller who has aborted already', async () => {
    const { call, started } = setUp()
    await expect(call('a', AbortSignal.abort())).rejects.toMatchObject({ code: 'flow/aborted' })
    expect(started).toEqual([])
  })
})
