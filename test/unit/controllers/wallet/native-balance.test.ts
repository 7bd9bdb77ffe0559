import { describe, expect, it } from 'vitest'
import { createBalanceReader } from '../../../../src/controllers/wallet/native-balance.ts'
import { withResolvers } from '../../../../src/core/async/with-resolvers.ts'
import type { Amount } from '../../../../src/core/wallet/transaction.ts'
import { memoryStore } from '../../../../src/platform/memory-store.ts'
import { createPersistence } from '../../../../src/services/persistence.ts'
import { manualClock } from '../../../../src/testing/manual-clock.ts'
import { memoryPlatform } from '../../../../src/testing/memory-platform.ts'
import { turn } from '../../../support/async.ts'

const account = 'eip155:1:0xabc'
const amount = (value: bigint) => ({ value, decimals: 18, symbol: 'ETH' }) as Amount

/** Returns a reader. The test answers its requests in any order. */
function world() {
  const requests: ReturnType<typeof withResolvers<Amount>>[] = []
  const getBalance = () => {
    const request = withResolvers<Amount>()
    requests.push(request)
    return request.promise
  }
  const read = createBalanceReader({
    adapters: { get: async () => ({ getBalance }) } as never,
    persistence: createPersistence({ store: memoryStore(), log: memoryPlatform().log, name: 'app' }),
    clock: manualClock(),
  })
  const ask = (fresh: boolean, signal?: AbortSignal) => read('eip155', account, { fresh, signal })
  const sent = (count: number) =>
    expect.poll(() => requests.length, { message: 'the request is sent' }).toBe(count)
  const answer = (index: number, value: bigint) => requests[index]!.resolve(amount(value))
  return { ask, sent, answer, requests }
}

describe('a fresh read of a native balance', () => {
  // The transport shares one request among equal reads, so a request that is sent earlier would get the older answer.
  it.each([true, false])(
    'sends its request when the pending request has ended (fresh: %s)',
    async (fresh) => {
      const { ask, sent, answer, requests } = world()
      const before = ask(fresh)
      await sent(1)
      const after = [ask(true), ask(true)]
      await turn()
      expect(requests.length).toBe(1)
      answer(0, 5n)
      expect(await before).toMatchObject({ value: 5n })
      await sent(2)
      answer(1, 3n)
      expect(await Promise.all(after)).toMatchObject([{ value: 3n }, { value: 3n }])
      expect(await ask(false)).toMatchObject({ value: 3n })
      expect(requests.length).toBe(2)
    },
  )

  it('sends its request even if the pending request fails', async () => {
    const { ask, sent, answer, requests } = world()
    const before = ask(false)
    await sent(1)
    const after = ask(true)
    requests[0]!.reject(new Error('down'))
    await expect(before).rejects.toThrow('down')
    await sent(2)
    answer(1, 3n)
    expect(await after).toMatchObject({ value: 3n })
  })

  it('removes the cached balance, so that later reads send a request if it fails', async () => {
    const { ask, sent, answer, requests } = world()
    const before = ask(false)
    await sent(1)
    const after = ask(true)
    // Stores a balance while the fresh read waits.
    answer(0, 5n)
    expect(await before).toMatchObject({ value: 5n })
    await sent(2)
    requests[1]!.reject(new Error('down'))
    await expect(after).rejects.toThrow('down')
    const later = ask(false)
    await sent(3)
    answer(2, 3n)
    expect(await later).toMatchObject({ value: 3n })
    expect(await ask(false)).toMatchObject({ value: 3n })
    expect(requests.length).toBe(3)
  })

  it('sends no request if its caller aborts while an earlier request is pending', async () => {
    const { ask, sent, answer, requests } = world()
    const before = ask(false)
    await sent(1)
    const caller = new AbortController()
    const after = ask(true, caller.signal)
    await turn()
    caller.abort()
    await expect(after).rejects.toMatchObject({ code: 'flow/aborted' })
    answer(0, 5n)
    expect(await before).toMatchObject({ value: 5n })
    await turn()
    expect(requests.length).toBe(1)
  })

  it('shares its request with reads that begin at the same time', async () => {
    const { ask, sent, answer, requests } = world()
    const reads = [ask(true), ask(true), ask(true)]
    await sent(1)
    answer(0, 5n)
    expect(await Promise.all(reads)).toEqual(reads.map(() => amount(5n)))
    expect(requests.length).toBe(1)
  })
})
