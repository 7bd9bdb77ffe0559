import { describe, expect, it } from 'vitest'
import type { FamilyChain } from '../../../../src/adapters/shared/family.ts'
import { outcomeReader } from '../../../../src/adapters/shared/outcomes.ts'
import type { ChainNetwork } from '../../../../src/core/chain/network.ts'
import { latchkeyError } from '../../../../src/core/errors/latchkey-error.ts'
import type { AdapterContext } from '../../../../src/core/wallet/adapter.ts'
import type { SentTransaction, TransactionStatus } from '../../../../src/core/wallet/transaction.ts'
import type { JsonRpcPort } from '../../../../src/ports.ts'

type Answer = TransactionStatus | Error
const network = { caipNetworkId: 'eip155:1' } as unknown as ChainNetwork<'eip155'>
const failed = { phase: 'failed', reason: 'reverted' } as const
const cancelled = { phase: 'replaced', reason: 'cancelled', hash: '0xcd' } as const

/** Returns a chain whose nodes answer differently. A read that names no node goes to the first node. */
function world(nodes: Readonly<Record<string, (sent: SentTransaction) => Answer>>) {
  const urls = Object.keys(nodes).map((host) => `https://${host}/key`)
  const context = {
    endpoints: () => urls,
    rpc: (_, url = urls[0]) => ({ request: async () => url }) as JsonRpcPort,
  } as Partial<AdapterContext> as AdapterContext
  const chainOf = ({ rpc }: Pick<AdapterContext, 'rpc'>) =>
    ({
      async status(_: unknown, sent: SentTransaction) {
        const url = await rpc('eip155:1').request<string>({ method: 'x' })
        const answer = nodes[new URL(url).host]!(sent)
        if (answer instanceof Error) throw answer
        return answer
      },
    }) as unknown as FamilyChain<'eip155'>
  const loadChain = async (own: AdapterContext) => chainOf(own)
  const read = outcomeReader(chainOf(context), { loadChain }, context)
  return (sent: SentTransaction = { hash: '0xab' }) => read(network, sent)
}

describe('a failure or a replacement', () => {
  it('is reported if two nodes agree on it', async () => {
    expect(await world({ a: () => failed, b: () => failed })()).toEqual(failed)
    expect(await world({ a: () => cancelled, b: () => cancelled })()).toEqual(cancelled)
    const [c, unknown] = [() => failed, () => ({ phase: 'unknown' }) as const]
    expect(await world({ a: () => failed, b: unknown, c })()).toEqual(failed)
  })

  it('is reported as unknown if only one of two nodes reports it', async () => {
    const others: readonly Answer[] = [
      { phase: 'unknown' },
      { phase: 'pending' },
      { phase: 'finalized' },
      latchkeyError('http/status', { values: { status: 500 } }),
    ]
    for (const other of others)
      expect(await world({ a: () => failed, b: () => other })()).toEqual({
        phase: 'unknown',
        reason: 'a reports that it failed, and no other node confirms this',
      })
  })

  it('is reported as unknown if two nodes name different transactions', async () => {
    const read = world({ a: () => cancelled, b: () => ({ ...cancelled, hash: '0xef' }) })
    expect(await read()).toMatchObject({ phase: 'unknown' })
  })

  it("is reported with the node's name if the host configured only this node", async () => {
    expect(await world({ 'a.example': () => failed })()).toEqual({ ...failed, accordingTo: 'a.example' })
  })
})

describe('any other outcome', () => {
  it.each(['confirmed', 'finalized', 'pending', 'unknown'] as const)(
    'such as %s is reported if one node reports it',
    async (phase) => {
      const status = { phase, confirmations: 1 } as TransactionStatus
      const other = () => {
        throw new Error('asked for no reason')
      }
      expect(await world({ a: () => status, b: other })()).toEqual(status)
    },
  )
})

describe('the data that a node returns about a pending transaction', () => {
  it('is remembered for later reads, including reads from other nodes', async () => {
    let shown = true
    const asked: (string | undefined)[] = []
    const node = ({ reference }: SentTransaction): TransactionStatus => {
      asked.push(reference)
      if (shown) return { phase: 'pending', reference: 'with nonce' }
      return reference === 'with nonce' ? cancelled : { phase: 'unknown' }
    }
    const read = world({ a: node, b: node })
    expect(await read()).toEqual({ phase: 'pending', reference: 'with nonce' })
    shown = false
    expect(await read()).toEqual(cancelled)
    expect(asked).toEqual([undefined, 'with nonce', 'with nonce', 'with nonce'])
  })
})
