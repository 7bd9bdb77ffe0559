import { base64, hex } from '@scure/base'
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { MsgDelegate } from 'cosmjs-types/cosmos/staking/v1beta1/tx'
import { AuthInfo, TxBody } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { cosmosRpc, cosmosWallet, decodeCosmosDoc, describeRequest } from 'latchkey/wallets'
import { describe, expect, it } from 'vitest'
import { devAccounts } from '../../../src/devnet/index.ts'

const bob = 'cosmos1bob'
const mallory = 'cosmos1mallory'
const text = (value: string) => new TextEncoder().encode(value)
const join = (...parts: readonly Uint8Array[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => [...part]))
/** Encodes a length-prefixed field by hand, because the libraries encode only valid fields. */
const field = (number: number, value: Uint8Array | string) => {
  const bytes = typeof value === 'string' ? text(value) : value
  return join(Uint8Array.from([number * 8 + 2, bytes.length]), bytes)
}
const coin = (denom: string, amount: string) => join(field(1, denom), field(2, amount))
const send = join(field(1, 'cosmos1alice'), field(2, bob), field(3, coin('uatom', '1')))
const any = (type: string, value: Uint8Array) => join(field(1, type), field(2, value))
const body = (message: Uint8Array = send, more: Uint8Array = new Uint8Array()) =>
  join(field(1, any('/cosmos.bank.v1beta1.MsgSend', message)), more)
const feeOf = (...parts: readonly Uint8Array[]) => field(2, join(...parts))
const signer = field(1, Uint8Array.from([0x18, 1]))
const oneTusd = feeOf(field(1, coin('utusd', '1')))
const authInfo = (fee: Uint8Array = oneTusd, more: Uint8Array = new Uint8Array()) => join(signer, fee, more)
const docOf = (bodyBytes: Uint8Array, authInfoBytes = authInfo()) => ({
  bodyBytes: base64.encode(bodyBytes),
  authInfoBytes: base64.encode(authInfoBytes),
  chainId: 'chain-1',
  accountNumber: '1',
})
const words = async (signDoc: object, method = 'cosmos_signDirect') => {
  const {
    title,
    rows,
    body: said = '',
  } = await describeRequest({ method, params: { signerAddress: 'cosmos1alice', signDoc } }, undefined)
  return [title, ...rows.map((row) => row.join(' ')), said].join('\n')
}

