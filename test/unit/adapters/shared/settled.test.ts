import { describe, expect, it } from 'vitest'
import { settled } from '../../../../src/adapters/shared/settled.ts'
import { latchkeyError } from '../../../../src/core/errors/latchkey-error.ts'
import type { TransactionStatus } from '../../../../src/core/wallet/transaction.ts'
import { manualClock } from '../../../../src/testing/manual-clock.ts'

type Answer = TransactionStatus | Error

/** Waits on a manual clock; the last answer repeats. */
function waiting(answers: readonly Answer[], until?: 'confirmed' | 'finalized') {
  const clock = manualClock()
  const asked: number[] = []
  const gone = new AbortController()
  const read = async () => {
    const answer = answers[Math.min(asked.length, answers.length - 1)]!
    asked.push(clock.now())
    if (answer instanceof Error) throw answer
    return answer
  }
  const started = clock.now()
  const result = settled(read, { clock, until, signal: gone.signal }).then(
    (value) => ({ value, at: clock.now() - started }),
    (error: { code?: string; message?: string }) => ({
      code: error.code,
      message: error.message,
      at: clock.now() - started,
    }),
  )
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= 500) await clock.advance(500)
  }
  return { clock, gone, result, pass, times: () => asked.map((at) => at - started) }
}
const pending = { phase: 'pending' } as const
const unknown = { phase: 'unknown' } as const
const confirmed = { phase: 'confirmed', confirmations: 1 } as const
const finalized = { phase: 'finalized' } as const
const outage = latchkeyError('http/status', { values: { status: 500 } })

describe('waiting for a transaction', () => {
  it('polls every second until it is confirmed', async () => {
    const { result, pass, times } = waiting([pending, pending, pending, confirmed])
    await pass(5000)
    expect(await result).toEqual({ value: confirmed, at: 3000 })
    expect(times()).toEqual([0, 1000, 2000, 3000])
  })

  it('continues until it is final, if that is requested', async () => {
    const { result, pass } = waiting([confirmed, confirmed, finalized], 'finalized')
    await pass(5000)
    expect(await result).toEqual({ value: finalized, at: 2000 })
  })

  it('treats a final transaction as confirmed', async () => {
    const { result, pass } = waiting([finalized])
    await pass(1000)
    expect(await result).toEqual({ value: finalized, at: 0 })
  })

  it('reports a failed transaction as a failure, with the reason', async () => {
    const { result, pass } = waiting([pending, { phase: 'failed', reason: 'It expired' }])
    await pass(3000)
    expect(await result).toMatchObject({
      code: 'node/transaction-failed',
      message: 'The transaction failed: It expired',
      at: 1000,
    })
  })

  it('survives an endpoint that fails, without an unhandled rejection', async () => {
    const { result, pass, times } = waiting([pending, outage, outage, outage, confirmed])
    await pass(6000)
    expect(await result).toEqual({ value: confirmed, at: 4000 })
    expect(times()).toHaveLength(5)
  })

  it('gives up on an endpoint after 90 seconds of failures', async () => {
    const { result, pass } = waiting([outage])
    await pass(100_000)
    expect(await result).toMatchObject({ code: 'http/status', at: 90_000 })
  })

  it.each(['rpc/not-kept', 'rpc/method-unsupported'] as const)(
    'ends at once when no endpoint can know the transaction: %s',
    async (code) => {
      const { result, pass, times } = waiting([
        pending,
        latchkeyError(code, { values: { method: 'tx_search' } }),
      ])
      await pass(5000)
      expect(await result).toMatchObject({ code, at: 1000 })
      expect(times()).toHaveLength(2)
    },
  )

  it('gives up on an unknown transaction after 90 seconds', { tags: ['ci'] }, async () => {
    const answers = [...Array<Answer>(60).fill(unknown), pending, unknown]
    const { result, pass } = waiting(answers)
    await pass(200_000)
    expect(await result).toMatchObject({ code: 'node/transaction-failed', at: 150_000 })
  })

  it('ends at once when its caller aborts, and polls no more', async () => {
    const { clock, gone, result, pass, times } = waiting([pending])
    await pass(1500)
    gone.abort()
    expect(await result).toMatchObject({ code: 'flow/aborted', at: 1500 })
    await pass(5000)
    expect(times()).toHaveLength(2)
    expect(clock.pending).toBe(0)
  })

  it('ends after an error that is not an outage', async () => {
    const { result, pass } = waiting([latchkeyError('validation/invalid-input', { values: { field: 'x' } })])
    await pass(1000)
    expect(await result).toMatchObject({ code: 'validation/invalid-input', at: 0 })
  })
})
