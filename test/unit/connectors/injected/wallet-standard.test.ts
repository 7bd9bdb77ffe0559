import { describe, expect, it } from 'vitest'
import { standardConnector } from '../../../../src/connectors/external-standard.ts'
import { discoverWalletStandard } from '../../../../src/connectors/injected/wallet-standard.ts'
import { WalletStandardConnector } from '../../../../src/connectors/injected/wallet-standard-connector.ts'
import { standardFamilies } from '../../../../src/connectors/injected/wallet-standard-families.ts'
import type { Connector } from '../../../../src/core/wallet/connector.ts'
import { solanaAccounts } from '../../../../src/devnet/accounts/solana.ts'
import { bitcoinRegtest } from '../../../../src/networks/index.ts'
import { memoryPlatform } from '../../../../src/testing/memory-platform.ts'
import { registerStandardWallet } from '../../../../src/testing/wallets/announce.ts'
import { createBip122Wallet } from '../../../../src/testing/wallets/bip122.ts'
import { createSolanaWallet, type SolanaWalletOptions } from '../../../../src/testing/wallets/solana.ts'

const { alice, bob } = solanaAccounts
const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const devnet = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const network = (caipNetworkId: `solana:${string}`) => ({
  id: caipNetworkId.slice('solana:'.length),
  caipNetworkId,
  chainNamespace: 'solana' as const,
  name: caipNetworkId,
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: ['https://rpc.example'] } },
})
const families = standardFamilies.filter(({ namespace }) => namespace === 'solana')
const offer = { namespaces: ['solana' as const], networks: [] }

function world(networks = [network(mainnet), network(devnet)]) {
  const platform = memoryPlatform()
  const context = { ...platform, networks }
  const found: Connector[] = []
  const wallet = (options: Partial<SolanaWalletOptions> = {}) =>
    createSolanaWallet({
      secrets: [alice!.secret, bob!.secret],
      chains: [{ id: 'solana:mainnet', rpcUrl: 'http://127.0.0.1:1' }],
      ...options,
    })
  return {
    ...platform,
    context,
    found,
    wallet,
    look: () => discoverWalletStandard(context, (connector) => void found.push(connector)),
    connectorOf: (one: ReturnType<typeof wallet>) =>
      new WalletStandardConnector(
        { id: 'w', name: 'W', type: 'EXTERNAL', wallet: one.standard, families },
        context,
      ),
  }
}

describe("a wallet's own local node", () => {
  it.each([
    ['stands in', 'http://127.0.0.1:8899', true],
    ['does not stand in', 'https://rpc.svm.example', false],
  ])('%s for a requested network whose endpoint is %s', async (_, url, stands) => {
    const svm = network('solana:7a69AbCdEfGhJkLmNpQrStUvWxYz1234')
    const asked = { ...svm, rpcUrls: { default: { http: [url] } } }
    const { connectorOf, wallet } = world([network(mainnet), asked])
    const chains = ['solana:mainnet', 'solana:localnet'] as const
    const one = wallet({ chains: chains.map((id) => ({ id, rpcUrl: 'http://127.0.0.1:1' })) })
    const { networks } = await connectorOf(one).open(offer)
    expect(networks).toEqual(stands ? [mainnet, svm.caipNetworkId] : [mainnet])
  })
})