describe('a Direct mode document', () => {
  it('shows its payment and its fee', async () => {
    const said = await words(docOf(body()))
    expect(said).toContain(`sends 1 uatom from cosmos1alice to ${bob}`)
    expect(said).toContain('fee 1 utusd')
  })

  // A careless wallet could show the first of two values while the network uses the second.
  it.each<[string, Uint8Array, Uint8Array]>([
    ['a second recipient', body(join(send.slice(0, -14), field(2, mallory), send.slice(-14))), authInfo()],
    ['a second recipient after the amount', body(join(send, field(2, mallory))), authInfo()],
    ['a second fee', body(), authInfo(join(oneTusd, feeOf(field(1, coin('uatom', '900000000')))))],
    [
      'a second amount in a coin',
      body(join(send.slice(0, -14), field(3, join(coin('uatom', '1'), field(2, '9'))))),
      authInfo(),
    ],
    ['a second memo', body(send, join(field(2, 'a'), field(2, 'b'))), authInfo()],
    [
      'a second value of a message',
      field(1, join(any('/cosmos.bank.v1beta1.MsgSend', send), field(2, field(2, mallory)))),
      authInfo(),
    ],
    ['a second type of a message', field(1, join(any('/x.Y', send), field(1, '/z.A'))), authInfo()],
    ['a second tip', body(), authInfo(oneTusd, join(field(3, field(2, 'a')), field(3, field(2, 'b'))))],
    ['an unknown field of the body', body(send, field(9, 'x')), authInfo()],
    ['an unknown field of the message', body(join(send, field(4, 'x'))), authInfo()],
    ['an unknown field of the fee', body(), authInfo(feeOf(field(1, coin('utusd', '1')), field(5, 'x')))],
    [
      'an unknown field of a coin',
      body(join(field(1, 'a'), field(2, bob), field(3, join(coin('uatom', '1'), field(3, 'x'))))),
      authInfo(),
    ],
    ['an unknown field of the authentication info', body(), authInfo(oneTusd, field(4, 'x'))],
    ['a memo with the wire type of a number', body(send, Uint8Array.from([0x10, 1])), authInfo()],
    [
      'a gas limit with the wire type of a text',
      body(),
      authInfo(feeOf(field(1, coin('utusd', '1')), field(2, 'x'))),
    ],
    ['a timeout of 64 fixed bits', body(send, Uint8Array.from([0x19, 1, 0, 0, 0, 0, 0, 0, 0])), authInfo()],
    ['a tag that is longer than necessary', body(send, Uint8Array.from([0x92, 0, 1, 0x61])), authInfo()],
    [
      'a length that is longer than necessary',
      body(send, Uint8Array.from([0x12, 0x81, 0, 0x61])),
      authInfo(),
    ],
    ['a number that is longer than necessary', body(send, Uint8Array.from([0x18, 0x81, 0])), authInfo()],
    ['an explicit zero', body(send, Uint8Array.from([0x18, 0])), authInfo()],
    ['fields in the wrong order', join(field(2, 'memo'), body()), authInfo()],
    [
      'an amount that is not a number',
      body(join(field(1, 'a'), field(2, bob), field(3, coin('uatom', '1\n2')))),
      authInfo(),
    ],
    [
      'a denomination with line breaks',
      body(join(field(1, 'a'), field(2, bob), field(3, coin('u\natom', '1')))),
      authInfo(),
    ],
  ])('is refused if it has %s', async (_, bodyBytes, authInfoBytes) => {
    await expect(words(docOf(bodyBytes, authInfoBytes))).rejects.toMatchObject({
      code: 'validation/invalid-input',
    })
  })

  it('is refused if a staking message has two amounts', async () => {
    const delegate = MsgDelegate.encode(
      MsgDelegate.fromPartial({
        delegatorAddress: 'cosmos1alice',
        validatorAddress: 'cosmosvaloper1a',
        amount: { denom: 'uatom', amount: '1' },
      }),
    ).finish()
    const type = '/cosmos.staking.v1beta1.MsgDelegate'
    expect(await words(docOf(field(1, any(type, delegate))))).toContain('1 uatom')
    const twice = join(delegate, field(3, coin('uatom', '900')))
    await expect(words(docOf(field(1, any(type, twice))))).rejects.toThrow('comes twice')
  })

  it('is shown with its fee payer, tip, options and validity', async () => {
    const bodyBytes = TxBody.encode(
      TxBody.fromPartial({
        messages: [
          {
            typeUrl: '/cosmos.bank.v1beta1.MsgSend',
            value: MsgSend.encode(
              MsgSend.fromPartial({ fromAddress: 'cosmos1alice', toAddress: bob }),
            ).finish(),
          },
        ],
        memo: 'for lunch',
        timeoutHeight: 77n,
        timeoutTimestamp: { seconds: 1_700_000_000n, nanos: 5 },
        unordered: true,
        extensionOptions: [{ typeUrl: '/a.Critical', value: Uint8Array.from([8, 1]) }],
        nonCriticalExtensionOptions: [{ typeUrl: '/a.Other', value: Uint8Array.from([8, 2]) }],
      }),
    ).finish()
    const authInfoBytes = AuthInfo.encode(
      AuthInfo.fromPartial({
        signerInfos: [{ sequence: 1n }],
        fee: {
          amount: [{ denom: 'uatom', amount: '5' }],
          gasLimit: 9n,
          payer: mallory,
          granter: 'cosmos1granter',
        },
        tip: { amount: [{ denom: 'utusd', amount: '6' }], tipper: 'cosmos1tipper' },
      }),
    ).finish()
    const said = await words(docOf(bodyBytes, authInfoBytes))
    for (const part of [
      'fee 5 uatom, for 9 gas',
      `fee is paid by ${mallory}`,
      'fee is granted by cosmos1granter',
      'tip 6 utusd by cosmos1tipper',
      'memo for lunch',
      'until block 77',
      'until 2023-11-14T22:13:20.000000005Z',
      'order any',
      'option /a.Critical 0801',
      'option that a chain may ignore /a.Other 0802',
    ])
      expect(said).toContain(part)
  })

  it('has the same signature if its bytes come as hex or as base64', async () => {
    const [secret, address] = [devAccounts.alice!.cosmos!.secret, devAccounts.alice!.cosmos!.address]
    const prefix = address.slice(0, address.lastIndexOf('1'))
    const wallet = cosmosWallet({
      privateKeys: [secret],
      chains: [{ id: 'chain-1', bech32Prefix: prefix }],
      approved: ['chain-1'],
    })
    const request = cosmosRpc(wallet)
    const sign = (signDoc: object) =>
      request({ method: 'cosmos_signDirect', params: { signerAddress: address, signDoc } }, 'cosmos:chain-1')
    const inHex = { ...docOf(body()), bodyBytes: hex.encode(body()) }
    expect(await sign(inHex)).toEqual(await sign(docOf(body())))
    expect(decodeCosmosDoc(inHex).messages[0]?.transfer?.to).toBe(bob)
    await expect(sign(docOf(body(join(send, field(2, mallory)))))).rejects.toThrow('out of order')
  })

  it('is refused with the fields or the method of an Amino document', async () => {
    const amino = aminoDoc([payment(bob)])
    await expect(words({ ...docOf(body()), ...amino })).rejects.toThrow("isn't a field")
    await expect(words(amino)).rejects.toThrow('cosmos_signDirect')
    await expect(words(docOf(body()), 'cosmos_signAmino')).rejects.toThrow('cosmos_signAmino')
  })
})

