import {
  type AminoMsg,
  encodeSecp256k1Pubkey,
  makeSignDoc as makeAminoDoc,
  serializeSignDoc,
} from '@cosmjs/amino'
import { encodePubkey, makeAuthInfoBytes, makeSignBytes, makeSignDoc, Registry } from '@cosmjs/proto-signing'
import { defaultRegistryTypes } from '@cosmjs/stargate'
import { describe, expect, it } from 'vitest'
import {
  aminoDoc,
  anyOf,
  canonicalJson,
  coinBytes,
  type Draft,
  directDoc,
} from '../../../../src/adapters/cosmos/sign-doc.ts'
import { checkedAmino, feeOf, fromAmino, fromDirect } from '../../../../src/adapters/cosmos/signed.ts'
import { encodeProto } from '../../../../src/core/protobuf.ts'
import { fc } from '../../../support/fast-check.ts'

const signBytes = (doc: unknown) => new TextEncoder().encode(canonicalJson(doc))

const from = 'cosmos15yk64u7zc9g9k2yr2wmzeva5qgwxps6yxj00e7'
const to = 'cosmos1erxf3sa9q2j4vgseu7jq4a258ckmk7cy076t8z'
const publicKey = Uint8Array.from(Buffer.from('03'.padEnd(66, '9'), 'hex'))
const coin = { denom: 'uatom', amount: '12345' }

const draft: Draft = {
  chainId: 'cosmoshub-4',
  accountNumber: 7n,
  sequence: 3n,
  messages: [
    {
      any: anyOf('/cosmos.bank.v1beta1.MsgSend', encodeProto([1, from], [2, to], [3, coinBytes(coin)])),
      amino: { type: 'cosmos-sdk/MsgSend', value: { from_address: from, to_address: to, amount: [coin] } },
    },
  ],
  memo: 'for <you> & me',
  timeoutHeight: 1000n,
  fee: { amount: [{ denom: 'uatom', amount: '5000' }], gas: 200_000n },
  publicKeyType: '/cosmos.crypto.secp256k1.PubKey',
}
/** Returns the same `AuthInfo`, but with this fee granter and fee payer. */
const paidBy = (granter: string | undefined, payer: string | undefined, amount = draft.fee.amount) =>
  makeAuthInfoBytes(
    [{ pubkey: encodePubkey(encodeSecp256k1Pubkey(publicKey)), sequence: 3 }],
    amount,
    200_000,
    granter,
    payer,
  )
/** 64 bytes with a low s. */
const signature = {
  pub_key: encodeSecp256k1Pubkey(publicKey),
  signature: Buffer.from('11'.repeat(64), 'hex').toString('base64'),
}
const altered = expect.objectContaining({ code: 'wallet/transaction-altered' })
const invalid = expect.objectContaining({ code: 'wallet/invalid-answer' })

describe('sign documents', () => {
  it('equal the documents of cosmjs in Direct mode', () => {
    const body = new Registry(defaultRegistryTypes).encodeTxBody({
      messages: [
        {
          typeUrl: '/cosmos.bank.v1beta1.MsgSend',
          value: { fromAddress: from, toAddress: to, amount: [coin] },
        },
      ],
      memo: draft.memo,
      timeoutHeight: 1000n,
    })
    const authInfo = makeAuthInfoBytes(
      [{ pubkey: encodePubkey(encodeSecp256k1Pubkey(publicKey)), sequence: 3 }],
      draft.fee.amount,
      200_000,
      undefined,
      undefined,
    )
    const ours = directDoc(draft, publicKey)
    expect(ours.bodyBytes).toEqual(Uint8Array.from(body))
    expect(ours.authInfoBytes).toEqual(Uint8Array.from(authInfo))
    expect(
      encodeProto(
        [1, ours.bodyBytes],
        [2, ours.authInfoBytes],
        [3, ours.chainId],
        [4, BigInt(ours.accountNumber)],
      ),
    ).toEqual(Uint8Array.from(makeSignBytes(makeSignDoc(body, authInfo, 'cosmoshub-4', 7))))
  })

  it('equal the documents of cosmjs in Amino mode', () => {
    const theirs = makeAminoDoc(
      draft.messages.map(({ amino }) => amino as AminoMsg),
      { amount: draft.fee.amount, gas: '200000' },
      'cosmoshub-4',
      draft.memo,
      7,
      3,
      1000n,
    )
    expect(signBytes(aminoDoc(draft))).toEqual(serializeSignDoc(theirs))
  })

  it('sort the keys of objects, and escape the characters that Go escapes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ unit: 'binary' }), (value, memo) => {
        const doc = { ...aminoDoc(draft)!, memo, msgs: [{ type: 'x', value }] }
        // cosmjs leaves values that are not JSON as they are.
        expect(JSON.parse(new TextDecoder().decode(signBytes(doc)))).toEqual(JSON.parse(JSON.stringify(doc)))
        // Unlike Go, cosmjs doesn't escape line separators, and drops a member named `__proto__`.
        if (!/[\u2028\u2029]|__proto__/.test(JSON.stringify(doc)))
          expect(signBytes(doc)).toEqual(serializeSignDoc(doc as never))
      }),
    )
    // encoding/json, HTMLEscape
    expect(new TextDecoder().decode(signBytes('<&>\u2028\u2029'))).toBe(
      '"\\u003c\\u0026\\u003e\\u2028\\u2029"',
    )
  })

  it('keep account numbers and sequences above 2^53 as strings', () => {
    const large = { ...draft, accountNumber: 2n ** 53n + 1n, sequence: 2n ** 64n - 1n }
    expect(aminoDoc(large)).toMatchObject({
      account_number: '9007199254740993',
      sequence: '18446744073709551615',
    })
    expect(directDoc(large, publicKey).accountNumber).toBe('9007199254740993')
  })

  it('have no Amino form if one message has no Amino form', () => {
    expect(aminoDoc({ ...draft, messages: [{ any: new Uint8Array([1]), amino: undefined }] })).toBeUndefined()
  })
})

