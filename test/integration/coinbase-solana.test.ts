import { base58 } from '@scure/base'
import {
  Keypair,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { createLatchkey } from 'latchkey'
import { bip122 } from 'latchkey/adapters/bip122'
import { solana } from 'latchkey/adapters/solana'
import { bitcoin, solanaDevnet, solanaMainnet } from 'latchkey/networks'
import { memoryPlatform } from 'latchkey/testing'
import nacl from 'tweetnacl'
import { afterEach, describe, expect, it } from 'vitest'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import { bridgeFeature } from '../../src/core/wallet/wallet-standard-bridge.ts'

const blockhash = base58.encode(new Uint8Array(32).fill(7))
const keys = Keypair.fromSeed(new Uint8Array(32).fill(5))
const address = keys.publicKey.toBase58()

/**
 * Creates the object that Coinbase Wallet injects:
 * https://docs.cdp.coinbase.com/coinbase-wallet/solana-developers/injected-solana-provider.
 */
function extension({ legacyOnly = false } = {}) {
  const listeners = new Map<string, Set<() => void>>()
  const tell = (event: string) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener()
  }
  const prompts: string[] = []
  const sign = <T extends Transaction | VersionedTransaction>(transaction: T): T => {
    if (transaction instanceof VersionedTransaction) transaction.sign([keys])
    else if (transaction instanceof Transaction) transaction.partialSign(keys)
    else throw new Error('not a transaction of @solana/web3.js')
    return transaction
  }
  const provider = {
    publicKey: null as Keypair['publicKey'] | null,
    get isConnected(): boolean {
      return this.publicKey !== null
    },
    declines: false,
    async connect() {
      prompts.push('connect')
      if (this.declines) throw Object.assign(new Error('User rejected the request'), { code: 4001 })
      this.publicKey = keys.publicKey
      tell('connect')
    },
    async disconnect() {
      this.publicKey = null
      tell('disconnect')
    },
    async signMessage(message: Uint8Array) {
      prompts.push('signMessage')
      return { signature: nacl.sign.detached(message, keys.secretKey) }
    },
    async signTransaction(transaction: VersionedTransaction) {
      prompts.push('signTransaction')
      return sign(transaction)
    },
    ...(!legacyOnly && {
      async signAllTransactions(all: VersionedTransaction[]) {
        prompts.push('signAllTransactions')
        return all.map(sign)
      },
    }),
    on: (event: string, listener: () => void) =>
      void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    off: (event: string, listener: () => void) => void listeners.get(event)?.delete(listener),
  }
  return {
    provider,
    prompts,
    listening: () => [...listeners.values()].reduce((sum, { size }) => sum + size, 0),
  }
}

const wire = (lamports: number) =>
  new VersionedTransaction(
    new TransactionMessage({
      payerKey: keys.publicKey,
      recentBlockhash: blockhash,
      instructions: [
        SystemProgram.transfer({
          fromPubkey: keys.publicKey,
          toPubkey: Keypair.generate().publicKey,
          lamports,
        }),
      ],
    }).compileToV0Message(),
  ).serialize()
const isSigned = (signed: Uint8Array) => {
  const { signatures, message } = VersionedTransaction.deserialize(signed)
  return nacl.sign.detached.verify(message.serialize(), signatures[0]!, keys.publicKey.toBytes())
}

const solanaFeatures = { 'standard:connect': {}, 'standard:events': {}, 'solana:signTransaction': {} }
/** Coinbase Wallet, as it registers with wallet-standard. */
const registered = {
  version: '1.0.0',
  name: 'Coinbase Wallet',
  icon: 'data:image/svg+xml;base64,PHN2Zy8+',
  chains: ['solana:mainnet'],
  accounts: [],
  features: solanaFeatures,
}

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})

