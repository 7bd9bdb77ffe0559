import { describe, expect, it } from 'vitest'
import { storeSent } from '../../../../../src/controllers/features/activity/stored-sent.ts'
import type { UncertainTransfer } from '../../../../../src/controllers/features/send/send.ts'
import { findCandidates, hashesSent } from '../../../../../src/controllers/features/send/send-candidates.ts'
import { latchkeyError } from '../../../../../src/core/errors/latchkey-error.ts'
import type { ChainAdapter } from '../../../../../src/core/wallet/adapter.ts'
import type { SentTransaction } from '../../../../../src/core/wallet/transaction.ts'
import { transactionWaits } from '../../../../../src/core/wallet/transaction-waits.ts'
import { createPersistence } from '../../../../../src/services/persistence.ts'
import { memoryPlatform } from '../../../../../src/testing/memory-platform.ts'
import { one } from '../../../../support/client-world.ts'

const hashOf = (digit: string) => `0x${digit.repeat(64)}`
const lost = Object.assign(latchkeyError('rpc/maybe-sent'), { reference: 'the request' })

/** Returns a search. At each lookup, its adapter finds the next list of transactions. */
function world(...finds: readonly (readonly SentTransaction[])[]) {
  const { clock, log, storage } = memoryPlatform()
  const persistence = createPersistence({ store: storage, log, name: 'app' })
  const looks: unknown[] = []
  const adapter: Partial<ChainAdapter> = {
    findCandidates: async (_, error) => finds[looks.push(error) - 1] ?? [],
  }
  const adapters = { get: async () => adapter } as never
  const keep = (hash: string) =>
    storeSent(persistence, {
      account: `${one.caipNetworkId}:0xaa`,
      transaction: {
        ...{ id: `sent:${one.caipNetworkId}:${hash}`, hash, network: one.caipNetworkId, at: clock.now() },
        ...{ operation: 'send', status: 'pending', from: '0xaa', to: '0xbb' },
        ...{ transfers: [], isPoisoning: false },
      },
    })
  const life = new AbortController()
  const find = (error: Error, before: readonly string[] = []) =>
    findCandidates(
      { adapters, clock, log, persistence },
      { network: one, error } as UncertainTransfer,
      before,
      life.signal,
    )
  return { clock, persistence, adapter, looks, keep, find, life }
}

describe('the transactions that a lost payment could be', () => {
  it('are looked for until at least one is found', async () => {
    const found = [{ hash: hashOf('c') }]
    const { find, clock, looks } = world([], found)
    const finding = find(lost)
    await clock.advance(transactionWaits.reread)
    expect(await finding).toEqual(found)
    expect(looks).toEqual([lost, lost])
  })

  it.each(['before the wallet was asked', 'meanwhile'])(
    'exclude the transactions that this browser sent itself %s',
    async (when) => {
      const [earlier, mine] = [{ hash: hashOf('A') }, { hash: hashOf('c') }]
      const { find, clock, keep, persistence } = world([earlier], [earlier, mine])
      await keep(hashOf('a'))
      const before = hashesSent(persistence)
      // Only transactions that aren't final are stored.
      if (when !== 'meanwhile') persistence.remove('sent')
      const finding = find(lost, when === 'meanwhile' ? [] : before)
      await clock.advance(transactionWaits.reread)
      expect(await finding).toEqual([mine])
    },
  )

  it('are not looked for if the error does not describe the lost request', async () => {
    const { find, clock, looks } = world()
    expect(await find(latchkeyError('rpc/maybe-sent'))).toBeUndefined()
    expect(looks).toEqual([])
    expect(clock.pending).toBe(0)
  })

  it('are not looked for if the family has no way to find them', async () => {
    const { find, adapter, clock } = world()
    adapter.findCandidates = undefined as never
    expect(await find(lost)).toBeUndefined()
    expect(clock.pending).toBe(0)
  })
})
