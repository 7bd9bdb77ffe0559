import { secp256k1 } from '@noble/curves/secp256k1'
import * as btc from '@scure/btc-signer'
import { Psbt, Transaction } from 'bitcoinjs-lib'
import { describe, expect, it } from 'vitest'
import { parseAddress } from '../../../../src/adapters/bip122/address.ts'
import { buildPsbt, feeOf } from '../../../../src/adapters/bip122/chain/psbt.ts'
import { checkedSigned } from '../../../../src/adapters/bip122/chain/signed.ts'
import { bip122Accounts } from '../../../../src/devnet/accounts/bip122.ts'

const { alice, bob } = bip122Accounts as Record<string, (typeof bip122Accounts)[string]>
const keyOf = (secret: string) => Buffer.from(secret.slice(2), 'hex')
const scriptOf = (address: string) => parseAddress(address)!.script
const from = parseAddress(alice!.address)!
const thief = scriptOf(bob!.ordinal)

/** Spends two coins of alice: 60,000 sats go to bob, and the rest minus a fee goes back as change. */
const asked = buildPsbt({
  from,
  publicKey: undefined,
  replaceable: true,
  previous: new Map(),
  coins: ['a', 'b'].map((letter) => ({ txid: letter.repeat(64), vout: 1, value: 50_000n, confirmed: true })),
  outputs: [
    { script: scriptOf(bob!.address), value: 60_000n },
    { script: from.script, value: 39_000n },
  ],
})

type Change = (psbt: btc.Transaction) => btc.Transaction
interface Parts {
  inputs: object[]
  outputs: { script: Uint8Array; amount: bigint }[]
}

/**
 * Returns the answer of a wallet that changes the transaction and then signs it with a library that Latchkey
 * doesn't use.
 */
function signed(change: Change = (psbt) => psbt, secret = alice!.secret): string {
  const psbt = change(btc.Transaction.fromPSBT(Buffer.from(asked.toBase64(), 'base64')))
  psbt.sign(keyOf(secret))
  return Buffer.from(psbt.toPSBT()).toString('base64')
}
const edited =
  (edit: (parts: Parts) => unknown, options: object = {}): Change =>
  (psbt) => {
    const inputs = Array.from({ length: psbt.inputsLength }, (_, at) => ({ ...psbt.getInput(at) }))
    const outputs = Array.from({ length: psbt.outputsLength }, (_, at) => {
      const { script, amount } = psbt.getOutput(at)
      return { script: script!, amount: amount! }
    })
    const parts = { inputs, outputs }
    edit(parts)
    const made = new btc.Transaction(options)
    for (const input of parts.inputs) made.addInput(input)
    for (const output of parts.outputs) made.addOutput(output)
    return made
  }
describe('a PSBT of a taproot account', () => {
  it.each([
    ['no point of the curve', 'ff'.repeat(32)],
    ['the key of another account', Buffer.from(secp256k1.getPublicKey(keyOf(bob!.secret))).toString('hex')],
  ])('is built without the internal key if the wallet reports %s', (_, publicKey) => {
    const coins = [{ txid: 'a'.repeat(64), vout: 1, value: 50_000n, confirmed: true }]
    const outputs = [{ script: from.script, value: 49_000n }]
    const taproot = parseAddress(alice!.ordinal)!
    const psbt = buildPsbt({
      ...{ from: taproot, publicKey, replaceable: true, previous: new Map(), coins, outputs },
    })
    expect(psbt.data.inputs[0]?.tapInternalKey).toBeUndefined()
    expect(psbt.data.inputs[0]?.witnessUtxo?.value).toBe(50_000n)
  })
})

const check = (answer: string) => checkedSigned(asked, answer, [0, 1], 'signPsbt')

describe('the fee of a PSBT', () => {
  const funding = [1, 2].map((seed) => {
    const transaction = new Transaction()
    transaction.addInput(new Uint8Array(32).fill(seed), 0)
    transaction.addOutput(from.script, 50_000n)
    return transaction
  })
  const proven = buildPsbt({
    ...{ from, publicKey: undefined, replaceable: true },
    previous: new Map(funding.map((made) => [made.getId(), made.toHex()])),
    coins: funding.map((made) => ({ txid: made.getId(), vout: 0, value: 50_000n, confirmed: true })),
    outputs: [{ script: scriptOf(bob!.address), value: 99_000n }],
  })

  it('is the sum of the inputs minus the sum of the outputs', () => {
    expect(feeOf(proven, [0, 1])).toBe(1000n)
  })

  it('is unknown when the PSBT does not prove the values of its inputs', () => {
    const unknown = proven.clone()
    delete unknown.data.inputs[1]!.nonWitnessUtxo
    expect(() => feeOf(unknown, [0, 1])).toThrow('lacks the transaction that created the coin of input 1')
    delete unknown.data.inputs[1]!.witnessUtxo
    expect(() => feeOf(unknown, [0, 1])).toThrow('lacks the previous output of input 1')
  })
})

