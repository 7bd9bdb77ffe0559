import { makeAuthInfoBytes, Registry } from '@cosmjs/proto-signing'
import { AminoTypes, createDefaultAminoConverters, defaultRegistryTypes } from '@cosmjs/stargate'
import { SimulateRequest, SimulateResponse } from 'cosmjs-types/cosmos/tx/v1beta1/service'
import { TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { simulateRequest } from 'latchkey/wallets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import { type Devnet, devAccounts } from '../../src/devnet/index.ts'
import { systemFetch } from '../../src/platform/system-fetch.ts'
import type { Fetch } from '../../src/ports.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'

let devnet: Devnet
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['cosmos'] })
}, leaseTimeout)
afterAll(() => devnet?.stop())

const network = () => devnet.networks[0] as ChainNetwork
const host = () => new URL(network().rpcUrls.default.http[0]!).host
const denom = () => network().cosmos!.denom
const [alice, bob] = [devAccounts.alice!.cosmos!.address, devAccounts.bob!.cosmos!.address]
const registry = new Registry(defaultRegistryTypes)
const amino = new AminoTypes(createDefaultAminoConverters())

type Message = { readonly typeUrl: string; readonly value: unknown }
const sending = (amount: bigint | string, from = alice, to = bob): Message => ({
  typeUrl: '/cosmos.bank.v1beta1.MsgSend',
  value: { fromAddress: from, toAddress: to, amount: [{ denom: denom(), amount: String(amount) }] },
})
const fee = () => [{ denom: denom(), amount: '5000' }]
const sequenceOf = async () => {
  const { StargateClient } = await import('@cosmjs/stargate')
  const reader = await StargateClient.connect(network().rpcUrls.default.http[0]!)
  return (await reader.getSequence(alice)).sequence
}
const direct = async (messages: readonly Message[], gas = 200_000) => ({
  method: 'cosmos_signDirect',
  params: {
    signerAddress: alice,
    signDoc: {
      chainId: String(network().id),
      accountNumber: '1',
      bodyBytes: registry.encodeTxBody({ messages: messages as never, memo: 'hi' }),
      authInfoBytes: makeAuthInfoBytes(
        [
          {
            pubkey: {
              typeUrl: '/cosmos.crypto.secp256k1.PubKey',
              value: new Uint8Array([10, 33, ...new Uint8Array(33).fill(2)]),
            },
            sequence: await sequenceOf(),
          },
        ],
        fee(),
        gas,
        undefined,
        undefined,
      ),
    },
  },
})
const inAmino = async (messages: readonly Message[]) => ({
  method: 'cosmos_signAmino',
  params: {
    signerAddress: alice,
    signDoc: {
      chain_id: String(network().id),
      account_number: '1',
      sequence: String(await sequenceOf()),
      fee: { amount: fee(), gas: '200000' },
      msgs: messages.map((message) => amino.toAmino(message as never)),
      memo: 'hi',
    },
  },
})
const simulated = async (
  request: Parameters<typeof simulateRequest>[0] | Promise<Parameters<typeof simulateRequest>[0]>,
  options: Parameters<typeof simulateRequest>[2] = {},
) => simulateRequest(await request, network(), options)
/** Creates a fetch that changes the node's answer to a simulation. */
const answering =
  (change: (response: SimulateResponse) => SimulateResponse): Fetch =>
  async (input, init) => {
    const answer = await systemFetch(input, init)
    const body = (await answer.json()) as { result: { response: { value: string } } }
    const response = SimulateResponse.decode(Buffer.from(body.result.response.value, 'base64'))
    const changed = SimulateResponse.encode(change(response)).finish()
    body.result.response.value = Buffer.from(changed).toString('base64')
    return Response.json(body)
  }

describe.each([
  ['Direct', direct],
  ['Amino', inAmino],
])('a cosmos transaction in %s mode', (_, made) => {
  it('is shown with the amount that the account sends, without the fee', async () => {
    expect(await simulated(made([sending(250_000n)]))).toEqual([
      [
        'simulation',
        `You send 250000 ${denom()} (0.25 ${network().nativeCurrency.symbol}), according to ${host()}`,
      ],
    ])
  })

  it('is shown with a warning if it spends more than the account has', async () => {
    expect(await simulated(made([sending(10n ** 30n)]))).toEqual([
      ['WARNING', expect.stringMatching(/^The simulation fails: .*insufficient funds.*, according to 127/s)],
    ])
  })

  it("is shown with a warning if the node's simulation differs from the message", async () => {
    const fetch = answering((response) => {
      for (const { attributes } of response.result!.events)
        for (const attribute of attributes) if (attribute.key === 'amount') attribute.value = `1${denom()}`
      return response
    })
    const rows = await simulated(made([sending(250_000n)]), { fetch })
    expect(rows[0]).toEqual(['simulation', expect.stringMatching(/^You send 1 /)])
    expect(rows[1]).toEqual([
      'WARNING',
      expect.stringMatching(
        /^The simulation disagrees with the effects above: there you send 250000 .*, and here 1 /,
      ),
    ])
  })

  it("is shown with the reason if it can't be simulated", async () => {
    const empty = answering((response) => ({ ...response, result: undefined }))
    expect(await simulated(made([sending(1n)]), { fetch: empty })).toEqual([
      ['simulation', "Not simulated: the node's answer can't be read"],
    ])
    expect(await simulated(made([sending(1n)]), { skip: '--offline asks no node' })).toEqual([
      ['simulation', 'Not simulated: --offline asks no node'],
    ])
    const without: Fetch = async (_input, init) => {
      const { id } = JSON.parse(String(init?.body))
      const response = { code: 6, log: 'unknown query path: unknown request', value: null }
      return Response.json({ jsonrpc: '2.0', id, result: { response } })
    }
    expect(await simulated(made([sending(1n)]), { fetch: without })).toEqual([
      ['simulation', `Not simulated: ${host()} doesn't offer it`],
    ])
  })
})

