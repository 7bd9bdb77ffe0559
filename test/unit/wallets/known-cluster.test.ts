import { base58 } from '@scure/base'
import { Keypair, SystemProgram, Transaction } from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import type { Clock } from '../../../src/ports.ts'
import type { NodeCall } from '../../../src/wallets/node-pool.ts'
import { ProviderError } from '../../../src/wallets/provider-error.ts'
import { requireKnownCluster } from '../../../src/wallets/solana/known-cluster.ts'

const key = Keypair.generate().publicKey
const blockhash = base58.encode(new Uint8Array(32).fill(7))
const transaction = new Transaction({ feePayer: key, recentBlockhash: blockhash })
transaction.add(SystemProgram.transfer({ fromPubkey: key, toPubkey: key, lamports: 1 }))
const wire = new Uint8Array(transaction.serialize({ requireAllSignatures: false }))

/** Returns a clock on which each wait ends at once. `waits` lists the length of each wait in ms. */
function waiting() {
  const waits: number[] = []
  const clock: Pick<Clock, 'after'> = {
    after(ms, run) {
      waits.push(ms)
      queueMicrotask(run)
      return () => {}
    },
  }
  return { waits, clock }
}

/** Returns a node that gives these answers in order, and then repeats the last answer. */
function nodeOf(...answers: readonly (boolean | Error)[]) {
  const asked: string[] = []
  const node: NodeCall = async (method) => {
    const answer = answers[Math.min(asked.push(method), answers.length) - 1]
    if (answer instanceof Error) throw answer
    return { value: answer } as never
  }
  return { asked, node }
}

describe('the cluster of a transaction', () => {
  it('is accepted at once if a node knows the block hash', async () => {
    const { waits, clock } = waiting()
    const [lagging, current] = [nodeOf(false), nodeOf(true)]
    await requireKnownCluster(wire, [lagging.node, current.node], 'Solana', clock)
    expect([waits, lagging.asked.length, current.asked.length]).toEqual([[], 1, 1])
  })

  it('is accepted as soon as a lagging node learns the block hash', async () => {
    for (const late of [1, 2, 3]) {
      const { waits, clock } = waiting()
      const { asked, node } = nodeOf(...Array<boolean>(late).fill(false), true)
      await requireKnownCluster(wire, [node], 'Solana', clock)
      expect([waits.length, asked.length]).toEqual([late, late + 1])
    }
  })

  it('is refused after about two seconds if no node learns the block hash', async () => {
    const { waits, clock } = waiting()
    const { asked, node } = nodeOf(false)
    await expect(requireKnownCluster(wire, [node], 'Solana', clock)).rejects.toMatchObject({
      code: -32602,
      message: `No node of Solana knows the block hash ${blockhash}: the transaction belongs to another cluster, or is too old.`,
    })
    expect(asked).toHaveLength(4)
    const total = waits.reduce((sum, ms) => sum + ms, 0)
    expect(total).toBeGreaterThanOrEqual(1500)
    expect(total).toBeLessThanOrEqual(2500)
  })

  it('is refused at once if a node fails', async () => {
    const { waits, clock } = waiting()
    const failed = new ProviderError(4901, 'down')
    await expect(
      requireKnownCluster(wire, [nodeOf(failed).node, nodeOf(false).node], 'Solana', clock),
    ).rejects.toBe(failed)
    expect(waits).toEqual([])
  })
})
