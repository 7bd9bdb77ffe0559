import { base64, bech32 } from '@scure/base'
import { GenericAuthorization } from 'cosmjs-types/cosmos/authz/v1beta1/authz'
import { MsgExec, MsgGrant } from 'cosmjs-types/cosmos/authz/v1beta1/tx'
import { SendAuthorization } from 'cosmjs-types/cosmos/bank/v1beta1/authz'
import { MsgMultiSend, MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { BasicAllowance } from 'cosmjs-types/cosmos/feegrant/v1beta1/feegrant'
import { MsgGrantAllowance } from 'cosmjs-types/cosmos/feegrant/v1beta1/tx'
import { MsgBeginRedelegate, MsgDelegate, MsgUndelegate } from 'cosmjs-types/cosmos/staking/v1beta1/tx'
import { AuthInfo, TxBody } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { MsgExecuteContract } from 'cosmjs-types/cosmwasm/wasm/v1/tx'
import type { Any } from 'cosmjs-types/google/protobuf/any'
import { MsgTransfer } from 'cosmjs-types/ibc/applications/transfer/v1/tx'
import { describeRequest } from 'latchkey/wallets'
import { describe, expect, it } from 'vitest'
import { fc } from '../support/fast-check.ts'
import { cases, timeout } from './fuzz.ts'

interface Codec {
  fromPartial(value: never): unknown
  encode(value: never): { finish(): Uint8Array }
}

const types = {
  send: ['/cosmos.bank.v1beta1.MsgSend', MsgSend],
  several: ['/cosmos.bank.v1beta1.MsgMultiSend', MsgMultiSend],
  ibc: ['/ibc.applications.transfer.v1.MsgTransfer', MsgTransfer],
  grant: ['/cosmos.authz.v1beta1.MsgGrant', MsgGrant],
  exec: ['/cosmos.authz.v1beta1.MsgExec', MsgExec],
  fees: ['/cosmos.feegrant.v1beta1.MsgGrantAllowance', MsgGrantAllowance],
  stake: ['/cosmos.staking.v1beta1.MsgDelegate', MsgDelegate],
  unstake: ['/cosmos.staking.v1beta1.MsgUndelegate', MsgUndelegate],
  restake: ['/cosmos.staking.v1beta1.MsgBeginRedelegate', MsgBeginRedelegate],
  contract: ['/cosmwasm.wasm.v1.MsgExecuteContract', MsgExecuteContract],
} as const
const written = (name: keyof typeof types, value: object): Any => {
  const [typeUrl, type]: readonly [string, Codec] = types[name]
  return { typeUrl, value: type.encode(type.fromPartial(value as never) as never).finish() }
}

const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => bech32.encode('cosmos', bech32.toWords(bytes)))
const coin = fc.record({
  denom: fc.constantFrom('uatom', 'utusd', `ibc/${'AB'.repeat(32)}`),
  amount: fc.bigInt({ min: 0n, max: 2n ** 200n }).map(String),
})
const coins = fc.uniqueArray(coin, { maxLength: 3, selector: ({ denom }) => denom })
const right = fc.oneof(
  fc.record({ spendLimit: coins, allowList: fc.array(address, { maxLength: 2 }) }).map((value) => ({
    typeUrl: '/cosmos.bank.v1beta1.SendAuthorization',
    value: SendAuthorization.encode(SendAuthorization.fromPartial(value)).finish(),
  })),
  fc.constantFrom(...Object.values(types)).map(([msg]) => ({
    typeUrl: '/cosmos.authz.v1beta1.GenericAuthorization',
    value: GenericAuthorization.encode(GenericAuthorization.fromPartial({ msg })).finish(),
  })),
)

const { message } = fc.letrec<{ message: Any }>((tie) => ({
  message: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc
      .record({ fromAddress: address, toAddress: address, amount: coins })
      .map((value) => written('send', value)),
    fc
      .tuple(address, coins, fc.array(fc.record({ address, coins }), { minLength: 1, maxLength: 3 }))
      .map(([from, all, outputs]) =>
        written('several', { inputs: [{ address: from, coins: all }], outputs }),
      ),
    fc
      .record({ sender: address, receiver: address, token: coin, memo: fc.constantFrom('', 'a note') })
      .map((value) => written('ibc', { ...value, sourcePort: 'transfer', sourceChannel: 'channel-7' })),
    fc
      .record({ granter: address, grantee: address, authorization: right })
      .map(({ authorization, ...value }) => written('grant', { ...value, grant: { authorization } })),
    fc.record({ granter: address, grantee: address, spendLimit: coins }).map(({ spendLimit, ...value }) => {
      const allowance = BasicAllowance.encode(BasicAllowance.fromPartial({ spendLimit })).finish()
      const typeUrl = '/cosmos.feegrant.v1beta1.BasicAllowance'
      return written('fees', { ...value, allowance: { typeUrl, value: allowance } })
    }),
    fc
      .record({ delegatorAddress: address, validatorAddress: address, amount: coin })
      .chain((value) => fc.constantFrom('stake', 'unstake').map((name) => written(name as 'stake', value))),
    fc
      .record({
        delegatorAddress: address,
        validatorSrcAddress: address,
        validatorDstAddress: address,
        amount: coin,
      })
      .map((value) => written('restake', value)),
    fc
      .record({ sender: address, contract: address, msg: fc.uint8Array({ maxLength: 9 }), funds: coins })
      .map((value) => written('contract', value)),
    fc
      .record({ grantee: address, msgs: fc.array(tie('message'), { minLength: 1, maxLength: 3 }) })
      .map((value) => written('exec', value)),
  ),
}))