it('the simulation of a cosmos transaction adds up the changes of all messages', async () => {
  expect(await simulated(direct([sending(250_000n), sending(50_000n, alice, alice)]))).toEqual([
    ['simulation', expect.stringMatching(/^You send 250000 /)],
  ])
})

it('a cosmos transaction is shown with a warning if its simulation exceeds its gas limit', async () => {
  expect(await simulated(direct([sending(1n)], 20_000))).toContainEqual([
    'WARNING',
    expect.stringMatching(
      /^The transaction may run out of gas: the simulation used \d+, and it may use 20000$/,
    ),
  ])
})

it('a text that a cosmos account signs is not simulated', async () => {
  const msgs = [{ type: 'sign/MsgSignData', value: { signer: alice, data: 'aGk=' } }]
  const signDoc = {
    chain_id: '',
    account_number: '0',
    sequence: '0',
    fee: { gas: '0', amount: [] },
    memo: '',
    msgs,
  }
  expect(await simulated({ method: 'cosmos_signAmino', params: { signerAddress: alice, signDoc } })).toEqual(
    [],
  )
})

describe('an Amino message that is encoded for a simulation', () => {
  const validator = 'cosmosvaloper1sjllsnramtg3ewxqwwrwjxfgc4n4ef9u2lcnj0'
  const coin = { denom: 'uatom', amount: '7' }
  const known: readonly Message[] = [
    {
      typeUrl: '/cosmos.bank.v1beta1.MsgSend',
      value: { fromAddress: alice, toAddress: bob, amount: [coin] },
    },
    {
      typeUrl: '/ibc.applications.transfer.v1.MsgTransfer',
      value: {
        ...{
          sourcePort: 'transfer',
          sourceChannel: 'channel-1',
          token: coin,
          sender: alice,
          receiver: 'osmo1',
        },
        timeoutHeight: { revisionNumber: 1n, revisionHeight: 9n },
        ...{ timeoutTimestamp: 5n, memo: 'note' },
      },
    },
    {
      typeUrl: '/cosmos.staking.v1beta1.MsgDelegate',
      value: { delegatorAddress: alice, validatorAddress: validator, amount: coin },
    },
    {
      typeUrl: '/cosmos.staking.v1beta1.MsgUndelegate',
      value: { delegatorAddress: alice, validatorAddress: validator, amount: coin },
    },
    {
      typeUrl: '/cosmos.staking.v1beta1.MsgBeginRedelegate',
      value: {
        delegatorAddress: alice,
        validatorSrcAddress: validator,
        validatorDstAddress: validator,
        amount: coin,
      },
    },
    {
      typeUrl: '/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward',
      value: { delegatorAddress: alice, validatorAddress: validator },
    },
  ]

  it.each(known)('of the type $typeUrl has the same bytes as with CosmJS', async (message) => {
    let sent: readonly unknown[] = []
    const fetch: Fetch = async (input, init) => {
      const { params } = JSON.parse(String(init?.body))
      const { txBytes } = SimulateRequest.decode(Buffer.from(params.data, 'hex'))
      sent = TxBody.decode(TxRaw.decode(txBytes).bodyBytes).messages
      return systemFetch(input, init)
    }
    await simulated(inAmino([message]), { fetch })
    expect(sent).toEqual([registry.encodeAsAny(message as never)])
  })

  it("isn't simulated if its format or one of its fields is unknown", async () => {
    const request = await inAmino([sending(1n)])
    const with_ = (message: object) => ({
      ...request,
      params: { ...request.params, signDoc: { ...request.params.signDoc, msgs: [message] } },
    })
    const [plain] = request.params.signDoc.msgs
    for (const message of [
      { type: 'wasm/MsgExecuteContract', value: { sender: alice, contract: bob, msg: {}, funds: [] } },
      { type: 'cosmos-sdk/MsgSend', value: { ...plain!.value, more: 'x' } },
    ])
      expect(await simulated(with_(message))).toEqual([
        ['simulation', `Not simulated: the message ${message.type} is known only in its Amino form`],
      ])
  })
})
