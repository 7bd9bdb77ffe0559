import { Secp256k1Wallet } from '@cosmjs/amino'
import { DirectSecp256k1Wallet } from '@cosmjs/proto-signing'
import { StargateClient } from '@cosmjs/stargate'
import { TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { cosmos } from 'latchkey/adapters/cosmos'
import type { Devnet } from 'latchkey/devnet'
import type { ContractWorld } from 'latchkey/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { AdapterContext, AdapterFactory } from '../../src/core/wallet/adapter.ts'
import type { JsonRpcPort, RpcRequest } from '../../src/ports.ts'
import { openCosmosWorld, type reaches } from '../support/cosmos-world.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'

type World = ContractWorld<'cosmos'>
/** A request to the wallet. Its parameters are the chain, the signer and the document. */
interface Asked {
  readonly params: readonly unknown[]
}

let devnet: Devnet
let world: World
let from: `cosmos:${string}:${string}`
const asked: string[] = []
/** Functions that change the node's answers, by method. */
let instead: Record<string, (answer: unknown) => unknown> = {}

beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['cosmos'] })
}, leaseTimeout)
afterAll(() => devnet?.stop())
afterEach(() => world?.dispose())

async function open(reach: keyof typeof reaches = 'injected') {
  asked.length = 0
  instead = {}
  const real = cosmos()
  const factory: AdapterFactory<'cosmos'> = {
    ...real,
    create: (context: AdapterContext) =>
      real.create({
        ...context,
        rpc: (network): JsonRpcPort => ({
          async request<T>(call: RpcRequest) {
            asked.push(call.method)
            const answer = await context.rpc(network).request<T>(call)
            return (instead[call.method]?.(answer) ?? answer) as T
          },
        }),
      }),
  }
  world = await openCosmosWorld({ devnet, factory, reach })
  await world.adapter.connect({ connector: world.connector, network: world.networks[0] })
  from = `${world.networks[0].caipNetworkId}:${world.addresses[0]}`
}
const secretOf = (name: string) =>
  Uint8Array.from(Buffer.from(devnet.accounts[name]!.cosmos!.secret.replace(/^0x/, ''), 'hex'))
const direct = (name: string) => DirectSecp256k1Wallet.fromKey(secretOf(name), 'cosmos')
const amino = (name: string) => Secp256k1Wallet.fromKey(secretOf(name), 'cosmos')

/** Answers as a wallet that changes the document and then signs it with the correct key, in Direct mode. */
const signsAnother = (change: (body: TxBody) => void) => async (call: Asked) => {
  const doc = call.params[2] as { bodyBytes: Uint8Array; accountNumber: unknown }
  const body = TxBody.decode(doc.bodyBytes)
  change(body)
  const altered = {
    ...(doc as object),
    bodyBytes: TxBody.encode(body).finish(),
    accountNumber: BigInt(String(doc.accountNumber)),
  }
  const wallet = await direct('alice')
  return wallet.signDirect(world.addresses[0], altered as Parameters<typeof wallet.signDirect>[1])
}
/** Answers as a wallet that changes the document and then signs it with the correct key, in Amino mode. */
const writesAnother =
  (change: object | ((doc: { msgs: { value: object }[] }) => object)) => async (call: Asked) => {
    const doc = call.params[2] as { msgs: { value: object }[] }
    const altered = { ...doc, ...(typeof change === 'function' ? change(doc) : change) }
    const wallet = await amino('alice')
    return wallet.signAmino(world.addresses[0], altered as Parameters<typeof wallet.signAmino>[1])
  }
/** Changes the amount of a bank transfer. The digits of the amount are at the end of the encoded message. */
function pay(amount: string) {
  return (body: TxBody) => {
    const text = Buffer.from(body.messages[0]!.value).toString('latin1')
    expect(text).toMatch(/12345$/)
    body.messages[0]!.value = Uint8Array.from(Buffer.from(text.replace(/12345$/, amount), 'latin1'))
  }
}

