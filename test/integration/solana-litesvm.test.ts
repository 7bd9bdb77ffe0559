import { base58 } from '@scure/base'
import {
  ComputeBudgetProgram,
  Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { solana } from 'latchkey/adapters/solana'
import type { Devnet } from 'latchkey/devnet'
import { type ContractWorld, createSolanaWallet, memoryPlatform } from 'latchkey/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { associatedAccount, token2022Program, tokenProgram } from '../../src/adapters/solana/chain/token.ts'
import type { SolanaOptions } from '../../src/adapters/solana/options.ts'
import { WalletStandardConnector } from '../../src/connectors/injected/wallet-standard-connector.ts'
import { standardFamilies } from '../../src/connectors/injected/wallet-standard-families.ts'
import { withoutFee } from '../../src/controllers/features/send/send-fee.ts'
import type { AdapterContext, AdapterFactory } from '../../src/core/wallet/adapter.ts'
import type { SentTransaction } from '../../src/core/wallet/transaction.ts'
import type { Clock, JsonRpcPort, RpcRequest } from '../../src/ports.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { closeSocket } from '../support/solana-connection.ts'
import { makeFeeToken } from '../support/solana-fee-token.ts'
import { joinToken, splitToken } from '../support/solana-split-token.ts'
import { openSolanaWorld, type reaches } from '../support/solana-world.ts'

type World = ContractWorld<'solana'>

let devnet: Devnet
let chain: Connection
let world: World
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

/** The adapter's requests to the node. */
const asked: RpcRequest[] = []
let instead: Record<string, (call: RpcRequest) => unknown> = {}

async function open(
  reach: keyof typeof reaches = 'registered',
  options: SolanaOptions = {},
  token: 0 | 1 = 0,
  /** The speed of the adapter's clock, relative to real time. */
  speed = 1,
) {
  asked.length = 0
  instead = {}
  const real = solana(options)
  const factory: AdapterFactory<'solana'> = {
    ...real,
    create: (context: AdapterContext) =>
      real.create({
        ...context,
        clock: faster(context.clock, speed),
        rpc: (network): JsonRpcPort => ({
          async request<T>(call: RpcRequest) {
            asked.push(call)
            return (instead[call.method]?.(call) ?? context.rpc(network).request(call)) as Promise<T>
          },
        }),
      }),
  }
  world = await openSolanaWorld({ devnet, factory, reach, token })
  await world.adapter.connect({ connector: world.connector, network: world.networks[0] })
  from = `${world.networks[0].caipNetworkId}:${world.addresses[0]}`
}
function faster(clock: Clock, speed: number): Clock {
  const start = clock.now()
  return {
    now: () => start + (clock.now() - start) * speed,
    after: (ms, run) => clock.after(ms / speed, run),
    every: (ms, run) => clock.every(ms / speed, run),
  }
}
const landed = async (hash: string) =>
  (await chain.getTransaction(hash, { maxSupportedTransactionVersion: 0 }))!
const control = async (method: string, ...params: unknown[]) =>
  void (await fetch(devnet.nodes[0]!.url, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  }))
const mint = () => new PublicKey(world.token.asset.split(':').pop()!)

/**
 * Reads the compute budget of a transaction. Instruction 2 of the program sets the limit, and instruction 3 the price.
 */
async function budgetOf(hash: string) {
  const { message } = (await landed(hash)).transaction
  return message.compiledInstructions
    .filter(({ programIdIndex }) =>
      message.staticAccountKeys[programIdIndex]!.equals(ComputeBudgetProgram.programId),
    )
    .map(({ data }) => {
      const view = Buffer.from(data)
      return data[0] === 3 ? { price: view.readBigUInt64LE(1) } : { limit: view.readUInt32LE(1) }
    })
}

