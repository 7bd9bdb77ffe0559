import { base58, base64 } from '@scure/base'
import {
  Keypair,
  PublicKey,
  SYSVAR_CLOCK_PUBKEY,
  SystemProgram,
  Transaction,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { signInMessage } from 'latchkey/siwx'
import nacl from 'tweetnacl'
import { describe, expect, it } from 'vitest'
import { rpcWallet } from '../../../../src/adapters/solana/rpc-wallet.ts'
import { standardWallet } from '../../../../src/adapters/solana/standard-wallet.ts'
import { solanaAccounts } from '../../../../src/devnet/accounts/solana.ts'
import type { RpcRequest } from '../../../../src/ports.ts'
import { createSolanaWallet, type SolanaWalletOptions } from '../../../../src/testing/wallets/solana.ts'

const alice = solanaAccounts.alice!
const bob = solanaAccounts.bob!
const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const by = { address: alice.address, network: mainnet, hasLocalNode: false } as const
const any = () => true

function held(options: Partial<SolanaWalletOptions> = {}) {
  const wallet = createSolanaWallet({
    secrets: [alice.secret],
    chains: [{ id: 'solana:mainnet', rpcUrl: 'http://127.0.0.1:1' }],
    anyCluster: true,
    authorized: true,
    ...options,
  })
  return { ...wallet, adapted: (standard: unknown = wallet.standard) => standardWallet(standard, any) }
}
function wire(): Uint8Array {
  const message = new TransactionMessage({
    payerKey: new PublicKey(alice.address),
    recentBlockhash: PublicKey.default.toBase58(),
    instructions: [],
  })
  return new VersionedTransaction(message.compileToLegacyMessage()).serialize()
}
const text = new TextEncoder().encode('hello')

// S2.8, "Solana adapter errors"; S3.5.5.
describe("over wallet-standard, the specification's error sentence is", () => {
  it.each([null, undefined, 'wallet', 7])('Provider not found for the provider %s', (value) => {
    expect(() => standardWallet(value, any)).toThrow(
      expect.objectContaining({ code: 'connection/provider-not-found', message: 'Provider not found' }),
    )
  })

  it('Wallet not connected', async () => {
    await expect(held({ authorized: false }).adapted().signMessage(text, by)).rejects.toMatchObject({
      code: 'solana/wallet-not-connected',
      message: 'Wallet not connected',
    })
  })

  it.each([
    ['no list of accounts', undefined],
    ['only malformed accounts', [null, 7]],
  ])('Wallet not connected for a wallet that shows %s', async (_, accounts) => {
    const wallet = held()
    const malformed = Object.create(wallet.standard, { accounts: { value: accounts } })
    await expect(wallet.adapted(malformed).signMessage(text, by)).rejects.toMatchObject({
      code: 'solana/wallet-not-connected',
    })
    expect(wallet.script.count()).toBe(0)
  })

  it('Account not found for a message', async () => {
    const stranger = { ...by, address: Keypair.generate().publicKey.toBase58() }
    await expect(held().adapted().signMessage(text, stranger)).rejects.toMatchObject({
      code: 'solana/account-not-found',
      message: 'Account not found',
    })
  })

  it('No public key found for a transaction', async () => {
    const stranger = { ...by, address: Keypair.generate().publicKey.toBase58() }
    await expect(held().adapted().signTransaction(wire(), stranger)).rejects.toMatchObject({
      code: 'solana/no-public-key',
      message: 'No public key found',
    })
  })

  it('Invalid chain id', async () => {
    const elsewhere = { ...by, network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' } as const
    await expect(held().adapted().signTransaction(wire(), elsewhere)).rejects.toMatchObject({
      code: 'solana/invalid-chain-id',
      message: 'Invalid chain id',
    })
  })

  it('Empty result', async () => {
    const wallet = held()
    wallet.script.always('solana:signMessage', { answer: [] })
    await expect(wallet.adapted().signMessage(text, by)).rejects.toMatchObject({
      code: 'solana/empty-result',
      message: 'Empty result',
    })
  })

  it('The wallet does not support the feature', async () => {
    const wallet = held({ features: ['solana:signTransaction'] })
    await expect(wallet.adapted().signMessage(text, by)).rejects.toMatchObject({
      code: 'wallet/feature-unsupported',
      message: 'The wallet does not support the "solana:signMessage" feature',
    })
  })
})

describe('the answer of a wallet-standard wallet', () => {
  it('is a signature of the message, as another library confirms', async () => {
    const { signature } = await held().adapted().signMessage(text, by)
    expect(nacl.sign.detached.verify(text, signature, base58.decode(alice.address))).toBe(true)
  })

  it.each([
    ['undefined', undefined],
    ['not a list', { signature: new Uint8Array(64) }],
    ['a text', ['signature']],
    ['a short signature', [{ signature: new Uint8Array(63), signedMessage: text }]],
    ['a signature as a list of numbers', [{ signature: Array(64).fill(1), signedMessage: text }]],
    ['a signature of another message', [{ signature: new Uint8Array(64), signedMessage: new Uint8Array(3) }]],
    ['two answers', [{ signature: new Uint8Array(64) }, { signature: new Uint8Array(64) }]],
  ])('is refused when it is %s', async (_, answer) => {
    const wallet = held()
    wallet.script.always('solana:signMessage', { answer })
    await expect(wallet.adapted().signMessage(text, by)).rejects.toMatchObject({
      code: 'wallet/invalid-answer',
    })
  })

  it("comes from a single request, which uses the wallet's name of the network", async () => {
    const wallet = held()
    await wallet.adapted().signAllTransactions([wire(), wire()], by)
    expect(wallet.script.requests).toHaveLength(1)
    expect(wallet.script.requests[0]?.params).toEqual(
      Array(2).fill(expect.objectContaining({ chain: 'solana:mainnet', transaction: wire() })),
    )
  })
})

describe('a solana wallet over JSON-RPC', () => {
  const calls: { method: string; params: unknown }[] = []
  const answering = (
    answers: Record<string, unknown>,
    approved: (method: string) => boolean = any,
    held: readonly string[] = [alice.address],
  ) => {
    calls.length = 0
    const request = async ({ method, params }: RpcRequest) => {
      calls.push({ method, params })
      return answers[method]
    }
    return rpcWallet(request, approved, () => held)
  }
  const signed = () => {
    const transaction = VersionedTransaction.deserialize(wire())
    transaction.sign([Keypair.fromSecretKey(base58.decode(alice.secret))])
    return transaction
  }

  it('receives messages in base58 and transactions in base64', async () => {
    const wallet = answering({
      solana_signMessage: { signature: base58.encode(new Uint8Array(64).fill(1)) },
      solana_signTransaction: { transaction: base64.encode(signed().serialize()) },
    })
    await wallet.signMessage(text, by)
    await wallet.signTransaction(wire(), by)
    expect(calls).toMatchObject([
      { method: 'solana_signMessage', params: { message: base58.encode(text), pubkey: alice.address } },
      {
        method: 'solana_signTransaction',
        params: { transaction: base64.encode(wire()), pubkey: alice.address },
      },
    ])
  })

  describe('gets the parts of a transaction', () => {
    const keyOf = ({ address }: { readonly address: string }) => new PublicKey(address)
    const [payer, other] = [keyOf(alice), keyOf(bob)]
    const message = new TransactionMessage({
      payerKey: payer,
      recentBlockhash: other.toBase58(),
      instructions: [
        SystemProgram.transfer({ fromPubkey: payer, toPubkey: other, lamports: 7 }),
        new TransactionInstruction({
          programId: keyOf(solanaAccounts.carol!),
          keys: [
            { pubkey: SYSVAR_CLOCK_PUBKEY, isSigner: false, isWritable: false },
            { pubkey: payer, isSigner: true, isWritable: true },
            { pubkey: keyOf(solanaAccounts.dave!), isSigner: true, isWritable: false },
          ],
          data: Buffer.alloc(0),
        }),
      ],
    })
    const paramsOf = async (transaction: VersionedTransaction) => {
      const bytes = transaction.serialize()
      const wallet = answering({ solana_signTransaction: { transaction: base64.encode(bytes) } })
      await wallet.signTransaction(bytes, by)
      return { asked: calls[0]?.params, usual: { transaction: base64.encode(bytes), pubkey: alice.address } }
    }

    it('that older wallets read, as web3.js reads them, if the transaction is a legacy transaction', async () => {
      const transaction = new VersionedTransaction(message.compileToLegacyMessage())
      const { feePayer, recentBlockhash, instructions } = Transaction.from(transaction.serialize())
      const { asked, usual } = await paramsOf(transaction)
      expect(asked).toEqual({
        ...usual,
        feePayer: feePayer!.toBase58(),
        recentBlockhash,
        instructions: instructions.map(({ data, keys, programId }) => ({
          data: base58.encode(data),
          keys: keys.map(({ pubkey, ...flags }) => ({ ...flags, pubkey: pubkey.toBase58() })),
          programId: programId.toBase58(),
        })),
      })
    })

    it('only in base64 if the transaction has version 0', async () => {
      const { asked, usual } = await paramsOf(new VersionedTransaction(message.compileToV0Message()))
      expect(asked).toEqual(usual)
    })
  })

  it('signs a sign-in message like any other message', async () => {
    const wallet = answering({ solana_signMessage: { signature: base58.encode(new Uint8Array(64).fill(1)) } })
    const fields = { accountAddress: alice.address, chainId: mainnet, domain: 'a.example' } as const
    const signIn = signInMessage({ ...fields, uri: 'https://a.example', version: '1', nonce: '12345678' })
    const message = new TextEncoder().encode(String(signIn))
    await wallet.signMessage(message, by, signIn)
    const params = { message: base58.encode(message), pubkey: alice.address }
    expect(calls).toEqual([{ method: 'solana_signMessage', params }])
  })

  it('may answer with only the signature, which the adapter adds to the transaction', async () => {
    const wallet = answering({
      solana_signTransaction: { signature: base58.encode(signed().signatures[0]!) },
    })
    expect([...(await wallet.signTransaction(wire(), by))]).toEqual([...signed().serialize()])
  })

  it('gets one request per transaction if it did not approve solana_signAllTransactions', async () => {
    const wallet = answering(
      { solana_signTransaction: { transaction: base64.encode(signed().serialize()) } },
      (method) => method !== 'solana_signAllTransactions',
    )
    expect(await wallet.signAllTransactions([wire(), wire()], by)).toHaveLength(2)
    expect(calls.map(({ method }) => method)).toEqual(['solana_signTransaction', 'solana_signTransaction'])
  })

  it("causes the specification's errors for methods that it does not support", async () => {
    const wallet = answering({}, () => false)
    expect(wallet.signAndSend).toBeUndefined()
    await expect(wallet.signMessage(text, by)).rejects.toMatchObject({
      code: 'wallet/method-unsupported',
      message: 'The method "solana_signMessage" is not supported by the wallet',
    })
  })

  it.each([
    [[], 'solana/account-not-found', 'Account not found'],
    [[bob.address], 'solana/address-not-found', 'Address not found'],
  ])(
    'with the accounts %j in its session gets no signing request for another account',
    async (held, code, message) => {
      const wallet = answering({}, any, held)
      for (const ask of [
        () => wallet.signMessage(text, by),
        () => wallet.signTransaction(wire(), by),
        () => wallet.signAllTransactions([wire()], by),
        async () => wallet.signAndSend?.(wire(), by),
      ])
        await expect(ask()).rejects.toMatchObject({ code, message })
      expect(calls).toEqual([])
    },
  )

  it("causes the specification's error when it returns no transactions", async () => {
    await expect(
      answering({ solana_signAllTransactions: {} }).signAllTransactions([wire()], by),
    ).rejects.toMatchObject({ code: 'solana/invalid-transactions', message: 'Invalid transactions response' })
  })

  it.each([
    undefined,
    null,
    7,
    'x',
    {},
    { signature: 7 },
    { signature: '0OIl' },
    { signature: base58.encode(text) },
  ])('causes an error when it answers %j', async (answer) => {
    const wallet = answering({ solana_signMessage: answer, solana_signAndSendTransaction: answer })
    await expect(wallet.signMessage(text, by)).rejects.toMatchObject({ code: 'wallet/invalid-answer' })
    await expect(wallet.signAndSend?.(wire(), by)).rejects.toMatchObject({ code: 'wallet/invalid-answer' })
  })

  it('causes an error when its answer is a megabyte long', async () => {
    // The time to parse base58 grows with the square of the length. So the test would time out if the adapter
    // parsed this answer.
    await expect(
      answering({ solana_signMessage: { signature: '2'.repeat(1_000_000) } }).signMessage(text, by),
    ).rejects.toMatchObject({ code: 'wallet/invalid-answer' })
  })
})
