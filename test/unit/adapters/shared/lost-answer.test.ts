import { describe, expect, it } from 'vitest'
import {
  maybeSentIn,
  referenced,
  soon,
  throwSendError,
  traceIn,
} from '../../../../src/adapters/shared/lost-answer.ts'
import { latchkeyError } from '../../../../src/core/errors/latchkey-error.ts'
import { maybeSent } from '../../../../src/core/errors/rpc-errors.ts'
import { memoryPlatform } from '../../../../src/testing/memory-platform.ts'

const thrownFor = (error: unknown) => {
  try {
    return throwSendError(error)
  } catch (thrown) {
    return thrown
  }
}

describe('a send whose answer is lost', () => {
  it.each(['wallet/answer-missed', 'wallet/closed-during-request', 'wallet/request-expired'] as const)(
    'is reported as possibly sent after the error %s',
    (code) => {
      const cause = latchkeyError(code)
      expect(thrownFor(cause)).toMatchObject({ code: 'rpc/maybe-sent', cause })
    },
  )

  it.each(['wallet/invalid-answer', 'solana/empty-result'] as const)(
    'is reported as possibly sent after an unusable answer, which is the error %s',
    (code) => {
      const cause = latchkeyError(code)
      expect(thrownFor(cause)).toMatchObject({ code: 'rpc/maybe-sent', cause })
    },
  )

  it('differs from a rejection by the visitor, whose error stays unchanged', () => {
    const error = latchkeyError('wallet/user-rejected')
    expect(thrownFor(error)).toBe(error)
  })

  it.each([
    ['is known', '100'],
    ['is read', async () => '100'],
  ])('can be looked up by its hash and its reference, if the reference %s', async (_, reference) => {
    const sending = Promise.reject(maybeSent(undefined, '0xab'))
    const error = await referenced(reference, sending).catch((thrown: unknown) => thrown)
    expect(maybeSentIn(error)).toEqual({ hash: '0xab', reference: '100' })
    expect(maybeSentIn(maybeSent(undefined))).toBeUndefined()
  })

  it('can be looked up by its request if its hash is unknown', async () => {
    const { clock } = memoryPlatform()
    const error = await referenced('100', Promise.reject(maybeSent(undefined)), {
      clock,
      trace: async () => 'the request',
    }).catch((thrown: unknown) => thrown)
    expect(traceIn(error)).toBe('the request')
  })

  it.each([
    ['never answers', () => new Promise<never>(() => {})],
    ['fails', () => Promise.reject(new Error('unreachable'))],
  ])('is reported within 2 s if the node %s', async (_, trace) => {
    const { clock } = memoryPlatform()
    const lost = maybeSent(undefined)
    const reported = referenced('100', Promise.reject(lost), { clock, trace }).catch(
      (thrown: unknown) => thrown,
    )
    await clock.advance(2000)
    const error = await reported
    expect(error).toBe(lost)
    expect(traceIn(error)).toBeUndefined()
    expect(clock.pending).toBe(0)
  })

  it.each([
    ['never answers', () => new Promise<never>(() => {}), undefined],
    ['fails', () => Promise.reject(new Error('unreachable')), undefined],
    ['answers', async () => '100', '100'],
  ])('waits at most 2 s for an optional reading if the node %s', async (_, read, expected) => {
    const { clock } = memoryPlatform()
    const reading = soon(clock, read())
    await clock.advance(2000)
    expect(await reading).toBe(expected)
    expect(clock.pending).toBe(0)
  })

  it('differs from a refusal, which gets no reference', async () => {
    const refusal = latchkeyError('node/insufficient-funds', { hash: '0xab' })
    const error = await referenced('100', Promise.reject(refusal)).catch((thrown: unknown) => thrown)
    expect(error).toBe(refusal)
    expect(maybeSentIn(error)).toBeUndefined()
  })
})
