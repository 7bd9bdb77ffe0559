import { describe, expect, it } from 'vitest'
import { readFollowing, settled } from '../../../../src/adapters/shared/settled.ts'
import { latchkeyError } from '../../../../src/core/errors/latchkey-error.ts'
import type { SentTransaction, TransactionStatus } from '../../../../src/core/wallet/transaction.ts'
import { type ManualClock, manualClock } from '../../../../src/testing/manual-clock.ts'

type Answer = TransactionStatus | Error

/** Waits for a transaction on a manual clock. The node gives the answers in order, and then repeats the last answer. */
function waiting(
  answers: readonly Answer[],
  opts: { until?: 'confirmed' | 'finalized'; timeout?: number; clock?: ManualClock } = {},
) {
  const { clock = manualClock() } = opts
  const asked: number[] = []
  const gone = new AbortController()
  const read = async () => {
    const answer = answers[Math.min(asked.length, answers.length - 1)]!
    asked.push(clock.now())
    if (answer instanceof Error) throw answer
    return answer
  }
  const started = clock.now()
  const result = settled(read, { ...opts, clock, hash: '0xab', signal: gone.signal }).then(
    (value) => ({ value, at: clock.now() - started }),
    (error: { code?: string; message?: string; values?: object }) => ({
      code: error.code,
      message: error.message,
      values: error.values,
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

describe('a wait for a transaction', () => {
  it('polls every second until the transaction is confirmed', async () => {
    const { result, pass, times } = waiting([pending, pending, pending, confirmed])
    await pass(5000)
    expect(await result).toEqual({ value: confirmed, at: 3000 })
    expect(times()).toEqual([0, 1000, 2000, 3000])
  })

  it('continues until the transaction is final if the caller asks for finality', async () => {
    const { result, pass } = waiting([confirmed, confirmed, finalized], { until: 'finalized' })
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

  it('continues after an endpoint fails', async () => {
    const { result, pass, times } = waiting([pending, outage, outage, outage, confirmed])
    await pass(6000)
    expect(await result).toEqual({ value: confirmed, at: 4000 })
    expect(times()).toHaveLength(5)
  })

  it('reports an unknown outcome after three minutes in which no node answers', async () => {
    const { result, pass } = waiting([outage])
    await pass(190_000)
    expect(await result).toMatchObject({
      code: 'node/transaction-unknown',
      message: 'The outcome of 0xab is unknown: no node answers, and it may still arrive',
      values: { hash: '0xab' },
      at: 180_000,
    })
  })

  it.each(['rpc/not-kept', 'rpc/method-unsupported'] as const)(
    'reports an unknown outcome at once after the error %s',
    async (code) => {
      const { result, pass } = waiting([latchkeyError(code, { values: { method: 'tx_search' } })])
      await pass(1000)
      expect(await result).toMatchObject({
        code: 'node/transaction-unknown',
        message: "The outcome of 0xab is unknown: the node can't look it up, and it may still arrive",
        at: 0,
      })
    },
  )

  it('reports an unknown outcome if no node shows the transaction', async () => {
    const { result, pass } = waiting([{ phase: 'unknown', until: 77n }])
    await pass(190_000)
    expect(await result).toMatchObject({
      code: 'node/transaction-unknown',
      message: 'The outcome of 0xab is unknown: no node shows it, and it may still arrive, until block 77',
      values: { hash: '0xab', until: 77n },
      at: 180_000,
    })
  })

  it('counts toward the limit only the time in which no node shows the transaction', async () => {
    const answers = [...Array<Answer>(4).fill(unknown), ...Array<Answer>(60).fill(pending), unknown]
    const { result, pass } = waiting(answers, { timeout: 5000 })
    await pass(80_000)
    expect(await result).toMatchObject({ code: 'node/transaction-unknown', at: 68_000 })
  })

  it('waits as long as a node shows the transaction', async () => {
    const { result, pass } = waiting([...Array<Answer>(20).fill(pending), confirmed], { timeout: 2000 })
    await pass(25_000)
    expect(await result).toEqual({ value: confirmed, at: 20_000 })
  })

  it('has no limit with a timeout of 0', async () => {
    const { result, pass } = waiting([...Array<Answer>(200).fill(unknown), confirmed], { timeout: 0 })
    await pass(205_000)
    expect(await result).toEqual({ value: confirmed, at: 200_000 })
  })

  it('does not count the time in which the computer slept or its clock was set back', async () => {
    const clock = manualClock()
    let shift = 0
    const shifted = { ...clock, now: () => clock.now() + shift } as ManualClock
    const { result, pass } = waiting([...Array<Answer>(9).fill(unknown), confirmed], { clock: shifted })
    await pass(2000)
    shift = 3_600_000
    await pass(2000)
    shift = -3_600_000
    await pass(10_000)
    expect(await result).toMatchObject({ value: confirmed })
  })

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('refuses a timeout of %s', async (timeout) => {
    expect(await waiting([pending], { timeout }).result).toMatchObject({ code: 'validation/invalid-input' })
  })

  it('names the transaction that replaced the awaited transaction', async () => {
    const { result } = waiting([
      { phase: 'replaced', reason: 'cancelled', hash: '0xcd', accordingTo: 'node.example' },
    ])
    expect(await result).toMatchObject({
      code: 'node/transaction-replaced',
      message: 'The transaction 0xcd took the place of 0xab (according to node.example)',
      values: { hash: '0xab', by: '0xcd', reason: 'cancelled' },
    })
  })

  it('follows a payment that was sent again with another fee', async () => {
    const read = async ({ hash }: SentTransaction): Promise<TransactionStatus> =>
      hash === '0xab' ? { phase: 'replaced', reason: 'repriced', hash: '0xcd' } : confirmed
    expect(await readFollowing(read, { hash: '0xab' })).toEqual({ ...confirmed, hash: '0xcd' })
  })

  it('ends with the hash of the replacement if no node shows how the replacement ended', async () => {
    const following = (landed: TransactionStatus) =>
      readFollowing(
        async ({ hash }) =>
          hash === '0xab' ? { phase: 'replaced', reason: 'repriced', hash: '0xcd' } : landed,
        { hash: '0xab' },
      )
    const { result, pass } = waiting([await following(unknown)], { timeout: 2000 })
    await pass(3000)
    expect(await result).toMatchObject({
      code: 'node/transaction-unknown',
      values: { hash: '0xab', reason: 'it was sent again as 0xcd, and no node shows that' },
    })
    const silent = { phase: 'unknown', reason: "the receipt doesn't say how it ended" } as const
    expect(await following(silent)).toEqual(silent)
    expect(await following(pending)).toEqual(pending)
  })

  it('ends as failed only if the replacement failed in a block', async () => {
    const following = (landed: TransactionStatus) =>
      readFollowing(
        async ({ hash }) =>
          hash === '0xab' ? { phase: 'replaced', reason: 'repriced', hash: '0xcd' } : landed,
        { hash: '0xab', reference: '7' },
      )
    expect(await following({ phase: 'failed', reason: 'reverted', fee: 3n })).toMatchObject({
      phase: 'failed',
    })
    // This replacement failed before it was included in a block. So the original transaction may be in a
    // block.
    expect(await following({ phase: 'failed', reason: 'too late' })).toMatchObject({ phase: 'unknown' })
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

  it('ends at once if a read fails with an error that is not an outage', async () => {
    const { result, pass } = waiting([latchkeyError('validation/invalid-input', { values: { field: 'x' } })])
    await pass(1000)
    expect(await result).toMatchObject({ code: 'validation/invalid-input', at: 0 })
  })
})