describe('a send of SOL', () => {
  it("sets the specification's compute price and compute limit", async () => {
    await open()
    const { hash } = await world.adapter.send({ from, to: world.receiver, amount: 1_000_000n })
    expect(await budgetOf(hash)).toEqual([{ price: 20_000_000n }, { limit: 500 }])
    expect((await landed(hash)).meta).toMatchObject({ err: null, fee: 15_000 })
  })

  it('reads, simulates and sends at the commitment level `confirmed`', async () => {
    await open('registered, sign-only')
    await world.adapter.getBalance(from)
    const sent = await world.adapter.send({ from, to: world.receiver, amount: 1_000_000n })
    await world.adapter.waitForTransaction(world.networks[0].caipNetworkId, sent)
    const named = asked.flatMap(({ method, params = [] }) =>
      (params as readonly unknown[]).flatMap((param) => {
        const { commitment, preflightCommitment } = (param ?? {}) as Record<string, unknown>
        const level = preflightCommitment ?? commitment
        return level === undefined ? [] : [[method, level] as const]
      }),
    )
    const methods = ['getBalance', 'getMultipleAccounts', 'getLatestBlockhash', 'getFeeForMessage']
    const sending = ['simulateTransaction', 'sendTransaction', 'getTransaction']
    expect(new Set(named.map(([method]) => method))).toEqual(new Set([...methods, ...sending]))
    expect(new Set(named.map(([, level]) => level))).toEqual(new Set(['confirmed']))
  })

  it("uses the caller's compute price and compute limit", async () => {
    await open()
    const options = { microLamportsPerUnit: 7n, computeUnitLimit: 600 }
    const params = { from, to: world.receiver, amount: 1_000_000n, options }
    const { detail, total } = await world.adapter.estimateFee(params)
    expect(detail).toEqual({ ...options, baseLamports: 5000n })
    expect(total.value).toBe(5001n)
    const { hash } = await world.adapter.send(params)
    expect(await budgetOf(hash)).toEqual([{ price: 7n }, { limit: 600 }])
  })

  it('reports a failed simulation before signing', async () => {
    await open()
    await expect(world.adapter.send({ from, to: world.receiver, amount: 5n })).rejects.toMatchObject({
      code: 'validation/invalid-amount',
      message: expect.stringContaining('below the rent'),
    })
    expect(await world.wallet.count('send')).toBe(0)
  })

  it.each([
    ['a token account', () => associatedAccount(world.addresses[1], { mint: mint(), program: tokenProgram })],
    ['a token', () => mint()],
    ['a program', () => tokenProgram],
    [
      'an empty off-curve address',
      () =>
        associatedAccount(Keypair.generate().publicKey.toBase58(), { mint: mint(), program: tokenProgram }),
    ],
  ])('is refused if the recipient is %s', async (_, to) => {
    await open()
    for (const asset of [undefined, world.token.asset])
      await expect(
        world.adapter.send({ from, to: to().toBase58(), amount: 1_000_000n, asset }),
      ).rejects.toMatchObject({ code: 'validation/invalid-address' })
    expect(await world.wallet.count('send')).toBe(0)
  })

  it('uses a newer blockhash than the fee estimate', async () => {
    await open()
    const params = { from, to: world.receiver, amount: 1_000_000n }
    await world.adapter.estimateFee(params)
    await control('devnet_skipBlocks', 200)
    const { hash } = await world.adapter.send(params)
    expect((await landed(hash)).meta?.err).toBeNull()
  })

  it('pays an empty off-curve address only if the caller allows it', async () => {
    await open()
    const program = Keypair.generate().publicKey
    const [vault] = PublicKey.findProgramAddressSync([Buffer.from('vault')], program)
    const params = { from, to: vault.toBase58(), amount: 2_000_000n }
    await expect(world.adapter.send(params)).rejects.toMatchObject({
      code: 'validation/invalid-address',
      message: expect.stringContaining('off-curve address'),
    })
    expect(world.wallet.count('send')).toBe(0)
    // The largest amount is known nevertheless. The review warns, and the visitor must confirm.
    const { value } = await world.adapter.getBalance(from)
    const most = withoutFee(world.adapter as never, world.networks[0], value, params, undefined)
    await expect(most).resolves.toBeGreaterThan(0n)
    const yes = { ...params, options: { allowOffCurve: true } }
    expect((await world.adapter.estimateFee(yes)).detail.offCurve).toBe(true)
    const { detail } = await world.adapter.estimateFee({ ...params, to: world.receiver })
    expect(detail.offCurve).toBeUndefined()
    const { hash } = await world.adapter.send(yes)
    expect((await landed(hash)).meta?.err).toBeNull()
    expect(await chain.getBalance(vault)).toBe(2_000_000)
    // The account exists now, so the caller needn't allow it. The estimate warns nevertheless.
    expect((await world.adapter.estimateFee(params)).detail.offCurve).toBe(true)
  })

  it('is a separate payment if an equal send is in the same block', async () => {
    await open()
    const send = () => world.adapter.send({ from, to: world.receiver, amount: 1_000_000n })
    const hashes = [(await send()).hash, (await send()).hash, (await send()).hash]
    expect(new Set(hashes).size).toBe(3)
    expect(await chain.getBalance(new PublicKey(world.receiver))).toBe(3_000_000)
  })

  it('is a separate payment if another payment is prepared between it and an equal one', async () => {
    await open('registered, sign-only')
    const still = { value: await chain.getLatestBlockhash() }
    await control('devnet_skipBlocks', 1)
    let pinned = 3
    instead.getLatestBlockhash = () => (pinned-- > 0 ? still : undefined)
    const other = Keypair.generate().publicKey.toBase58()
    const prepare = (to: string) => world.adapter.prepareSend({ from, to, amount: 1_000_000n })
    const prepared = [await prepare(world.receiver), await prepare(other), await prepare(world.receiver)]
    const hashes: string[] = []
    for (const payment of prepared) hashes.push((await payment.send()).hash)
    expect(new Set(hashes).size).toBe(3)
    expect(await chain.getBalance(new PublicKey(world.receiver))).toBe(2_000_000)
  })

  it.each([
    [
      'the wallet sends it',
      'registered',
      () => world.adapter.send({ from, to: world.receiver, amount: 1_000_000n }),
    ],
    [
      "the adapter sends the page's transaction",
      'registered, sign-only',
      async () => world.adapter.sendTransaction!(from, await world.transfer!(world.receiver)),
    ],
  ] as const)('returns its hash although the node is silent afterwards, if %s', async (_, reach, send) => {
    await open(reach, {}, 0, 20)
    instead.getBlockHeight = () => new Promise(() => {})
    let sent: Partial<SentTransaction> | undefined
    const emitted: string[] = []
    world.adapter.on('transactionSent', ({ hash }) => emitted.push(hash))
    const keep = (outcome: Partial<SentTransaction>) => {
      sent = outcome
    }
    void send().then(keep, keep)
    await expect
      .poll(() => sent, { timeout: 8000, message: 'The hash is returned' })
      .toEqual({ hash: expect.any(String), reference: undefined })
    expect(emitted).toEqual([sent?.hash])
    expect((await landed(sent!.hash!)).meta?.err).toBeNull()
  })

  it('fails before the wallet is asked if the node has no new blocks', async () => {
    await open('registered', {}, 0, 100)
    const still = { value: await chain.getLatestBlockhash() }
    instead.getLatestBlockhash = () => still
    const send = () => world.adapter.send({ from, to: world.receiver, amount: 1_000_000n })
    await send()
    const before = world.wallet.count('send')
    await expect(send()).rejects.toMatchObject({
      code: 'rpc/invalid-value',
      values: { method: 'getLatestBlockhash' },
    })
    expect(world.wallet.count('send')).toBe(before)
    // The adapter has waited, but only for a limited time.
    const waited = asked.filter(({ method }) => method === 'getLatestBlockhash').length
    expect(waited).toBeGreaterThan(2)
    expect(waited).toBeLessThan(200)
  })

  it("fails with the specification's message if the network has no endpoint", async () => {
    await open()
    const context = { ...memoryPlatform(), networks: world.networks }
    const unused = () => ({}) as never
    const adapter = await solana().create({ ...context, endpoints: () => [], rpc: unused, http: unused })
    await adapter.connect({ connector: world.connector, network: world.networks[0] })
    await expect(adapter.send({ from, to: world.receiver, amount: 1n })).rejects.toMatchObject({
      code: 'solana/connection-not-set',
      message: 'Connection is not set',
    })
    await adapter.dispose()
  })
})

