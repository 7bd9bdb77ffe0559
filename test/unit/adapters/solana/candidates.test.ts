import { base58, base64 } from '@scure/base'
import {
  ComputeBudgetProgram,
  Keypair,
  type PublicKey,
  SystemProgram,
  Transaction,
  type TransactionInstruction,
} from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { readCandidates, requestTrace } from '../../../../src/adapters/solana/chain/candidates.ts'
import { solanaNode } from '../../../../src/adapters/solana/chain/node.ts'

const [alice, bob, sponsor] = [Keypair.generate(), Keypair.generate(), Keypair.generate()]
const pay = (lamports: number) =>
  SystemProgram.transfer({ fromPubkey: alice.publicKey, toPubkey: bob.publicKey, lamports })
const advance = SystemProgram.nonceAdvance({
  noncePubkey: bob.publicKey,
  authorizedPubkey: alice.publicKey,
})

function signed(instructions: readonly TransactionInstruction[], payer = alice, blockhash = bob.publicKey) {
  const transaction = new Transaction({ feePayer: payer.publicKey, recentBlockhash: blockhash.toBase58() })
  transaction.add(...instructions)
  transaction.sign(payer, ...(payer === alice ? [] : [alice]))
  const wire = new Uint8Array(transaction.serialize())
  return { wire, hash: base58.encode(transaction.signature!) }
}

/** Returns the candidates of a payment of 7 lamports, on a node with these transactions of the account. */
async function found(
  landed: readonly { readonly wire: Uint8Array; readonly hash: string; readonly slot?: number }[],
  payer: Keypair = alice,
  account: PublicKey = alice.publicKey,
  passed = 0,
): Promise<readonly string[]> {
  const node = solanaNode({
    async request<T>({ method, params = [] }: { method: string; params?: readonly unknown[] }) {
      const [first] = params
      const wire = landed.find(({ hash }) => hash === first)?.wire
      const answers: Record<string, unknown> = {
        getSlot: 100,
        getSignaturesForAddress:
          first === account.toBase58()
            ? landed.map(({ hash, slot = 101 }) => ({ signature: hash, slot }))
            : [],
        getTransaction: wire ? { transaction: [base64.encode(wire), 'base64'] } : null,
      }
      return answers[method] as T
    },
  })
  const trace = await requestTrace(node, account.toBase58(), signed([pay(7)], payer), () => passed)
  return (await readCandidates(node, trace)).map(({ hash }) => hash)
}

const budget = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 5 })

describe('a solana payment whose answer is lost', () => {
  it.each([
    ['unchanged', signed([pay(7)], alice, alice.publicKey)],
    ['with another compute budget', signed([budget, pay(7)])],
    ['with a durable nonce', signed([advance, budget, pay(7)])],
    ['with another account as the fee payer', signed([pay(7)], sponsor)],
  ])('is found if the wallet sent it %s', async (_, sent) => {
    expect(await found([sent])).toEqual([sent.hash])
  })

  it('is looked up by its account, even if another account pays the fee', async () => {
    const sent = signed([pay(7)], sponsor)
    expect(await found([sent], sponsor)).toEqual([sent.hash])
  })

  it.each([
    ['of another amount', signed([pay(8)])],
    ['with a second payment', signed([pay(7), pay(7)])],
    ['that advances a nonce later', signed([pay(7), advance])],
    ['of an earlier slot', { ...signed([pay(7)]), slot: 99 }],
    ['whose hash the node made up', { ...signed([pay(7)]), hash: base58.encode(new Uint8Array(64).fill(7)) }],
    ['whose hash is markup', { ...signed([pay(7)]), hash: '<b>send again</b>' }],
  ])('is never matched to a transaction %s', async (_, sent) => {
    expect(await found([sent])).toEqual([])
  })

  it('is found even if the node answered long after the wallet was asked', async () => {
    const sent = { ...signed([pay(7)]), slot: 71 }
    const at = (passed: number) => found([sent], alice, alice.publicKey, passed)
    expect(await at(8_000)).toEqual([])
    expect(await at(11_900)).toEqual([sent.hash])
    expect(await at(3_600_000)).toEqual([sent.hash])
  })

  it.each([
    ['90:71', '71'],
    ['90', '100'],
    [undefined, '100'],
  ])('is searched from the slot at which it was built, if that is known (%s)', async (reference, slot) => {
    const node = solanaNode({ request: async <T>() => 100 as T })
    const { wire } = signed([pay(7)])
    const trace = await requestTrace(node, String(alice.publicKey), { wire, reference }, () => 0)
    expect(trace.split(':')[0]).toBe(slot)
  })

  it('is not looked up if the stored transaction is damaged', async () => {
    const node = solanaNode({ request: () => Promise.reject(new Error('not expected: a read')) })
    expect(await readCandidates(node, `100:${alice.publicKey}:A===`)).toEqual([])
  })

  it('is listed only once, however often the node lists it', async () => {
    const sent = signed([pay(7)])
    expect(await found([sent, sent, sent])).toEqual([sent.hash])
  })
})
