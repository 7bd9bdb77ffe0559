import { base58 } from '@scure/base'
import {
  ComputeBudgetProgram,
  Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  sendAndConfirmTransaction,
  Transaction,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { type Devnet, startDevnet } from 'latchkey/devnet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { solanaAccounts } from '../../src/devnet/accounts/solana.ts'
import { closeSocket } from '../support/solana-connection.ts'

let devnet: Devnet
let connection: Connection
/** The amounts in lamports that the node gave to the accounts, by account name. */
let given: Readonly<Record<string, number>>
const keyOf = (name: string) => Keypair.fromSecretKey(base58.decode(devnet.accounts[name]!.solana!.secret))

beforeAll(async () => {
  devnet = await startDevnet({ families: ['solana'] })
  connection = new Connection(devnet.nodes[0]!.url, 'confirmed')
  const balances = Object.keys(devnet.accounts).map(
    async (name) => [name, await connection.getBalance(keyOf(name).publicKey)] as const,
  )
  given = Object.fromEntries(await Promise.all(balances))
})
afterAll(async () => {
  await closeSocket(connection)
  await devnet?.stop()
})

async function signed(
  instructions: readonly TransactionInstruction[],
  key = keyOf('alice'),
  blockhash?: string,
): Promise<Transaction> {
  const transaction = new Transaction().add(...instructions)
  transaction.recentBlockhash = blockhash ?? (await connection.getLatestBlockhash()).blockhash
  transaction.feePayer = key.publicKey
  transaction.sign(key)
  return transaction
}
const transfer = (lamports: number | bigint, to = Keypair.generate().publicKey, from = keyOf('alice')) =>
  SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to, lamports })
const ask = async (method: string, ...params: unknown[]) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  return (await fetch(devnet.nodes[0]!.url, { method: 'POST', body })).json()
}