describe('a PSBT with several signers', () => {
  const signers = [alice!, bob!].map(({ secret }) => keyOf(secret))
  const script = btc.p2ms(
    2,
    signers.map((key) => secp256k1.getPublicKey(key, true)),
  )
  interface Output {
    readonly script: Uint8Array
    readonly redeemScript?: Uint8Array
    readonly witnessScript?: Uint8Array
  }
  it.each<[string, Output]>([
    ['P2SH', btc.p2sh(script)],
    ['P2WSH in P2SH', btc.p2sh(btc.p2wsh(script))],
    ['P2WSH', btc.p2wsh(script)],
  ])(
    'is accepted with the signature of one of them (%s)',
    (_, { script: output, redeemScript, witnessScript }) => {
      const funding = new Transaction()
      funding.addInput(new Uint8Array(32).fill(1), 0)
      funding.addOutput(output, 50_000n)
      const psbt = new Psbt()
      psbt.addInput({
        ...{ hash: funding.getId(), index: 0, nonWitnessUtxo: funding.toBuffer() },
        ...(redeemScript && { redeemScript }),
        ...(witnessScript && { witnessScript }),
      })
      psbt.addOutput({ script: scriptOf(bob!.address), value: 49_000n })
      const answer = btc.Transaction.fromPSBT(psbt.toBuffer())
      answer.sign(signers[0]!)
      const { psbt: checked, transaction } = checkedSigned(
        psbt,
        Buffer.from(answer.toPSBT()).toString('base64'),
        [0],
        'signPsbt',
      )
      expect(checked.data.inputs[0]?.partialSig).toHaveLength(1)
      expect(transaction).toBeUndefined()
    },
  )
})

describe('a PSBT of a taproot coin with a script', () => {
  const [mine, other] = [alice!, bob!].map(({ secret }) => keyOf(secret)) as [Buffer, Buffer]
  const [myKey, otherKey] = [mine, other].map((key) => secp256k1.getPublicKey(key, true).subarray(1)) as [
    Uint8Array,
    Uint8Array,
  ]
  const single = btc.p2tr_pk(myKey)
  const foreign = btc.p2tr_pk(otherKey)
  const double = btc.p2tr_ns(2, [myKey, otherKey])[0]!

  /** Returns a function that checks the answer of a wallet to the PSBT of a host. */
  function answered(
    leaf: { readonly script: Uint8Array },
    internalKey: Uint8Array | undefined,
    sign: (psbt: btc.Transaction) => unknown,
  ) {
    const { script, ...taproot } = btc.p2tr(internalKey, leaf)
    const made = new btc.Transaction()
    const { tapInternalKey, tapLeafScript, tapMerkleRoot } = taproot
    made.addInput({
      ...{ txid: 'c'.repeat(64), index: 0, witnessUtxo: { script, amount: 50_000n } },
      ...{ tapInternalKey, tapLeafScript, tapMerkleRoot },
    })
    made.addOutput({ script: scriptOf(bob!.address), amount: 49_000n })
    const host = Psbt.fromBuffer(made.toPSBT())
    sign(made)
    const answer = Buffer.from(made.toPSBT()).toString('base64')
    return () => checkedSigned(host, answer, [0], 'signPsbt')
  }

  it.each([
    ['signed', (psbt: btc.Transaction) => psbt.sign(mine)],
    [
      'signed and finalized',
      (psbt: btc.Transaction) => {
        psbt.sign(mine)
        psbt.finalize()
      },
    ],
  ])('is accepted if the wallet has %s it with the key of the script', (_, sign) => {
    const { transaction } = answered(single, otherKey, sign)()
    expect(transaction?.ins[0]?.witness.map(({ length }) => length)).toEqual([64, 34, 33])
  })

  it('is accepted with the signature of one of two signers', () => {
    const { psbt, transaction } = answered(double, undefined, (made) => made.sign(mine))()
    expect(psbt.data.inputs[0]?.tapScriptSig).toHaveLength(1)
    expect(transaction).toBeUndefined()
  })

  it('is finished with the signatures of both signers', () => {
    const both = (made: btc.Transaction) => [mine, other].map((key) => made.sign(key))
    const { transaction } = answered(double, undefined, both)()
    expect(transaction?.ins[0]?.witness.map(({ length }) => length)).toEqual([64, 64, 68, 33])
  })

  it('is accepted if the wallet has signed it with the key of the coin', () => {
    const { transaction } = answered(foreign, myKey, (made) => made.sign(mine))()
    expect(transaction?.ins[0]?.witness.map(({ length }) => length)).toEqual([64])
  })

  it('is refused if the signature with the key of the coin covers only a part of the transaction', () => {
    const part = answered(foreign, myKey, (made) => {
      made.updateInput(0, { sighashType: btc.SigHash.NONE })
      made.signIdx(mine, 0, [btc.SigHash.NONE])
    })
    expect(part).toThrow(expect.objectContaining({ code: 'wallet/invalid-answer' }))
  })
})

