import { runInNewContext } from 'node:vm'
import { MsgDelegate } from 'cosmjs-types/cosmos/staking/v1beta1/tx'
import { MsgExecuteContract } from 'cosmjs-types/cosmwasm/wasm/v1/tx'
import { MsgTransfer } from 'cosmjs-types/ibc/applications/transfer/v1/tx'
import { describe, expect, it } from 'vitest'
import { encodeMessages } from '../../../../src/adapters/cosmos/chain/messages.ts'
import { anyOf } from '../../../../src/adapters/cosmos/sign-doc.ts'

const coin = { denom: 'uatom', amount: '5' }
const [sender, validator] = ['cosmos1sender', 'cosmosvaloper1validator']

describe('the messages of a cosmos transaction', () => {
  it.each([
    [
      '/cosmos.staking.v1beta1.MsgDelegate',
      MsgDelegate.fromPartial({ delegatorAddress: sender, validatorAddress: validator, amount: coin }),
      MsgDelegate,
      'cosmos-sdk/MsgDelegate',
    ],
    [
      '/ibc.applications.transfer.v1.MsgTransfer',
      MsgTransfer.fromPartial({
        ...{ sourcePort: 'transfer', sourceChannel: 'channel-0', token: coin },
        ...{ sender, receiver: 'osmo1receiver', timeoutTimestamp: 9n },
      }),
      MsgTransfer,
      'cosmos-sdk/MsgTransfer',
    ],
  ] as const)(
    'of the type %s are encoded from an object in both sign modes',
    (typeUrl, value, type, amino) => {
      const [message] = encodeMessages([{ typeUrl, value }])
      const bytes = (type as typeof MsgDelegate).encode(value as never).finish()
      expect(message!.any).toEqual(anyOf(typeUrl, Uint8Array.from(bytes)))
      expect(message!.amino).toMatchObject({ type: amino })
    },
  )

  it('of any type are accepted as encoded bytes for Direct signing', () => {
    const typeUrl = '/cosmwasm.wasm.v1.MsgExecuteContract'
    const msg = new TextEncoder().encode('{"mint":{}}')
    const value = MsgExecuteContract.encode(
      MsgExecuteContract.fromPartial({ sender, contract: 'cosmos1contract', msg, funds: [coin] }),
    ).finish()
    expect(encodeMessages([{ typeUrl, value }])).toEqual([{ any: anyOf(typeUrl, value), amino: undefined }])
  })

  it('may be encoded bytes from another JavaScript realm', () => {
    const typeUrl = '/cosmos.staking.v1beta1.MsgDelegate'
    const encoded = MsgDelegate.encode(
      MsgDelegate.fromPartial({ delegatorAddress: sender, validatorAddress: validator, amount: coin }),
    ).finish()
    const value: unknown = runInNewContext('Uint8Array.from(bytes)', { bytes: [...encoded] })
    expect(value).not.toBeInstanceOf(Uint8Array)
    expect(encodeMessages([{ typeUrl, value }])).toEqual([
      { any: anyOf(typeUrl, Uint8Array.from(encoded)), amino: undefined },
    ])
  })

  it.each([
    ['an ArrayBuffer', new ArrayBuffer(3)],
    ['a list of numbers', [1, 2, 3]],
    ['undefined', undefined],
  ])('of a known type are refused if the value is %s', (_, value) => {
    const typeUrl = '/cosmos.staking.v1beta1.MsgDelegate'
    expect(() => encodeMessages([{ typeUrl, value }])).toThrow(
      `messages: the value of ${typeUrl} is neither an object nor a Uint8Array`,
    )
  })

  it('of an unknown type are refused if the value is an object', () => {
    expect(() => encodeMessages([{ typeUrl: '/my.module.MsgMint', value: {} }])).toThrow(
      'messages: /my.module.MsgMint is an unknown type: pass its value encoded, as a Uint8Array',
    )
  })
})