describe('wallet-standard discovery', () => {
  it.each(['before', 'after'] as const)(
    'finds a wallet that registers %s the client, and reports it only once',
    (when) => {
      const { page, look, found, wallet } = world()
      const one = wallet()
      if (when === 'before') registerStandardWallet(page, one.standard)
      look()
      if (when === 'after') registerStandardWallet(page, one.standard)
      page.dispatch('wallet-standard:app-ready', { register: () => {} })
      registerStandardWallet(page, one.standard)
      expect(found.map(({ id, name, type, chains }) => ({ id, name, type, chains }))).toEqual([
        { id: 'Test Wallet', name: 'Test Wallet', type: 'ANNOUNCED', chains: ['solana'] },
      ])
      expect(found[0]?.imageUrl).toMatch(/^data:image\/svg\+xml;base64,/)
    },
  )

  it.each([
    ['without a sign feature', { features: ['standard:disconnect', 'solana:signMessage'] }],
    ['of another family', { chains: [{ id: 'bitcoin:mainnet' as never, rpcUrl: 'https://rpc.example' }] }],
  ] as const)('skips a wallet %s', (_, options) => {
    const { page, look, found, wallet } = world()
    look()
    registerStandardWallet(page, wallet(options as Partial<SolanaWalletOptions>).standard)
    expect(found).toEqual([])
  })

  it.each(['standard:connect', 'standard:events'])('skips a wallet without %s', (feature) => {
    const { page, look, found, wallet } = world()
    look()
    const { standard } = wallet()
    const features = Object.fromEntries(
      Object.entries(standard.features).filter(([name]) => name !== feature),
    )
    registerStandardWallet(page, { ...standard, accounts: [], features })
    expect(found).toEqual([])
  })

  it('accepts a wallet that can only send, and a wallet that can only sign', () => {
    const { page, look, found, wallet } = world()
    look()
    registerStandardWallet(page, wallet({ name: 'A', features: ['solana:signTransaction'] }).standard)
    registerStandardWallet(page, wallet({ name: 'B', features: ['solana:signAndSendTransaction'] }).standard)
    expect(found.map(({ name }) => name)).toEqual(['A', 'B'])
  })

  it('lists a second wallet with the same name beside the first, and reports the second', () => {
    const { page, look, found, wallet, logged } = world()
    look()
    for (let count = 0; count < 3; count++) registerStandardWallet(page, wallet().standard)
    expect(found.map(({ id }) => id)).toEqual(['Test Wallet', 'Test Wallet#2', 'Test Wallet#3'])
    expect(logged.filter(({ level }) => level === 'warn')).toHaveLength(2)
  })

  it('shows Trust with its full name', () => {
    const { page, look, found, wallet } = world()
    look()
    registerStandardWallet(page, wallet({ name: 'Trust' }).standard)
    expect(found[0]?.name).toBe('Trust Wallet')
  })

  it('ignores malformed registrations without an error', () => {
    const { page, look, found, wallet } = world()
    look()
    const hostile = [
      null,
      undefined,
      7,
      'wallet',
      {},
      { name: 'x' },
      { name: 7, features: {}, chains: [], accounts: [] },
      { name: 'x', features: null, chains: [], accounts: [] },
      { name: 'x', features: {}, chains: [7], accounts: [] },
      {
        get name(): string {
          throw new Error('hostile')
        },
      },
      new Proxy(
        {},
        {
          get() {
            throw new Error('hostile')
          },
        },
      ),
    ]
    for (const each of hostile)
      page.dispatch('wallet-standard:register-wallet', (api: { register(...wallets: unknown[]): void }) =>
        api.register(each),
      )
    page.dispatch('wallet-standard:register-wallet', 'no function')
    page.dispatch('wallet-standard:register-wallet', () => {
      throw new Error('hostile')
    })
    expect(found).toEqual([])
    for (let count = 0; count < 350; count++)
      registerStandardWallet(page, wallet({ name: `Wallet ${count}` }).standard)
    expect(found).toHaveLength(300)
  })

  it('ends when it is released', () => {
    const { page, look, found, wallet } = world()
    look()()
    registerStandardWallet(page, wallet().standard)
    expect(found).toEqual([])
    expect(page.listenerCount('wallet-standard:register-wallet')).toBe(0)
  })

  it('skips families that the host did not request', () => {
    const { page, look, found, wallet } = world([])
    look()
    registerStandardWallet(page, wallet().standard)
    expect(found).toEqual([])
  })
})

