import { Message, VersionedMessage } from '@solana/web3.js'
import * as bitcoin from 'bitcoinjs-lib'
import { AuthInfo, SignDoc, TxBody } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { hexlify, Transaction } from 'ethers'
import fc from 'fast-check'
import { refuseTransaction } from 'latchkey/wallets'
import { describe, expect, it } from 'vitest'
import { type Family, transactionBytes } from '../support/transaction-bytes.ts'

const same = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0

/** Whether the library of the family takes the bytes for a transaction. Each throws for what is none. */
const taken: Readonly<Record<Family, (bytes: Uint8Array) => boolean>> = {
  eip155: (bytes) => Transaction.from(hexlify(bytes)) !== undefined,
  solana: (bytes) => {
    const read = (bytes[0] ?? 0) < 0x80 ? Message.from(bytes) : VersionedMessage.deserialize(bytes)
    return same(read.serialize(), bytes)
  },
  bip122: (bytes) => bitcoin.Transaction.fromBuffer(bytes).ins.length > 0,
  cosmos: (bytes) => {
    const doc = SignDoc.decode(bytes)
    AuthInfo.decode(doc.authInfoBytes)
    const body = TxBody.decode(doc.bodyBytes)
    // A chain makes the signed bytes itself, in the one form; the library reads others too, whatever their wire types.
    if (!same(SignDoc.encode(doc).finish(), bytes)) return false
    return doc.authInfoBytes.length > 0 && body.messages.some(({ typeUrl }) => typeUrl.startsWith('/'))
  },
}

const attempt = (run: () => boolean) => {
  try {
    return run()
  } catch {
    return false
  }
}

describe.each(Object.keys(taken) as Family[])('bytes on %s', (family) => {
  it('that are signed as a message are never a transaction to the library of the family', () => {
    const change = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      take: fc.nat({ max: 2 }),
      put: fc.uint8Array({ maxLength: 3 }),
    })
    const changed = fc
      .tuple(fc.constantFrom(...transactionBytes[family]), fc.array(change, { maxLength: 3 }))
      .map(([[, bytes], changes]) =>
        changes.reduce((before, { at, take, put }) => {
          const start = Math.floor(at * before.length)
          return Uint8Array.from([...before.slice(0, start), ...put, ...before.slice(start + take)])
        }, Uint8Array.from(bytes)),
      )
    let transactions = 0
    fc.assert(
      fc.property(fc.oneof({ weight: 4, arbitrary: changed }, fc.uint8Array({ maxLength: 300 })), (bytes) => {
        const isTransaction = attempt(() => taken[family](bytes))
        if (!isTransaction) return
        transactions++
        expect(() => refuseTransaction(family, bytes)).toThrow('is a transaction')
      }),
      { numRuns: 1000 },
    )
    // Enough of them were ones, or the test would say nothing.
    expect(transactions).toBeGreaterThan(50)
  })

  it('that are text are signed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        refuseTransaction(family, new TextEncoder().encode(text))
      }),
      { numRuns: 1000 },
    )
  })
})