describe('the solana devnet', () => {
  it('returns the state of the requested accounts after a simulated transaction', async () => {
    const [alice, to, other] = [
      keyOf('alice').publicKey,
      Keypair.generate().publicKey,
      keyOf('bob').publicKey,
    ]
    const before = await connection.getBalance(alice)
    // web3.js stores the blockhash of a simulation, so the simulation uses a separate connection.
    const simulating = new Connection(devnet.nodes[0]!.url, 'confirmed')
    const accountsAfter = async (lamports: number) => {
      const transaction = await signed([transfer(lamports, to)])
      const { value } = await simulating.simulateTransaction(transaction, undefined, [to, alice, other])
      return value.accounts?.map((account) => account && [account.lamports, account.owner])
    }
    const owner = SystemProgram.programId.toBase58()
    // `other` isn't part of the transaction, so the node returns no state for this account.
    expect(await accountsAfter(2_000_000)).toEqual([[2_000_000, owner], [before - 2_005_000, owner], null])
    expect(await accountsAfter(before)).toEqual([null, null, null])
    expect(await connection.getBalance(alice)).toBe(before)
  })

  it.each([
    ['an invalid address', { addresses: ['nobody'] }],
    ['addresses that are not a list', { addresses: 7 }],
    ['no addresses', {}],
    ['an encoding that the node lacks', { encoding: 'base58', addresses: [solanaAccounts.alice!.address] }],
  ])('refuses a simulation that asks for accounts with %s', async (_, accounts) => {
    const transaction = (await signed([transfer(1_000_000)])).serialize().toString('base64')
    expect(await ask('simulateTransaction', transaction, { encoding: 'base64', accounts })).toMatchObject({
      error: { code: -32602 },
    })
  })

  it('pays two equal airdrops, and has both in its history', async () => {
    const to = Keypair.generate().publicKey
    const signatures = [
      await connection.requestAirdrop(to, 1_000_000_000),
      await connection.requestAirdrop(to, 1_000_000_000),
    ]
    expect(await connection.getBalance(to)).toBe(2_000_000_000)
    const { value } = await connection.getSignatureStatuses(signatures)
    expect(value.map((status) => status?.confirmationStatus)).toEqual(['confirmed', 'confirmed'])
    const history = await connection.getSignaturesForAddress(to)
    expect(history.map(({ signature }) => signature)).toEqual(signatures.toReversed())
  })

  it('lets a socket subscribe to at most a thousand signatures', async () => {
    const { port } = new URL(devnet.nodes[0]!.url)
    const socket = new WebSocket(`ws://127.0.0.1:${Number(port) + 1}`)
    await new Promise((resolve) => socket.addEventListener('open', resolve))
    const answers: { result?: number; error?: { code: number; message: string } }[] = []
    socket.addEventListener('message', ({ data }) => answers.push(JSON.parse(String(data))))
    const subscribe = (params: unknown) =>
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'signatureSubscribe', params }))
    for (let at = 0; at < 1001; at++) subscribe([`signature ${at}`])
    subscribe(['x'.repeat(101)])
    subscribe([{}])
    await expect.poll(() => answers.length, { message: 'every subscription is answered' }).toBe(1003)
    expect(answers.flatMap(({ error }) => error?.code ?? [])).toEqual([-32603, -32602, -32602])
    socket.close()
  })

  it('has two networks, each with its genesis hash as its id (CAIP-30)', async () => {
    expect(devnet.networks).toHaveLength(2)
    for (const [index, { caipNetworkId }] of devnet.networks.entries()) {
      const hash = await new Connection(devnet.nodes[index]!.url).getGenesisHash()
      expect(base58.decode(hash)).toHaveLength(32)
      expect(caipNetworkId).toBe(`solana:${hash.slice(0, 32)}`)
    }
    expect(new Set(devnet.networks.map(({ id }) => id)).size).toBe(2)
  })

  it('funds every named account, whose secret key matches its address', () => {
    for (const [name, { solana }] of Object.entries(devnet.accounts)) {
      expect(keyOf(name).publicKey.toBase58()).toBe(solana!.address)
      expect(given[name]).toBe(1_000_000_000_000)
    }
  })

  it.each([
    [0, 'LKT', 9, 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'],
    [1, 'tUSD', 6, 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'],
  ] as const)(
    'gives every account a million units of its token %i, %s',
    async (at, symbol, decimals, program) => {
      const token = devnet.tokens.filter(({ asset }) => asset.startsWith(devnet.networks[0]!.caipNetworkId))[
        at
      ]!
      expect(token).toMatchObject({ symbol, decimals })
      const mint = new PublicKey(token.asset.split(':').pop()!)
      const { value } = await connection.getTokenAccountsByOwner(keyOf('ivan').publicKey, { mint })
      expect(value).toHaveLength(1)
      expect(value[0]!.account.owner.toBase58()).toBe(program)
      const balance = await connection.getTokenAccountBalance(value[0]!.pubkey)
      expect(balance.value).toMatchObject({ amount: String(10n ** BigInt(6 + decimals)), decimals })
    },
  )

  it('executes a signed transfer, which costs the sender the amount and the fee', async () => {
    const alice = keyOf('alice')
    const to = Keypair.generate().publicKey
    const before = await connection.getBalance(alice.publicKey)
    const transaction = await signed([
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 20_000_000 }),
      ComputeBudgetProgram.setComputeUnitLimit({ units: 500 }),
      transfer(2_000_000, to),
    ])
    expect((await connection.getFeeForMessage(transaction.compileMessage())).value).toBe(15_000)
    const signature = await connection.sendRawTransaction(transaction.serialize())
    const status = await connection.getSignatureStatus(signature)
    expect(status.value).toMatchObject({ err: null, confirmationStatus: 'confirmed' })
    expect(await connection.getBalance(to)).toBe(2_000_000)
    expect(await connection.getBalance(alice.publicKey)).toBe(before - 2_000_000 - 15_000)
    const found = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 })
    expect(found?.meta).toMatchObject({ err: null, fee: 15_000, computeUnitsConsumed: 450 })
    expect(found?.transaction.signatures).toEqual([signature])
    expect(found?.meta?.postBalances[0]).toBe(before - 2_000_000 - 15_000)
  })

  it('returns a versioned transaction only to a client that supports its version', async () => {
    const alice = keyOf('alice')
    const message = new TransactionMessage({
      payerKey: alice.publicKey,
      recentBlockhash: (await connection.getLatestBlockhash()).blockhash,
      instructions: [transfer(1_000_000)],
    })
    const versioned = new VersionedTransaction(message.compileToV0Message())
    versioned.sign([alice])
    const signature = await connection.sendRawTransaction(versioned.serialize())
    for (const config of [undefined, 'json', { encoding: 'base64' }])
      expect(await ask('getTransaction', signature, config)).toMatchObject({
        error: {
          code: -32015,
          message:
            'Transaction version (0) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": 0',
        },
      })
    const supported = { maxSupportedTransactionVersion: 0 }
    expect((await ask('getTransaction', signature, supported)).result.version).toBe(0)
  })

  it('returns a legacy transaction to each client, and its version to a client that knows versions', async () => {
    const transaction = await signed([transfer(1_000_000)])
    const signature = await connection.sendRawTransaction(transaction.serialize())
    expect((await ask('getTransaction', signature)).result).not.toHaveProperty('version')
    const supported = { maxSupportedTransactionVersion: 0 }
    expect((await ask('getTransaction', signature, supported)).result.version).toBe('legacy')
  })

  it('refuses a changed transaction, a replay, an overspend and a blockhash of another cluster', async () => {
    const good = await signed([transfer(1_000_000)])
    const wire = good.serialize()
    const changed = Uint8Array.from(wire)
    changed[wire.length - 1]! ^= 1
    await expect(connection.sendRawTransaction(changed)).rejects.toThrow('signature verification failure')
    await connection.sendRawTransaction(wire)
    await expect(connection.sendRawTransaction(wire)).rejects.toThrow('already been processed')
    const overspend = await signed([transfer(10n ** 15n)])
    await expect(connection.sendRawTransaction(overspend.serialize())).rejects.toThrow('0x1')
    const foreign = await signed([transfer(1_000_000)], undefined, Keypair.generate().publicKey.toBase58())
    await expect(connection.sendRawTransaction(foreign.serialize())).rejects.toThrow('Blockhash not found')
  })

  it('charges the fee for a transaction that fails on-chain, and reports the reason', async () => {
    const dave = keyOf('dave')
    const before = await connection.getBalance(dave.publicKey)
    const failing = await signed([transfer(10n ** 15n, undefined, dave)], dave)
    const signature = await connection.sendRawTransaction(failing.serialize(), { skipPreflight: true })
    const { value } = await connection.getSignatureStatus(signature)
    expect(value?.err).toEqual({ InstructionError: [0, { Custom: 1 }] })
    expect(await connection.getBalance(dave.publicKey)).toBe(before - 5000)
  })

  it('accepts no blockhash that is older than 150 blocks', async () => {
    const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash()
    const late = await signed([transfer(1_000_000)], undefined, blockhash)
    await ask('devnet_skipBlocks', 140)
    expect((await connection.isBlockhashValid(blockhash)).value).toBe(true)
    await ask('devnet_skipBlocks', 11)
    expect(await connection.getBlockHeight()).toBeGreaterThan(lastValidBlockHeight)
    expect((await connection.isBlockhashValid(blockhash)).value).toBe(false)
    await expect(connection.sendRawTransaction(late.serialize())).rejects.toThrow('Blockhash not found')
    const unheard = await connection.sendRawTransaction(late.serialize(), { skipPreflight: true })
    expect((await connection.getSignatureStatus(unheard)).value).toBeNull()
  })

  it('keeps transactions pending while the test holds blocks back', async () => {
    await ask('devnet_hold')
    const transaction = await signed([transfer(1_000_000)])
    const signature = await connection.sendRawTransaction(transaction.serialize())
    expect((await connection.getSignatureStatus(signature)).value).toBeNull()
    await ask('devnet_release')
    expect((await connection.getSignatureStatus(signature)).value).toMatchObject({ err: null })
  })

  it('confirms a transaction to web3.js over the websocket', async () => {
    const transaction = new Transaction().add(transfer(1_000_000))
    const signature = await sendAndConfirmTransaction(connection, transaction, [keyOf('alice')])
    expect((await connection.getSignatureStatus(signature)).value).toMatchObject({ err: null })
  })

  it("answers each request of a batch with the request's id", async () => {
    const body = JSON.stringify([
      { jsonrpc: '2.0', id: 7, method: 'getHealth' },
      { jsonrpc: '2.0', id: 8, method: 'getStuff' },
      { jsonrpc: '2.0', id: 9, method: 'getBalance', params: ['nonsense'] },
    ])
    const answers = await (await fetch(devnet.nodes[0]!.url, { method: 'POST', body })).json()
    expect(answers).toMatchObject([
      { id: 7, result: 'ok' },
      { id: 8, error: { code: -32601 } },
      { id: 9, error: { code: -32602 } },
    ])
    expect(await ask('sendTransaction', 'AAAA', { encoding: 'base64' })).toMatchObject({
      error: { code: -32602 },
    })
  })
})