describe.each([
  ['SPL', 0, tokenProgram, 165],
  ['Token-2022', 1, token2022Program, 170],
] as const)('a send of %s tokens', (_, which, program, size) => {
  beforeEach(() => open('registered', {}, which))
  const send = (to = world.receiver, options = {}) =>
    world.adapter.send({ from, to, amount: 5n, asset: world.token.asset, options })

  it("creates the recipient's missing account, and shows the account's rent", async () => {
    const params = { from, to: world.receiver, amount: 5n, asset: world.token.asset }
    const { detail } = await world.adapter.estimateFee(params)
    const rent = BigInt(await chain.getMinimumBalanceForRentExemption(size))
    expect(detail.rentLamports).toBe(rent)
    const before = BigInt(await chain.getBalance(new PublicKey(world.addresses[0])))
    const { hash } = await world.adapter.send(params)
    const fee = BigInt((await landed(hash)).meta!.fee)
    expect(BigInt(await chain.getBalance(new PublicKey(world.addresses[0])))).toBe(before - fee - rent)
    const account = associatedAccount(world.receiver, { mint: mint(), program })
    expect((await chain.getTokenAccountBalance(account)).value.amount).toBe('5')
    expect((await world.adapter.estimateFee(params)).detail).not.toHaveProperty('rentLamports')
  })

  it("sets a compute limit that is a tenth above the simulation's use", async () => {
    const { hash } = await send()
    const [, limit] = (await budgetOf(hash)) as [unknown, { limit: number }]
    const used = (await landed(hash)).meta!.computeUnitsConsumed!
    expect(limit.limit).toBe(Math.ceil((used * 11) / 10))
    expect(used).toBeGreaterThan(5000)
  })

  it('pays the recent priority fee, but at most a fixed maximum', async () => {
    const prices = (...values: number[]) => {
      instead.getRecentPrioritizationFees = () =>
        values.map((prioritizationFee, slot) => ({ slot, prioritizationFee }))
    }
    prices(900, 100, 300)
    expect((await budgetOf((await send()).hash))[0]).toEqual({ price: 300n })
    expect(asked.find(({ method }) => method === 'getRecentPrioritizationFees')?.params).toEqual([
      expect.arrayContaining([world.addresses[0]]),
    ])
    prices(30_000_000, 40_000_000)
    expect((await budgetOf((await send()).hash))[0]).toEqual({ price: 20_000_000n })
    prices()
    expect((await budgetOf((await send()).hash))[0]).toEqual({ price: 0n })
    expect((await budgetOf((await send(undefined, { microLamportsPerUnit: 5n })).hash))[0]).toEqual({
      price: 5n,
    })
    await world.dispose()
    await open('registered', { maxMicroLamportsPerUnit: 250n }, which)
    prices(900, 100, 300)
    expect((await budgetOf((await send()).hash))[0]).toEqual({ price: 250n })
  })

  it("reads the token's symbol and decimals from the network", async () => {
    expect(await world.adapter.getBalance(from, world.token.asset)).toMatchObject({
      symbol: ['LKT', 'tUSD'][which],
      decimals: [9, 6][which],
    })
  })

  it('refuses the address of a token account or a wallet as a token', async () => {
    for (const address of [
      associatedAccount(world.addresses[0], { mint: mint(), program }).toBase58(),
      world.addresses[0],
    ])
      await expect(
        world.adapter.getBalance(from, `${world.networks[0].caipNetworkId}/token:${address}`),
      ).rejects.toMatchObject({ code: 'validation/invalid-input' })
  })
})

