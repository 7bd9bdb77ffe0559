import { expandMetadata, Metadata, TypeRegistry } from '@polkadot/types'
import { base58, base64 } from '@scure/base'
import {
  AddressLookupTableAccount,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { GenericAuthorization } from 'cosmjs-types/cosmos/authz/v1beta1/authz'
import { MsgExec, MsgGrant, MsgRevoke } from 'cosmjs-types/cosmos/authz/v1beta1/tx'
import { SendAuthorization } from 'cosmjs-types/cosmos/bank/v1beta1/authz'
import { MsgMultiSend, MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { BasicAllowance } from 'cosmjs-types/cosmos/feegrant/v1beta1/feegrant'
import { MsgGrantAllowance } from 'cosmjs-types/cosmos/feegrant/v1beta1/tx'
import { StakeAuthorization } from 'cosmjs-types/cosmos/staking/v1beta1/authz'
import { AuthInfo, TxBody } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { MsgTransfer } from 'cosmjs-types/ibc/applications/transfer/v1/tx'
import { describeRequest, polkadotRuntime } from 'latchkey/wallets'
import { describe, expect, it } from 'vitest'
import type { ChainNetwork } from '../../../src/core/chain/network.ts'
import { devAccounts } from '../../../src/devnet/dev-accounts.ts'
import { knownRuntime } from '../../support/polkadot-runtimes.ts'

type Request = Parameters<typeof describeRequest>[0]
const said = async (request: Request, network?: Parameters<typeof describeRequest>[1]) =>
  (await describeRequest(request, network)).effects.map(({ level, text }) => `${level}: ${text}`)

describe('the effect of a solana transaction', () => {
  const keyOf = (seed: number) => new PublicKey(new Uint8Array(32).fill(seed))
  const [me, to, mint, source, delegate] = [1, 2, 3, 4, 5].map(keyOf) as [
    PublicKey,
    PublicKey,
    PublicKey,
    PublicKey,
    PublicKey,
  ]
  const token = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
  const token2022 = new PublicKey('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')
  const u64 = (value: bigint) => {
    const bytes = Buffer.alloc(8)
    bytes.writeBigUInt64LE(value)
    return [...bytes]
  }
  const call = (programId: PublicKey, accounts: readonly PublicKey[], data: readonly number[]) =>
    new TransactionInstruction({
      programId,
      keys: accounts.map((pubkey) => ({ pubkey, isSigner: pubkey === me, isWritable: true })),
      data: Buffer.from(data),
    })
  const texts = (
    instructions: readonly TransactionInstruction[],
    tables: AddressLookupTableAccount[] = [],
  ) => {
    const message = new TransactionMessage({
      payerKey: me,
      recentBlockhash: base58.encode(new Uint8Array(32).fill(9)),
      instructions: [...instructions],
    })
    const transaction = base64.encode(
      new VersionedTransaction(message.compileToV0Message(tables)).serialize(),
    )
    return said({ method: 'solana_signTransaction', params: { transaction, pubkey: String(me) } })
  }
  const transfer = SystemProgram.transfer({ fromPubkey: me, toPubkey: to, lamports: 1_500_000_000 })
  const most = 2n ** 64n - 1n

  it.each<[string, TransactionInstruction, string]>([
    ['a payment', transfer, `plain: Send 1.5 SOL to ${to}`],
    [
      'a token payment',
      call(token, [source, mint, to, me], [12, ...u64(2_500_000n), 6]),
      `plain: Send 2.5 of the token ${mint} from the token account ${source} to the token account ${to}`,
    ],
    [
      'a token payment without decimals',
      call(token, [source, to, me], [3, ...u64(25n)]),
      `caution: Send 25 of the smallest unit (WARNING: its decimals are unknown) from the token account ${source} to the token account ${to}`,
    ],
    [
      'a payment in a token that charges a fee',
      call(token2022, [source, mint, to, me], [26, 1, ...u64(2_500_000n), 6, ...u64(500_000n)]),
      `plain: Send 2.5 of the token ${mint} from the token account ${source} to the token account ${to}, less a fee of 0.5 of the token ${mint}`,
    ],
    [
      'an allowance',
      call(token2022, [source, mint, delegate, me], [13, ...u64(2_500_000n), 6]),
      `caution: Allow ${delegate} to spend 2.5 of the token ${mint} from the token account ${source}`,
    ],
    [
      'an allowance without a limit',
      call(token, [source, delegate, me], [4, ...u64(most)]),
      `danger: Allow ${delegate} to spend unlimited tokens from the token account ${source}`,
    ],
    [
      'a new owner of a token account',
      call(token, [source, me], [6, 2, 1, ...delegate.toBytes()]),
      `danger: Give the authority over ${source} to ${delegate}`,
    ],
    [
      'a new authority over a token extension',
      call(token2022, [mint, me], [6, 8, 1, ...delegate.toBytes()]),
      `danger: Give the authority over ${mint} to ${delegate}`,
    ],
    [
      'a closed token account whose SOL goes to the signer',
      call(token, [source, me, me], [9]),
      `caution: Close the token account ${source}; its SOL goes to ${me}`,
    ],
    [
      'a closed token account whose SOL goes to another account',
      call(token, [source, to, me], [9]),
      `danger: Close the token account ${source}; all SOL in it goes to ${to}`,
    ],
    [
      'an account that is given to a program',
      SystemProgram.assign({ accountPubkey: me, programId: delegate }),
      `danger: Give the account ${me} to the program ${delegate}`,
    ],
    [
      'a new owner of a nonce account',
      SystemProgram.nonceAuthorize({
        noncePubkey: source,
        authorizedPubkey: me,
        newAuthorizedPubkey: delegate,
      }),
      `danger: Give the nonce account ${source} to ${delegate}`,
    ],
    [
      'an unknown program',
      call(delegate, [me, source], [1, 2, 3]),
      `danger: Call the program ${delegate} with 2 accounts and 3 bytes: this wallet doesn't know what it does`,
    ],
  ])('is described for %s', async (_, instruction, expected) => {
    expect(await texts([instruction])).toEqual([expected])
  })

  it('has a caution if a durable nonce keeps the transaction valid', async () => {
    const advance = SystemProgram.nonceAdvance({ noncePubkey: source, authorizedPubkey: me })
    expect(await texts([advance, transfer])).toEqual([
      'caution: Stay valid without an end: the transaction can be sent at any later time',
      `plain: Send 1.5 SOL to ${to}`,
    ])
  })

  it('is a danger if the recipient is only in a lookup table', async () => {
    const state = {
      deactivationSlot: 2n ** 64n - 1n,
      lastExtendedSlot: 0,
      lastExtendedSlotStartIndex: 0,
      addresses: [to],
    }
    const tables = [new AddressLookupTableAccount({ key: keyOf(7), state })]
    expect(await texts([transfer], tables)).toEqual([
      `danger: Send 1.5 SOL to no. 0 of table ${keyOf(7)}: its address is only in a lookup table`,
    ])
    // The token account that pays may be in a lookup table: that is no danger.
    const other = [new AddressLookupTableAccount({ key: keyOf(7), state: { ...state, addresses: [source] } })]
    const [text] = await texts([call(token, [source, to, me], [3, ...u64(25n)])], other)
    expect(text).toMatch(/^caution: Send 25 .* from the token account no\. 0 of table/)
  })
})

describe('the effect of a cosmos document', () => {
  const [me, bob] = ['cosmos1alice', 'cosmos1bob']
  const coins = [{ denom: 'uatom', amount: '5' }]
  const until = { seconds: 1_803_902_400n, nanos: 0 }
  const send = MsgSend.fromPartial({ fromAddress: me, toAddress: bob, amount: coins })
  const any = (typeUrl: string, value: Uint8Array) => ({ typeUrl, value })
  const sendAny = any('/cosmos.bank.v1beta1.MsgSend', MsgSend.encode(send).finish())
  const direct = (typeUrl: string, value: Uint8Array) => {
    const body = TxBody.encode(TxBody.fromPartial({ messages: [{ typeUrl, value }] })).finish()
    const signerInfos = [{ modeInfo: { single: { mode: 1 } } }]
    const info = AuthInfo.encode(AuthInfo.fromPartial({ signerInfos, fee: { gasLimit: 1n } })).finish()
    const signDoc = {
      ...{ bodyBytes: base64.encode(body), authInfoBytes: base64.encode(info) },
      ...{ chainId: 'chain-1', accountNumber: '1' },
    }
    return said({ method: 'cosmos_signDirect', params: { signerAddress: me, signDoc } })
  }
  const amino = (type: string, value: object) => {
    const signDoc = {
      ...{ chain_id: 'chain-1', account_number: '1', sequence: '0', memo: '', fee: { amount: [], gas: '1' } },
      msgs: [{ type, value }],
    }
    return said({ method: 'cosmos_signAmino', params: { signerAddress: me, signDoc } })
  }
  const grant = (authorization: { readonly typeUrl: string; readonly value: Uint8Array }, end = true) =>
    MsgGrant.encode(
      MsgGrant.fromPartial({
        ...{ granter: me, grantee: bob },
        grant: { authorization, ...(end && { expiration: until }) },
      }),
    ).finish()
  const generic = any(
    '/cosmos.authz.v1beta1.GenericAuthorization',
    GenericAuthorization.encode({ msg: '/cosmos.bank.v1beta1.MsgSend' }).finish(),
  )

  it('is described for grants in Direct and Amino documents', async () => {
    const every = `danger: Let ${bob} act for this account: send every message of the type /cosmos.bank.v1beta1.MsgSend, without a limit`
    expect(await direct('/cosmos.authz.v1beta1.MsgGrant', grant(generic))).toEqual([
      `${every}, until 1 March 2027, 12:00 UTC`,
    ])
    expect(await direct('/cosmos.authz.v1beta1.MsgGrant', grant(generic, false))).toEqual([
      `${every}, without an end`,
    ])
    const limited = any(
      '/cosmos.bank.v1beta1.SendAuthorization',
      SendAuthorization.encode(SendAuthorization.fromPartial({ spendLimit: coins })).finish(),
    )
    const some = `danger: Let ${bob} act for this account: send up to 5 uatom to anyone, until 1 March 2027, 12:00 UTC`
    expect(await direct('/cosmos.authz.v1beta1.MsgGrant', grant(limited))).toEqual([some])
    expect(
      await amino('cosmos-sdk/MsgGrant', {
        ...{ granter: me, grantee: bob },
        grant: {
          authorization: { type: 'cosmos-sdk/SendAuthorization', value: { spend_limit: coins } },
          expiration: '2027-03-01T12:00:00Z',
        },
      }),
    ).toEqual([some])
    expect(
      await direct(
        '/cosmos.authz.v1beta1.MsgRevoke',
        MsgRevoke.encode({ granter: me, grantee: bob, msgTypeUrl: '/a.B' }).finish(),
      ),
    ).toEqual([`plain: Revoke: ${bob} may no longer send /a.B for this account`])
  })

  it('is described for nested messages and for fee grants', async () => {
    const exec = MsgExec.encode({
      grantee: me,
      msgs: [sendAny, any('/cosmos.authz.v1beta1.MsgGrant', grant(generic))],
    }).finish()
    expect(await direct('/cosmos.authz.v1beta1.MsgExec', exec)).toEqual([
      expect.stringMatching(
        /^danger: With the rights that others granted: Let cosmos1bob act for this account/,
      ),
      `plain: With the rights that others granted: Send 5 uatom to ${bob}`,
    ])
    const fees = (spendLimit: typeof coins) =>
      MsgGrantAllowance.encode({
        ...{ granter: me, grantee: bob },
        allowance: any(
          '/cosmos.feegrant.v1beta1.BasicAllowance',
          BasicAllowance.encode(BasicAllowance.fromPartial({ spendLimit })).finish(),
        ),
      }).finish()
    const type = '/cosmos.feegrant.v1beta1.MsgGrantAllowance'
    expect(await direct(type, fees([]))).toEqual([`danger: Pay network fees of ${bob}, unlimited`])
    expect(await direct(type, fees(coins))).toEqual([`caution: Pay network fees of ${bob}, up to 5 uatom`])
  })

  it('is described for a transfer to another network', async () => {
    const message = {
      ...{ sourcePort: 'transfer', sourceChannel: 'channel-7', token: coins[0]!, sender: me },
      ...{ receiver: 'osmo1bob', timeoutTimestamp: 9n, memo: '{"forward":1}' },
    }
    const expected = [
      `caution: Send 5 uatom to osmo1bob on the network behind channel-7, with the note "{\\"forward\\":1}"`,
    ]
    const bytes = MsgTransfer.encode(MsgTransfer.fromPartial(message)).finish()
    expect(await direct('/ibc.applications.transfer.v1.MsgTransfer', bytes)).toEqual(expected)
    expect(
      await amino('cosmos-sdk/MsgTransfer', {
        ...{ source_port: 'transfer', source_channel: 'channel-7', token: coins[0], sender: me },
        ...{ receiver: 'osmo1bob', timeout_height: {}, timeout_timestamp: '9', memo: '{"forward":1}' },
      }),
    ).toEqual(expected)
  })

  it('is a danger if the message has an unknown type or field', async () => {
    expect(await direct('/a.B', new Uint8Array())).toEqual([
      "danger: Send the message /a.B: this wallet doesn't know what it does",
    ])
    const more = Uint8Array.from([...grant(generic), 0x7a, 1, 65])
    expect(await direct('/cosmos.authz.v1beta1.MsgGrant', more)).toEqual([
      "danger: Send the message /cosmos.authz.v1beta1.MsgGrant: this wallet doesn't know what it does",
    ])
    const value = { from_address: me, to_address: bob, amount: coins, granter: 'cosmos1carol' }
    expect((await amino('cosmos-sdk/MsgSend', value))[0]).toMatch(/^danger: Send the message/)
  })

  const stake = { delegator_address: me, validator_address: 'val1', amount: coins[0] }
  const sent = { source_channel: 'channel-7', token: coins[0], sender: me, receiver: 'osmo1bob' }
  const given = (type: string, value: object) => ({
    ...{ granter: me, grantee: bob },
    grant: { authorization: { type, value }, expiration: '2027-03-01T12:00:00Z' },
  })
  const allowance = (value: object) => ({
    ...{ granter: me, grantee: bob },
    allowance: { type: 'cosmos-sdk/BasicAllowance', value },
  })
  const moved = { delegator_address: me, validator_src_address: 'val1', validator_dst_address: 'val2' }
  const paid = { address: me, coins }
  const spendLimit = { spend_limit: coins }
  it.each([
    ['cosmos-sdk/MsgTransfer', sent, { ...sent, fee: '5' }],
    [
      'cosmos-sdk/MsgTransfer',
      { ...sent, timeout_height: { revision_number: '1', revision_height: '2' } },
      { ...sent, timeout_height: { extra: '1' } },
    ],
    [
      'cosmos-sdk/MsgRevoke',
      { granter: me, grantee: bob, msg_type_url: '/a.B' },
      { granter: me, grantee: bob, msg_type_url: '/a.B', all: true },
    ],
    ['cosmos-sdk/MsgDelegate', stake, { ...stake, receiver: bob }],
    ['cosmos-sdk/MsgUndelegate', stake, { ...stake, receiver: bob }],
    [
      'cosmos-sdk/MsgBeginRedelegate',
      { ...moved, amount: coins[0] },
      { ...moved, amount: coins[0], receiver: bob },
    ],
    [
      'cosmos-sdk/MsgWithdrawDelegationReward',
      { delegator_address: me, validator_address: 'val1' },
      { delegator_address: me, validator_address: 'val1', receiver: bob },
    ],
    // Earlier versions of CosmWasm name the funds `sent_funds`.
    [
      'wasm/MsgExecuteContract',
      { sender: me, contract: 'c', msg: {}, funds: [] },
      { sender: me, contract: 'c', msg: {}, sent_funds: coins },
    ],
    [
      'cosmos-sdk/MsgGrant',
      given('cosmos-sdk/SendAuthorization', { spend_limit: coins, allow_list: [bob] }),
      given('cosmos-sdk/SendAuthorization', { spend_limit: coins, extra: '1' }),
    ],
    [
      'cosmos-sdk/MsgGrant',
      given('cosmos-sdk/GenericAuthorization', { msg: '/a.B' }),
      given('cosmos-sdk/GenericAuthorization', { msg: '/a.B', extra: '1' }),
    ],
    [
      'cosmos-sdk/MsgGrant',
      given('cosmos-sdk/StakeAuthorization', { max_tokens: coins[0], authorization_type: 1 }),
      given('cosmos-sdk/StakeAuthorization', { max_tokens: coins[0], extra: '1' }),
    ],
    [
      'cosmos-sdk/MsgGrantAllowance',
      allowance({ ...spendLimit, expiration: '2027-03-01T12:00:00Z' }),
      allowance({ ...spendLimit, extra: '1' }),
    ],
    [
      'cosmos-sdk/MsgMultiSend',
      { inputs: [paid], outputs: [{ address: bob, coins }] },
      { inputs: [{ ...paid, extra: '1' }], outputs: [{ address: bob, coins }] },
    ],
  ])(
    'is a danger if an Amino message has an unexpected member: %s, example %$',
    async (type, known, more) => {
      const unknown = `danger: Send the message ${type}: this wallet doesn't know what it does`
      expect(await amino(type, known)).not.toContain(unknown)
      expect(await amino(type, more)).toEqual([unknown])
    },
  )

  it('is a danger if a right in a Direct document has an unknown or repeated field', async () => {
    const field = Uint8Array.from([0x7a, 1, 65])
    const { value: msg } = generic
    const stakeLimit = StakeAuthorization.encode(
      StakeAuthorization.fromPartial({ maxTokens: coins[0]!, authorizationType: 1 }),
    ).finish()
    const firstLimit = StakeAuthorization.encode(
      StakeAuthorization.fromPartial({ maxTokens: { denom: 'uatom', amount: '1' } }),
    ).finish()
    const sendLimit = SendAuthorization.encode(
      SendAuthorization.fromPartial({ spendLimit: coins, allowList: [bob] }),
    ).finish()
    const basic = BasicAllowance.encode(
      BasicAllowance.fromPartial({ spendLimit: coins, expiration: until }),
    ).finish()
    const type = '/cosmos.authz.v1beta1.MsgGrant'
    const unknown = `danger: Send the message ${type}: this wallet doesn't know what it does`
    const joined = (...parts: readonly Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]))
    for (const [name, known, more] of [
      ['/cosmos.authz.v1beta1.GenericAuthorization', msg, joined(msg, msg)],
      ['/cosmos.authz.v1beta1.GenericAuthorization', msg, joined(msg, field)],
      ['/cosmos.bank.v1beta1.SendAuthorization', sendLimit, joined(sendLimit, field)],
      ['/cosmos.staking.v1beta1.StakeAuthorization', stakeLimit, joined(firstLimit, stakeLimit)],
    ] as const) {
      expect(await direct(type, grant(any(name, known))), name).not.toContain(unknown)
      expect(await direct(type, grant(any(name, more))), name).toEqual([unknown])
    }
    const fees = (value: Uint8Array) =>
      direct(
        '/cosmos.feegrant.v1beta1.MsgGrantAllowance',
        MsgGrantAllowance.encode({
          ...{ granter: me, grantee: bob },
          allowance: any('/cosmos.feegrant.v1beta1.BasicAllowance', value),
        }).finish(),
      )
    expect(await fees(basic)).toEqual([`caution: Pay network fees of ${bob}, up to 5 uatom`])
    expect(await fees(joined(basic, field))).toEqual([expect.stringMatching(/^danger: Send the message/)])
  })

  it('is a danger if several senders pay, because only one of them would be shown', async () => {
    const pay = (...inputs: readonly { address: string; coins: typeof coins }[]) =>
      direct(
        '/cosmos.bank.v1beta1.MsgMultiSend',
        MsgMultiSend.encode(
          MsgMultiSend.fromPartial({ inputs: [...inputs], outputs: [{ address: bob, coins }] }),
        ).finish(),
      )
    expect(await pay(paid)).toEqual([`plain: Send 5 uatom to ${bob}`])
    const refused = [expect.stringMatching(/^danger: Send the message/)]
    const inputs = [{ ...paid, address: bob }, paid]
    expect(await pay(...inputs)).toEqual(refused)
    const outputs = [{ address: bob, coins }]
    expect(await amino('cosmos-sdk/MsgMultiSend', { inputs, outputs })).toEqual(refused)
  })
})