const payment = (to: string) => ({
  type: 'cosmos-sdk/MsgSend',
  value: { from_address: 'cosmos1alice', to_address: to, amount: [{ denom: 'uatom', amount: '1' }] },
})
const signData = {
  type: 'sign/MsgSignData',
  value: { signer: 'cosmos1alice', data: base64.encode(text('hi')) },
}
const aminoDoc = (msgs: readonly object[], more: object = {}) => ({
  chain_id: 'chain-1',
  account_number: '1',
  sequence: '2',
  fee: { amount: [{ denom: 'uatom', amount: '7' }], gas: '9' },
  msgs,
  memo: '',
  ...more,
})

describe('an Amino document', () => {
  it('is shown with all its messages', async () => {
    const said = await words(aminoDoc([payment(bob), payment(mallory)]), 'cosmos_signAmino')
    expect(said).toContain(`to ${bob}`)
    expect(said).toContain(`to ${mallory}`)
    const empty = { chain_id: '', account_number: '0', sequence: '0', fee: { amount: [], gas: '0' } }
    for (const msgs of [
      [signData, payment(mallory)],
      [payment(mallory), signData],
    ])
      await expect(words(aminoDoc(msgs, empty), 'cosmos_signAmino')).rejects.toThrow('must be one message')
  })

  it('is shown with the accounts that pay the fee and the tip', async () => {
    const fee = { amount: [], gas: '9', payer: mallory, granter: 'cosmos1granter' }
    const tip = { amount: [{ denom: 'uatom', amount: '8' }], tipper: 'cosmos1tipper' }
    const said = await words(aminoDoc([payment(bob)], { fee, tip, timeout_height: '77' }), 'cosmos_signAmino')
    for (const part of [
      `paid by ${mallory}`,
      'granted by cosmos1granter',
      '8 uatom by cosmos1tipper',
      'block 77',
    ])
      expect(said).toContain(part)
  })

  it.each<[string, object]>([
    ['the document', aminoDoc([payment(bob)], { extra: 1 })],
    ['its fee', aminoDoc([payment(bob)], { fee: { amount: [], gas: '9', extra: 1 } })],
    [
      'a coin of its fee',
      aminoDoc([payment(bob)], { fee: { amount: [{ denom: 'uatom', amount: '1', extra: 1 }], gas: '9' } }),
    ],
    ['a message', aminoDoc([{ ...payment(bob), extra: 1 }])],
    ['the value of a message', aminoDoc([JSON.parse('{"type":"a/B","value":{"__proto__":1}}')])],
  ])('is refused if %s has an unknown member', async (_, doc) => {
    await expect(words(doc, 'cosmos_signAmino')).rejects.toThrow(/extra|__proto__/)
  })
})