describe('a token in several accounts of its owner', () => {
  it('is sent from several of these accounts in one transaction', async () => {
    await open()
    const mint = new PublicKey(world.token.asset.split(':').at(-1)!)
    const owner = Keypair.fromSecretKey(base58.decode(devnet.accounts.alice!.solana!.secret))
    const held = async () => (await world.adapter.getBalance(from, world.token.asset)).value
    const before = await held()
    const parts = await splitToken(chain, owner, mint, { parts: 3, each: 1000n })
    expect(await held()).toBe(before)
    // The amount is more than the first account has, so a part must come from the other accounts.
    const main = associatedAccount(world.addresses[0], { mint, program: tokenProgram })
    const inMain = BigInt((await chain.getTokenAccountBalance(main)).value.amount)
    const amount = inMain + 1500n
    const receiver = Keypair.generate()
    const to = receiver.publicKey.toBase58()
    const params = { from, to, amount, asset: world.token.asset }
    const prompts = await world.wallet.prompts()
    const sent = await world.adapter.send(params)
    expect(await world.wallet.prompts()).toBe(prompts + 1)
    await world.adapter.waitForTransaction(world.networks[0].caipNetworkId, sent)
    const target = associatedAccount(to, { mint, program: tokenProgram })
    expect(BigInt((await chain.getTokenAccountBalance(target)).value.amount)).toBe(amount)
    expect(await held()).toBe(before - amount)
    const left = await Promise.all(parts.map((part) => chain.getTokenAccountBalance(part)))
    expect(left.reduce((sum, { value }) => sum + BigInt(value.amount), 0n)).toBe(1500n)
    // Other test files use these accounts too, so restore them.
    await joinToken(chain, owner, mint, { parts, receiver })
    expect(BigInt((await chain.getTokenAccountBalance(main)).value.amount)).toBe(before)
  })
})