describe('a wallet-standard session', () => {
  it('covers the requested networks that the wallet supports', async () => {
    const { connectorOf, wallet } = world()
    const byName = await connectorOf(wallet()).open(offer)
    expect(byName.networks).toEqual([mainnet])
    const chains = [mainnet, 'solana:devnet'].map((id) => ({ id: id as typeof mainnet, rpcUrl: 'http://x' }))
    expect((await connectorOf(wallet({ chains })).open(offer)).networks).toEqual([mainnet, devnet])
  })

  it('offers the features that the wallet has', async () => {
    const { connectorOf, wallet } = world()
    const { methods } = await connectorOf(wallet({ features: ['solana:signTransaction'] })).open(offer)
    expect([...(methods.solana as Set<string>)].sort()).toEqual([
      'solana:signTransaction',
      'standard:connect',
      'standard:events',
    ])
  })

  it('serves its own families only', async () => {
    const { connectorOf, wallet } = world()
    const session = await connectorOf(wallet()).open(offer)
    expect(session.channel('solana').kind).toBe('wallet-standard')
    expect(() => session.channel('eip155')).toThrow(/eip155/)
  })

  it('shows the accounts that the wallet last reported', async () => {
    const { connectorOf, wallet } = world()
    const one = wallet()
    const connector = connectorOf(one)
    const session = await connector.open(offer)
    const told: unknown[] = []
    connector.on('accountsChanged', (event) => told.push(event))
    one.select(bob!.address)
    expect(session.accounts.map(({ address }) => address)).toEqual([bob!.address, alice!.address])
    one.select(bob!.address)
    expect(told).toHaveLength(1)
  })

  describe('of a wallet whose prompt changes its accounts', () => {
    const accountOf = (address: string, chain: `${string}:${string}` = 'solana:mainnet') => ({
      address,
      publicKey: new Uint8Array(32),
      chains: [chain],
      features: [],
    })
    /** A wallet that gives one account per family. It first reports a choice that differs from its current account. */
    function chooser({ hasEvents = true } = {}) {
      const listeners = new Set<(properties: object) => void>()
      let current = accountOf('A')
      const choose = (address: string) => {
        current = accountOf(address)
        for (const listener of [...listeners]) listener({ accounts: [current] })
      }
      const prompts = { solana: 'A', bip122: 'A' }
      const standard = {
        version: '1.0.0' as const,
        name: 'W',
        icon: 'data:image/svg+xml;base64,' as const,
        chains: ['solana:mainnet', 'bitcoin:regtest'] as const,
        get accounts() {
          return [current]
        },
        features: {
          'standard:connect': {
            async connect(input?: { readonly silent?: boolean }) {
              if (!input?.silent && prompts.solana !== current.address) choose(prompts.solana)
              return { accounts: [current] }
            },
          },
          'bitcoin:connect': {
            async connect() {
              if (prompts.bip122 !== current.address) choose(prompts.bip122)
              return { accounts: [accountOf(`bcrt1${current.address}`, 'bitcoin:regtest')] }
            },
          },
          ...(hasEvents && {
            'standard:events': {
              on(_: string, listener: (properties: object) => void) {
                listeners.add(listener)
                return () => listeners.delete(listener)
              },
            },
          }),
        },
      }
      const options = { id: 'w', name: 'W', type: 'EXTERNAL' as const, wallet: standard }
      const connector = new WalletStandardConnector(
        { ...options, families: standardFamilies },
        world([network(mainnet), bitcoinRegtest as never]).context,
      )
      const connect = async (...namespaces: readonly ('solana' | 'bip122')[]) => {
        const { accounts } = await connector.open({ namespaces, networks: [] })
        return accounts.map(({ address }) => address)
      }
      return { connector, prompts, connect, listening: () => listeners.size }
    }

    it.each([true, false])('has only the account of the last prompt (events: %s)', async (hasEvents) => {
      const { connector, prompts, connect } = chooser({ hasEvents })
      expect(await connect('solana')).toEqual(['A'])
      prompts.solana = 'B'
      expect(await connect('solana')).toEqual(['B'])
      expect((await connector.restore())?.accounts).toMatchObject([{ address: 'B' }])
    })

    it('has the account that the visitor chose in the prompt for another family', async () => {
      const { prompts, connect, listening } = chooser()
      prompts.bip122 = 'B'
      expect((await connect('solana', 'bip122')).sort()).toEqual(['B', 'bcrt1B'])
      expect(listening()).toBe(1)
    })

    it('keeps the accounts of a family that the prompt is not for', async () => {
      const { connect } = chooser()
      await connect('solana')
      expect((await connect('bip122')).sort()).toEqual(['A', 'bcrt1A'])
    })

    it('is released if the visitor gives no account', async () => {
      const { connector, connect, listening } = chooser()
      const declined = Object.assign(new Error('no'), { code: 4001 })
      Object.assign(connector.provider.features['bitcoin:connect'] as object, {
        connect: () => Promise.reject(declined),
      })
      await expect(connect('solana', 'bip122')).rejects.toMatchObject({ code: 'wallet/user-rejected' })
      expect(listening()).toBe(0)
    })
  })

  it('ends when the wallet shows no account, and releases the wallet', async () => {
    const { connectorOf, wallet } = world()
    const one = wallet()
    const connector = connectorOf(one)
    await connector.open(offer)
    const closed: unknown[] = []
    connector.on('closed', (event) => closed.push(event))
    one.revoke()
    expect(closed).toEqual([{ reason: 'locked' }])
    expect(one.listenerCount()).toBe(0)
  })

  it('is never restored with a prompt', async () => {
    const { connectorOf, wallet } = world()
    const one = wallet()
    expect(await connectorOf(one).restore()).toBeNull()
    expect(one.script.count('standard:connect')).toBe(0)
    one.script.next('standard:connect silent', 'reject')
    expect(await connectorOf(one).restore()).toBeNull()
    const known = await connectorOf(wallet({ authorized: true })).restore()
    expect(known?.accounts).toHaveLength(2)
  })

  it.each([
    ['no list', undefined],
    ['a list with malformed accounts', [null, {}]],
  ])(
    "isn't restored if the wallet shows %s, and the error names the wallet's mistake",
    async (_, accounts) => {
      const { connectorOf, wallet } = world()
      const one = wallet({ authorized: true })
      const standard = Object.create(one.standard, { accounts: { value: accounts } })
      await expect(connectorOf({ ...one, standard }).restore()).rejects.toMatchObject({
        code: 'wallet/invalid-answer',
      })
    },
  )

  describe('of the bitcoin family', () => {
    const bitcoin = standardFamilies.filter(({ namespace }) => namespace === 'bip122')
    const made = (authorized: boolean, ...without: readonly string[]) => {
      const { context } = world([bitcoinRegtest as never])
      const one = createBip122Wallet({
        secret: `0x${'7'.repeat(64)}`,
        networks: [bitcoinRegtest.caipNetworkId],
        authorized,
      })
      const features = Object.entries(one.standard.features).filter(([name]) => !without.includes(name))
      const wallet = Object.create(one.standard, { features: { value: Object.fromEntries(features) } })
      const options = { id: 'w', name: 'W', type: 'EXTERNAL' as const, wallet, families: bitcoin }
      return { one, connector: new WalletStandardConnector(options, context) }
    }

    it('is restored without a prompt if the wallet supports silent requests', async () => {
      const { one, connector } = made(true)
      expect((await connector.restore())?.accounts.map(({ type }) => type)).toEqual(['payment', 'ordinal'])
      expect(one.script.count('standard:connect silent')).toBe(1)
      expect(one.script.count('bitcoin:connect')).toBe(0)
      expect(await made(false).connector.restore()).toBeNull()
    })

    it('is restored only with accounts that are shown, if the wallet supports no silent requests', async () => {
      const { one, connector } = made(true, 'standard:connect')
      expect(await connector.restore()).toBeNull()
      const connect = one.standard.features['standard:connect'] as {
        connect(input: object): Promise<unknown>
      }
      await connect.connect({ silent: true })
      expect((await connector.restore())?.accounts).toHaveLength(2)
      expect(one.script.count('bitcoin:connect')).toBe(0)
    })
  })

  it('is abandoned when the wallet does not answer in time', async () => {
    const { connectorOf, wallet, clock } = world()
    const one = wallet()
    one.script.next('standard:connect silent', 'never')
    const restoring = connectorOf(one).restore()
    const outcome = expect(restoring).rejects.toMatchObject({ code: 'wallet/timeout' })
    await clock.advance(5000)
    await outcome
  })

  it('closes within 3 s, whatever the wallet does', async () => {
    const { connectorOf, wallet, clock } = world()
    const one = wallet()
    const connector = connectorOf(one)
    await connector.open(offer)
    one.script.next('standard:disconnect', 'never')
    const closing = connector.close()
    await clock.advance(3000)
    await closing
  })

  it("reports a missing feature with the specification's message", async () => {
    const { connectorOf, wallet } = world()
    const { standard } = wallet()
    const bare = { ...standard, accounts: [], features: {} }
    await expect(connectorOf({ ...wallet(), standard: bare }).open(offer)).rejects.toMatchObject({
      code: 'wallet/feature-unsupported',
      message: 'The wallet does not support the "standard:connect" feature',
    })
  })

  it("reports the specification's message for a failed connection if the wallet gives no reason", async () => {
    const { connectorOf, wallet } = world()
    const one = wallet()
    one.script.next('standard:connect', { error: { code: -32603, message: 'Internal error' } })
    await expect(connectorOf(one).open(offer)).rejects.toMatchObject({
      code: 'connection/failed',
      message: 'Failed to connect to the wallet',
    })
  })
})

describe('a wallet-standard wallet from the host', () => {
  it('does not have to register itself', async () => {
    const { wallet, context } = world()
    const one = wallet()
    const connector = standardConnector({ id: 'mine', name: 'Mine', wallet: one.standard as never })(context)
    expect([connector.id, connector.type, connector.chains]).toEqual(['mine', 'EXTERNAL', ['solana']])
    const { accounts } = await connector.open(offer)
    expect(accounts.map(({ address }) => address)).toContain(alice!.address)
  })

  it('is refused if it lacks a feature that its family needs', () => {
    const { standard } = world().wallet({ features: ['standard:disconnect'] })
    expect(() => standardConnector({ id: 'x', name: 'x', wallet: standard as never })).toThrow(
      'has the features of no supported family',
    )
  })
})