describe('a durable nonce on the solana devnet', () => {
  const skip = (blocks: number) => ask('devnet_skipBlocks', blocks)
  /** Creates a nonce account of Alice, and returns its address. */
  async function nonceAccount(): Promise<PublicKey> {
    const [alice, account] = [keyOf('alice'), Keypair.generate()]
    const creation = SystemProgram.createNonceAccount({
      ...{ fromPubkey: alice.publicKey, authorizedPubkey: alice.publicKey, noncePubkey: account.publicKey },
      lamports: 1_447_680,
    })
    creation.recentBlockhash = (await connection.getLatestBlockhash()).blockhash
    creation.feePayer = alice.publicKey
    creation.sign(alice, account)
    await send(creation.serialize())
    // A nonce can change only once per block.
    await skip(1)
    return account.publicKey
  }
  const nonceOf = async (account: PublicKey) => (await connection.getNonce(account))!.nonce
  const withNonce = async (account: PublicKey, ...instructions: readonly TransactionInstruction[]) => {
    const advance = SystemProgram.nonceAdvance({
      noncePubkey: account,
      authorizedPubkey: keyOf('alice').publicKey,
    })
    return (await signed([advance, ...instructions], keyOf('alice'), await nonceOf(account))).serialize()
  }
  const send = (wire: Uint8Array, skipPreflight = false) =>
    connection.sendRawTransaction(wire, { skipPreflight })

  it('keeps a transaction valid until a transaction has used the nonce', async () => {
    const account = await nonceAccount()
    const nonce = await nonceOf(account)
    const to = Keypair.generate().publicKey
    const [first, second] = [
      await withNonce(account, transfer(2_000_000, to)),
      await withNonce(account, transfer(3_000_000, to)),
    ]
    await skip(9000)
    await send(first)
    expect(await connection.getBalance(to)).toBe(2_000_000)
    expect(await nonceOf(account)).not.toBe(nonce)
    await expect(send(second)).rejects.toThrow('Blockhash not found')
    await send(second, true)
    expect(await connection.getBalance(to)).toBe(2_000_000)
  })

  it('is used up by a transaction that fails', async () => {
    const account = await nonceAccount()
    const nonce = await nonceOf(account)
    const failing = await withNonce(account, transfer(10n ** 18n))
    const { err } = (await connection.confirmTransaction(await send(failing, true), 'confirmed')).value
    expect(err).toMatchObject({ InstructionError: [1, { Custom: 1 }] })
    expect(await nonceOf(account)).not.toBe(nonce)
    await skip(1)
    const to = Keypair.generate().publicKey
    await send(await withNonce(account, transfer(2_000_000, to)))
    expect(await connection.getBalance(to)).toBe(2_000_000)
  })

  it('lets only one of two waiting transactions into a block', async () => {
    const account = await nonceAccount()
    const to = Keypair.generate().publicKey
    await ask('devnet_hold')
    for (const lamports of [2_000_000, 3_000_000])
      await send(await withNonce(account, transfer(lamports, to)))
    await ask('devnet_release')
    expect(await connection.getBalance(to)).toBe(2_000_000)
  })

  it("is refused if the owner of the nonce account hasn't signed", async () => {
    const account = await nonceAccount()
    const [bob, to] = [keyOf('bob'), Keypair.generate().publicKey]
    const advance = SystemProgram.nonceAdvance({ noncePubkey: account, authorizedPubkey: bob.publicKey })
    const transaction = await signed([advance, transfer(2_000_000, to, bob)], bob, await nonceOf(account))
    await expect(send(transaction.serialize())).rejects.toThrow('Blockhash not found')
  })
})