describe('a Token-2022 token with a transfer fee', () => {
  it.each([
    ['the exact percentage of the amount', 1_000_000n, 5_000n],
    ['the percentage of the amount, rounded up as the program does', 101n, 1n],
    ['the maximum fee', 100_000_000n, 20_000n],
  ])('is shown with its transfer fee, which is %s', async (_, amount, kept) => {
    await open()
    const { mint } = await makeFeeToken(chain, devnet.accounts.dave!.solana!.secret, {
      holder: world.addresses[0],
      amount: 1_000_000_000n,
      basisPoints: 50,
      most: 20_000n,
    })
    const asset = `${world.networks[0].caipNetworkId}/token:${mint.toBase58()}` as const
    const params = { from, to: world.receiver, amount, asset }
    expect((await world.adapter.estimateFee(params)).detail.tokenTransferFee).toBe(kept)
    await world.adapter.send(params)
    const account = associatedAccount(world.receiver, { mint, program: token2022Program })
    expect(BigInt((await chain.getTokenAccountBalance(account)).value.amount)).toBe(amount - kept)
  })

  it('has a fee that is read for each send, from the current epoch', async () => {
    await open()
    const { mint, setFee } = await makeFeeToken(chain, devnet.accounts.dave!.solana!.secret, {
      holder: world.addresses[0],
      amount: 1_000_000_000n,
      basisPoints: 100,
      most: 2n ** 64n - 1n,
    })
    const asset = `${world.networks[0].caipNetworkId}/token:${mint.toBase58()}` as const
    const params = { from, to: world.receiver, amount: 10_000n, asset }
    const account = associatedAccount(world.receiver, { mint, program: token2022Program })
    const received = async () => BigInt((await chain.getTokenAccountBalance(account)).value.amount)
    const kept = async () => (await world.adapter.estimateFee(params)).detail.tokenTransferFee
    await setFee(250, 2n ** 64n - 1n)
    expect(await kept()).toBe(100n)
    await world.adapter.send(params)
    expect(await received()).toBe(9_900n)
    await control('devnet_skipBlocks', 2 * 432_000)
    expect(await kept()).toBe(250n)
    await world.adapter.send(params)
    expect(await received()).toBe(9_900n + 9_750n)
  })

  it('differs from other tokens, whose fee estimate contains no transfer fee', async () => {
    await open('registered', {}, 1)
    const params = { from, to: world.receiver, amount: 5n, asset: world.token.asset }
    expect((await world.adapter.estimateFee(params)).detail).not.toHaveProperty('tokenTransferFee')
  })
})

