import { Keypair, PublicKey, SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import nacl from 'tweetnacl'
import { describe, expect, it } from 'vitest'
import { checkedSigned, checkSigner } from '../../../../src/adapters/solana/checks.ts'
import { readTransaction, withSignature } from '../../../../src/adapters/solana/wire.ts'
import { fc } from '../../../support/fast-check.ts'

const alice = Keypair.generate()
const bob = Keypair.generate()
const address = alice.publicKey.toBase58()

function made(version: 'legacy' | 0 = 'legacy', lamports = 1, signers: Keypair[] = []): Uint8Array {
  const message = new TransactionMessage({
    payerKey: alice.publicKey,
    recentBlockhash: PublicKey.default.toBase58(),
    instructions: [
      SystemProgram.transfer({ fromPubkey: alice.publicKey, toPubkey: bob.publicKey, lamports }),
      SystemProgram.transfer({ fromPubkey: bob.publicKey, toPubkey: alice.publicKey, lamports }),
    ],
  })
  const transaction = new VersionedTransaction(
    version === 0 ? message.compileToV0Message() : message.compileToLegacyMessage(),
  )
  if (signers.length > 0) transaction.sign(signers)
  return transaction.serialize()
}

describe('the bytes of a solana transaction', () => {
  it.each(['legacy', 0] as const)(
    'of version %s show its signers and its message, as in web3.js',
    (version) => {
      const wire = made(version, 1, [alice, bob])
      const theirs = VersionedTransaction.deserialize(wire)
      const ours = readTransaction(wire)
      expect(ours.version).toBe(version)
      expect(ours.signers).toEqual([address, bob.publicKey.toBase58()])
      expect(Buffer.from(ours.message)).toEqual(Buffer.from(theirs.message.serialize()))
      expect(ours.signatures.map((each) => [...each])).toEqual(theirs.signatures.map((each) => [...each]))
    },
  )

  it('hold each signature at the position of its signer', () => {
    const wire = made()
    const { message } = readTransaction(wire)
    const signature = nacl.sign.detached(message, bob.secretKey)
    const { signatures } = readTransaction(withSignature(wire, bob.publicKey.toBase58(), signature))
    expect([...signatures[1]!]).toEqual([...signature])
    expect(signatures[0]!.every((byte) => byte === 0)).toBe(true)
  })

  it('are refused if they are cut off, too long or of version 1', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 1300 }), (bytes) => {
        try {
          readTransaction(bytes)
        } catch (error) {
          expect(error).toMatchObject({ code: 'validation/invalid-input' })
        }
      }),
      { numRuns: 2000 },
    )
    const wire = made()
    for (let length = 0; length < wire.length - 60; length++)
      expect(() => readTransaction(wire.slice(0, length)), `${length} bytes`).toThrow(/transaction/)
    expect(() => readTransaction(new Uint8Array(1233))).toThrow(/transaction/)
    const versionOne = made(0)
    versionOne[1 + 128] = 0x81
    expect(() => readTransaction(versionOne)).toThrow(/version 0/)
  })
})

describe('bytes with fewer signatures than signers', () => {
  it('are refused, since the order of the signatures would be a guess', () => {
    const wire = made()
    const short = Uint8Array.from([1, ...wire.slice(1 + 64)])
    expect(() => readTransaction(short)).toThrow(
      expect.objectContaining({ code: 'validation/invalid-input' }),
    )
  })
})

describe('a signed solana transaction', () => {
  it('is accepted when it is the requested transaction', () => {
    const asked = made()
    const signed = made('legacy', 1, [alice, bob])
    expect(checkedSigned(asked, signed, address)).toBe(signed)
  })

  it('is refused when a single bit of its message differs', () => {
    const asked = made()
    const signed = made('legacy', 1, [alice, bob])
    const start = 1 + 2 * 64
    for (let at = start + 4; at < signed.length; at += 7) {
      const altered = signed.slice()
      altered[at]! ^= 1
      expect(() => checkedSigned(asked, altered, address), `byte ${at}`).toThrow(
        expect.objectContaining({ code: 'wallet/transaction-altered' }),
      )
    }
  })

  it('is refused if it has another amount than requested, has no signature, or is not a transaction', () => {
    const asked = made()
    expect(() => checkedSigned(asked, made('legacy', 2, [alice, bob]), address)).toThrow(
      expect.objectContaining({ code: 'wallet/transaction-altered' }),
    )
    expect(() => checkedSigned(asked, asked, address)).toThrow(
      expect.objectContaining({ code: 'wallet/invalid-answer' }),
    )
    expect(() => checkedSigned(asked, new Uint8Array(5), address)).toThrow(
      expect.objectContaining({ code: 'wallet/invalid-answer' }),
    )
  })

  it('is not requested from an account that is not among the signers', () => {
    expect(() => checkSigner(made(), address)).not.toThrow()
    expect(() => checkSigner(made(), Keypair.generate().publicKey.toBase58())).toThrow(/signers/)
  })
})
