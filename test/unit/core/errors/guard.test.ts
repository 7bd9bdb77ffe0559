import { describe, expect, it, vi } from 'vitest'
import { createGuard } from '../../../../src/core/errors/guard.ts'
import {
  isLatchkeyError,
  type LatchkeyError,
  latchkeyError,
} from '../../../../src/core/errors/latchkey-error.ts'
import { manualClock } from '../../../../src/testing/manual-clock.ts'

function setup(report: (error: LatchkeyError) => void = () => {}) {
  const clock = manualClock()
  const reported: LatchkeyError[] = []
  const log = { error: vi.fn() }
  const guard = createGuard({
    clock,
    log,
    report: (error) => {
      reported.push(error)
      report(error)
    },
  })
  const fail = (error: unknown = new Error('broken')) =>
    guard('API_ERROR', () => Promise.reject(error)).catch((thrown: unknown) => thrown as LatchkeyError)
  return { clock, reported, log, guard, fail }
}

describe('the error boundary', () => {
  it('passes results through', async () => {
    const { guard } = setup()
    expect(await guard('API_ERROR', () => 1)).toBe(1)
    expect(await guard('API_ERROR', async () => 2)).toBe(2)
  })

  it("wraps an error that is not Latchkey's, and keeps it as the cause", async () => {
    const { fail, reported } = setup()
    const foreign = new TypeError('broken')
    const error = await fail(foreign)
    expect(isLatchkeyError(error, 'internal/unexpected')).toBe(true)
    expect(error).toMatchObject({ message: 'broken', category: 'API_ERROR', cause: foreign })
    expect(reported).toEqual([error])
  })

  it('wraps errors that are thrown synchronously, and thrown values that are not errors', async () => {
    const { guard, fail } = setup()
    const thrown = await guard('DATA_PARSING_ERROR', () => {
      throw new Error('at once')
    }).catch((error: unknown) => error)
    expect(thrown).toMatchObject({ message: 'at once', category: 'DATA_PARSING_ERROR' })
    expect(await fail('text')).toMatchObject({ message: 'text' })
    expect(await fail(null)).toMatchObject({ message: 'Unknown error' })
  })

  it("passes Latchkey's errors through unchanged", async () => {
    const { fail } = setup()
    const own = latchkeyError('wallet/user-rejected')
    expect(await fail(own)).toBe(own)
  })

  it("adds its category to Latchkey's errors unless they already have a category", async () => {
    const { guard, fail } = setup()
    expect(await fail(latchkeyError('rpc/internal'))).toMatchObject({ category: 'API_ERROR' })
    expect(await fail(latchkeyError('rpc/internal', { category: 'DATA_PARSING_ERROR' }))).toMatchObject({
      category: 'DATA_PARSING_ERROR',
    })
    const outer = guard('API_ERROR', () =>
      guard('SECURE_SITE_ERROR', () => Promise.reject(latchkeyError('frame/error'))),
    )
    await expect(outer).rejects.toMatchObject({ category: 'SECURE_SITE_ERROR' })
  })

  it('reports a failure once, however many boundaries it passes', async () => {
    const { guard, reported } = setup()
    const outer = guard('INTERNAL_SDK_ERROR', () =>
      guard('API_ERROR', () => guard('DATA_PARSING_ERROR', () => Promise.reject(new Error('deep')))),
    )
    await expect(outer).rejects.toMatchObject({ message: 'deep', category: 'DATA_PARSING_ERROR' })
    expect(reported).toHaveLength(1)
  })

  it('reports at most 5 failures in 60 s', async () => {
    const { clock, fail, reported } = setup()
    for (let n = 0; n < 8; n++) await fail()
    expect(reported).toHaveLength(5)
    await clock.advance(59_999)
    await fail()
    expect(reported).toHaveLength(5)
    await clock.advance(1)
    await fail()
    expect(reported).toHaveLength(6)
  })

  it('does not report cancellations', async () => {
    const { fail, reported } = setup()
    await fail(latchkeyError('flow/aborted'))
    await fail(Object.assign(new Error('stop'), { name: 'AbortError' }))
    await fail(latchkeyError('flow/superseded'))
    expect(reported).toEqual([])
  })

  it('throws the original failure when the reporter fails too', async () => {
    const { fail, log } = setup(() => {
      throw new Error('reporter')
    })
    expect(await fail()).toMatchObject({ message: 'broken' })
    expect(log.error).toHaveBeenCalledTimes(1)
  })
})