describe('Coinbase Wallet at window.coinbaseSolana', () => {
  function page(
    wallet = extension(),
    platform = memoryPlatform(),
    networks: readonly ChainNetwork[] = [solanaMainnet],
  ) {
    platform.page.setGlobal('coinbaseSolana', wallet.provider)
    const latchkey = createLatchkey({ networks, adapters: [solana(), bip122()], platform })
    closing.push(() => latchkey.dispose())
    return { ...wallet, latchkey, platform }
  }
  const found = async ({ latchkey }: Pick<ReturnType<typeof page>, 'latchkey'>) => {
    await latchkey.ready()
    await latchkey.connector.discover()
    return latchkey.connector.state.connectors.filter(({ name }) => name === 'Coinbase Wallet')
  }
  const connect = async (world: ReturnType<typeof page>) => {
    const [connector] = await found(world)
    const [connection] = await world.latchkey.connect({ connectorId: connector!.id })
    return connection!
  }

  it('is listed once, connects with one prompt, and signs messages and transactions', async () => {
    const world = page()
    expect(await found(world)).toMatchObject([{ chains: ['solana'] }])
    expect(world.prompts).toEqual([])
    const { addresses } = await connect(world)
    expect(world.latchkey.account.state.solana).toMatchObject({ status: 'connected', address })
    const adapter = await world.latchkey.adapter('solana')
    const [account] = addresses as [never]
    const { signature } = await adapter.signMessage(account, 'hello')
    expect(
      nacl.sign.detached.verify(
        new TextEncoder().encode('hello'),
        base58.decode(signature),
        keys.publicKey.toBytes(),
      ),
    ).toBe(true)
    const one = await adapter.signTransaction(account, { wire: wire(1) })
    expect(isSigned(one)).toBe(true)
    const several = await adapter.signAllTransactions(account, [{ wire: wire(2) }, { wire: wire(3) }])
    expect(several.map((each) => isSigned(each))).toEqual([true, true])
    expect(world.prompts).toEqual(['connect', 'signMessage', 'signTransaction', 'signAllTransactions'])
  })

  it("signs several transactions one after the other if it can't sign all in one request", async () => {
    const world = page(extension({ legacyOnly: true }))
    const { addresses } = await connect(world)
    const adapter = await world.latchkey.adapter('solana')
    const signed = await adapter.signAllTransactions(addresses[0] as never, [
      { wire: wire(2) },
      { wire: wire(3) },
    ])
    expect(signed.map((each) => isSigned(each))).toEqual([true, true])
    expect(world.prompts).toEqual(['connect', 'signTransaction', 'signTransaction'])
  })

  it("connects on Solana's mainnet only", async () => {
    const world = page(extension(), memoryPlatform(), [solanaMainnet, solanaDevnet])
    const { approvedNetworks } = await connect(world)
    expect(approvedNetworks).toEqual([solanaMainnet.caipNetworkId])
  })

  it("isn't connected if the visitor declines", async () => {
    const world = page()
    world.provider.declines = true
    await expect(connect(world)).rejects.toMatchObject({ code: 'wallet/user-rejected' })
    expect(world.latchkey.account.state.solana.status).toBe('disconnected')
  })

  it('is offered without a prompt at the next visit, and is connected when it reports its account', async () => {
    const first = page()
    await connect(first)
    await first.latchkey.dispose()
    expect(first.listening()).toBe(0)
    const { storage } = first.platform
    const next = page(extension(), Object.assign(memoryPlatform(), { storage }))
    await found(next)
    await expect
      .poll(() => next.latchkey.account.state.solana.rememberedWallet?.name, {
        message: 'the wallet is offered',
      })
      .toBe('Coinbase Wallet')
    expect(next.prompts).toEqual([])
    next.provider.publicKey = keys.publicKey
    await next.provider.connect()
    await expect
      .poll(() => next.latchkey.account.state.solana.status, { message: 'the connection is restored' })
      .toBe('connected')
    expect(next.prompts).toEqual(['connect'])
  })

  it('is listed only once if it also registers with wallet-standard', async () => {
    for (const isEarly of [true, false]) {
      const platform = memoryPlatform()
      const register = (api: { register(wallet: unknown): unknown }) => void api.register(registered)
      if (isEarly)
        platform.page.listen('wallet-standard:app-ready', (event) =>
          register((event as unknown as { detail: { register(wallet: unknown): unknown } }).detail),
        )
      const world = page(extension(), platform)
      expect(await found(world)).toHaveLength(1)
      platform.page.dispatch('wallet-standard:register-wallet', register)
      expect(await found(world)).toHaveLength(1)
      expect((await found(world))[0]?.id).toBe('Coinbase Wallet')
    }
  })

  it.each([
    ['without features', [], {}],
    ['without Solana', ['bitcoin:mainnet'], { 'bitcoin:connect': {}, 'bitcoin:signTransaction': {} }],
    ['that is only a bridge', ['solana:mainnet'], { ...solanaFeatures, [bridgeFeature]: {} }],
  ])('is listed although a wallet %s registered under its name', async (_, chains, features) => {
    const platform = memoryPlatform()
    const impostor = { ...registered, chains, features }
    platform.page.listen('wallet-standard:app-ready', (event) =>
      (event as unknown as { detail: { register(wallet: unknown): unknown } }).detail.register(impostor),
    )
    const listed = await found(page(extension(), platform))
    expect(listed.map(({ chains }) => chains)).toContainEqual(['solana'])
  })

  it('does not hide the other families of a wallet that registers under its name', async () => {
    const platform = memoryPlatform()
    const world = page(extension(), platform, [bitcoin, solanaMainnet])
    expect(await found(world)).toHaveLength(1)
    const wallet = {
      ...registered,
      chains: ['solana:mainnet', 'bitcoin:mainnet'],
      features: { ...solanaFeatures, 'bitcoin:connect': {}, 'bitcoin:signTransaction': {} },
    }
    platform.page.dispatch(
      'wallet-standard:register-wallet',
      (api: { register(wallet: unknown): unknown }) => void api.register(wallet),
    )
    const listed = await found(world)
    expect(listed.map(({ chains }) => chains)).toEqual([['solana'], ['bip122']])
  })

  it.each<[string, () => unknown]>([
    ['a number', () => 7],
    ['an empty object', () => ({})],
    ['an object of another shape', () => ({ connect: 1 })],
    ['an object that must not be read', () => new Proxy({}, { get: () => expect.unreachable() })],
  ])('is not listed if this global variable is %s', async (_, value) => {
    const world = page({ ...extension(), provider: value() as never })
    expect(await found(world)).toEqual([])
  })
})
