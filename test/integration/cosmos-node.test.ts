import { encodeSecp256k1Pubkey, Secp256k1Wallet, serializeSignDoc } from '@cosmjs/amino'
import { sha256 } from '@cosmjs/crypto'
import {
  DirectSecp256k1Wallet,
  encodePubkey,
  makeAuthInfoBytes,
  makeSignDoc,
  type OfflineSigner,
  Registry,
} from '@cosmjs/proto-signing'
import {
  assertIsDeliverTxSuccess,
  calculateFee,
  defaultRegistryTypes,
  GasPrice,
  isDeliverTxFailure,
  SigningStargateClient,
  StargateClient,
} from '@cosmjs/stargate'
import { SimulateRequest, SimulateResponse } from 'cosmjs-types/cosmos/tx/v1beta1/service'
import { AuthInfo, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { devAccounts } from 'latchkey/devnet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CosmosNode } from '../../src/devnet/nodes/cosmos/cosmos-node.ts'
import { startLoopbackNode } from '../../src/devnet/nodes/cosmos/loopback-node.ts'
import { simdBinary } from '../../src/devnet/nodes/cosmos/simd-binary.ts'
import { startSimdNode } from '../../src/devnet/nodes/cosmos/simd-node.ts'

const chainId = 'latchkey-1'
const simd = simdBinary()
/** The same tests run on both nodes, to show that the simulator behaves like the real node. */
const nodes: readonly (readonly [string, () => Promise<CosmosNode>])[] = [
  ['the loopback node', () => startLoopbackNode(chainId)],
  ...(simd ? [['simd', () => startSimdNode(simd, chainId, {})] as const] : []),
]

const fee = { amount: [{ denom: 'uatom', amount: '5000' }], gas: '200000' }
const keyOf = (name: string) => Buffer.from(devAccounts[name]!.cosmos!.secret.slice(2), 'hex')
const addressOf = (name: string) => devAccounts[name]!.cosmos!.address
const direct = (name: string) => DirectSecp256k1Wallet.fromKey(keyOf(name), 'cosmos')
const amino = (name: string) => Secp256k1Wallet.fromKey(keyOf(name), 'cosmos')
const coins = (amount: bigint | number, denom = 'uatom') => [{ denom, amount: String(amount) }]

interface Change {
  chainId?: string
  accountNumber?: number
  sequence?: number
  fee?: typeof fee
  amount?: bigint
  memo?: string
  timeoutHeight?: bigint
  to?: string
  sign?: (signature: Uint8Array) => Uint8Array
  signer?: string
  key?: string
}

describe.each(nodes)('%s', (_, start) => {
  let node: CosmosNode
  let reader: StargateClient
  beforeAll(async () => {
    node = await start()
    reader = await StargateClient.connect(node.url)
  })
  afterAll(() => node?.stop())

  const client = (signer: OfflineSigner) =>
    SigningStargateClient.connectWithSigner(node.url, signer, {
      gasPrice: GasPrice.fromString('0.025uatom'),
      broadcastPollIntervalMs: 100,
    })
  const balance = async (name: string, denom = 'uatom') =>
    BigInt((await reader.getBalance(addressOf(name), denom)).amount)

  it('serves the chain that it was started for', async () => {
    expect(await reader.getChainId()).toBe(chainId)
    expect(await reader.getHeight()).toBeGreaterThan(0)
  })

  it.each([
    ['Direct', direct],
    ['Amino', amino],
  ])('accepts a transfer signed in %s mode, and moves exactly the amount and fee', async (_, signer) => {
    const before = [await balance('alice'), await balance('bob')] as const
    const sender = await client(await signer('alice'))
    const result = await sender.sendTokens(
      addressOf('alice'),
      addressOf('bob'),
      coins(12_345),
      fee,
      'a & <memo>',
    )
    assertIsDeliverTxSuccess(result)
    expect([await balance('alice'), await balance('bob')]).toEqual([
      before[0] - 12_345n - 5000n,
      before[1] + 12_345n,
    ])
    expect(result.gasUsed).toBeGreaterThan(40_000n)
    expect((await reader.getTx(result.transactionHash))?.code).toBe(0)
  })

  it("returns an account's sequence and public key after its first transaction", async () => {
    const name = 'frank'
    expect(await reader.getAccount(addressOf(name))).toMatchObject({ sequence: 0, pubkey: null })
    await (await client(await direct(name))).sendTokens(addressOf(name), addressOf('bob'), coins(1), fee)
    const [account] = await (await amino(name)).getAccounts()
    expect(await reader.getAccount(addressOf(name))).toMatchObject({
      sequence: 1,
      pubkey: encodeSecp256k1Pubkey(account!.pubkey),
    })
  })

  it('transfers other denominations, including IBC tokens', async () => {
    const all = await reader.getAllBalances(addressOf('carol'))
    expect(all.map(({ denom }) => denom)).toEqual([
      'ibc/F3E4582A2CE946F92193716FFC0C77FEB0463246774878005BCF51F91CD9AA0C',
      'uatom',
      'utusd',
    ])
    const sender = await client(await direct('carol'))
    for (const { denom } of all.filter((coin) => coin.denom !== 'uatom')) {
      const before = await balance('dave', denom)
      const result = await sender.sendTokens(addressOf('carol'), addressOf('dave'), coins(7, denom), fee)
      assertIsDeliverTxSuccess(result)
      expect(await balance('dave', denom)).toBe(before + 7n)
    }
  })

  it('simulates the gas of a transaction, without a signature', async () => {
    const sender = await client(await direct('alice'))
    const message = {
      typeUrl: '/cosmos.bank.v1beta1.MsgSend',
      value: { fromAddress: addressOf('alice'), toAddress: addressOf('bob'), amount: coins(1) },
    }
    const gas = await sender.simulate(addressOf('alice'), [message], '')
    const enough = calculateFee(Math.ceil(gas * 1.3), '0.025uatom')
    assertIsDeliverTxSuccess(await sender.signAndBroadcast(addressOf('alice'), [message], enough))

    const tooMuch = { ...message, value: { ...message.value, amount: coins(10n ** 30n) } }
    await expect(sender.simulate(addressOf('alice'), [tooMuch], '')).rejects.toThrow(/insufficient funds/)
  })

  it('simulates which accounts spend and receive coins', async () => {
    const [from, to] = [addressOf('alice'), addressOf('bob')]
    const value = { fromAddress: from, toAddress: to, amount: coins(7) }
    const body = { messages: [{ typeUrl: '/cosmos.bank.v1beta1.MsgSend', value }] }
    const bytes = TxRaw.encode({
      bodyBytes: new Registry(defaultRegistryTypes).encodeTxBody(body),
      authInfoBytes: AuthInfo.encode(
        AuthInfo.fromPartial({
          signerInfos: [
            {
              modeInfo: { single: { mode: 1 } },
              sequence: BigInt((await reader.getSequence(from)).sequence),
            },
          ],
          fee: { gasLimit: 1n },
        }),
      ).finish(),
      signatures: [new Uint8Array(64)],
    }).finish()
    const data = Buffer.from(SimulateRequest.encode(SimulateRequest.fromPartial({ txBytes: bytes })).finish())
    const asked = { path: '/cosmos.tx.v1beta1.Service/Simulate', data: data.toString('hex') }
    const sent = { jsonrpc: '2.0', id: 1, method: 'abci_query', params: asked }
    const answer = await fetch(node.url, { method: 'POST', body: JSON.stringify(sent) })
    const { result: told } = (await answer.json()) as { result: { response: { value: string } } }
    const { result } = SimulateResponse.decode(Buffer.from(told.response.value, 'base64'))
    const events = (type: string) =>
      result?.events
        .filter((event) => event.type === type)
        .map(({ attributes }) => attributes.slice(0, 2).map(({ key, value }) => `${key} ${value}`))
    expect(events('coin_spent')).toEqual([[`spender ${from}`, 'amount 7uatom']])
    expect(events('coin_received')).toEqual([[`receiver ${to}`, 'amount 7uatom']])
  })

  it('has no account for an unused address', async () => {
    const unused = (
      await (await DirectSecp256k1Wallet.fromKey(Buffer.alloc(32, 7), 'cosmos')).getAccounts()
    )[0]!
    expect(await reader.getAccount(unused.address)).toBeNull()
    expect((await reader.getBalance(unused.address, 'uatom')).amount).toBe('0')
    const sender = await client(await DirectSecp256k1Wallet.fromKey(Buffer.alloc(32, 7), 'cosmos'))
    await expect(sender.sendTokens(unused.address, addressOf('bob'), coins(1), fee)).rejects.toThrow(
      /does not exist/,
    )
  })

  it('has no transaction for an unknown hash', async () => {
    expect(await reader.getTx('AB'.repeat(32))).toBeNull()
  })

  describe('refuses', () => {
    /** Builds a transfer from erin by hand, so that a test can falsify each part. */
    async function transfer(change: Change): Promise<Uint8Array> {
      const name = 'erin'
      const signer = await direct(change.signer ?? name)
      const [account] = await signer.getAccounts()
      const [keyOwner] = await (await direct(change.key ?? name)).getAccounts()
      const known = await reader.getSequence(addressOf(name))
      const body = new Registry(defaultRegistryTypes).encodeTxBody({
        messages: [
          {
            typeUrl: '/cosmos.bank.v1beta1.MsgSend',
            value: {
              fromAddress: addressOf(name),
              toAddress: change.to ?? addressOf('bob'),
              amount: coins(change.amount ?? 1n),
            },
          },
        ],
        memo: change.memo ?? '',
        timeoutHeight: change.timeoutHeight ?? 0n,
      })
      const { amount, gas } = change.fee ?? fee
      const authInfo = makeAuthInfoBytes(
        [
          {
            pubkey: encodePubkey(encodeSecp256k1Pubkey(keyOwner!.pubkey)),
            sequence: change.sequence ?? known.sequence,
          },
        ],
        amount,
        Number(gas),
        undefined,
        undefined,
      )
      const number = change.accountNumber ?? known.accountNumber
      const doc = makeSignDoc(body, authInfo, change.chainId ?? chainId, number)
      const { signature } = await signer.signDirect(account!.address, doc)
      const bytes = Buffer.from(signature.signature, 'base64')
      return TxRaw.encode(
        TxRaw.fromPartial({
          bodyBytes: body,
          authInfoBytes: authInfo,
          signatures: [change.sign?.(bytes) ?? bytes],
        }),
      ).finish()
    }
    const refusal = async (bytes: Uint8Array) =>
      reader.broadcastTxSync(bytes).then(
        () => 'taken',
        (error: { code?: number; message: string }) => error.code ?? error.message,
      )

    const sequence = async () => (await reader.getSequence(addressOf('erin'))).sequence
    /** Broadcasts a transfer, and waits until the node has increased the sequence. */
    async function take(bytes: Uint8Array): Promise<void> {
      const before = await sequence()
      expect(await refusal(bytes)).toBe('taken')
      await expect.poll(sequence, { message: 'the transfer is in a block' }).toBe(before + 1)
    }

    it('no correct transfer', async () => {
      await take(await transfer({}))
    })

    const flipped = (signature: Uint8Array) => signature.map((byte, index) => (index === 5 ? byte ^ 1 : byte))
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    const highS = (signature: Uint8Array) => {
      const s = order - BigInt(`0x${Buffer.from(signature.subarray(32)).toString('hex')}`)
      return Uint8Array.from([
        ...signature.subarray(0, 32),
        ...Buffer.from(s.toString(16).padStart(64, '0'), 'hex'),
      ])
    }
    it.each<[string, Change, number]>([
      ['a bad signature', { sign: flipped }, 4],
      ['a signature with a high s', { sign: highS }, 4],
      ['a signature for another chain', { chainId: 'latchkey-2' }, 4],
      ['a signature with another account number', { accountNumber: 77 }, 4],
      ['a signature with another key', { signer: 'alice' }, 4],
      ['another key', { signer: 'alice', key: 'alice' }, 8],
      ['a used sequence', { sequence: 0 }, 32],
      ['a future sequence', { sequence: 99 }, 32],
      ['a fee that is too low', { fee: { ...fee, amount: coins(4999) } }, 13],
      ['no fee', { fee: { ...fee, amount: [] } }, 13],
      ['a fee in another denomination', { fee: { ...fee, amount: coins(5000, 'utusd') } }, 13],
      ['a fee above the balance', { fee: { ...fee, amount: coins(10n ** 15n) } }, 5],
      ['a memo that is too long', { memo: 'x'.repeat(257) }, 12],
      ['a memo of too many bytes', { memo: 'é'.repeat(129) }, 12],
      ['a height that has passed', { timeoutHeight: 1n }, 30],
      ['an amount of zero', { amount: 0n }, 10],
      ['a recipient on another chain', { to: 'osmo1erxf3sa9q2j4vgseu7jq4a258ckmk7cyncyrvz' }, 7],
    ])('a transfer with %s', async (_, change, code) => {
      // A first transfer uses up the sequence 0.
      if ((await sequence()) === 0) await take(await transfer({}))
      expect(await refusal(await transfer({ memo: 'refused', ...change }))).toBe(code)
    })

    it('a transfer with too little gas for its bytes, but accepts the next transfer', async () => {
      expect(await refusal(await transfer({ fee: { amount: coins(500), gas: '20000' } }))).toBe(11)
      await take(await transfer({}))
    })

    it('bytes that are not a transaction', async () => {
      expect(await refusal(Uint8Array.from([1, 2, 3]))).toBe(2)
    })

    it('the same transaction again', async () => {
      const bytes = await transfer({})
      await take(bytes)
      expect(await refusal(bytes)).toMatch(/already exists in cache/)
    })

    it('a transfer of more than the balance, but charges its fee', async () => {
      const before = await balance('grace')
      const sender = await client(await direct('grace'))
      const result = await sender.sendTokens(addressOf('grace'), addressOf('bob'), coins(before), fee)
      expect(isDeliverTxFailure(result)).toBe(true)
      expect([result.code, result.rawLog]).toEqual([5, expect.stringMatching(/insufficient funds/)])
      expect(await balance('grace')).toBe(before - 5000n)
    })

    it('a transfer with too little gas, but charges its fee', async () => {
      const before = await balance('heidi')
      const sender = await client(await direct('heidi'))
      const little = { amount: coins(1500), gas: '55000' }
      const result = await sender
        .sendTokens(addressOf('heidi'), addressOf('bob'), coins(1), little)
        .catch((error: { code: number }) => error)
      expect(result.code).toBe(11)
      expect(before - (await balance('heidi'))).toBeLessThanOrEqual(1500n)
    })

    it('an Amino signature over another document', async () => {
      const [account] = await (await amino('ivan')).getAccounts()
      const { accountNumber, sequence } = await reader.getSequence(addressOf('ivan'))
      const doc = {
        chain_id: chainId,
        account_number: String(accountNumber),
        sequence: String(sequence),
        fee,
        memo: 'what was shown',
        msgs: [],
      }
      expect(sha256(serializeSignDoc(doc))).toHaveLength(32)
      const { signature } = await (await amino('ivan')).signAmino(account!.address, doc)
      const body = new Registry(defaultRegistryTypes).encodeTxBody({
        messages: [
          {
            typeUrl: '/cosmos.bank.v1beta1.MsgSend',
            value: { fromAddress: addressOf('ivan'), toAddress: addressOf('bob'), amount: coins(5) },
          },
        ],
        memo: 'what was shown',
      })
      const authInfo = makeAuthInfoBytes(
        [{ pubkey: encodePubkey(encodeSecp256k1Pubkey(account!.pubkey)), sequence }],
        fee.amount,
        200_000,
        undefined,
        undefined,
        127,
      )
      const signatures = [Buffer.from(signature.signature, 'base64')]
      const bytes = TxRaw.encode(
        TxRaw.fromPartial({ bodyBytes: body, authInfoBytes: authInfo, signatures }),
      ).finish()
      expect(await refusal(bytes)).toBe(4)
    })
  })
})

it('the simulator says that it is a simulator', async () => {
  const node = await startLoopbackNode(chainId)
  try {
    const response = await fetch(node.url, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'status', params: {} }),
    })
    expect(await response.json()).toMatchObject({
      result: { node_info: { moniker: expect.stringContaining('simulator') } },
    })
  } finally {
    await node.stop()
  }
})
