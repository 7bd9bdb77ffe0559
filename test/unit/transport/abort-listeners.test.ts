import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { failure } from '../../support/http.ts'
import { answers, fakeEndpoint, never } from '../../support/loopback.ts'
import { manualRpcPool } from '../../support/rpc.ts'

describe('the signal of fifty reads at the same time', () => {
  const world = (isHung: boolean) => {
    const { fetch } = fakeEndpoint((calls, { signal }) =>
      isHung ? never(signal) : answers(calls, () => '0x1'),
    )
    const { pool } = manualRpcPool(fetch, { hedge: false })
    const caller = new AbortController()
    const { signal } = caller
    const reads = () =>
      Array.from({ length: 50 }, (_, at) => pool.request({ method: 'eth_call', params: [at] }, { signal }))
    return { pool, reads, caller, listeners: () => getEventListeners(signal, 'abort').length }
  }

  it('has one listener until the reads end', async () => {
    const { reads, listeners } = world(false)
    for (let round = 0; round < 3; round++) {
      const answers = Promise.all(reads())
      expect(listeners()).toBe(1)
      expect(new Set(await answers)).toEqual(new Set(['0x1']))
      expect(listeners()).toBe(0)
    }
  })

  it('ends all reads when it aborts', async () => {
    const { reads, caller, listeners } = world(true)
    const failures = Promise.all(reads().map(failure))
    caller.abort('left')
    for (const error of await failures) expect(error).toMatchObject({ code: 'flow/aborted', cause: 'left' })
    await expect.poll(listeners, { message: 'the listener is removed' }).toBe(0)
  })
})
