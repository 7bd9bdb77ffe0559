import { toBech32 } from '@cosmjs/encoding'
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { MsgWithdrawDelegatorReward } from 'cosmjs-types/cosmos/distribution/v1beta1/tx'
import { MsgDelegate } from 'cosmjs-types/cosmos/staking/v1beta1/tx'
import { AuthInfo, TxBody } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { MsgExecuteContract } from 'cosmjs-types/cosmwasm/wasm/v1/tx'
import fc from 'fast-check'

const address = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => toBech32('cosmos', bytes))
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

/** Transactions as CosmJS builds them, with every member that the chain knows. */
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