// test/integration/bip122-adapter.test.ts has some of these cases on a real node.
describe('the PSBT that a wallet returns', () => {
  it('is accepted if it is the requested transaction with signatures', () => {
    const { transaction } = check(signed())
    expect(transaction?.outs.map(({ value }) => value)).toEqual([60_000n, 39_000n])
    expect(transaction?.ins.every(({ witness }) => witness.length === 2)).toBe(true)
  })

  it.each<[string, Change]>([
    ['pays another recipient', edited(({ outputs }) => Object.assign(outputs[0]!, { script: thief }))],
    ['pays one sat more', edited(({ outputs }) => outputs[0]!.amount++)],
    ['pays one sat less', edited(({ outputs }) => outputs[0]!.amount--)],
    [
      'pays the change to another address',
      edited(({ outputs }) => Object.assign(outputs[1]!, { script: thief })),
    ],
    ['gives the change to the miner', edited(({ outputs }) => outputs.pop())],
    ['has an extra output', edited(({ outputs }) => outputs.push({ script: thief, amount: 600n }))],
    ['swaps its outputs', edited(({ outputs }) => outputs.reverse())],
    ['omits an input', edited(({ inputs }) => inputs.pop())],
    ['swaps its inputs', edited(({ inputs }) => inputs.reverse())],
    [
      'spends another output',
      edited(({ inputs }) => Object.assign(inputs[0]!, { txid: Buffer.alloc(32, 7) })),
    ],
    ["can't be replaced", edited(({ inputs }) => Object.assign(inputs[0]!, { sequence: 0xffffffff }))],
    ['must wait for block 500', edited(() => {}, { lockTime: 500 })],
    ['has another version', edited(() => {}, { version: 1 })],
  ])('is refused when it %s', (_, change) => {
    expect(() => check(signed(change))).toThrow(
      expect.objectContaining({ code: 'wallet/transaction-altered' }),
    )
  })

  it.each([
    ['unsigned', () => asked.toBase64()],
    [
      'signed with an invalid signature',
      () => {
        const psbt = Psbt.fromBase64(signed())
        const signature = psbt.data.inputs[0]!.partialSig![0]!.signature.slice()
        signature[20]! ^= 1
        psbt.data.inputs[0]!.partialSig![0]!.signature = signature
        return psbt.toBase64()
      },
    ],
    ['not a PSBT', () => 'hello'],
    ['an empty text', () => ''],
    ['cut in half', () => signed().slice(0, 200)],
  ])('is refused when it is %s', (_, answer) => {
    expect(() => check(answer())).toThrow(expect.objectContaining({ code: 'wallet/invalid-answer' }))
  })

  it('is refused when its signature covers only a part of the transaction', () => {
    const psbt = btc.Transaction.fromPSBT(Buffer.from(asked.toBase64(), 'base64'))
    for (let at = 0; at < psbt.inputsLength; at++) {
      psbt.updateInput(at, { sighashType: btc.SigHash.NONE })
      psbt.signIdx(keyOf(alice!.secret), at, [btc.SigHash.NONE])
    }
    const answer = Buffer.from(psbt.toPSBT()).toString('base64')
    expect(() => check(answer)).toThrow(expect.objectContaining({ code: 'wallet/invalid-answer' }))
  })
})