describe('the effect of a polkadot payload', async () => {
  const alice = devAccounts.alice!.polkadot!.address
  const bob = devAccounts.bob!.polkadot!.address
  const hub = await knownRuntime('asset-hub-polkadot', 'v15')
  const registry = new TypeRegistry()
  const metadata = new Metadata(registry, hub.metadata)
  registry.setMetadata(metadata)
  const { tx } = expandMetadata(registry, metadata)
  const runtime = polkadotRuntime({ ...hub.versions, metadata: hub.metadata, decimals: 10, symbol: 'DOT' })
  const genesisHash = `0x${'1a7c4de7'.repeat(8)}`
  const payload = {
    ...{ address: alice, blockHash: genesisHash, blockNumber: '0x00000000', genesisHash, era: '0x00' },
    ...{ nonce: '0x00000007', tip: '0x00', version: 4 },
    specVersion: `0x${hub.versions.specVersion.toString(16).padStart(8, '0')}`,
    transactionVersion: `0x${hub.versions.transactionVersion.toString(16).padStart(8, '0')}`,
    signedExtensions: [
      ...['CheckNonZeroSender', 'CheckSpecVersion', 'CheckTxVersion', 'CheckGenesis', 'CheckMortality'],
      ...['CheckNonce', 'CheckWeight', 'ChargeAssetTxPayment', 'CheckMetadataHash'],
    ],
    ...{ mode: 0 },
  }
  const network: ChainNetwork = {
    id: 'x',
    caipNetworkId: 'polkadot:x',
    chainNamespace: 'polkadot',
    name: 'Hub',
    ss58Prefix: 42,
    nativeCurrency: { name: 'DOT', symbol: 'DOT', decimals: 10 },
    rpcUrls: { default: { http: [] } },
  }
  const trust = 'caution: Trust the node: the signature does not commit to what the call means'
  const texts = async (call: { toHex(): string }) => {
    const params = { address: alice, transactionPayload: { ...payload, method: call.toHex() } }
    const decoded = runtime.decode(params.transactionPayload as never)
    const all = await said(
      { method: 'polkadot_signTransaction', params, completed: { params, decoded } },
      network,
    )
    return all.filter((text) => text !== trust)
  }
  const pay = () => tx.balances!.transferKeepAlive!(bob, 15_000_000_000n)
  const proxy = () => tx.proxy!.addProxy!(bob, 'Any', 0)

  it('is described for payments, proxies and allowances', async () => {
    expect(await texts(pay())).toEqual([`plain: Send 1.5 DOT to ${bob}`])
    expect(await texts(tx.balances!.transferAll!(bob, false))).toEqual([`danger: Send all coins to ${bob}`])
    expect(await texts(proxy())).toEqual([`danger: Let ${bob} act for this account as its proxy`])
    expect(await texts(tx.assets!.approveTransfer!(1984, bob, 2n ** 128n - 1n))).toEqual([
      `danger: Allow ${bob} to spend unlimited units of the asset 1984`,
    ])
  })

  it('is described for the assets and NFTs of every pallet', async () => {
    const place = { parents: 1, interior: { X1: [{ Parachain: 2004 }] } }
    const most = 2n ** 128n - 1n
    expect(await texts(tx.foreignAssets!.approveTransfer!(place, bob, most))).toEqual([
      expect.stringMatching(new RegExp(`^danger: Allow ${bob} to spend unlimited units of the asset .*2004`)),
    ])
    expect(await texts(tx.foreignAssets!.transfer!(place, bob, 5n))).toEqual([
      expect.stringMatching(/^caution: Send 5 of the smallest unit of the asset .*2004.* of ForeignAssets/),
    ])
    expect(await texts(tx.poolAssets!.approveTransfer!(7, bob, most))).toEqual([
      `danger: Allow ${bob} to spend unlimited units of the asset 7 of PoolAssets`,
    ])
    expect(await texts(tx.foreignAssets!.transferOwnership!(place, bob))).toEqual([
      `danger: Give the ownership of an asset to ${bob}`,
    ])
    expect(await texts(tx.assets!.transferAll!(1984, bob, false))).toEqual([
      `danger: Send all units of the asset 1984 to ${bob}`,
    ])
    expect(await texts(tx.nfts!.transferOwnership!(7, bob))).toEqual([
      `danger: Give the ownership of an NFT collection to ${bob}`,
    ])
    expect(await texts(tx.uniques!.transferOwnership!(7, bob))).toEqual([
      `danger: Give the ownership of an NFT collection to ${bob}`,
    ])
    expect(await texts(tx.nfts!.setTeam!(7, null, bob, null))).toEqual([
      `danger: Let ${bob} manage an NFT collection`,
    ])
    expect(await texts(tx.nfts!.approveTransfer!(7, 3, bob, null))).toEqual([
      `danger: Let ${bob} take NFT no. 3 of the collection 7`,
    ])
    expect(await texts(tx.uniques!.approveTransfer!(7, 3, bob))).toEqual([
      `danger: Let ${bob} take NFT no. 3 of the collection 7`,
    ])
    expect(await texts(tx.nfts!.transfer!(7, 3, bob))).toEqual([
      `plain: Send NFT no. 3 of the collection 7 to ${bob}`,
    ])
  })

  it('is a danger if the call closes an account or runs an XCM program', async () => {
    expect(await texts(tx.proxy!.proxy!(bob, null, tx.proxy!.killPure!(alice, 'Any', 0, 5, 1)))).toEqual([
      `danger: For the account ${bob}: Close the account without a key that ${alice} created: what it holds is lost`,
    ])
    const place = { V4: { parents: 1, interior: 'Here' } }
    const message = { V4: [{ ClearOrigin: null }] }
    const weight = { refTime: 1, proofSize: 1 }
    for (const call of [tx.polkadotXcm!.send!(place, message), tx.polkadotXcm!.execute!(message, weight)])
      expect(await texts(call)).toEqual([
        expect.stringMatching(/^danger: Run a program of XCM: .* This wallet doesn't know what it does$/),
      ])
  })

  it('is described for calls inside batches, proxies and multisigs', async () => {
    let call = tx.utility!.batchAll!([pay(), proxy()])
    for (let depth = 0; depth < 20; depth++) call = tx.utility!.batch!([call])
    expect(await texts(call)).toEqual([
      `danger: Let ${bob} act for this account as its proxy`,
      `plain: Send 1.5 DOT to ${bob}`,
    ])
    expect(await texts(tx.proxy!.proxy!(bob, null, call))).toEqual([
      `danger: For the account ${bob}: Let ${bob} act for this account as its proxy`,
      `plain: For the account ${bob}: Send 1.5 DOT to ${bob}`,
    ])
    expect(await texts(tx.multisig!.asMultiThreshold1!([bob], proxy()))).toEqual([
      `danger: For the multisig account with [${bob}]: Let ${bob} act for this account as its proxy`,
    ])
    const weight = { refTime: 1, proofSize: 1 }
    expect(await texts(tx.multisig!.approveAsMulti!(2, [bob], null, `0x${'ab'.repeat(32)}`, weight))).toEqual(
      [`danger: Approve a call that only its hash names, 0x${'ab'.repeat(32)}, for a multisig account`],
    )
    // The wallet has no words for Utility.with_weight, but shows the call inside it.
    expect(await texts(tx.utility!.withWeight!(proxy(), weight))).toEqual([
      `danger: In Utility.with_weight: Let ${bob} act for this account as its proxy`,
      'caution: Call Utility.with_weight',
    ])
  })

  it("is a danger if the wallet can't decode the call", async () => {
    const params = { address: alice, transactionPayload: { ...payload, method: pay().toHex() } }
    expect(await said({ method: 'polkadot_signTransaction', params }, network)).toEqual([
      "danger: Send a call that this wallet can't decode: it may do anything for this account",
    ])
  })
})
