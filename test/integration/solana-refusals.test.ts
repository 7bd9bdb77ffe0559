import { base58 } from '@scure/base'
import { Connection, Keypair, PublicKey, Transaction, TransactionInstruction } from '@solana/web3.js'
import { solana } from 'latchkey/adapters/solana'
import type { Devnet } from 'latchkey/devnet'
import type { ContractWorld } from 'latchkey/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { associatedAccount, tokenProgram } from '../../src/adapters/solana/chain/token.ts'
import type { ConnectorContext } from '../../src/core/wallet/connector.ts'
import type { SendParams } from '../../src/core/wallet/transaction.ts'
import { openFamilyWorld } from '../support/family-world.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { closeSocket } from '../support/solana-connection.ts'
import { extension, type MintExtension, makeExtendedToken } from '../support/solana-extended-token.ts'
import { solanaSurroundings } from '../support/solana-surroundings.ts'
import { registeredWallet } from '../support/standard-wallets.ts'

let devnet: Devnet
let chain: Connection
let world: ContractWorld<'solana'>
let from: `solana:${string}:${string}`

beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['solana'] })
  chain = new Connection(devnet.nodes[0]!.url, 'confirmed')
}, leaseTimeout)
afterAll(async () => {
  await closeSocket(chain)
  await devnet?.stop()
})
afterEach(() => world?.dispose())

async function open(
  reachedBy: 'sign-and-send' | 'sign-only' = 'sign-and-send',
  whileAsking?: () => Promise<void>,
) {
  const { keys, surroundings } = solanaSurroundings({ devnet, reachedBy, whileAsking })
  const connect = (context: ConnectorContext) => registeredWallet(keys, context)
  world = await openFamilyWorld({ factory: solana(), surroundings, connect })
  await world.adapter.connect({ connector: world.connector, network: world.networks[0] })
  from = `${world.networks[0].caipNetworkId}:${world.addresses[0]}`
}
const skipBlocks = async (count: number) =>
  void (await fetch(devnet.nodes[0]!.url, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'devnet_skipBlocks', params: [count] }),
  }))
const fresh = () => Keypair.generate().publicKey.toBase58()

/** Creates a token with these extensions, and gives the sender 10,000 units. */
async function tokenWith(extensions: readonly MintExtension[], more: { readonly thaw?: boolean } = {}) {
  const token = await makeExtendedToken(chain, devnet.accounts.dave!.solana!.secret, {
    holder: world.addresses[0],
    amount: 10_000n,
    extensions,
    ...more,
  })
  const asset = `${world.networks[0].caipNetworkId}/token:${token.mint.toBase58()}` as const
  const send = (params: Partial<SendParams<'solana'>> = {}) =>
    world.adapter.send({ from, to: fresh(), amount: 100n, asset, ...params })
  const received = async (owner: string) =>
    BigInt((await chain.getTokenAccountBalance(token.accountOf(owner))).value.amount)
  return { ...token, asset, send, received }
}
/** Returns the error of a send. Checks that the wallet gets no request. */
async function refusal(sending: Promise<unknown>) {
  const prompts = await world.wallet.prompts()
  const error = await sending.then(
    () => undefined,
    (cause: unknown) => cause as { readonly code: string; readonly message: string },
  )
  expect(await world.wallet.prompts()).toBe(prompts)
  return error
}

