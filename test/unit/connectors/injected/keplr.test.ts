import { type CosmosWallet, createCosmosWallet, manualClock, memoryPlatform } from 'latchkey/testing'
import { describe, expect, it } from 'vitest'
import { keplrConnector } from '../../../../src/connectors/external-keplr.ts'
import { discoverKeplrWallets } from '../../../../src/connectors/injected/keplr-wallets.ts'
import type { Connector, ConnectorContext, ConnectorSession } from '../../../../src/core/wallet/connector.ts'
import type { KeplrPort } from '../../../../src/core/wallet/keplr.ts'
import { devAccounts } from '../../../../src/devnet/dev-accounts.ts'
import { cosmosHub, noble, osmosis } from '../../../../src/networks/index.ts'

const [alice, bob] = [devAccounts.alice!.cosmos!, devAccounts.bob!.cosmos!]
const offer = { namespaces: ['cosmos'], networks: [cosmosHub.caipNetworkId] } as const
const chains = [
  { id: 'cosmoshub-4', bech32Prefix: 'cosmos' },
  { id: 'osmosis-1', bech32Prefix: 'osmo' },
]

function setUp(globals: Record<string, unknown> = {}) {
  const clock = manualClock()
  const platform = memoryPlatform({ clock, globals })
  const context: ConnectorContext = { ...platform, networks: [cosmosHub, osmosis, noble] }
  const found: Connector[] = []
  const stop = discoverKeplrWallets(context, (connector) => void found.push(connector))
  return { clock, page: platform.page, found, stop }
}
const walletOf = (options: Partial<Parameters<typeof createCosmosWallet>[0]> = {}) =>
  createCosmosWallet({ privateKeys: [alice.secret, bob.secret], chains, ...options })
const settled = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  await new Promise((resolve) => setImmediate(resolve))
}
/** Returns the connector of a wallet that discovery found at `window.keplr`. */
function keplr(options: Partial<Parameters<typeof createCosmosWallet>[0]> = {}) {
  const wallet = walletOf(options)
  const { clock, page, found, stop } = setUp({ keplr: wallet.provider })
  stop()
  wallet.onKeyChanged(() => page.dispatch('keplr_keystorechange'))
  return { wallet, clock, page, connector: found[0]! }
}

describe('the discovery of Keplr-like wallets', () => {
  it('finds Keplr, Leap, Cosmostation and OWallet by their properties of window', () => {
    const { found } = setUp({
      keplr: walletOf().provider,
      leap: walletOf().provider,
      owallet: walletOf().provider,
      cosmostation: { providers: { keplr: walletOf().provider } },
    })
    expect(found.map(({ id, name, type, chains }) => [id, name, type, chains])).toEqual([
      ['keplr', 'Keplr', 'INJECTED', ['cosmos']],
      ['leap', 'Leap', 'INJECTED', ['cosmos']],
      ['cosmostation', 'Cosmostation', 'INJECTED', ['cosmos']],
      ['owallet', 'OWallet', 'INJECTED', ['cosmos']],
    ])
  })

  it("lists a wallet only once if it is also at another wallet's property of window", () => {
    const { provider } = walletOf()
    expect(setUp({ keplr: provider, leap: provider }).found.map(({ id }) => id)).toEqual(['keplr'])
  })

  it('keeps Keplr listed if OWallet has the same provider', () => {
    const { provider } = walletOf()
    const { found } = setUp({ keplr: provider, owallet: provider })
    expect(found.map(({ id }) => id)).toEqual(['keplr', 'owallet'])
  })

  it('polls once a second for 5 s, reports each wallet once, and leaves no timer', async () => {
    const { clock, page, found } = setUp()
    await clock.advance(3000)
    page.setGlobal('leap', walletOf().provider)
    await clock.advance(999)
    expect(found).toEqual([])
    await clock.advance(1)
    expect(found.map(({ id }) => id)).toEqual(['leap'])
    await clock.advance(1000)
    page.setGlobal('keplr', walletOf().provider)
    await clock.advance(60_000)
    expect(found.map(({ id }) => id)).toEqual(['leap'])
    expect(clock.pending).toBe(0)
  })

  it('ends when it is released', async () => {
    const { clock, page, found, stop } = setUp()
    stop()
    page.setGlobal('keplr', walletOf().provider)
    await clock.advance(60_000)
    expect(found).toEqual([])
    expect(clock.pending).toBe(0)
  })

  it.each([
    ['null', null],
    ['a text', 'keplr'],
    ['a number', 7],
    ['an empty object', {}],
    ['a wallet with only one method', { enable: () => {} }],
    ['invalid methods', { enable: 1, getKey: 2 }],
    [
      'a getter that throws',
      {
        get enable() {
          throw new Error('no')
        },
      },
    ],
  ])('skips %s', (_, value) => {
    const trap = { get: () => Promise.reject(new Error('not expected')) }
    expect(
      setUp({ keplr: value, leap: value, cosmostation: { providers: { keplr: value } }, trap }).found,
    ).toEqual([])
    expect(setUp({ cosmostation: value }).found).toEqual([])
  })
})

