import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { PubKey } from 'cosmjs-types/cosmos/crypto/secp256k1/keys'
import { MsgDelegate } from 'cosmjs-types/cosmos/staking/v1beta1/tx'
import { AuthInfo, TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { MsgTransfer } from 'cosmjs-types/ibc/applications/transfer/v1/tx'
import { describe, expect, it } from 'vitest'
import { encodeFields } from '../../../src/core/protobuf.ts'
import { decodeTransaction } from '../../../src/devnet/nodes/cosmos/transaction.ts'

const joined = (...parts: readonly Uint8Array[]) => Uint8Array.from(Buffer.concat(parts))
const same = (bytes: Uint8Array) => bytes
/** A field that no message type has. */
const foreign = encodeFields([[99, 1n]])
const withForeign = (bytes: Uint8Array) => joined(bytes, foreign)
const any = (typeUrl: string, value: Uint8Array) => ({ typeUrl, value })

interface Change {
  readonly raw?: typeof same
  readonly body?: typeof same
  readonly authInfo?: typeof same
  readonly message?: typeof same
  readonly key?: typeof same
  readonly bodyFields?: Partial<TxBody>
  readonly amount?: string
  readonly signers?: number
  readonly typeUrl?: string
}

/** Returns a transaction with a bank send, as cosmjs-types encodes it. `change` changes parts of it. */
function transaction(change: Change = {}): Uint8Array {
  const { raw = same, body = same, authInfo = same, message = same, key = same, signers = 1 } = change
  const send = MsgSend.fromPartial({
    fromAddress: 'from',
    toAddress: 'to',
    amount: [{ denom: 'uatom', amount: change.amount ?? '5' }],
  })
  const sent = any(change.typeUrl ?? '/cosmos.bank.v1beta1.MsgSend', message(MsgSend.encode(send).finish()))
  const publicKey = any(
    '/cosmos.crypto.secp256k1.PubKey',
    key(PubKey.encode({ key: new Uint8Array(33).fill(2) }).finish()),
  )
  const signer = { publicKey, modeInfo: { single: { mode: 1 } }, sequence: 7n }
  const bodyBytes = TxBody.encode(
    TxBody.fromPartial({ messages: [sent], memo: 'hi', timeoutHeight: 9n, ...change.bodyFields }),
  ).finish()
  const authInfoBytes = AuthInfo.encode(
    AuthInfo.fromPartial({
      signerInfos: Array.from({ length: signers }, () => signer),
      fee: { amount: [{ denom: 'uatom', amount: '1' }], gasLimit: 3n, payer: '', granter: '' },
    }),
  ).finish()
  return raw(
    TxRaw.encode({
      bodyBytes: body(bodyBytes),
      authInfoBytes: authInfo(authInfoBytes),
      signatures: [new Uint8Array(64)],
    }).finish(),
  )
}

describe('a transaction for the cosmos simulator', () => {
  it('is decoded', () => {
    const bytes = transaction()
    expect(decodeTransaction(bytes)).toMatchObject({
      size: bytes.length,
      messages: [{ from: 'from', to: 'to', amount: [{ denom: 'uatom', amount: 5n }] }],
      memo: 'hi',
      timeoutHeight: 9n,
      publicKey: new Uint8Array(33).fill(2),
      signMode: 1,
      sequence: 7n,
      fee: { amount: [{ denom: 'uatom', amount: 1n }], gas: 3n, payer: '', granter: '' },
    })
  })

  it.each([
    [
      '/cosmos.staking.v1beta1.MsgDelegate',
      MsgDelegate.encode(
        MsgDelegate.fromPartial({ delegatorAddress: 'a', amount: { denom: 'uatom', amount: '1' } }),
      ).finish(),
    ],
    [
      '/ibc.applications.transfer.v1.MsgTransfer',
      MsgTransfer.encode(MsgTransfer.fromPartial({ sourcePort: 'transfer', sender: 'a' })).finish(),
    ],
    ['/cosmos.bank.v1beta1.MsgMultiSend', new Uint8Array([255])],
  ])(
    'is refused with an error that names the type of its message if the simulator does not support the type: %s',
    (type, value) => {
      const bytes = transaction({ bodyFields: { messages: [any(type, value)] } })
      expect(() => decodeTransaction(bytes)).toThrow(`unable to resolve type URL ${type}`)
    },
  )

  it.each<[string, Change]>([
    ['an unknown field', { raw: withForeign }],
    ['an unknown field in its body', { body: withForeign }],
    ['an unknown field in its signer', { authInfo: withForeign }],
    ['an unknown field in its message', { message: withForeign }],
    ['an unknown field in its key', { key: withForeign }],
    [
      'an extension, which the simulator does not support',
      { bodyFields: { extensionOptions: [any('/x', foreign)] } },
    ],
    ['the flag `unordered`, which the simulator does not support', { bodyFields: { unordered: true } }],
    ['a message of another type', { typeUrl: '/cosmos.staking.v1beta1.MsgDelegate' }],
    ['an amount that is not a number', { amount: '0x5' }],
    ['a body that ends early', { body: (bytes) => bytes.subarray(0, -1) }],
    ['bytes that are not a transaction', { raw: () => Uint8Array.of(255, 255) }],
  ])('is refused if it has %s', (_, change) => {
    expect(() => decodeTransaction(transaction(change))).toThrow(expect.objectContaining({ code: 2 }))
  })

  it('is refused if it has two signers', () => {
    expect(() => decodeTransaction(transaction({ signers: 2 }))).toThrow(expect.objectContaining({ code: 4 }))
  })
})