describe('a sent solana transaction', () => {
  it('counts as failed after its last valid block height has passed', async () => {
    await open('registered, sign-only')
    await control('devnet_hold')
    try {
      const sent = await world.adapter.send({ from, to: world.receiver, amount: 1_000_000n })
      const status = () => world.adapter.getTransactionStatus(world.networks[0].caipNetworkId, sent)
      expect(await status()).toEqual({ phase: 'pending' })
      await control('devnet_skipBlocks', 100)
      expect(await status()).toEqual({ phase: 'pending' })
      const waiting = world.adapter.waitForTransaction(world.networks[0].caipNetworkId, sent)
      const outcome = expect(waiting).rejects.toMatchObject({
        code: 'node/transaction-failed',
        message: expect.stringContaining(
          'The transaction failed: It expired before it was included in a block',
        ),
      })
      await control('devnet_skipBlocks', 60)
      await outcome
      expect(await status()).toEqual({
        phase: 'failed',
        reason: 'It expired before it was included in a block',
        accordingTo: expect.any(String),
      })
      // The node has deleted the blocks that could include the transaction.
      instead.getFirstAvailableBlock = () => 1_000_000_000
      expect(await status()).toMatchObject({ phase: 'unknown', reason: expect.stringContaining('no longer') })
      // The wallet built the transaction itself, so the transaction may use a durable nonce.
      const { hash } = sent
      expect(
        await world.adapter.getTransactionStatus(world.networks[0].caipNetworkId, {
          hash,
          reference: sent.reference!.split(':')[0],
        }),
      ).toEqual({ phase: 'unknown' })
    } finally {
      await control('devnet_release')
    }
  })

  it('is confirmed even if a second, equal payment is sent', async () => {
    await open('registered, sign-only')
    const { caipNetworkId } = world.networks[0]
    const status = (sent: SentTransaction) => world.adapter.getTransactionStatus(caipNetworkId, sent)
    const send = () => world.adapter.send({ from, to: world.receiver, amount: 1_000_000n })
    await control('devnet_hold')
    let first: SentTransaction
    let second: SentTransaction
    try {
      first = await send()
      // Another blockhash makes another signature.
      await control('devnet_skipBlocks', 1)
      second = await send()
      expect(second.hash).not.toBe(first.hash)
      expect([await status(first), await status(second)]).toEqual([
        { phase: 'pending' },
        { phase: 'pending' },
      ])
    } finally {
      await control('devnet_release')
    }
    for (const sent of [first, second]) {
      const { phase } = await world.adapter.waitForTransaction(caipNetworkId, sent)
      expect(phase).toMatch(/confirmed|finalized/)
    }
  })

  it('never counts as expired if it has a durable nonce', async () => {
    await open('registered, sign-only')
    const { caipNetworkId } = world.networks[0]
    const alice = Keypair.fromSecretKey(base58.decode(devnet.accounts.alice!.solana!.secret))
    const nonce = Keypair.generate()
    const parties = { noncePubkey: nonce.publicKey, authorizedPubkey: alice.publicKey }
    const lamports = 1_447_680
    const creation = SystemProgram.createNonceAccount({ ...parties, fromPubkey: alice.publicKey, lamports })
    creation.recentBlockhash = (await chain.getLatestBlockhash()).blockhash
    creation.feePayer = alice.publicKey
    creation.sign(alice, nonce)
    await chain.sendRawTransaction(creation.serialize())
    await control('devnet_skipBlocks', 1)
    const receiver = Keypair.generate().publicKey
    const message = new TransactionMessage({
      payerKey: new PublicKey(world.addresses[0]),
      recentBlockhash: (await chain.getNonce(nonce.publicKey))!.nonce,
      instructions: [
        SystemProgram.nonceAdvance(parties),
        SystemProgram.transfer({ fromPubkey: alice.publicKey, toPubkey: receiver, lamports: 2_000_000 }),
      ],
    }).compileToV0Message()
    await control('devnet_hold')
    let sent: SentTransaction
    const status = () => world.adapter.getTransactionStatus(caipNetworkId, sent)
    try {
      sent = await world.adapter.sendTransaction!(from, {
        wire: new VersionedTransaction(message).serialize(),
      })
      expect(await status()).toMatchObject({ phase: 'unknown' })
      await control('devnet_skipBlocks', 9000)
      expect(await status()).toMatchObject({ phase: 'unknown' })
    } finally {
      await control('devnet_release')
    }
    expect(await status()).toMatchObject({ phase: 'confirmed' })
    expect(await chain.getBalance(receiver)).toBe(2_000_000)
  })

  it('is final after 32 slots', async () => {
    await open()
    const sent = await world.adapter.send({ from, to: world.receiver, amount: 1_000_000n })
    const status = () => world.adapter.getTransactionStatus(world.networks[0].caipNetworkId, sent)
    expect(await status()).toMatchObject({ phase: 'confirmed', fee: 15_000n })
    await control('devnet_skipBlocks', 40)
    expect(await status()).toMatchObject({ phase: 'finalized', fee: 15_000n })
  })

  it('is pending while its commitment is only `processed`', async () => {
    await open()
    const sent = await world.adapter.send({ from, to: world.receiver, amount: 1_000_000n })
    instead.getSignatureStatuses = () => ({
      value: [{ slot: 1, confirmations: 0, err: null, confirmationStatus: 'processed' }],
    })
    expect(await world.adapter.getTransactionStatus(world.networks[0].caipNetworkId, sent)).toEqual({
      phase: 'pending',
    })
  })

  it("that failed reports the program's message", async () => {
    await open()
    const { hash, fee } = await world.chain.failedTransaction(world.networks[0].caipNetworkId)
    expect(await world.adapter.getTransactionStatus(world.networks[0].caipNetworkId, { hash })).toEqual({
      phase: 'failed',
      reason: expect.stringContaining('custom program error: 0x1'),
      fee,
      accordingTo: expect.any(String),
    })
  })
})