describe('a Keplr-like wallet', () => {
  it("shows its key's address on each requested network, after one prompt", async () => {
    const { wallet, connector } = keplr()
    const networks = [cosmosHub.caipNetworkId, osmosis.caipNetworkId]
    const session = await connector.open({ ...offer, networks })
    expect(session.accounts.map(({ address }) => address.split('1')[0])).toEqual(['cosmos', 'osmo'])
    expect(session.accounts[0]?.address).toBe(alice.address)
    expect(session.networks).toEqual(networks)
    expect(
      wallet.script.requests.filter(({ method }) => method === 'enable').map(({ params }) => params),
    ).toEqual([[['cosmoshub-4', 'osmosis-1']]])
  })

  it("gets a description of a network that it doesn't know, in the format of Keplr", async () => {
    const { wallet, connector } = keplr({ chains: [] })
    const session = await connector.open({ ...offer, networks: [noble.caipNetworkId] })
    expect(session.accounts[0]?.address).toMatch(/^noble1/)
    const [suggested] = wallet.script.requests.find(
      ({ method }) => method === 'experimentalSuggestChain',
    )!.params
    // @keplr-wallet/types, chain-info.ts
    expect(suggested).toEqual({
      chainId: 'noble-1',
      chainName: 'Noble',
      rpc: noble.rpcUrls.default.http[0],
      rest: noble.cosmos?.restUrl,
      bip44: { coinType: 118 },
      bech32Config: {
        bech32PrefixAccAddr: 'noble',
        bech32PrefixAccPub: 'noblepub',
        bech32PrefixValAddr: 'noblevaloper',
        bech32PrefixValPub: 'noblevaloperpub',
        bech32PrefixConsAddr: 'noblevalcons',
        bech32PrefixConsPub: 'noblevalconspub',
      },
      currencies: [{ coinDenom: 'USDC', coinMinimalDenom: 'uusdc', coinDecimals: 6 }],
      feeCurrencies: [
        {
          coinDenom: 'USDC',
          coinMinimalDenom: 'uusdc',
          coinDecimals: 6,
          gasPriceStep: { low: 0.1, average: 0.1, high: 0.2 },
        },
      ],
      stakeCurrency: { coinDenom: 'USDC', coinMinimalDenom: 'uusdc', coinDecimals: 6 },
      features: [],
    })
  })

  it('reports that the visitor declined to add the network', async () => {
    const { wallet, connector } = keplr({ chains: [] })
    wallet.script.next('experimentalSuggestChain', {
      answer: () => Promise.reject(new Error('Request rejected')),
    })
    await expect(connector.open(offer)).rejects.toMatchObject({ code: 'wallet/user-rejected' })
  })

  it("isn't asked to add a network after the visitor canceled the connect", async () => {
    const { wallet, connector } = keplr({ chains: [] })
    let answer = () => {}
    wallet.script.next('enable', { until: new Promise<void>((resolve) => (answer = resolve)) })
    const control = new AbortController()
    const opening = connector.open(offer, control)
    await settled()
    expect(wallet.script.count('enable')).toBe(1)
    control.abort()
    await expect(opening).rejects.toMatchObject({ code: 'flow/aborted' })
    answer()
    await settled()
    expect(wallet.script.requests.map(({ method }) => method)).toEqual(['enable'])
  })

  it('reports a new key, but not an unchanged key', async () => {
    const { wallet, page, connector } = keplr()
    await connector.open(offer)
    const told: unknown[] = []
    connector.on('accountsChanged', ({ accounts }) => told.push(accounts.map(({ address }) => address)))
    page.dispatch('keplr_keystorechange')
    await settled()
    expect(told).toEqual([])
    await wallet.select(bob.address)
    await settled()
    expect(told).toEqual([[bob.address]])
  })

  it('shows only one key, even if the visitor selects another key while the keys are read', async () => {
    const { wallet, page, connector } = keplr()
    await connector.open({ ...offer, networks: [cosmosHub.caipNetworkId, osmosis.caipNetworkId] })
    const told: unknown[] = []
    connector.on('accountsChanged', ({ accounts }) => told.push(accounts.map(({ publicKey }) => publicKey)))
    let answer = () => {}
    wallet.script.next('getKey', 'approve', { until: new Promise<void>((resolve) => (answer = resolve)) })
    page.dispatch('keplr_keystorechange')
    await settled()
    await wallet.select(bob.address)
    answer()
    await settled()
    expect(told).toHaveLength(1)
    expect(new Set(told.flat()).size).toBe(1)
  })

  it('ends the session when it revokes the approval', async () => {
    const { wallet, page, connector } = keplr()
    await connector.open(offer)
    const closed: unknown[] = []
    connector.on('closed', (event) => closed.push(event))
    wallet.revoke()
    await settled()
    expect(closed).toEqual([{ reason: 'locked' }])
    expect(page.listenerCount('keplr_keystorechange')).toBe(0)
  })

  it('ends the session when it shows no key', async () => {
    const { wallet, page, connector } = keplr()
    await connector.open(offer)
    const closed: unknown[] = []
    const told: unknown[] = []
    connector.on('closed', (event) => closed.push(event))
    connector.on('accountsChanged', (event) => told.push(event))
    // A locked wallet may return null instead of failing.
    Object.assign(wallet.provider, { getKey: async () => null })
    page.dispatch('keplr_keystorechange')
    await settled()
    expect(closed).toEqual([{ reason: 'locked' }])
    expect(told).toEqual([])
  })

  describe('with a Ledger key that has no account on a network', () => {
    const all = [cosmosHub.caipNetworkId, osmosis.caipNetworkId]
    // Keplr, packages/background/src/keyring-ledger/service.ts.
    const missing = Object.assign(new Error('No Ethereum public key. Initialize Ethereum app on Ledger'), {
      module: 'keyring',
      code: 901,
    })
    /** Makes the wallet refuse its key on these networks. */
    function withoutKeyOn(wallet: CosmosWallet, ids: readonly string[], error: Error = missing) {
      const { getKey } = wallet.provider
      const refuse = async (id: string) => (ids.includes(id) ? Promise.reject(error) : getKey(id))
      Object.assign(wallet.provider, { getKey: refuse })
    }
    const prefixes = ({ accounts }: Pick<ConnectorSession, 'accounts'>) =>
      accounts.map(({ address }) => address.split('1')[0])

    it.each([
      ['first', 'cosmoshub-4', osmosis],
      ['last', 'osmosis-1', cosmosHub],
    ] as const)('connects on the other networks if the network is the %s', async (_, id, other) => {
      const { wallet, connector } = keplr()
      withoutKeyOn(wallet, [id])
      const session = await connector.open({ ...offer, networks: all })
      expect(prefixes(session)).toEqual([other.cosmos?.bech32Prefix])
      expect(session.networks).toEqual([other.caipNetworkId])
    })

    it('is restored on the other networks', async () => {
      const { wallet, connector } = keplr({ approved: ['cosmoshub-4', 'osmosis-1'] })
      withoutKeyOn(wallet, ['cosmoshub-4'])
      expect((await connector.restore())?.networks).toEqual([osmosis.caipNetworkId])
    })

    it('shows the new accounts when the visitor selects this key, and all accounts with the next key', async () => {
      const { wallet, connector } = keplr()
      const { getKey } = wallet.provider
      const session = await connector.open({ ...offer, networks: all })
      const told: unknown[] = []
      connector.on('accountsChanged', (event) => told.push(prefixes(event)))
      withoutKeyOn(wallet, ['cosmoshub-4'])
      await wallet.select(bob.address)
      await expect.poll(() => told, { message: 'the accounts of the Ledger key' }).toEqual([['osmo']])
      expect(session.networks).toEqual([osmosis.caipNetworkId])
      Object.assign(wallet.provider, { getKey })
      await wallet.select(alice.address)
      await expect.poll(() => told, { message: 'the accounts of the next key' }).toHaveLength(2)
      expect(told[1]).toEqual(['cosmos', 'osmo'])
      expect(session.networks).toEqual(all)
    })

    it('shows the accounts in the order of the networks after the adapter read a missing account', async () => {
      const { wallet, page, connector } = keplr()
      const { getKey } = wallet.provider
      withoutKeyOn(wallet, ['cosmoshub-4'])
      const session = await connector.open({ ...offer, networks: all })
      const told: unknown[] = []
      connector.on('accountsChanged', (event) => told.push(prefixes(event)))
      Object.assign(wallet.provider, { getKey })
      const { provider } = session.channel('cosmos') as unknown as { provider: KeplrPort }
      await provider.getKey('cosmoshub-4')
      expect(prefixes(session)).toEqual(['cosmos', 'osmo'])
      page.dispatch('keplr_keystorechange')
      await settled()
      expect(told).toEqual([])
    })

    it("can't connect if no network has an account, and reports the wallet's first error", async () => {
      const { wallet, connector } = keplr()
      withoutKeyOn(wallet, ['cosmoshub-4', 'osmosis-1'])
      await expect(connector.open({ ...offer, networks: all })).rejects.toMatchObject({
        code: 'rpc/unknown',
        details: missing.message,
      })
    })

    it.each([
      ['Request rejected', 'wallet/user-rejected'],
      ['Unauthorized', 'wallet/unauthorized'],
    ])("doesn't count a refusal (%s) as a missing account", async (text, code) => {
      const { wallet, connector } = keplr()
      withoutKeyOn(wallet, ['osmosis-1'], new Error(text))
      await expect(connector.open({ ...offer, networks: all })).rejects.toMatchObject({ code })
    })
  })

  it('lists a network that the adapter enables later, as soon as the wallet shows its account', async () => {
    const { connector } = keplr()
    const session = await connector.open(offer)
    const { provider } = session.channel('cosmos') as unknown as { provider: KeplrPort }
    await provider.enable('osmosis-1')
    expect(session.networks).toEqual([cosmosHub.caipNetworkId])
    await provider.getKey('osmosis-1')
    expect(session.networks).toEqual([cosmosHub.caipNetworkId, osmosis.caipNetworkId])
    expect(session.accounts.map(({ address }) => address.split('1')[0])).toEqual(['cosmos', 'osmo'])
  })

  describe('when the adapter enables a network while the keys are read', () => {
    const portOf = (session: ConnectorSession | null) =>
      (session!.channel('cosmos') as unknown as { provider: KeplrPort }).provider
    /** Holds the next answer of the wallet to `getKey`. Returns a function that releases the answer. */
    function holdKey({ script }: CosmosWallet) {
      let answer = () => {}
      script.next('getKey', { until: new Promise<void>((resolve) => (answer = resolve)) })
      return () => answer()
    }
    const both = [cosmosHub.caipNetworkId, osmosis.caipNetworkId]

    it('keeps the network after the visitor unlocked the wallet', async () => {
      const { wallet, page, connector } = keplr()
      const session = await connector.open(offer)
      const told: unknown[] = []
      connector.on('accountsChanged', (event) => told.push(event))
      const release = holdKey(wallet)
      page.dispatch('keplr_keystorechange')
      await portOf(session).enable('osmosis-1')
      await portOf(session).getKey('osmosis-1')
      release()
      await settled()
      expect(told).toEqual([])
      expect(session.networks).toEqual(both)
    })

    it('keeps the network after the wallet confirmed the stored accounts', async () => {
      const { wallet, connector } = keplr()
      Object.assign(wallet.provider, { isConnected: undefined })
      const { accounts } = await connector.open(offer)
      await connector.close()
      const session = await connector.restore({ known: { accounts, networks: offer.networks } })
      const told: unknown[] = []
      connector.on('accountsChanged', (event) => told.push(event))
      const release = holdKey(wallet)
      const count = wallet.script.count('getKey')
      const confirmed = portOf(session).confirm!()
      await expect
        .poll(() => wallet.script.count('getKey'), { message: 'the read of the key' })
        .toBe(count + 1)
      await portOf(session).enable('osmosis-1')
      await portOf(session).getKey('osmosis-1')
      release()
      await confirmed
      expect(told).toEqual([])
      expect(session?.networks).toEqual(both)
    })
  })

  it("doesn't list an account with another network's prefix for a network that the adapter enables", async () => {
    const { wallet, connector } = keplr()
    const session = await connector.open(offer)
    const { provider } = session.channel('cosmos') as unknown as { provider: KeplrPort }
    await provider.enable('osmosis-1')
    wallet.script.next('getKey', { answer: { bech32Address: bob.address } })
    await provider.getKey('osmosis-1')
    expect(session.accounts.map(({ address }) => address)).toEqual([alice.address])
    expect(session.networks).toEqual([cosmosHub.caipNetworkId])
  })

  it('signs nothing if it shows no key when it has to confirm the stored accounts', async () => {
    const { wallet, connector } = keplr()
    Object.assign(wallet.provider, { isConnected: undefined })
    const { accounts } = await connector.open(offer)
    await connector.close()
    const session = await connector.restore({ known: { accounts, networks: offer.networks } })
    const { provider } = session!.channel('cosmos') as unknown as {
      provider: { signAmino(...input: unknown[]): Promise<unknown> }
    }
    const signed: unknown[] = []
    Object.assign(wallet.provider, {
      getKey: async () => null,
      signAmino: async (...input: unknown[]) => void signed.push(input),
    })
    await expect(provider.signAmino('cosmoshub-4', accounts[0]!.address, {})).rejects.toMatchObject({
      code: 'connection/not-connected',
    })
    expect(signed).toEqual([])
  })

  it('is restored without a prompt, and only if it still approves the page', async () => {
    let prompts = 0
    const approve = async () => void prompts++
    expect(await keplr({ approve }).connector.restore()).toBeNull()
    const back = await keplr({ approve, approved: ['cosmoshub-4', 'osmosis-1'], chains }).connector.restore()
    expect(back?.accounts[0]?.address).toBe(alice.address)
    expect(prompts).toBe(0)
  })

  it("isn't restored after it refused the stored accounts, until the visitor connects again", async () => {
    const { wallet, page, connector } = keplr()
    // Most wallets have no method that checks the approval without a prompt.
    Object.assign(wallet.provider, { isConnected: undefined })
    await connector.open(offer)
    const known = { accounts: (await connector.open(offer)).accounts, networks: offer.networks }
    await connector.close()
    expect((await connector.restore({ known }))?.accounts).toEqual(known.accounts)
    wallet.script.next('getKey', 'reject')
    page.dispatch('keplr_keystorechange')
    await settled()
    expect(await connector.restore({ known })).toBeNull()
    await connector.open(offer)
    await connector.close()
    expect((await connector.restore({ known }))?.accounts).toEqual(known.accounts)
  })

  it('is disconnected on all networks of the host, even if only one of them was stored', async () => {
    const { wallet, connector } = keplr()
    Object.assign(wallet.provider, { isConnected: undefined })
    const networks = [cosmosHub.caipNetworkId, osmosis.caipNetworkId]
    const { accounts } = await connector.open({ ...offer, networks })
    connector.release?.()
    await connector.restore({ known: { accounts, networks: [cosmosHub.caipNetworkId] } })
    expect(wallet.approved).toEqual(['cosmoshub-4', 'osmosis-1'])
    await connector.close()
    expect(wallet.approved).toEqual([])
  })

  it.each(['isConnected', 'enable', 'getKey'])(
    'is asked again after it answered %s of a restore too late',
    async (method) => {
      const { wallet, clock, connector } = keplr({ approved: ['cosmoshub-4', 'osmosis-1'] })
      let answer = () => {}
      wallet.script.always(method, { until: new Promise<void>((resolve) => (answer = resolve)) })
      let news = 0
      const stop = connector.watch?.(() => news++)
      const restoring = expect(connector.restore()).rejects.toMatchObject({ code: 'wallet/timeout' })
      await settled()
      await clock.advance(5000)
      await restoring
      expect(news).toBe(0)
      answer()
      await expect.poll(() => news, { message: 'the report of the late answer' }).toBe(1)
      stop?.()
      expect((await connector.restore())?.accounts[0]?.address).toBe(alice.address)
    },
  )

  it('blocks neither a start nor a disconnection if it never answers', async () => {
    const { wallet, clock, connector } = keplr()
    wallet.script.always('isConnected', 'never')
    const restoring = expect(connector.restore()).rejects.toMatchObject({ code: 'wallet/timeout' })
    await settled()
    await clock.advance(5000)
    await restoring
    await connector.open(offer)
    wallet.script.always('disable', 'never')
    const closing = connector.close()
    await settled()
    await clock.advance(3000)
    await closing
    expect(clock.pending).toBe(0)
  })

  it.each([
    'nonsense',
    7,
    {},
    { bech32Address: 7 },
    { bech32Address: 'javascript:alert(1)' },
    { bech32Address: `C${alice.address.slice(1)}` },
  ])("can't connect when its key is %j", async (answer) => {
    const { wallet, connector } = keplr()
    wallet.script.always('getKey', { answer })
    await expect(connector.open(offer)).rejects.toMatchObject({ code: 'wallet/invalid-answer' })
  })

  it('shows its account in lower case when it returns the address in upper case', async () => {
    const { wallet, connector } = keplr()
    wallet.script.always('getKey', { answer: { bech32Address: alice.address.toUpperCase() } })
    const { accounts } = await connector.open(offer)
    expect(accounts.map(({ address }) => address)).toEqual([alice.address])
  })

  it('leaves no listener behind after a hundred connections and disconnections', async () => {
    const { page, clock, connector } = keplr()
    for (let time = 0; time < 100; time++) {
      await connector.open(offer)
      await connector.close()
    }
    expect(page.listenerCount('keplr_keystorechange')).toBe(0)
    expect(clock.pending).toBe(0)
  })

  it('can be passed in by the host', async () => {
    const wallet = walletOf()
    const { page, ...platform } = memoryPlatform({ clock: manualClock() })
    wallet.onKeyChanged(() => page.dispatch('mine_keystorechange'))
    const factory = keplrConnector({
      id: 'mine',
      name: 'Mine',
      provider: wallet.provider,
      event: 'mine_keystorechange',
    })
    const connector = factory({ ...platform, page, networks: [cosmosHub] })
    expect([connector.id, connector.type]).toEqual(['mine', 'EXTERNAL'])
    const session = await connector.open(offer)
    await wallet.select(bob.address)
    await settled()
    expect(session.accounts.map(({ address }) => address)).toEqual([bob.address])
    expect(() => keplrConnector({ id: 'x', name: 'x', provider: { enable() {} } as never })).toThrow(
      'no getKey',
    )
  })
})
