import { base64 } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { addressOfKey } from '../../../../src/adapters/cosmos/address.ts'
import { readReplacement } from '../../../../src/adapters/cosmos/chain/replacement.ts'
import {
  anyOf,
  authInfoBytes,
  bodyBytes,
  coinBytes,
  rawTransaction,
} from '../../../../src/adapters/cosmos/sign-doc.ts'
import { encodeProto } from '../../../../src/core/protobuf.ts'
import type { JsonRpcPort } from '../../../../src/ports.ts'

const keyOf = (fill: number) => new Uint8Array(33).fill(fill)
const [own, other] = [addressOfKey(keyOf(2), 'cosmos'), addressOfKey(keyOf(3), 'cosmos')]

/** Returns a payment that the account of the key `by` signs. */
function payment(by: Uint8Array, [from, to]: readonly [string, string], sequence: bigint): string {
  const coin = coinBytes({ denom: 'uatom', amount: '7' })
  const any = anyOf('/cosmos.bank.v1beta1.MsgSend', encodeProto([1, from], [2, to], [3, coin]))
  const body = bodyBytes({ messages: [{ any, amino: undefined }], memo: '', timeoutHeight: 9n })
  const authInfo = authInfoBytes({
    publicKey: by,
    publicKeyType: '/cosmos.crypto.secp256k1.PubKey',
    mode: 1n,
    sequence,
    fee: { amount: [], gas: 1n },
  })
  return base64.encode(rawTransaction(body, authInfo, new Uint8Array(64)))
}

/** Returns the outcome of the account's transaction with sequence 5 if the node lists these transactions. */
function read(...txs: readonly string[]) {
  const rpc = { request: async () => ({ txs: txs.map((tx) => ({ tx })) }) } as unknown as JsonRpcPort
  return readReplacement(rpc, 'AB', { from: own, sequence: 5n, digest: '00' })
}

describe('a transaction that replaces another transaction', () => {
  it("has the replaced transaction's account and sequence", async () => {
    expect(await read(payment(keyOf(2), [own, other], 5n))).toMatchObject({ reason: 'replaced' })
    expect(await read(payment(keyOf(2), [own, own], 5n))).toMatchObject({ reason: 'cancelled' })
    expect(await read(payment(keyOf(2), [own, other], 6n))).toBeUndefined()
  })

  it('is never a transaction of another account', async () => {
    expect(await read(payment(keyOf(3), [other, own], 5n))).toBeUndefined()
  })
})