describe('the answer of a wallet in Direct mode', () => {
  const asked = directDoc(draft, publicKey)
  const answer = (change: object, by: object = signature) => ({
    signed: { ...asked, ...change },
    signature: by,
  })
  const authInfo = (change: Partial<Draft>) => directDoc({ ...draft, ...change }, publicKey).authInfoBytes

  it('becomes a transaction with the requested body and the signature', () => {
    const raw = fromDirect(asked, answer({}), publicKey)
    expect(raw).toEqual(
      encodeProto([1, asked.bodyBytes], [2, asked.authInfoBytes], [3, new Uint8Array(64).fill(0x11)]),
    )
  })

  it('may contain another fee than requested', () => {
    const fee = { amount: [{ denom: 'uatom', amount: '9' }], gas: 7n }
    expect(feeOf(fromDirect(asked, answer({ authInfoBytes: authInfo({ fee }) }), publicKey))).toEqual(fee)
  })

  describe('to a document with a fee granter and a fee payer', () => {
    const granted = { ...asked, authInfoBytes: paidBy(to, from) }
    const changed = [{ denom: 'uatom', amount: '9' }]

    it('may contain another fee with the same granter and payer', () => {
      const authInfoBytes = paidBy(to, from, changed)
      const raw = fromDirect(granted, answer({ authInfoBytes }), publicKey)
      expect(feeOf(raw)).toEqual({ amount: changed, gas: 200_000n })
      expect(raw).toEqual(
        encodeProto(
          [1, asked.bodyBytes],
          [2, Uint8Array.from(authInfoBytes)],
          [3, new Uint8Array(64).fill(0x11)],
        ),
      )
    })

    it.each([
      ['another granter', paidBy(from, from, changed)],
      ['no granter', paidBy(undefined, from, changed)],
      ['no payer', paidBy(to, undefined, changed)],
      ['granter and payer exchanged', paidBy(from, to, changed)],
    ])('is refused when it has another fee and %s', (_, authInfoBytes) => {
      expect(() => fromDirect(granted, answer({ authInfoBytes }), publicKey)).toThrowError(altered)
    })
  })

  it.each([
    ['bytes', (bytes: Uint8Array) => bytes],
    ['base64', (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')],
    ['hex', (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')],
    ['a list', (bytes: Uint8Array) => [...bytes]],
    ['an object', (bytes: Uint8Array) => ({ ...bytes })],
  ])('may arrive as %s', (_, form) => {
    const change = { bodyBytes: form(asked.bodyBytes), authInfoBytes: form(asked.authInfoBytes) }
    expect(fromDirect(asked, answer(change), publicKey)).toEqual(fromDirect(asked, answer({}), publicKey))
  })

  it.each([
    [
      'another recipient',
      {
        bodyBytes: directDoc(
          { ...draft, messages: [{ any: anyOf('/x', publicKey), amino: undefined }] },
          publicKey,
        ).bodyBytes,
      },
    ],
    ['another memo', { bodyBytes: directDoc({ ...draft, memo: '' }, publicKey).bodyBytes }],
    ['another network', { chainId: 'osmosis-1' }],
    ['another account number', { accountNumber: '8' }],
    ['another sequence', { authInfoBytes: authInfo({ sequence: 4n }) }],
    [
      'another key',
      {
        authInfoBytes: directDoc(
          draft,
          publicKey.map((byte) => byte ^ 1),
        ).authInfoBytes,
      },
    ],
    ['another fee payer', { authInfoBytes: paidBy(undefined, from) }],
    ['a tip', { authInfoBytes: Uint8Array.from([...asked.authInfoBytes, 0x1a, 0x01, 0x00]) }],
    ['no body', { bodyBytes: undefined }],
    ['a broken fee', { authInfoBytes: asked.authInfoBytes.subarray(1) }],
  ])('is refused when it has %s', (_, change) => {
    expect(() => fromDirect(asked, answer(change), publicKey)).toThrowError(altered)
  })

  it('is refused when its account number was rounded', () => {
    const large = directDoc({ ...draft, accountNumber: 2n ** 53n + 1n }, publicKey)
    const numeric = { signed: { ...large, accountNumber: Number(2n ** 53n + 1n) }, signature }
    expect(() => fromDirect(large, numeric, publicKey)).toThrowError(altered)
    const exact = { signed: { ...large, accountNumber: 2n ** 53n + 1n }, signature }
    expect(fromDirect(large, exact, publicKey).length).toBeGreaterThan(64)
  })

  const highS = Buffer.concat([Buffer.alloc(32, 1), Buffer.alloc(32, 0xf0)]).toString('base64')
  it.each([
    ['a high s', { ...signature, signature: highS }],
    ['63 bytes', { ...signature, signature: Buffer.alloc(63, 1).toString('base64') }],
    ['invalid base64', { ...signature, signature: '0x12' }],
    ['no key', { signature: signature.signature }],
    [
      'another key',
      { ...signature, pub_key: encodeSecp256k1Pubkey(publicKey.map((b, i) => (i ? b ^ 1 : b))) },
    ],
    [
      'a key of another kind',
      { ...signature, pub_key: { ...signature.pub_key, type: 'tendermint/PubKeyEd25519' } },
    ],
    ['no fields at all', undefined],
  ])('is refused when its signature has %s', (_, by) => {
    expect(() => fromDirect(asked, { signed: asked, signature: by }, publicKey)).toThrowError(invalid)
  })

  it.each([undefined, null, 'nonsense', 42, {}, { signed: 'x' }])('is refused when it is %s', (nonsense) => {
    expect(() => fromDirect(asked, nonsense, publicKey)).toThrowError(invalid)
  })
})

describe('the answer of a wallet in Amino mode', () => {
  const asked = aminoDoc(draft)!
  const answer = (change: object) => ({ signed: { ...asked, ...change }, signature })

  it('becomes a transaction with the requested body and the signed fee', () => {
    const fee = { amount: [{ denom: 'uatom', amount: '9' }], gas: '7' }
    expect(feeOf(fromAmino(draft, asked, answer({ fee }), publicKey))).toEqual({ ...fee, gas: 7n })
    const authInfo = makeAuthInfoBytes(
      [{ pubkey: encodePubkey(encodeSecp256k1Pubkey(publicKey)), sequence: 3 }],
      draft.fee.amount,
      200_000,
      undefined,
      undefined,
      127,
    )
    const { bodyBytes } = directDoc(draft, publicKey)
    expect(fromAmino(draft, asked, answer({}), publicKey)).toEqual(
      encodeProto([1, bodyBytes], [2, Uint8Array.from(authInfo)], [3, new Uint8Array(64).fill(0x11)]),
    )
  })

  it.each([
    ['another message', { msgs: [{ type: 'cosmos-sdk/MsgSend', value: {} }] }],
    ['another memo', { memo: 'x' }],
    ['another network', { chain_id: 'osmosis-1' }],
    ['another account number', { account_number: '8' }],
    ['another sequence', { sequence: '4' }],
    ['no timeout', { timeout_height: undefined }],
    ['an extra field', { tip: {} }],
    ['another fee payer', { fee: { ...asked.fee, payer: from } }],
    ['a fee that is not a number', { fee: { amount: [{ denom: 'uatom', amount: '1.5' }], gas: '7' } }],
    ['gas that is not a number', { fee: { amount: [], gas: 'much' } }],
    ['no fee', { fee: undefined }],
    ['a member that JSON has no text for', { sequence: 3n }],
    ['a fee that JSON has no text for', { fee: { ...asked.fee, gas: 7n, payer: 7n } }],
  ])('is refused when it has %s', (_, change) => {
    expect(() => fromAmino(draft, asked, answer(change), publicKey)).toThrowError(altered)
  })

  describe('to a document with a fee granter', () => {
    const granted = { ...asked, fee: { ...asked.fee, granter: to } }
    const changed = { amount: [{ denom: 'uatom', amount: '9' }], gas: '7' }

    it('may contain another fee with the same granter', () => {
      const { fee } = checkedAmino(granted, answer({ fee: { ...changed, granter: to } }), publicKey)
      expect(fee).toEqual({ ...changed, gas: 7n })
    })

    it.each([
      ['another granter', { granter: from }],
      ['no granter', {}],
      ['a payer', { granter: to, payer: from }],
    ])('is refused when it has another fee and %s', (_, others) => {
      const change = { fee: { ...changed, ...others } }
      expect(() => checkedAmino(granted, answer(change), publicKey)).toThrowError(altered)
    })
  })
})
