import {
  Connection,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import type { Wallet, WalletAccount } from '@wallet-standard/base'
import type { Latchkey } from 'latchkey'
import { solana } from 'latchkey/adapters/solana'
import { standardConnector } from 'latchkey/connectors'
import type { Devnet } from 'latchkey/devnet'
import { registerSolanaWallet, solanaStandardWallet } from 'latchkey/solana-standard'
import { createSolanaWallet, memoryPlatform, type SolanaWallet } from 'latchkey/testing'
import nacl from 'tweetnacl'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { discoverWalletStandard } from '../../src/connectors/injected/wallet-standard.ts'
import { clientOn } from '../support/bridged-client.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'

interface Features {
  'standard:connect': {
    connect(input?: { silent?: boolean }): Promise<{ accounts: readonly WalletAccount[] }>
  }
  'standard:disconnect': { disconnect(): Promise<void> }
  'standard:events': {
    on(event: 'change', listener: (change: { accounts: readonly WalletAccount[] }) => void): () => void
  }
  'solana:signMessage': { signMessage(...inputs: object[]): Promise<{ signature: Uint8Array }[]> }
  'solana:signTransaction': {
    signTransaction(...inputs: object[]): Promise<{ signedTransaction: Uint8Array }[]>
  }
  'solana:signAndSendTransaction': {
    signAndSendTransaction(...inputs: object[]): Promise<{ signature: Uint8Array }[]>
  }
}

let devnet: Devnet
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['solana'] })
}, leaseTimeout)
afterAll(() => devnet?.stop())