describe('the transaction that a cosmos wallet signs', () => {
  const send = () => world.adapter.send({ from, to: world.receiver, amount: 12_345n })
  const nothingWasSent = async () => {
    expect(asked.filter((method) => method.startsWith('broadcast'))).toEqual([])
    expect(await world.chain.balance(world.networks[0].caipNetworkId, world.receiver)).toBe(0n)
  }

  it.each<[string, (body: TxBody) => void]>([
    ['pays more than requested', pay('92345')],
    [
      'pays another recipient',
      (body) => {
        const text = Buffer.from(body.messages[0]!.value).toString('latin1')
        const other = text.replace(world.receiver, world.addresses[1])
        body.messages[0]!.value = Uint8Array.from(Buffer.from(other, 'latin1'))
      },
    ],
    ['pays twice', (body) => void body.messages.push(body.messages[0]!)],
    ['adds a memo', (body) => Object.assign(body, { memo: 'hello' })],
    [
      'stays valid for longer than requested',
      (body) => Object.assign(body, { timeoutHeight: body.timeoutHeight + 1n }),
    ],
  ])('is refused before anything is sent if it %s (Direct mode)', async (_, change) => {
    await open()
    world.wallet.next('send', { answer: signsAnother(change) } as never)
    await expect(send()).rejects.toMatchObject({ code: 'wallet/transaction-altered' })
    await nothingWasSent()
  })

  it.each<[string, Parameters<typeof writesAnother>[0]]>([
    ['adds a memo', { memo: 'hello' }],
    ['pays twice', (doc) => ({ msgs: [...doc.msgs, ...doc.msgs] })],
    [
      'pays another recipient',
      ({ msgs: [message] }) => ({
        msgs: [{ ...message, value: { ...message!.value, to_address: world.addresses[1] } }],
      }),
    ],
  ])('is refused before anything is sent if it %s (Amino mode)', async (_, change) => {
    await open('injected, on a Ledger')
    world.wallet.next('send', { answer: writesAnother(change) } as never)
    await expect(send()).rejects.toMatchObject({ code: 'wallet/transaction-altered' })
    await nothingWasSent()
  })

  it('is refused if another key has signed it', async () => {
    await open()
    const answer = async (call: Asked) => {
      const doc = call.params[2] as { accountNumber: unknown }
      const wallet = await direct('bob')
      const signed = { ...doc, accountNumber: BigInt(String(doc.accountNumber)) }
      return wallet.signDirect(world.addresses[1], signed as Parameters<typeof wallet.signDirect>[1])
    }
    world.wallet.next('send', { answer } as never)
    await expect(send()).rejects.toMatchObject({ code: 'wallet/invalid-answer' })
    await nothingWasSent()
  })

  it('is refused by the node if the wallet returns the requested transaction but has signed another one', async () => {
    await open()
    const answer = async (call: Asked) => {
      const { signature } = (await signsAnother(pay('92345'))(call)) as { signature: unknown }
      return { signed: call.params[2], signature }
    }
    world.wallet.next('send', { answer } as never)
    await expect(send()).rejects.toMatchObject({ code: 'node/bad-signature' })
    expect(await world.chain.balance(world.networks[0].caipNetworkId, world.receiver)).toBe(0n)
  })

  it('is accepted if it is the requested transaction', async () => {
    await open()
    world.wallet.next('send', { answer: signsAnother(() => {}) } as never)
    const sent = await send()
    await world.adapter.waitForTransaction(world.networks[0].caipNetworkId, sent)
    expect(await world.chain.balance(world.networks[0].caipNetworkId, world.receiver)).toBe(12_345n)
  })
})

describe('a wallet that chooses another fee', () => {
  const send = (maxFee?: bigint) => world.adapter.send({ from, to: world.receiver, amount: 12_345n, maxFee })
  const fee = (denom: string, amount: string) => ({ fee: { amount: [{ denom, amount }], gas: '200000' } })
  const limit = 900_000n
  const chooses = (choice: object) => world.wallet.next('send', { answer: writesAnother(choice) } as never)

  it('is accepted if the fee is at most the limit, or if there is no limit', async () => {
    await open('injected, on a Ledger')
    for (const maxFee of [undefined, limit]) {
      chooses(fee('uatom', String(limit)))
      const { hash } = await send(maxFee)
      const landed = () => world.chain.transaction(world.networks[0].caipNetworkId, hash)
      await expect.poll(landed, { message: 'the transaction lands' }).toMatchObject({ ok: true, fee: limit })
    }
  })

  it.each([
    ['is one unit above the limit', fee('uatom', String(limit + 1n))],
    ['is in another coin', fee('utusd', '1')],
    [
      'contains another coin in addition',
      {
        fee: {
          ...fee('', '').fee,
          amount: [...fee('uatom', '5000').fee.amount, ...fee('utusd', '9').fee.amount],
        },
      },
    ],
  ])('is refused before anything is sent if the fee %s', async (_, choice) => {
    await open('injected, on a Ledger')
    chooses(choice)
    await expect(send(limit)).rejects.toMatchObject({ code: 'wallet/fee-above-limit' })
    expect(await world.wallet.count('send')).toBe(1)
    expect(asked.filter((method) => method.startsWith('broadcast'))).toEqual([])
  })
})

