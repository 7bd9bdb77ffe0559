import { manualClock } from 'latchkey/testing'
import { describe, expect, it } from 'vitest'
import type { ChainAccount } from '../../../../src/embedded-wallet/smart-account/chain-account.ts'
import { operationsSent } from '../../../../src/embedded-wallet/smart-account/operations.ts'
import type { Clock } from '../../../../src/ports.ts'

const hash = `0x${'0b'.repeat(32)}` as const
const transactionHash = `0x${'11'.repeat(32)}` as const

/** Waits for an operation. `receipt` returns the bundler's answer. The clock skips all pauses. */
function minedWith(receipt: () => Promise<unknown>) {
  let now = 0
  const after = (ms: number, run: () => void) => {
    now += ms
    queueMicrotask(run)
    return () => {}
  }
  const clock: Clock = { now: () => now, after, every: after }
  return operationsSent(clock).mined({ receipt } as Partial<ChainAccount> as ChainAccount, hash)
}

describe('a user operation that the bundler accepted', () => {
  it('ends with the hash of its transaction', async () => {
    await expect(minedWith(async () => ({ success: true, transactionHash }))).resolves.toBe(transactionHash)
  })

  it.each([
    ['the bundler returns no receipt', async () => undefined],
    ['the bundler cannot be reached', () => Promise.reject(new Error('down'))],
  ])('is reported as possibly sent if %s before the time limit', async (_, receipt) => {
    const error = await minedWith(receipt).catch((thrown) => thrown)
    expect(error).toMatchObject({ code: -32603, data: { maybeSent: true } })
    // Pages would take a hash in the error's data for the hash of a transaction.
    expect(error.data).not.toHaveProperty('hash')
    expect(error.message).toContain(hash)
  })

  it('is looked up again after the device slept for longer than the time limit', async () => {
    const clock = manualClock()
    let isMined = false
    const receipt = async () => (isMined ? { success: true, transactionHash } : undefined)
    const mined = operationsSent(clock).mined({ receipt } as Partial<ChainAccount> as ChainAccount, hash)
    const outcome = mined.catch((error) => error)
    await clock.advance(1000)
    isMined = true
    clock.sleep(3_600_000)
    await clock.advance(1000)
    await expect(outcome).resolves.toBe(transactionHash)
  })

  it('is waited for no longer if the clock is set back', async () => {
    const clock = manualClock()
    let setBack = 0
    const set = { ...clock, now: () => clock.now() - setBack }
    const receipt = async () => undefined
    let error: unknown
    operationsSent(set)
      .mined({ receipt } as Partial<ChainAccount> as ChainAccount, hash)
      .catch((thrown: unknown) => {
        error = thrown
      })
    await clock.advance(60_000)
    setBack = 3_600_000
    await clock.advance(60_000)
    expect(error).toBeUndefined()
    await clock.advance(2000)
    expect(error).toMatchObject({ data: { maybeSent: true } })
  })

  it('is waited for no longer than three minutes if the bundler never answers in time', async () => {
    const clock = manualClock()
    const receipt = () => new Promise((_, reject) => clock.after(41_000, () => reject(new Error('timeout'))))
    let error: unknown
    operationsSent(clock)
      .mined({ receipt } as Partial<ChainAccount> as ChainAccount, hash)
      .catch((thrown: unknown) => {
        error = thrown
      })
    for (let second = 0; second < 180; second++) await clock.advance(1000)
    expect(error).toMatchObject({ data: { maybeSent: true } })
  })

  it('is reported as failed if its calls failed', async () => {
    const error = await minedWith(async () => ({ success: false, transactionHash })).catch((thrown) => thrown)
    expect(error).toMatchObject({ code: -32003, data: undefined })
  })
})