describe('the wallet-standard wallet that a client offers to Solana apps', () => {
  let keys: SolanaWallet & {
    script: { count(method?: string): number; next(method: string, step: never): void }
  }
  let client: Latchkey
  let wallet: Wallet
  let features: Features
  let release: () => void
  beforeEach(() => {
    keys = createSolanaWallet({
      secrets: ['alice', 'bob'].map((name) => devnet.accounts[name]!.solana!.secret),
      chains: devnet.networks.map(({ caipNetworkId, rpcUrls }) => ({
        id: caipNetworkId as `solana:${string}`,
        rpcUrl: rpcUrls.default.http[0]!,
      })),
    }) as typeof keys
    client = clientOn(
      devnet,
      [solana()],
      [standardConnector({ id: 'keys', name: 'Keys', wallet: keys.standard })],
    )
    ;({ wallet, release } = solanaStandardWallet(client, { name: 'All wallets', connectorId: 'keys' }))
    features = wallet.features as never
  })
  afterEach(async () => {
    release()
    await client.dispose()
  })

  const address = (name: string) => devnet.accounts[name]!.solana!.address
  const node = () => new Connection(devnet.networks[0]!.rpcUrls.default.http[0]!, 'confirmed')
  async function transfer(lamports: number) {
    const payerKey = new PublicKey(address('alice'))
    const { blockhash } = await node().getLatestBlockhash()
    const instruction = SystemProgram.transfer({
      fromPubkey: payerKey,
      toPubkey: new PublicKey(address('carol')),
      lamports,
    })
    const message = new TransactionMessage({
      payerKey,
      recentBlockhash: blockhash,
      instructions: [instruction],
    })
    return new VersionedTransaction(message.compileToV0Message()).serialize()
  }

  it('shows no account before an app connects, and causes no prompt if an app connects silently', async () => {
    expect(wallet.accounts).toEqual([])
    expect((await features['standard:connect'].connect({ silent: true })).accounts).toEqual([])
    expect(keys.script.count()).toBe(0)
    const changes: string[][] = []
    features['standard:events'].on(
      'change',
      ({ accounts }) => void changes.push(accounts.map((one) => one.address)),
    )
    const { accounts } = await features['standard:connect'].connect()
    expect(accounts.map((one) => one.address)).toEqual([address('alice'), address('bob')])
    expect(wallet.accounts).toBe(accounts)
    expect(new PublicKey(accounts[0]!.publicKey as Uint8Array).toBase58()).toBe(address('alice'))
    expect(accounts[0]!.chains).toContain('solana:localnet')
    expect(keys.script.count('standard:connect')).toBe(1)
    // A second `connect` causes no prompt.
    await features['standard:connect'].connect()
    expect(keys.script.count('standard:connect')).toBe(1)

    keys.select(address('bob'))
    await expect
      .poll(() => wallet.accounts[0]?.address, { message: 'the wallet has the other account' })
      .toBe(address('bob'))
    await features['standard:disconnect'].disconnect()
    expect(wallet.accounts).toEqual([])
    expect(client.connections.isConnected('solana')).toBe(false)
    expect(changes).toEqual([[address('alice'), address('bob')], [address('bob'), address('alice')], []])
  })

  it('signs one or several messages or transactions at a time', async () => {
    const { accounts } = await features['standard:connect'].connect()
    const account = accounts[0]!
    const messages = ['one', 'two'].map((text) => new TextEncoder().encode(text))
    const signed = await features['solana:signMessage'].signMessage(
      ...messages.map((message) => ({ account, message })),
    )
    for (const [at, { signature }] of signed.entries())
      expect(nacl.sign.detached.verify(messages[at]!, signature, account.publicKey as Uint8Array)).toBe(true)

    const wires = [await transfer(1001), await transfer(1002)]
    const chain = 'solana:localnet'
    const answers = await features['solana:signTransaction'].signTransaction(
      ...wires.map((transaction) => ({ account, chain, transaction })),
    )
    expect(answers).toHaveLength(2)
    for (const [at, { signedTransaction }] of answers.entries()) {
      const { message, signatures } = VersionedTransaction.deserialize(signedTransaction)
      expect(message.serialize()).toEqual(VersionedTransaction.deserialize(wires[at]!).message.serialize())
      const bytes = message.serialize()
      expect(nacl.sign.detached.verify(bytes, signatures[0]!, account.publicKey as Uint8Array)).toBe(true)
    }
    // One prompt for both transactions.
    expect(keys.script.count('solana:signTransaction')).toBe(1)
  })

  it('sends a transaction once, on the network in the request', async () => {
    const { accounts } = await features['standard:connect'].connect()
    const before = await node().getBalance(new PublicKey(address('carol')))
    const input = {
      account: accounts[0]!,
      chain: devnet.networks[0]!.caipNetworkId,
      transaction: await transfer(5000),
    }
    const [sent] = await features['solana:signAndSendTransaction'].signAndSendTransaction(input)
    expect(sent!.signature).toHaveLength(64)
    expect(keys.script.count('solana:signAndSendTransaction')).toBe(1)
    const balance = async () => (await node().getBalance(new PublicKey(address('carol')))) - before
    await expect.poll(balance, { message: 'the coins arrive' }).toBe(5000)
    const elsewhere = { ...input, chain: 'solana:mainnet' }
    await expect(
      features['solana:signAndSendTransaction'].signAndSendTransaction(elsewhere),
    ).rejects.toMatchObject({ code: 'network/not-requested' })
    const stranger = { ...input, account: { ...input.account, address: address('carol') } }
    await expect(features['solana:signTransaction'].signTransaction(stranger)).rejects.toMatchObject({
      code: 'connection/account-not-connected',
    })
    expect(keys.script.count('solana:signAndSendTransaction')).toBe(1)
  })

  it("refuses a transaction that doesn't need the account's signature", async () => {
    const { accounts } = await features['standard:connect'].connect()
    const foreign = new Transaction({
      feePayer: new PublicKey(address('carol')),
      recentBlockhash: (await node().getLatestBlockhash()).blockhash,
    }).add(
      SystemProgram.transfer({
        fromPubkey: new PublicKey(address('carol')),
        toPubkey: new PublicKey(address('alice')),
        lamports: 1,
      }),
    )
    const wire = foreign.serialize({ requireAllSignatures: false })
    const account = accounts[0]!
    await expect(
      features['solana:signTransaction'].signTransaction({ account, transaction: Uint8Array.from(wire) }),
    ).rejects.toMatchObject({ code: 'validation/invalid-input' })
    expect(keys.script.count('solana:signTransaction')).toBe(0)
    keys.script.next('solana:signMessage', 'reject' as never)
    await expect(
      features['solana:signMessage'].signMessage({ account, message: new Uint8Array([1]) }),
    ).rejects.toMatchObject({ code: 'wallet/user-rejected' })
  })

  it('registers with apps that load before or after it, and can unregister', async () => {
    vi.stubGlobal('window', new EventTarget())
    const known = new Set<Wallet>()
    const register = (added: Wallet) => {
      known.add(added)
      return () => known.delete(added)
    }
    window.addEventListener('wallet-standard:register-wallet', (event) =>
      (event as CustomEvent<(api: object) => void>).detail({ register }),
    )
    const unregister = registerSolanaWallet(client, { name: 'Early' })
    const names = () => [...known].map(({ name }) => name)
    expect(names()).toEqual(['Early'])
    window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }))
    expect(names()).toEqual(['Early'])
    unregister()
    expect(names()).toEqual([])
    window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }))
    expect(names()).toEqual([])
  })

  it('is not offered to Latchkey clients', () => {
    const platform = memoryPlatform()
    const found: string[] = []
    const stop = discoverWalletStandard(
      { ...platform, networks: devnet.networks },
      ({ name }) => void found.push(name),
    )
    const announce = (each: Wallet) =>
      platform.page.dispatch('wallet-standard:register-wallet', (api: { register(one: Wallet): void }) =>
        api.register(each),
      )
    announce(wallet)
    announce(keys.standard)
    stop()
    expect(found).toEqual([keys.standard.name])
  })
})