describe('a solana send', () => {
  it.each([
    ['getBalance', { value: '5' }],
    ['getBalance', { value: -1 }],
    ['getBalance', { value: 2 ** 53 }],
    ['getBalance', 7],
    ['getLatestBlockhash', { value: { blockhash: 'x', lastValidBlockHeight: 1 } }],
    ['getMultipleAccounts', { value: [] }],
    ['getFeeForMessage', { value: null }],
    ['simulateTransaction', { value: {} }],
  ])('is refused if the node answers %s with the impossible value %j', async (method, answer) => {
    await open()
    instead[method] = () => answer
    await expect(world.adapter.send({ from, to: world.receiver, amount: 1_000_000n })).rejects.toMatchObject({
      code: 'rpc/invalid-value',
    })
    expect(await world.wallet.count('send')).toBe(0)
  })
})

describe("a blockhash that the node doesn't know when it computes the fee", () => {
  it('is replaced once, and the fee is requested again', async () => {
    await open()
    let fees = 0
    instead.getFeeForMessage = () => ({ value: fees++ === 0 ? null : 5000 })
    const options = { microLamportsPerUnit: 0n, computeUnitLimit: 600 }
    const params = { from, to: world.receiver, amount: 1_000_000n, options }
    const { total } = await world.adapter.estimateFee(params)
    expect(total.value).toBe(5000n)
    const methods = asked.map(({ method }) => method).filter((method) => /Blockhash|getFee/.test(method))
    expect(methods).toEqual([
      'getLatestBlockhash',
      'getFeeForMessage',
      'getLatestBlockhash',
      'getFeeForMessage',
    ])
  })
})

