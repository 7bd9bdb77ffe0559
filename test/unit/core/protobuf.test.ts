import { AuthInfo, SignDoc, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { describe, expect, it } from 'vitest'
import { bytesIn, decodeProto, encodeProto, numberIn, textIn } from '../../../src/core/protobuf.ts'
import { fc } from '../../support/fast-check.ts'

const bytes = fc.uint8Array({ maxLength: 300 })
const uint64 = fc.bigInt(0n, 2n ** 64n - 1n)
const hex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'))

describe('protobuf', () => {
  it('writes the examples of the protobuf encoding guide', () => {
    // https://protobuf.dev/programming-guides/encoding/
    expect(encodeProto([1, 150n])).toEqual(hex('089601'))
    expect(encodeProto([2, 'testing'])).toEqual(hex('120774657374696e67'))
    expect(encodeProto([3, encodeProto([1, 150n])])).toEqual(hex('1a03089601'))
  })

  it('writes sign documents like cosmjs-types, and reads them back', () => {
    fc.assert(
      fc.property(bytes, bytes, fc.string({ unit: 'binary' }), uint64, (body, authInfo, chainId, number) => {
        const ours = encodeProto([1, body], [2, authInfo], [3, chainId], [4, number])
        const doc = { bodyBytes: body, authInfoBytes: authInfo, chainId, accountNumber: number }
        expect(ours).toEqual(Uint8Array.from(SignDoc.encode(SignDoc.fromPartial(doc)).finish()))
        const fields = decodeProto(ours) ?? []
        expect(textIn(fields, 3)).toBe(chainId)
        expect(numberIn(fields, 4)).toBe(number)
        expect(bytesIn(fields, 1)).toEqual(body.length > 0 ? [body] : [])
      }),
    )
  })

  it('keeps repeated fields in their order', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ minLength: 1, maxLength: 80 })), (signatures) => {
        const raw = TxRaw.encode(TxRaw.fromPartial({ signatures })).finish()
        expect(bytesIn(decodeProto(raw) ?? [], 3)).toEqual(signatures)
        expect(encodeProto(...signatures.map((each) => [3, each] as const))).toEqual(Uint8Array.from(raw))
      }),
    )
  })

  it('reads numbers above 2^53 exactly', () => {
    const sequence = 2n ** 53n + 1n
    const info = AuthInfo.encode(AuthInfo.fromPartial({ signerInfos: [{ sequence }] })).finish()
    const [signer] = bytesIn(decodeProto(info) ?? [], 1)
    expect(numberIn(decodeProto(signer!) ?? [], 3)).toBe(sequence)
  })

  it.each([
    ['a text that ends early', '120774657374'],
    ['a number that ends early', '0896'],
    ['a number of more than 64 bits', '08ffffffffffffffffff7f'],
    ['a number that takes eleven bytes', '08808080808080808080808001'],
    ['a length beyond the end', '12ffffffff0f'],
    ['a field without a number', '0001'],
    ['a group', '0b0c'],
  ])('refuses %s', (_, text) => {
    expect(decodeProto(hex(text))).toBeUndefined()
  })

  it('reads any bytes without throwing an error', () => {
    fc.assert(fc.property(bytes, (noise) => void decodeProto(noise)))
  })

  it('refuses invalid UTF-8', () => {
    expect(textIn(decodeProto(hex('0a02fffe')) ?? [], 1)).toBeUndefined()
    expect(textIn([], 1)).toBe('')
    expect(numberIn([], 1)).toBe(0n)
  })
})
