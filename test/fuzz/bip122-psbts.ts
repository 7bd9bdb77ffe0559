import * as bitcoin from 'bitcoinjs-lib'
import type { Bip122Kind } from 'latchkey/wallets'
import { fc } from '../support/fast-check.ts'

const network = bitcoin.networks.regtest
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const sats = fc.oneof(fc.bigInt({ min: 0n, max: 21n * 10n ** 14n }), fc.constantFrom(0n, 330n, 546n, 1000n))

/** An output script of the account, and the data that a signer needs for it. */
export interface OwnScript {
  readonly kind: Bip122Kind
  readonly address: string
  readonly script: Uint8Array
  readonly redeemScript: Uint8Array | undefined
  readonly tapInternalKey: Uint8Array | undefined
}

/** A script of someone else, with or without an address. */
export const foreignScript = fc.oneof(
  bytes(20).map((hash) => bitcoin.payments.p2wpkh({ hash, network }).output!),
  bytes(20).map((hash) => bitcoin.payments.p2pkh({ hash, network }).output!),
  bytes(20).map((hash) => Uint8Array.from([0xa9, 0x14, ...hash, 0x87])),
  bytes(32).map((hash) => Uint8Array.from([0x51, 0x20, ...hash])),
  bytes(32).map((hash) => Uint8Array.from([0x00, 0x20, ...hash])),
  fc.uint8Array({ maxLength: 40 }).map((data) => Uint8Array.from([0x6a, data.length, ...data])),
  fc.uint8Array({ maxLength: 10 }),
)

/** The version of the transaction that created an output, and the outputs before this output. */
const previous = fc.record({
  before: fc.array(fc.tuple(foreignScript, sats), { maxLength: 2 }),
  version: fc.constantFrom(1, 2),
})

const spent = (own: readonly OwnScript[]) =>
  fc.record({
    by: fc.option(fc.constantFrom(...own), { freq: 5 }),
    foreign: foreignScript,
    value: sats,
    previous,
    // The PSBT contains the output alone, the output's whole transaction, both, or neither.
    told: fc.constantFrom('output', 'output', 'output', 'whole', 'whole', 'whole', 'both', 'both', 'neither'),
    lie: fc.oneof({ weight: 20, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: sats }),
    wrongHash: fc.integer({ min: 0, max: 40 }).map((roll) => roll === 0),
    sequence: fc.constantFrom(0xffffffff, 0xfffffffd, 0),
    sighashType: fc.oneof(
      { weight: 24, arbitrary: fc.constant(undefined) },
      { weight: 3, arbitrary: fc.constant<number | undefined>(1) },
      { weight: 1, arbitrary: fc.constantFrom<number | undefined>(2, 3, 0x81, 0x82, 0x83, 0x41, 255) },
    ),
    wanted: fc.integer({ min: 0, max: 9 }),
  })

export interface DrawnPsbt {
  readonly psbt: string
  readonly signInputs: readonly { readonly index: number; readonly address: unknown }[]
}

/**
 * Draws PSBTs that bitcoinjs-lib builds, and the inputs that a page asks to sign. Some PSBTs have wrong
 * outputs or changed bytes.
 */
export function drawnPsbt(own: readonly OwnScript[]): fc.Arbitrary<DrawnPsbt> {
  const whole = fc
    .record({
      inputs: fc.array(spent(own), { minLength: 1, maxLength: 3 }),
      outputs: fc.array(
        fc.tuple(fc.oneof(foreignScript, fc.constantFrom(...own.map(({ script }) => script))), sats),
        { minLength: 1, maxLength: 3 },
      ),
      locktime: fc.constantFrom(0, 1, 500_000_000),
    })
    .map(({ inputs, outputs, locktime }) => {
      const psbt = new bitcoin.Psbt({ network, maximumFeeRate: Number.MAX_SAFE_INTEGER })
      psbt.setLocktime(locktime)
      for (const [
        at,
        { by, foreign, value, previous: made, told, lie, wrongHash, sequence, sighashType },
      ] of inputs.entries()) {
        const script = by?.script ?? foreign
        const transaction = new bitcoin.Transaction()
        transaction.version = made.version
        transaction.addInput(new Uint8Array(32).fill(at + 1), 0)
        for (const [before, held] of made.before) transaction.addOutput(before, held)
        transaction.addOutput(script, value)
        const hash = transaction.getHash()
        if (wrongHash) hash[0] = hash[0]! ^ 1
        psbt.addInput({
          hash,
          index: made.before.length,
          sequence,
          ...(sighashType !== undefined && { sighashType }),
          ...((told === 'whole' || told === 'both') && { nonWitnessUtxo: transaction.toBuffer() }),
          ...((told === 'output' || told === 'both') && { witnessUtxo: { script, value: lie ?? value } }),
          ...(by?.redeemScript && { redeemScript: by.redeemScript }),
          ...(by?.tapInternalKey && { tapInternalKey: by.tapInternalKey }),
        } as never)
      }
      for (const [script, value] of outputs) psbt.addOutput({ script, value })
      const signInputs = inputs.flatMap(({ by, wanted }, index) =>
        wanted === 0 ? [] : by ? [{ index, address: by.address }] : [],
      )
      return { psbt: psbt.toBase64(), signInputs }
    })
  const splice = fc.tuple(
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.nat({ max: 2 }),
    fc.uint8Array({ maxLength: 2 }),
  )
  const spliced = fc.tuple(whole, splice).map(([{ psbt, signInputs }, [place, take, put]]) => {
    const before = Buffer.from(psbt, 'base64')
    const at = Math.floor(place * before.length)
    const after = [...before.subarray(0, at), ...put, ...before.subarray(at + take)]
    return { psbt: Buffer.from(after).toString('base64'), signInputs }
  })
  return fc.oneof({ weight: 5, arbitrary: whole }, { weight: 1, arbitrary: spliced })
}