describe('solana wallets', () => {
  const alice = () => devnet.accounts.alice!.solana!
  const connectTo = async (options: Partial<Parameters<typeof createSolanaWallet>[0]>) => {
    await open()
    const wallet = createSolanaWallet({
      secrets: [alice().secret],
      chains: world.networks.map(({ caipNetworkId: id, rpcUrls }) => ({
        id,
        rpcUrl: rpcUrls.default.http[0]!,
      })),
      ...options,
    })
    const connector = new WalletStandardConnector(
      {
        id: 'w',
        name: 'W',
        type: 'EXTERNAL',
        wallet: wallet.standard,
        families: standardFamilies.filter(({ namespace }) => namespace === 'solana'),
      },
      {
        log: console,
        networks: world.networks,
        clock: { now: Date.now, after: () => () => {}, every: () => () => {} },
      },
    )
    await world.adapter.disconnect(world.adapter.connections()[0]!.id)
    const connection = await world.adapter.connect({ connector, network: world.networks[0] })
    return { wallet, connection }
  }

  it.each([
    ['that the adapter sends', 'sign-only'],
    ['that the page has requested', 'asked to sign'],
  ] as const)('cause an error if they change a transaction %s', async (_, how) => {
    const { wallet } = await connectTo({ features: ['solana:signTransaction'] })
    const mine = await world.transfer!(world.addresses[1])
    const [other] = (await (
      wallet.standard.features['solana:signTransaction'] as {
        signTransaction(input: object): Promise<{ signedTransaction: Uint8Array }[]>
      }
    ).signTransaction({ account: wallet.standard.accounts[0], transaction: mine.wire })) as [
      { signedTransaction: Uint8Array },
    ]
    wallet.script.next('solana:signTransaction', { answer: [other] })
    const before = asked.length
    const call =
      how === 'sign-only'
        ? world.adapter.send({ from, to: world.receiver, amount: 1_000_000n })
        : world.adapter.signTransaction!(from, await world.transfer!(world.receiver))
    await expect(call).rejects.toMatchObject({ code: 'wallet/transaction-altered' })
    expect(asked.slice(before).map(({ method }) => method)).not.toContain('sendTransaction')
  })

  it("cause an error with the version of a transaction that they can't sign", async () => {
    const { wallet } = await connectTo({ transactionVersions: ['legacy'] })
    await expect(
      world.adapter.sendTransaction!(from, await world.transfer!(world.receiver)),
    ).rejects.toMatchObject({
      code: 'solana/version-unsupported',
      message: 'The wallet cannot sign version 0 transactions',
    })
    expect(wallet.script.count('solana:signAndSendTransaction')).toBe(0)
    await world.adapter.send({ from, to: world.receiver, amount: 1_000_000n })
  })

  it("can't switch the network if they support only one", async () => {
    const [first, second] = devnet.networks as World['networks']
    const { connection } = await connectTo({
      chains: [{ id: first.caipNetworkId, rpcUrl: devnet.nodes[0]!.url }],
    })
    await expect(world.adapter.switchNetwork(connection.id, second)).rejects.toMatchObject({
      code: 'adapter/unsupported',
    })
    expect(world.adapter.connections()[0]?.network).toEqual(first)
  })

  it.each([
    ['solana:signMessage', 'sign.message'],
    ['solana:signTransaction', 'sign.transaction'],
  ] as const)("without the feature %s don't have the capability %s", async (feature, capability) => {
    const { connection } = await connectTo({
      features: (
        ['solana:signMessage', 'solana:signTransaction', 'solana:signAndSendTransaction'] as const
      ).filter((each) => each !== feature),
    })
    expect(world.adapter.supports(capability, connection.id)).toBe(false)
    expect(world.adapter.supports('send.native', connection.id)).toBe(true)
  })

  it('return each signature with its key', async () => {
    await open()
    const signature = await world.adapter.signMessage(from, 'hello')
    expect(signature).toMatchObject({ encoding: 'base58', scheme: 'ed25519', publicKey: world.addresses[0] })
    expect(base58.decode(signature.signature)).toHaveLength(64)
  })
})