type Named = readonly string[]
const amounts = (all: readonly { readonly denom: string; readonly amount: string }[]) =>
  all.length === 0 ? ['nothing'] : all.map(({ denom, amount }) => `${amount} ${denom}`)

/** Returns the names and amounts that cosmjs-types reads, one list for each sentence of the approval. */
function read({ typeUrl, value }: Any): readonly Named[] {
  switch (typeUrl) {
    case types.send[0]: {
      const { toAddress, amount } = MsgSend.decode(value)
      return [[`to ${toAddress}`, ...amounts(amount)]]
    }
    case types.several[0]:
      return MsgMultiSend.decode(value).outputs.map(({ address, coins }) => [
        `to ${address}`,
        ...amounts(coins),
      ])
    case types.ibc[0]: {
      const { receiver, token, memo } = MsgTransfer.decode(value)
      return [[`to ${receiver}`, ...amounts([token]), 'channel-7', memo]]
    }
    case types.grant[0]: {
      const { grantee, granter, grant } = MsgGrant.decode(value)
      return [[`Let ${grantee} act for ${granter}`, ...rightIn(grant!.authorization!)]]
    }
    case types.fees[0]: {
      const { grantee, allowance } = MsgGrantAllowance.decode(value)
      const { spendLimit } = BasicAllowance.decode(allowance!.value)
      return [[grantee, ...(spendLimit.length === 0 ? ['unlimited'] : amounts(spendLimit))]]
    }
    case types.stake[0]: {
      const { validatorAddress, amount } = MsgDelegate.decode(value)
      return [[validatorAddress, 'Stake', ...amounts([amount!])]]
    }
    case types.unstake[0]: {
      const { validatorAddress, amount } = MsgUndelegate.decode(value)
      return [[validatorAddress, 'Unstake', ...amounts([amount!])]]
    }
    case types.restake[0]: {
      const { validatorDstAddress, amount } = MsgBeginRedelegate.decode(value)
      return [[validatorDstAddress, 'Move', ...amounts([amount!])]]
    }
    case types.contract[0]: {
      const { contract, funds } = MsgExecuteContract.decode(value)
      return [[contract, ...(funds.length === 0 ? [] : amounts(funds))]]
    }
    default:
      return MsgExec.decode(value)
        .msgs.flatMap(read)
        .map((named) => [...named, 'rights that others granted'])
  }
}

function rightIn({ typeUrl, value }: Any): Named {
  if (typeUrl.endsWith('GenericAuthorization')) return [GenericAuthorization.decode(value).msg]
  const { spendLimit, allowList } = SendAuthorization.decode(value)
  return [
    ...(spendLimit.length === 0 ? ['unlimited'] : amounts(spendLimit)),
    ...(allowList.length === 0 ? ['to anyone'] : allowList),
  ]
}

describe('an approval of a cosmos document', { timeout }, () => {
  it('names who gets what in every message that a second library reads', async () => {
    let nested = 0
    const signerInfos = [{ modeInfo: { single: { mode: 1 } } }]
    const authInfo = AuthInfo.fromPartial({ signerInfos, fee: { gasLimit: 1n } })
    const authInfoBytes = base64.encode(AuthInfo.encode(authInfo).finish())
    const messages = fc.array(message, { minLength: 1, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(messages, address, async (all, signerAddress) => {
        const signDoc = {
          bodyBytes: base64.encode(TxBody.encode(TxBody.fromPartial({ messages: all })).finish()),
          authInfoBytes,
          chainId: 'chain-1',
          accountNumber: '1',
        }
        const params = { signerAddress, signDoc }
        const { effects } = await describeRequest({ method: 'cosmos_signDirect', params }, undefined)
        const texts = effects.map(({ text }) => text)
        const expected = all.flatMap(read)
        if (all.some(({ typeUrl }) => typeUrl === types.exec[0])) nested++
        for (const parts of expected)
          expect(texts.filter((text) => parts.every((part) => text.includes(part)))).not.toHaveLength(0)
        expect(texts).toHaveLength(expected.length)
      }),
      { numRuns: cases },
    )
    expect(nested).toBeGreaterThan(cases / 20)
  })
})
