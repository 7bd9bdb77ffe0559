import {
  ComputeBudgetProgram,
  Ed25519Program,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { decodeSolanaTransaction } from 'latchkey/wallets'
import { describe, expect, it } from 'vitest'
import { feeOf } from '../../../../src/adapters/solana/fee.ts'
import { fc } from '../../../support/fast-check.ts'

const [alice, bob] = [Keypair.generate(), Keypair.generate()] as const
const move = (from: Keypair) =>
  SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: alice.publicKey, lamports: 1 })

function wireOf(instructions: TransactionMessage['instructions'], version: 'legacy' | 0 = 0): Uint8Array {
  const message = new TransactionMessage({
    payerKey: alice.publicKey,
    recentBlockhash: PublicKey.default.toBase58(),
    instructions,
  })
  return new VersionedTransaction(
    version === 0 ? message.compileToV0Message() : message.compileToLegacyMessage(),
  ).serialize()
}

// https://solana.com/docs/core/fees
describe('the highest fee of a transaction', () => {
  it('is 5,000 lamports per signature, plus the price of its compute units', () => {
    expect(feeOf(wireOf([move(alice)]))).toBe(5000n)
    expect(feeOf(wireOf([move(alice), move(bob)]))).toBe(10_000n)
    const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 20_000_000n })
    const limit = ComputeBudgetProgram.setComputeUnitLimit({ units: 500 })
    expect(feeOf(wireOf([price, limit, move(alice)]))).toBe(15_000n)
    // Without a limit, an instruction may use 200,000 units. The instruction that sets the price may use
    // 3,000 (SIMD-0170).
    expect(feeOf(wireOf([price, move(alice)]))).toBe(5000n + 4_060_000n)
  })

  it('includes the signatures that a program verifies', () => {
    const { publicKey, secretKey: privateKey } = alice
    const message = new Uint8Array(3)
    const check = Ed25519Program.createInstructionWithPrivateKey({ privateKey, message })
    expect(check.programId.equals(publicKey)).toBe(false)
    expect(feeOf(wireOf([check]))).toBe(10_000n)
  })

  it("equals the fee that Latchkey's own wallets show for the transaction", () => {
    const budget = fc.record({
      price: fc.option(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })),
      units: fc.option(fc.integer({ min: 0, max: 2 ** 32 - 1 })),
      moves: fc.array(fc.constantFrom(alice, bob), { minLength: 1, maxLength: 9 }),
      version: fc.constantFrom('legacy' as const, 0 as const),
    })
    fc.assert(
      fc.property(budget, ({ price, units, moves, version }) => {
        const wire = wireOf(
          [
            ...(units === null ? [] : [ComputeBudgetProgram.setComputeUnitLimit({ units })]),
            ...moves.map(move),
            ...(price === null ? [] : [ComputeBudgetProgram.setComputeUnitPrice({ microLamports: price })]),
          ],
          version,
        )
        expect(feeOf(wire)).toBe(decodeSolanaTransaction(wire).fee)
      }),
      { numRuns: 500 },
    )
  })

  it.each([2, 33, 70])('causes an error if the last %i bytes of the transaction are missing', (missing) => {
    const wire = wireOf([move(alice)])
    expect(() => feeOf(wire.subarray(0, -missing))).toThrow(/transaction: /)
  })
})
