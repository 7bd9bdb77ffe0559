import { createPolkadotWallet, manualClock, memoryPlatform } from 'latchkey/testing'
import { describe, expect, it } from 'vitest'
import { injectedWeb3Connector } from '../../../../src/connectors/external-injected-web3.ts'
import { discoverInjectedWeb3 } from '../../../../src/connectors/injected/injected-web3.ts'
import type { ChainNetwork } from '../../../../src/core/chain/network.ts'
import type { Connector, ConnectorContext } from '../../../../src/core/wallet/connector.ts'
import { devAccounts } from '../../../../src/devnet/dev-accounts.ts'
import {
  kusamaAssetHub,
  kusamaRelay,
  polkadotAssetHub,
  polkadotRelay,
  westendRelay,
} from '../../../../src/networks/index.ts'

const alice = devAccounts.alice!.polkadot!
const bob = devAccounts.bob!.polkadot!
const offer = { namespaces: ['polkadot'], networks: [] } as const

function setUp(extensions?: unknown, networks = [polkadotAssetHub, polkadotRelay]) {
  const clock = manualClock()
  const platform = memoryPlatform({
    clock,
    globals: extensions === undefined ? {} : { injectedWeb3: extensions },
  })
  const context: ConnectorContext = { ...platform, networks }
  const found: Connector[] = []
  const discover = () => discoverInjectedWeb3(context, (connector) => void found.push(connector))
  return { clock, platform, context, found, discover }
}
const walletWith = (...secrets: string[]) => createPolkadotWallet({ secrets })
const settled = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  await new Promise((resolve) => setImmediate(resolve))
}

describe('the discovery of window.injectedWeb3', () => {
  it('lists each extension with its key as the id, and with its usual name if Latchkey knows the extension', () => {
    const { found, discover } = setUp({
      'polkadot-js': walletWith(alice.secret).injected,
      talisman: { connect: async () => ({}) },
      'some-wallet': { enable: async () => ({}) },
    })
    discover()
    expect(found.map(({ id, name, type, chains }) => [id, name, type, chains])).toEqual([
      ['polkadot-js', 'Polkadot{.js}', 'INJECTED', ['polkadot']],
      ['talisman', 'Talisman', 'INJECTED', ['polkadot']],
      ['some-wallet', 'some-wallet', 'INJECTED', ['polkadot']],
    ])
  })

  it('polls once a second for 5 s, and reports each extension once', async () => {
    const extensions: Record<string, unknown> = {}
    const { clock, platform, found, discover } = setUp()
    discover()
    await clock.advance(3000)
    expect(found).toEqual([])
    platform.page.setGlobal('injectedWeb3', extensions)
    extensions.one = { enable: () => {} }
    await clock.advance(999)
    expect(found).toEqual([])
    await clock.advance(1)
    expect(found.map(({ id }) => id)).toEqual(['one'])
    extensions.two = { enable: () => {} }
    await clock.advance(1000)
    expect(found.map(({ id }) => id)).toEqual(['one', 'two'])
    extensions.three = { enable: () => {} }
    await clock.advance(60_000)
    expect(found).toHaveLength(2)
    expect(clock.pending).toBe(0)
  })

  it('ends when it is released', async () => {
    const { clock, platform, found, discover } = setUp()
    discover()()
    platform.page.setGlobal('injectedWeb3', { one: { enable: () => {} } })
    await clock.advance(10_000)
    expect(found).toEqual([])
    expect(clock.pending).toBe(0)
  })

  it.each([
    ['undefined', undefined],
    ['null', null],
    ['a text', 'x'],
    ['entries that are not extensions', { a: null, b: {}, c: { enable: 7 }, ' ': { enable: () => {} } }],
    [
      'an entry whose getter throws',
      Object.defineProperty({}, 'a', {
        enumerable: true,
        get: () => {
          throw new Error('no')
        },
      }),
    ],
  ])('finds no wallet in %s', (_, extensions) => {
    const { found, discover } = setUp(extensions)
    discover()
    expect(found).toEqual([])
  })

  it('lists two extensions separately even if they have the same account', async () => {
    const { found, discover } = setUp({
      one: walletWith(alice.secret).injected,
      two: walletWith(alice.secret).injected,
    })
    discover()
    const sessions = await Promise.all(found.map((connector) => connector.open(offer)))
    expect(sessions.map(({ accounts }) => accounts[0]?.address)).toEqual([alice.address, alice.address])
  })
})