describe('a cosmos transaction that no block includes', () => {
  interface Status {
    readonly node_info: object
    readonly sync_info: object
  }
  const told =
    (sync: object, node = {}) =>
    (answer: unknown) => {
      const { node_info, sync_info } = answer as Status
      return { node_info: { ...node_info, ...node }, sync_info: { ...sync_info, ...sync } }
    }

  it('has failed only when the node proves that no block can include it', async () => {
    await open()
    const [{ caipNetworkId }] = world.networks
    const release = await world.chain.holdBlocks(caipNetworkId)
    try {
      const sent = await world.adapter.send({ from, to: world.receiver, amount: 12_345n })
      const status = () => world.adapter.getTransactionStatus(caipNetworkId, sent)
      expect(await status()).toEqual({ phase: 'pending' })

      instead.unconfirmed_txs = () => ({ txs: [] })
      const until = BigInt(sent.reference!.split(':')[0]!)
      expect(await status()).toEqual({ phase: 'unknown', until })

      instead.status = told({ latest_block_height: String(until + 10n) })
      expect(await status()).toEqual({ phase: 'unknown' })
      const latest_block_height = String(until + 11n)
      instead.status = told({ latest_block_height }, { other: { tx_index: 'off' } })
      expect(await status()).toEqual({ phase: 'unknown', reason: "the node doesn't index transactions" })
      instead.status = told({ latest_block_height, earliest_block_height: String(until) })
      expect(await status()).toMatchObject({
        phase: 'unknown',
        reason: expect.stringContaining('no longer has'),
      })
      instead.status = told({ latest_block_height })
      expect(await status()).toMatchObject({ phase: 'failed', accordingTo: expect.any(String) })
    } finally {
      await release()
    }
  })
})

describe('a cosmos transfer', () => {
  it('carries the memo', async () => {
    await open()
    const params = { from, to: world.receiver, amount: 5n, options: { memo: 'account 7 <&>' } }
    const sent = await world.adapter.send(params)
    await world.adapter.waitForTransaction(world.networks[0].caipNetworkId, sent)
    const chain = await StargateClient.connect(devnet.nodes[0]!.url)
    const { bodyBytes } = TxRaw.decode((await chain.getTx(sent.hash))!.tx)
    expect(TxBody.decode(bodyBytes).memo).toBe('account 7 <&>')
  })
})

describe('an ADR-36 message signature', () => {
  /** Signs an ADR-36 document with another library and any key. */
  const signedBy = async (wallet: Secp256k1Wallet, signer: string, data = 'hello') => {
    const msgs = [{ type: 'sign/MsgSignData', value: { signer, data: Buffer.from(data).toString('base64') } }]
    const doc = {
      chain_id: '',
      account_number: '0',
      sequence: '0',
      fee: { gas: '0', amount: [] },
      msgs,
      memo: '',
    }
    return (await wallet.signAmino(signer, doc)).signature
  }
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  /** Replaces the value s of a signature by the second value that is mathematically valid. Networks refuse this value. */
  const highS = (signature: string) => {
    const bytes = Buffer.from(signature, 'base64')
    const s = BigInt(`0x${bytes.subarray(32).toString('hex')}`)
    const other = (order - s).toString(16).padStart(64, '0')
    return Buffer.concat([bytes.subarray(0, 32), Buffer.from(other, 'hex')]).toString('base64')
  }
  const sign = (answer: unknown) => {
    world.wallet.next('sign', { answer } as never)
    return world.adapter.signMessage(from, 'hello')
  }

  it("is accepted from the account's own key", async () => {
    await open()
    const good = await signedBy(await amino('alice'), world.addresses[0])
    expect(await sign(good)).toMatchObject({ signature: good.signature, scheme: 'adr36', encoding: 'base64' })
  })

  it("is refused if its value s is high, or if its key isn't the account's", async () => {
    await open()
    const good = await signedBy(await amino('alice'), world.addresses[0])
    const other = await signedBy(await amino('bob'), world.addresses[1])
    for (const answer of [
      { ...good, signature: highS(good.signature) },
      { ...good, pub_key: other.pub_key },
      other,
      { ...good, pub_key: { ...good.pub_key, type: 'tendermint/PubKeyEd25519' } },
      { ...good, pub_key: undefined },
      { ...good, signature: good.signature.slice(0, -8) },
    ])
      await expect(sign(answer)).rejects.toMatchObject({ code: 'wallet/invalid-answer' })
  })
})