describe('a solana token', () => {
  it.each([
    [
      'that runs a program on each transfer',
      [extension.transferHook(Keypair.generate().publicKey)],
      /transfer hook/,
    ],
    ['that is bound to its holder', [extension.nonTransferable], /can't be transferred/],
  ] as const)('%s is refused before the wallet is asked', async (_, extensions, said) => {
    await open()
    const { send } = await tokenWith(extensions)
    expect(await refusal(send())).toMatchObject({
      code: 'validation/invalid-input',
      message: expect.stringMatching(said),
    })
  })

  it("can't be sent while its issuer has paused it", async () => {
    await open()
    const { send, onMint, received } = await tokenWith([extension.pausable])
    const to = fresh()
    await onMint(44, 1)
    expect(await refusal(send({ to }))).toMatchObject({
      code: 'validation/invalid-input',
      message: expect.stringContaining('paused'),
    })
    await onMint(44, 2)
    await send({ to })
    expect(await received(to)).toBe(100n)
  })

  it('can be sent if its transfer hook has no program', async () => {
    await open()
    const { send, received } = await tokenWith([extension.transferHook(PublicKey.default)])
    const to = fresh()
    await send({ to })
    expect(await received(to)).toBe(100n)
  })
})

describe('a frozen token account', () => {
  it('of the sender makes the send fail with this reason', async () => {
    await open()
    const { send, freeze } = await tokenWith([])
    await freeze(world.addresses[0])
    expect(await refusal(send())).toMatchObject({
      code: 'validation/invalid-amount',
      message: expect.stringContaining('frozen'),
    })
  })

  it('of the recipient makes the send fail before the wallet is asked', async () => {
    await open()
    const { send, freeze, openAccount } = await tokenWith([])
    const to = fresh()
    await openAccount(to)
    await freeze(to)
    expect(await refusal(send({ to }))).toMatchObject({
      code: 'validation/invalid-address',
      message: expect.stringContaining('frozen'),
    })
  })

  it('makes the send fail before the wallet is asked if the send would create it', async () => {
    await open()
    const { send } = await tokenWith([extension.frozenAtFirst], { thaw: true })
    expect(await refusal(send())).toMatchObject({
      code: 'validation/invalid-address',
      message: expect.stringContaining('frozen'),
    })
  })
})

describe('a token account that its owner gave away', () => {
  it('gets no tokens that are sent to its former owner', async () => {
    await open()
    const { asset } = world.token
    const [victim, other] = [Keypair.generate(), Keypair.generate()]
    const to = victim.publicKey.toBase58()
    await world.adapter.send({ from, to, amount: 5n, asset })
    const mint = new PublicKey(asset.split(':').at(-1)!)
    const payer = Keypair.fromSecretKey(base58.decode(devnet.accounts.dave!.solana!.secret))
    // The instruction `SetAuthority` (`TokenInstruction` of spl-token), which gives the account a new owner.
    const give = new TransactionInstruction({
      programId: tokenProgram,
      keys: [
        { pubkey: associatedAccount(to, { mint, program: tokenProgram }), isSigner: false, isWritable: true },
        { pubkey: victim.publicKey, isSigner: true, isWritable: false },
      ],
      data: Buffer.from([6, 2, 1, ...other.publicKey.toBytes()]),
    })
    const transaction = new Transaction({ feePayer: payer.publicKey, ...(await chain.getLatestBlockhash()) })
    transaction.add(give).sign(payer, victim)
    await chain.confirmTransaction(await chain.sendRawTransaction(transaction.serialize()), 'confirmed')
    expect(await refusal(world.adapter.send({ from, to, amount: 5n, asset }))).toMatchObject({
      code: 'validation/invalid-address',
      message: expect.stringContaining('belongs to another'),
    })
  })
})

describe('the memo of a solana send', () => {
  it.each([
    ['SOL', undefined],
    ['a token', 0],
  ] as const)('is part of a transaction that sends %s', async (_, token) => {
    await open()
    const to = fresh()
    const asset = token === undefined ? undefined : world.token.asset
    const options = { memo: 'order 7, paid in full: ✓' }
    const params = { from, to, amount: 1_000_000n, asset, options }
    const { total } = await world.adapter.estimateFee(params)
    const sent = await world.adapter.send(params)
    const landed = (await chain.getTransaction(sent.hash, { maxSupportedTransactionVersion: 0 }))!
    expect(landed.meta).toMatchObject({ err: null, fee: Number(total.value) })
    expect(landed.meta!.logMessages!.join('\n')).toContain('order 7, paid in full: ✓')
  })

  it('is included in a transfer to a token account that requires it', async () => {
    await open()
    const { send, requireMemo, openAccount, received } = await tokenWith([])
    const recipient = Keypair.generate()
    const to = recipient.publicKey.toBase58()
    await openAccount(to)
    await requireMemo(recipient)
    expect(await refusal(send({ to }))).toMatchObject({
      code: 'validation/invalid-input',
      message: expect.stringMatching(/memo/),
    })
    await send({ to, options: { memo: 'order 8' } })
    expect(await received(to)).toBe(100n)
  })

  it.each([
    ['empty', ''],
    ['too long', 'x'.repeat(600)],
    ['not Unicode', '\ud800'],
    ['not a text', 7 as unknown as string],
  ])('is refused when it is %s', async (_, memo) => {
    await open()
    expect(
      await refusal(world.adapter.send({ from, to: world.receiver, amount: 1_000_000n, options: { memo } })),
    ).toMatchObject({ code: 'validation/invalid-input', message: expect.stringContaining('memo') })
  })
})

describe('a send whose solana blockhash expires before the user confirms', () => {
  it.each([
    // This kind of wallet may have sent the transaction before it answered.
    ['sign-and-send', 'adapter/send-transaction-error'],
    ['sign-only', 'node/transaction-expired'],
  ] as const)(
    'fails with an error that says whether the %s wallet may have sent the transaction',
    async (reach, code) => {
      let asks = false
      await open(reach, async () => (asks ? skipBlocks(200) : undefined))
      asks = true
      const to = fresh()
      await expect(world.adapter.send({ from, to, amount: 1_000_000n })).rejects.toMatchObject({ code })
      expect(await chain.getBalance(new PublicKey(to))).toBe(0)
    },
  )
})