describe('a polkadot extension', () => {
  it('can use a network that the host adds after the connection', async () => {
    const networks = [polkadotAssetHub]
    const { found, discover } = setUp({ wallet: walletWith(alice.secret).injected }, networks)
    discover()
    const session = await found[0]!.open(offer)
    expect(session.networks).toEqual([polkadotAssetHub.caipNetworkId])
    networks.push(polkadotRelay)
    expect(session.networks).toEqual([polkadotAssetHub.caipNetworkId, polkadotRelay.caipNetworkId])
  })

  const connectorOf = (provider: object) => {
    const { found, discover, ...rest } = setUp({ wallet: provider })
    discover()()
    return { connector: found[0]!, ...rest }
  }

  it("shows its accounts, all requested networks, and its signer's methods", async () => {
    const wallet = walletWith(alice.secret, bob.secret)
    const { connector } = connectorOf(wallet.injected)
    const session = await connector.open(offer)
    expect(session.accounts.map(({ address, type }) => [address, type])).toEqual([
      [alice.address, 'eoa'],
      [bob.address, 'eoa'],
    ])
    expect(session.networks).toEqual([polkadotAssetHub.caipNetworkId, polkadotRelay.caipNetworkId])
    expect(session.methods).toEqual({ polkadot: new Set(['signRaw', 'signPayload']) })
    expect(session.channel('polkadot').kind).toBe('injected-web3')
    expect(() => session.channel('eip155')).toThrow("Namespace 'eip155' is not configured")
    expect(wallet.script.requests[0]).toEqual({ method: 'enable', params: ['app.example'] })
  })

  it('causes an error with the reason if it refuses to connect', async () => {
    const wallet = walletWith(alice.secret)
    const { connector } = connectorOf(wallet.injected)
    wallet.script.next('enable', 'reject', 'pending')
    await expect(connector.open(offer)).rejects.toMatchObject({
      code: 'wallet/user-rejected',
      details: 'The source app.example is not allowed to interact with this extension',
    })
    await expect(connector.open(offer)).rejects.toMatchObject({
      code: 'wallet/request-pending',
      details: 'The source app.example has a pending authorization request',
    })
    expect(wallet.listenerCount()).toBe(0)
  })

  it('has two minutes to answer a connection with a prompt, and five seconds to answer a restore without one', async () => {
    const wallet = walletWith(alice.secret)
    wallet.script.always('enable', 'never')
    const { connector, clock } = connectorOf(wallet.injected)
    const opened = expect(connector.open(offer)).rejects.toMatchObject({
      code: 'wallet/timeout',
      message: 'The wallet did not answer within 120 seconds',
    })
    const restored = expect(connector.restore()).rejects.toMatchObject({ code: 'wallet/timeout' })
    await settled()
    await clock.advance(5000)
    await restored
    await clock.advance(115_000)
    await opened
    expect(clock.pending).toBe(0)
  })

  it('is not restored when it refuses access', async () => {
    const wallet = walletWith(alice.secret)
    wallet.script.next('enable', 'reject')
    const { connector } = connectorOf(wallet.injected)
    expect(await connector.restore()).toBeNull()
  })

  it('ends the session and pending requests when it revokes the permission', async () => {
    const wallet = walletWith(alice.secret)
    const { connector } = connectorOf(wallet.injected)
    const closed: unknown[] = []
    connector.on('closed', (event) => closed.push(event))
    const session = await connector.open(offer)
    const { extension } = session.channel('polkadot') as unknown as {
      extension: { signer: { signRaw(input: object): Promise<unknown> } }
    }
    wallet.script.next('signRaw', 'never')
    const pending = expect(
      extension.signer.signRaw({ address: alice.address, data: '0x00' }),
    ).rejects.toMatchObject({
      code: 'wallet/closed-during-request',
    })
    await settled()
    wallet.revoke()
    await pending
    expect(closed).toEqual([{ reason: 'locked' }])
    expect(wallet.listenerCount()).toBe(0)
    await expect(extension.signer.signRaw({})).rejects.toMatchObject({ code: 'connection/not-connected' })
  })

  it('shows none of its Ethereum accounts', async () => {
    const extension = (list: unknown) => ({
      enable: async () => ({ accounts: { get: async () => list, subscribe: () => {} }, signer: {} }),
    })
    const mixed = [{ address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', type: 'ethereum' }, alice, alice]
    const session = await connectorOf(extension(mixed)).connector.open(offer)
    expect(session.accounts.map(({ address }) => address)).toEqual([alice.address])
    expect(session.methods).toEqual({ polkadot: new Set() })
    for (const list of [undefined, 'x', [7], [null], [{ address: 7 }]])
      await expect(connectorOf(extension(list)).connector.open(offer)).rejects.toMatchObject({
        code: 'wallet/invalid-answer',
      })
    await expect(connectorOf(extension([])).connector.open(offer)).rejects.toMatchObject({
      code: 'connection/no-accounts',
    })
    for (const nonsense of [undefined, null, 7, {}, { accounts: {} }, { accounts: { get: () => [] } }])
      await expect(connectorOf({ enable: async () => nonsense }).connector.open(offer)).rejects.toMatchObject(
        { code: 'wallet/invalid-answer' },
      )
  })

  describe('with an account that is restricted to one chain', () => {
    const genesisOf = ({ id }: ChainNetwork) => `0x${id}${'0'.repeat(32)}`
    const extension = (list: readonly object[]) => {
      let tell = (_: readonly object[]) => {}
      const subscribe = (listener: typeof tell) => {
        tell = listener
      }
      const provider = {
        enable: async () => ({ accounts: { get: async () => list, subscribe }, signer: {} }),
      }
      return { provider, tell: (next: readonly object[]) => tell(next) }
    }

    it.each([
      ['a system chain', polkadotAssetHub, [polkadotAssetHub]],
      // The web app of polkadot.js offers the accounts of a relay chain on its system chains too.
      ['a relay chain and its system chains', polkadotRelay, [polkadotAssetHub, polkadotRelay]],
      ['the networks of Kusama', kusamaRelay, [kusamaAssetHub]],
    ])('offers the account only on %s', async (_, chain, expected) => {
      const list = [{ ...alice, genesisHash: genesisOf(chain).toUpperCase().replace('0X', '0x') }]
      const networks = [polkadotAssetHub, polkadotRelay, kusamaAssetHub]
      const { found, discover } = setUp({ wallet: extension(list).provider }, networks)
      discover()()
      const session = await found[0]!.open(offer)
      const ids = expected.map(({ caipNetworkId }) => caipNetworkId)
      expect(session.networks).toEqual(ids)
      expect(session.accounts[0]?.networks).toEqual(expect.arrayContaining(ids))
      for (const { caipNetworkId } of networks.filter((network) => !expected.includes(network)))
        expect(session.accounts[0]?.networks).not.toContain(caipNetworkId)
    })

    it.each([null, '', '0x', 7, undefined])(
      'offers the account everywhere if the hash is %j',
      async (genesisHash) => {
        const { connector } = connectorOf(extension([{ ...alice, genesisHash }]).provider)
        const session = await connector.open(offer)
        expect(session.accounts[0]?.networks).toBeUndefined()
        expect(session.networks).toHaveLength(2)
      },
    )

    it('counts as no account if the host lists none of its networks, until the host adds one', async () => {
      const networks = [polkadotAssetHub]
      const { provider, tell } = extension([{ ...alice, genesisHash: genesisOf(westendRelay) }])
      const { found, discover } = setUp({ wallet: provider }, networks)
      discover()()
      const connector = found[0]!
      await expect(connector.open(offer)).rejects.toMatchObject({ code: 'connection/no-accounts' })
      expect(await connector.restore()).toBeNull()
      networks.push(westendRelay)
      expect((await connector.open(offer)).networks).toEqual([westendRelay.caipNetworkId])
      const closed: unknown[] = []
      connector.on('closed', (event) => closed.push(event))
      tell([{ ...alice, genesisHash: genesisOf(kusamaRelay) }])
      expect(closed).toEqual([{ reason: 'locked' }])
    })

    it('is not asked again when it reports only accounts of networks that the host does not list', async () => {
      const { provider, tell } = extension([])
      const { connector } = connectorOf(provider)
      expect(await connector.restore()).toBeNull()
      let news = 0
      connector.watch!(() => news++)
      tell([{ ...alice, genesisHash: genesisOf(kusamaRelay) }])
      expect(news).toBe(0)
      tell([{ ...alice, genesisHash: genesisOf(polkadotRelay) }])
      expect(news).toBe(1)
    })

    it('is not asked again for such accounts if its first answer was late', async () => {
      const { provider, tell } = extension([])
      let answer = () => {}
      const late = new Promise<void>((resolve) => (answer = resolve))
      const { connector, clock } = connectorOf({ enable: () => late.then(provider.enable) })
      let news = 0
      connector.watch!(() => news++)
      const restored = expect(connector.restore()).rejects.toMatchObject({ code: 'wallet/timeout' })
      await settled()
      await clock.advance(5000)
      await restored
      answer()
      await expect.poll(() => news, { message: 'the news of the late answer' }).toBe(1)
      tell([{ ...alice, genesisHash: genesisOf(kusamaRelay) }])
      expect(news).toBe(1)
      tell([{ ...alice, genesisHash: genesisOf(polkadotRelay) }])
      expect(news).toBe(2)
    })

    it('reports that the restriction has changed', async () => {
      const { provider, tell } = extension([alice])
      const { connector } = connectorOf(provider)
      const session = await connector.open(offer)
      const told: unknown[] = []
      connector.on('accountsChanged', ({ accounts }) => told.push(accounts.map(({ networks }) => networks)))
      tell([{ ...alice, genesisHash: genesisOf(polkadotAssetHub) }])
      expect(told).toEqual([[[polkadotAssetHub.caipNetworkId]]])
      expect(session.networks).toEqual([polkadotAssetHub.caipNetworkId])
      tell([{ ...alice, genesisHash: genesisOf(polkadotAssetHub) }])
      expect(told).toHaveLength(1)
    })
  })

  it('works even if it refuses the subscription to its accounts', async () => {
    const { connector, platform } = connectorOf({
      enable: async () => ({
        accounts: {
          get: async () => [alice],
          subscribe: () => {
            throw new Error('no')
          },
        },
        signer: {},
      }),
    })
    expect((await connector.open(offer)).accounts).toHaveLength(1)
    expect(platform.logged.at(-1)?.message).toBe('wallet refused a listener')
    await connector.close()
  })

  it('can be passed in by the host', async () => {
    const wallet = walletWith(alice.secret)
    const { context } = setUp()
    const factory = injectedWeb3Connector({ id: 'mine', name: 'Mine', provider: wallet.injected })
    const connector = factory(context)
    expect([connector.id, connector.type]).toEqual(['mine', 'EXTERNAL'])
    expect((await connector.open(offer)).accounts).toHaveLength(1)
    expect(() => injectedWeb3Connector({ id: 'x', name: 'x', provider: {} })).toThrow('no enable function')
  })
})
