import { bech32 } from '@scure/base'
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { MsgWithdrawDelegatorReward } from 'cosmjs-types/cosmos/distribution/v1beta1/tx'
import { MsgDelegate } from 'cosmjs-types/cosmos/staking/v1beta1/tx'
import { AuthInfo, TxBody } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { MsgExecuteContract } from 'cosmjs-types/cosmwasm/wasm/v1/tx'
import { decodeProto, encodeFields, type ProtoField } from '../../src/core/protobuf.ts'
import { fc } from '../support/fast-check.ts'

const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => bech32.encode('cosmos', bech32.toWords(bytes)))
const coin = fc.record({
  denom: fc.constantFrom('uatom', 'utusd', `ibc/${'AB'.repeat(32)}`),
  amount: fc.bigInt({ min: 0n, max: 2n ** 200n }).map(String),
})
const coins = fc.array(coin, { maxLength: 3 })
const small = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n })

const message = fc.oneof(
  fc.record({ fromAddress: address, toAddress: address, amount: coins }).map((value) => ({
    typeUrl: '/cosmos.bank.v1beta1.MsgSend',
    value: MsgSend.encode(MsgSend.fromPartial(value)).finish(),
  })),
  fc.record({ delegatorAddress: address, validatorAddress: address, amount: coin }).map((value) => ({
    typeUrl: '/cosmos.staking.v1beta1.MsgDelegate',
    value: MsgDelegate.encode(MsgDelegate.fromPartial(value)).finish(),
  })),
  fc.record({ delegatorAddress: address, validatorAddress: address }).map((value) => ({
    typeUrl: '/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward',
    value: MsgWithdrawDelegatorReward.encode(MsgWithdrawDelegatorReward.fromPartial(value)).finish(),
  })),
  fc
    .record({ sender: address, contract: address, msg: fc.uint8Array({ maxLength: 20 }), funds: coins })
    .map((value) => ({
      typeUrl: '/cosmwasm.wasm.v1.MsgExecuteContract',
      value: MsgExecuteContract.encode(MsgExecuteContract.fromPartial(value)).finish(),
    })),
  fc.uint8Array({ maxLength: 20 }).map((value) => ({ typeUrl: '/example.v1.MsgUnknown', value })),
)

/** Transactions built by CosmJS, with every field that the chain knows. */
export const cosmosTransaction = fc
  .record({
    body: fc.record({
      messages: fc.array(message, { minLength: 1, maxLength: 3 }),
      memo: fc.string({ maxLength: 10 }),
      timeoutHeight: small,
      unordered: fc.boolean(),
      extensionOptions: fc.array(
        fc.constant({ typeUrl: '/example.Option', value: Uint8Array.from([8, 1]) }),
        {
          maxLength: 1,
        },
      ),
    }),
    authInfo: fc.record({
      signerInfos: fc.array(fc.record({ sequence: small }), { minLength: 1, maxLength: 2 }),
      fee: fc.record({
        amount: coins,
        gasLimit: small,
        payer: fc.oneof(fc.constant(''), address),
        granter: fc.oneof(fc.constant(''), address),
      }),
      tip: fc.option(fc.record({ amount: coins, tipper: address }), { nil: undefined }),
    }),
  })
  .map(({ body, authInfo }) => ({
    bodyBytes: TxBody.encode(TxBody.fromPartial(body)).finish(),
    authInfoBytes: AuthInfo.encode(AuthInfo.fromPartial(authInfo as never)).finish(),
  }))

const account = fc.bigInt({ min: 0n, max: 2n ** 53n - 1n }).map(Number)

/** The parts from which CosmJS builds an Amino document. */
export const aminoParts = fc.record({
  messages: fc.array(
    fc.oneof(
      fc.record({ fromAddress: address, toAddress: address, amount: coins }).map((value) => ({
        typeUrl: '/cosmos.bank.v1beta1.MsgSend',
        value: MsgSend.fromPartial(value),
      })),
      fc.record({ delegatorAddress: address, validatorAddress: address, amount: coin }).map((value) => ({
        typeUrl: '/cosmos.staking.v1beta1.MsgDelegate',
        value: MsgDelegate.fromPartial(value),
      })),
      fc.record({ delegatorAddress: address, validatorAddress: address }).map((value) => ({
        typeUrl: '/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward',
        value: MsgWithdrawDelegatorReward.fromPartial(value),
      })),
    ),
    { minLength: 1, maxLength: 3 },
  ),
  fee: fc.record(
    { amount: coins, gas: small.map(String), payer: address, granter: address },
    { requiredKeys: ['amount', 'gas'] },
  ),
  memo: fc.string({ maxLength: 10 }),
  numbers: fc.tuple(account, account),
  timeout: small,
})

type Fault = (part: Uint8Array, field: ProtoField) => readonly Uint8Array[]

/** Changes of one field that chains and libraries read in different ways. */
const faults: readonly Fault[] = [
  // Repeats the field with another value.
  (part, [number, value]) => [
    part,
    encodeFields([[number, typeof value === 'bigint' ? value + 1n : value.slice().reverse()]]),
  ],
  // Adds an unknown field.
  (part, [number, value]) => [part, encodeFields([[number + 90, value]])],
  // Makes the tag of the field longer than necessary.
  (part) => [Uint8Array.from([(part[0] ?? 0) | 0x80, 0, ...part.slice(1)])],
  // Gives the field another wire type.
  (_part, [number, value]) => [
    encodeFields([[number, typeof value === 'bigint' ? new Uint8Array(2) : BigInt(value.length)]]),
  ],
  // Makes the field empty, although an empty field must be left out.
  (_part, [number, value]) => [encodeFields([[number, typeof value === 'bigint' ? 0n : new Uint8Array()]])],
]

/**
 * Puts a fault into a field of a message, or into a field of an inner message. `pick` chooses the field, and
 * `deeper` the fields inside it.
 */
function withFault(bytes: Uint8Array, [pick = 0, ...deeper]: readonly number[], fault: Fault): Uint8Array {
  const fields = decodeProto(bytes) ?? []
  const at = pick % Math.max(1, fields.length)
  return Buffer.concat(
    fields.flatMap((field, index) => {
      const part = encodeFields([field])
      if (index !== at) return [part]
      const [number, value] = field
      const inner = typeof value === 'bigint' ? undefined : decodeProto(value)
      if (deeper.length === 0 || typeof value === 'bigint' || !inner?.length) return fault(part, field)
      return [encodeFields([[number, withFault(value, deeper, fault)]])]
    }),
  )
}

/**
 * Returns the message with the fault of this number. The first pick chooses a field, and each further pick a
 * field inside it.
 */
export const faulty = (bytes: Uint8Array, picks: readonly number[], fault: number): Uint8Array =>
  Uint8Array.from(withFault(bytes, picks, faults[fault]!))

/** Transactions with a fault in one field. */
export const faultyCosmosTransaction = fc
  .tuple(
    cosmosTransaction,
    fc.boolean(),
    fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 4 }),
    fc.constantFrom(...faults),
  )
  .map(([bytes, inBody, picks, fault]) => {
    const name = inBody ? 'bodyBytes' : 'authInfoBytes'
    return { ...bytes, [name]: Uint8Array.from(withFault(bytes[name], picks, fault)) }
  })
