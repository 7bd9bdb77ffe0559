import { Keypair, SystemProgram, Transaction, type TransactionInstruction } from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { hasDurableNonce } from '../../../../src/adapters/solana/chain/durable-nonce.ts'

const [alice, bob] = [Keypair.generate(), Keypair.generate()]
const transfer = SystemProgram.transfer({
  fromPubkey: alice.publicKey,
  toPubkey: bob.publicKey,
  lamports: 1,
})
const advance = SystemProgram.nonceAdvance({
  noncePubkey: bob.publicKey,
  authorizedPubkey: alice.publicKey,
})
function wireOf(...instructions: TransactionInstruction[]): Uint8Array {
  const transaction = new Transaction({
    feePayer: alice.publicKey,
    recentBlockhash: bob.publicKey.toBase58(),
  })
  transaction.add(...instructions)
  transaction.sign(alice)
  return transaction.serialize()
}

describe('a durable nonce', () => {
  it('is recognized only in the first instruction', () => {
    expect(hasDurableNonce(wireOf(advance, transfer))).toBe(true)
    expect(hasDurableNonce(wireOf(transfer))).toBe(false)
    // In any other position, the instruction makes no durable nonce.
    expect(hasDurableNonce(wireOf(transfer, advance))).toBe(false)
  })

  it("is assumed for a transaction that can't be parsed", () => {
    expect(hasDurableNonce(Uint8Array.of(1, 2, 3))).toBe(true)
  })
})
