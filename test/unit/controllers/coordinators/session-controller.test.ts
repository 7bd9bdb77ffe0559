import { describe, expect, it } from 'vitest'
import { latchkeyError } from '../../../../src/core/errors/latchkey-error.ts'
import { memoryPlatform } from '../../../../src/testing/memory-platform.ts'
import {
  clientWorld,
  sol,
  storeConnections,
  storedConnection,
  storedConnections,
  storedIds,
} from '../../../support/client-world.ts'
import { never, rejects } from '../../../support/fake-families.ts'

const multi = { id: 'wc', type: 'WALLET_CONNECT', chains: ['eip155', 'solana', 'bip122'] } as const

describe('connecting a wallet', () => {
  it("opens the requested family's connector if the wallet has two connectors", async () => {
    const rdns = 'com.w'
    const surroundings = memoryPlatform()
    surroundings.page.whenIdle = () => () => {}
    const { latchkey, wallet } = clientWorld({
      surroundings,
      connectors: [
        { id: 'w', type: 'ANNOUNCED', rdns },
        { id: 'w-sol', type: 'ANNOUNCED', rdns, chains: ['solana'] },
      ],
    })
    await latchkey.connect({ connectorId: 'w', namespaces: ['solana'] })
    expect([wallet('w').count.open, wallet('w-sol').count.open]).toEqual([0, 1])
  })

  it('opens one session, stores it, and emits an event', async () => {
    const { latchkey, wallet, stored, status } = clientWorld()
    const established: unknown[] = []
    latchkey.session.on('established', (event) => established.push(event))
    const connections = await latchkey.connect({ connectorId: 'a' })
    expect(wallet('a').count.open).toBe(1)
    expect(status('eip155')).toBe('connected')
    expect(latchkey.account.state.eip155).toMatchObject({
      address: 'a-eip155',
      caipAddress: 'eip155:1:a-eip155',
      connectedWalletInfo: { name: 'Wallet a', type: 'EXTERNAL' },
    })
    expect(storedIds(stored)).toEqual({ eip155: 'a' })
    expect(storedConnections(stored)).toEqual({
      eip155: {
        connectorId: 'a',
        accounts: [{ address: 'a-eip155', type: 'eoa' }],
        networkId: 'eip155:1',
        name: 'Wallet a',
        source: 'EXTERNAL',
      },
    })
    expect(established).toEqual([{ connections, restored: false, changed: false }])
  })

  it.each([undefined, null, 'io.metamask', {}])(
    'is refused if %j is passed in place of a wallet',
    async (params) => {
      const { latchkey, wallet } = clientWorld()
      await expect(latchkey.connect(params as never)).rejects.toMatchObject({
        code: 'validation/invalid-input',
        message: expect.stringContaining('connect({ connectorId })'),
      })
      expect(wallet('a').count.open).toBe(0)
      expect(await latchkey.connect({ connectorId: 'a' })).toHaveLength(1)
    },
  )

  it('returns the addresses of the accounts, which are updated when the wallet changes its accounts or network', async () => {
    const { latchkey, wallet } = clientWorld()
    const [connection] = await latchkey.connect({ connectorId: 'a', namespaces: ['eip155'] })
    const adapter = await latchkey.adapter('eip155')
    expect(connection.addresses).toEqual(['eip155:1:a-eip155'])
    wallet('a').showAccounts('eip155', 'b', 'c')
    expect(adapter.connections()[0]?.addresses).toEqual(['eip155:1:b', 'eip155:1:c'])
    expect(latchkey.connections.of('eip155')?.addresses).toEqual(['eip155:1:b', 'eip155:1:c'])
    wallet('a').moveTo('eip155:2')
    expect(latchkey.connections.of('eip155')?.addresses).toEqual(['eip155:2:b', 'eip155:2:c'])
    expect(latchkey.account.state.eip155.caipAddress).toBe('eip155:2:b')
    expect(adapter.connections()[0]?.addresses).toEqual(['eip155:2:b', 'eip155:2:c'])
  })

  it('sends the request to a prefetched wallet inside the click, before anything else runs', async () => {
    const { latchkey, wallet } = clientWorld()
    await latchkey.ready()
    await latchkey.session.prepare('a')
    const connecting = latchkey.connect({ connectorId: 'a' })
    expect(wallet('a').count.open).toBe(1)
    await connecting
  })

  it('sends one request to a prefetched wallet that the visitor chooses several times', async () => {
    const { latchkey, wallet } = clientWorld()
    await latchkey.ready()
    await latchkey.session.prepare('a')
    let refuse = () => {}
    wallet('a').onOpen = () =>
      new Promise((_, reject) => {
        refuse = () => reject(latchkeyError('wallet/user-rejected'))
      })
    latchkey.session.ask({ connectorId: 'a' })
    latchkey.session.ask({ connectorId: 'a' })
    expect(wallet('a').count.open).toBe(1)
    refuse()
    await expect
      .poll(() => latchkey.session.state.attempt?.phase, { message: 'the attempt fails' })
      .toBe('failed')
    latchkey.session.ask({ connectorId: 'a' })
    expect(wallet('a').count.open).toBe(2)
    latchkey.session.cancel()
  })

  it('does not end the failed attempt of one wallet when another wallet approves its pending request', async () => {
    const { latchkey, wallet, status } = clientWorld({
      connectors: [{ id: 'a' }, { id: 'b', chains: ['solana'] }],
    })
    let approve = () => {}
    wallet('a').onOpen = () => new Promise<void>((resolve) => (approve = resolve))
    wallet('b').onOpen = rejects
    const connecting = latchkey.connect({ connectorId: 'a' })
    await expect.poll(() => wallet('a').count.open, { message: 'the wallet is asked to connect' }).toBe(1)
    await expect(latchkey.connect({ connectorId: 'b' })).rejects.toMatchObject({
      code: 'wallet/user-rejected',
    })
    approve()
    await connecting
    expect(status('eip155')).toBe('connected')
    expect(latchkey.session.state.attempt).toMatchObject({ params: { connectorId: 'b' }, phase: 'failed' })
    latchkey.session.cancel()
    expect(latchkey.session.state.attempt).toBeUndefined()
  })

  it('keeps the attempt of one wallet pending when another wallet approves its earlier request', async () => {
    const { latchkey, wallet } = clientWorld({ connectors: [{ id: 'a' }, { id: 'b', chains: ['solana'] }] })
    let approve = () => {}
    wallet('a').onOpen = () => new Promise<void>((resolve) => (approve = resolve))
    wallet('b').onOpen = never
    const connecting = latchkey.connect({ connectorId: 'a' })
    await expect.poll(() => wallet('a').count.open, { message: 'the wallet is asked to connect' }).toBe(1)
    latchkey.session.ask({ connectorId: 'b' })
    await expect.poll(() => wallet('b').count.open, { message: 'the second wallet is asked' }).toBe(1)
    approve()
    await connecting
    expect(latchkey.session.state.attempt).toMatchObject({ params: { connectorId: 'b' }, phase: 'waiting' })
    latchkey.session.cancel()
    await expect
      .poll(() => latchkey.connections.state.solana.status, { message: 'the request is canceled' })
      .toBe('disconnected')
  })

  it("starts to load the wallet's code immediately, unless the call is already aborted", async () => {
    const { latchkey, wallet } = clientWorld()
    let prepared = 0
    Object.assign(wallet('a'), { prepare: async () => prepared++ })
    await latchkey.ready()
    await expect(latchkey.connect({ connectorId: 'a' }, { signal: AbortSignal.abort() })).rejects.toThrow()
    expect(prepared).toBe(0)
    const connecting = latchkey.connect({ connectorId: 'a' })
    expect({ prepared, asked: wallet('a').count.open }).toEqual({ prepared: 1, asked: 0 })
    await connecting
  })

  it("prefetches the adapter's code even if the host's connector throws while it is prefetched", async () => {
    const { latchkey, wallet, families } = clientWorld()
    const prepare = () => {
      throw new Error('broken')
    }
    Object.assign(wallet('a'), { prepare })
    await latchkey.ready()
    await latchkey.session.prepare('a')
    expect(families.eip155.count.create).toBe(1)
  })

  it('connects every family that the session covers, with one prompt', async () => {
    const { latchkey, wallet } = clientWorld({ connectors: [multi] })
    const connections = await latchkey.connect({ connectorId: 'wc' })
    expect(wallet('wc').count.open).toBe(1)
    expect(wallet('wc').offers).toEqual([
      {
        connected: expect.any(Function),
        namespaces: ['eip155', 'solana', 'bip122'],
        networks: ['eip155:1', 'eip155:2', 'solana:main', 'bip122:main'],
      },
    ])
    expect(connections.map(({ namespace }) => namespace)).toEqual(['eip155', 'solana', 'bip122'])
    expect(latchkey.account.connectedNamespaces).toEqual(['eip155', 'solana', 'bip122'])
  })

  it('uses the approved accounts, not the proposed accounts', async () => {
    const { latchkey, wallet } = clientWorld({ connectors: [multi] })
    wallet('wc').accounts = wallet('wc').accounts.filter(({ namespace }) => namespace === 'solana')
    const connections = await latchkey.connect({ connectorId: 'wc' })
    expect(connections.map(({ namespace }) => namespace)).toEqual(['solana'])
    expect(latchkey.account.connectedNamespaces).toEqual(['solana'])
    expect(latchkey.network.state.activeNamespace).toBe('solana')
  })

  it('keeps the families that connect when another family fails', async () => {
    const { latchkey, families, status } = clientWorld({ connectors: [multi] })
    families.solana.onConnect = async () => {
      throw latchkeyError('adapter/account-error')
    }
    await latchkey.connect({ connectorId: 'wc' })
    expect(latchkey.account.connectedNamespaces).toEqual(['eip155', 'bip122'])
    expect(status('solana')).toBe('disconnected')
  })

  it('closes the session when no family can use it', async () => {
    const { latchkey, families, wallet, status } = clientWorld()
    families.eip155.onConnect = async () => {
      throw latchkeyError('adapter/account-error')
    }
    await expect(latchkey.connect({ connectorId: 'a' })).rejects.toMatchObject({
      code: 'adapter/account-error',
    })
    expect(wallet('a').count.close).toBe(1)
    expect(status('eip155')).toBe('disconnected')
  })

  it('activates the family of the requested network', async () => {
    const { latchkey } = clientWorld({ connectors: [multi] })
    await latchkey.connect({ connectorId: 'wc', network: sol.caipNetworkId })
    expect(latchkey.network.activeNetwork.caipNetworkId).toBe('solana:main')
  })

  it('activates the family for which the visitor opened the list', async () => {
    const { latchkey } = clientWorld({ connectors: [multi] })
    latchkey.connector.setFilterByNamespace('solana')
    await latchkey.connect({ connectorId: 'wc' })
    expect(latchkey.network.state.activeNamespace).toBe('solana')
  })

  it('keeps the active family if the wallet does not connect the family of the list', async () => {
    const { latchkey } = clientWorld({ connectors: [{ ...multi, chains: ['bip122', 'eip155'] }] })
    latchkey.connector.setFilterByNamespace('solana')
    await latchkey.connect({ connectorId: 'wc' })
    expect(latchkey.network.state.activeNamespace).toBe('eip155')
  })

  it('activates the requested network, even if it belongs to the active family', async () => {
    const { latchkey } = clientWorld()
    await latchkey.connect({ connectorId: 'a', network: 'eip155:2' })
    expect(latchkey.network.activeNetwork.name).toBe('Two')
  })

  it('reports when the wallet shows no account of the requested families', async () => {
    const { latchkey, wallet } = clientWorld()
    wallet('a').accounts = []
    await expect(latchkey.connect({ connectorId: 'a' })).rejects.toMatchObject({
      code: 'connection/no-accounts',
    })
    expect(wallet('a').count.close).toBe(1)
  })

  it('follows the wallet to its network', async () => {
    const { latchkey, wallet } = clientWorld()
    wallet('a').where.eip155 = 'eip155:2'
    await latchkey.connect({ connectorId: 'a' })
    expect(latchkey.network.activeNetwork.name).toBe('Two')
    expect(latchkey.account.active.caipAddress).toBe('eip155:2:a-eip155')
  })

  it('sends one wallet request for two calls for the same wallet', async () => {
    const { latchkey, wallet } = clientWorld()
    let approve = () => {}
    wallet('a').onOpen = () => new Promise<void>((resolve) => (approve = resolve))
    const first = latchkey.connect({ connectorId: 'a' })
    const second = latchkey.connect({ connectorId: 'a' })
    await expect.poll(() => wallet('a').count.open, { message: 'the wallet is asked to connect' }).toBe(1)
    approve()
    expect(await first).toEqual(await second)
    expect(wallet('a').count.open).toBe(1)
  })

  it('answers a second call for fewer families without a second wallet request', async () => {
    const { latchkey, wallet } = clientWorld({ connectors: [{ id: 'a', chains: ['eip155', 'solana'] }] })
    let approve = () => {}
    wallet('a').onOpen = () => new Promise<void>((resolve) => (approve = resolve))
    const first = latchkey.connect({ connectorId: 'a' })
    await expect.poll(() => wallet('a').count.open, { message: 'the wallet is asked to connect' }).toBe(1)
    const second = latchkey.connect({ connectorId: 'a', namespaces: ['solana'] })
    approve()
    expect((await first).map(({ namespace }) => namespace)).toEqual(['eip155', 'solana'])
    expect((await second).map(({ namespace }) => namespace)).toEqual(['solana'])
    expect(wallet('a').count.open).toBe(1)
  })

  it.each([
    ['families', { namespaces: ['solana'] as const }, 'a-solana'],
    ['a network', { network: 'eip155:2' as const }, 'a-eip155'],
  ])(
    'replaces a pending call with a call for %s that the pending call does not cover',
    async (_, more, address) => {
      const { latchkey, wallet } = clientWorld({ connectors: [{ id: 'a', chains: ['eip155', 'solana'] }] })
      wallet('a').onOpen = never
      const first = latchkey.connect({ connectorId: 'a', namespaces: ['eip155'] })
      await expect.poll(() => wallet('a').count.open, { message: 'the wallet is asked to connect' }).toBe(1)
      wallet('a').onOpen = async () => {}
      const second = latchkey.connect({ connectorId: 'a', ...more })
      await expect(first).rejects.toMatchObject({ code: 'flow/superseded' })
      expect((await second).flatMap(({ accounts }) => accounts.map((one) => one.address))).toContain(address)
      if ('network' in more) expect(latchkey.network.activeNetwork.caipNetworkId).toBe(more.network)
    },
  )

  it('lets one of two callers abort without affecting the other', async () => {
    const { latchkey, wallet } = clientWorld()
    let approve = () => {}
    wallet('a').onOpen = () => new Promise<void>((resolve) => (approve = resolve))
    const leaving = new AbortController()
    const first = latchkey.connect({ connectorId: 'a' }, { signal: leaving.signal })
    const second = latchkey.connect({ connectorId: 'a' })
    await expect.poll(() => wallet('a').count.open, { message: 'the wallet is asked to connect' }).toBe(1)
    leaving.abort()
    await expect(first).rejects.toMatchObject({ code: 'flow/aborted' })
    approve()
    expect(await second).toHaveLength(1)
  })

  it('leaves the status disconnected after a rejection, and shows no message to the visitor', async () => {
    const { latchkey, wallet, status, stored } = clientWorld()
    wallet('a').onOpen = rejects
    await expect(latchkey.connect({ connectorId: 'a' })).rejects.toMatchObject({
      code: 'wallet/user-rejected',
    })
    expect(status('eip155')).toBe('disconnected')
    expect(latchkey.snackbar.state.open).toBe(false)
    expect(storedIds(stored)).toEqual({})
  })

  it('sets the status to connecting until the wallet answers or the caller aborts', async () => {
    const { latchkey, wallet, status } = clientWorld()
    wallet('a').onOpen = never
    const stop = new AbortController()
    const connecting = latchkey.connect({ connectorId: 'a' }, { signal: stop.signal })
    await expect.poll(() => status('eip155'), { message: 'the attempt begins' }).toBe('connecting')
    stop.abort()
    await expect(connecting).rejects.toMatchObject({ code: 'flow/aborted' })
    expect(status('eip155')).toBe('disconnected')
  })

  it('leaves no session open when the wallet approves after the visitor canceled', async () => {
    const { latchkey, wallet, families, status, stored } = clientWorld()
    let approve = () => {}
    families.eip155.onConnect = () => new Promise<void>((resolve) => (approve = resolve))
    const stop = new AbortController()
    const connecting = latchkey.connect({ connectorId: 'a' }, { signal: stop.signal })
    await expect
      .poll(() => families.eip155.count.connect, { message: 'the adapter is asked to connect' })
      .toBe(1)
    stop.abort()
    await expect(connecting).rejects.toMatchObject({ code: 'flow/aborted' })
    approve()
    await expect.poll(() => wallet('a').count.close, { message: 'the session is closed' }).toBe(1)
    expect(status('eip155')).toBe('disconnected')
    expect(storedIds(stored)).toEqual({})
  })

  it('is not ended by the cleanup of a canceled attempt', async () => {
    const { latchkey, wallet, families, status } = clientWorld()
    families.eip155.onConnect = never
    const stop = new AbortController()
    const first = latchkey.connect({ connectorId: 'a' }, { signal: stop.signal })
    await expect
      .poll(() => families.eip155.count.connect, { message: 'the adapter is asked to connect' })
      .toBe(1)
    families.eip155.onConnect = async () => {}
    stop.abort()
    const second = latchkey.connect({ connectorId: 'a' })
    await expect(first).rejects.toMatchObject({ code: 'flow/aborted' })
    await second
    await Promise.resolve()
    expect(status('eip155')).toBe('connected')
    expect(wallet('a').granted).toBe(true)
  })

  it('replaces a pending call with a call for another wallet', async () => {
    const { latchkey, wallet } = clientWorld()
    wallet('a').onOpen = never
    const first = latchkey.connect({ connectorId: 'a' })
    await expect.poll(() => wallet('a').count.open, { message: 'the wallet is asked to connect' }).toBe(1)
    const second = latchkey.connect({ connectorId: 'b' })
    await expect(first).rejects.toMatchObject({ code: 'flow/superseded' })
    await second
    expect(latchkey.account.state.eip155.address).toBe('b-eip155')
  })

  it('keeps the old connection unless the new wallet approves', async () => {
    const { latchkey, wallet, status } = clientWorld()
    await latchkey.connect({ connectorId: 'a' })
    wallet('b').onOpen = rejects
    const connecting = latchkey.connect({ connectorId: 'b' })
    expect(status('eip155')).toBe('connected')
    await expect(connecting).rejects.toThrow()
    expect(status('eip155')).toBe('connected')
    expect(latchkey.account.state.eip155.address).toBe('a-eip155')
  })

  it('ends the session of the wallet that it replaces', async () => {
    const { latchkey, wallet, families, stored } = clientWorld()
    await latchkey.connect({ connectorId: 'a' })
    await latchkey.connect({ connectorId: 'b' })
    await expect.poll(() => wallet('a').count.close, { message: 'the session is closed' }).toBe(1)
    expect(families.eip155.adapter?.connections()).toHaveLength(1)
    expect(storedIds(stored)).toEqual({ eip155: 'b' })
  })

  it('keeps the session of the wallet that it replaces for the families that still use it', async () => {
    const { latchkey, wallet, families, stored } = clientWorld({
      connectors: [
        { id: 'both', chains: ['eip155', 'solana'] },
        { id: 'b' },
        { id: 's', chains: ['solana'] },
      ],
    })
    await latchkey.connect({ connectorId: 'both' })
    await latchkey.connect({ connectorId: 'b' })
    const live = () => families.eip155.adapter?.connections().map(({ connectorId }) => connectorId)
    await expect.poll(live, { message: 'the replaced connection ends' }).toEqual(['b'])
    expect(latchkey.account.connectedNamespaces).toEqual(['eip155', 'solana'])
    expect(storedIds(stored)).toEqual({ eip155: 'b', solana: 'both' })
    expect(wallet('both').count.close).toBe(0)
    await latchkey.connect({ connectorId: 's' })
    await expect.poll(() => wallet('both').count.close, { message: 'the session is closed' }).toBe(1)
    expect(storedIds(stored)).toEqual({ eip155: 'b', solana: 's' })
  })

  it.each(['fails to connect', 'is aborted'])(
    'disconnects WalletConnect if a second session, which replaced the first, %s',
    async (how) => {
      const { latchkey, families, wallet, status, stored } = clientWorld({ connectors: [multi] })
      await latchkey.connect({ connectorId: 'wc' })
      const stop = new AbortController()
      families.eip155.onConnect = async () => {
        if (how === 'is aborted') return stop.abort()
        throw latchkeyError('adapter/account-error')
      }
      const connecting = latchkey.connect(
        { connectorId: 'wc', namespaces: ['eip155'] },
        { signal: stop.signal },
      )
      const code = how === 'is aborted' ? 'flow/aborted' : 'adapter/account-error'
      await expect(connecting).rejects.toMatchObject({ code })
      await expect.poll(() => wallet('wc').count.close, { message: 'the session is closed' }).toBe(1)
      await expect.poll(() => status('eip155'), { message: 'eip155 disconnects' }).toBe('disconnected')
      expect(latchkey.account.connectedNamespaces).toEqual([])
      expect(storedIds(stored)).toEqual({})
    },
  )

  it('disconnects the families that fail to connect to the second WalletConnect session', async () => {
    const { latchkey, families, wallet, stored } = clientWorld({ connectors: [multi] })
    await latchkey.connect({ connectorId: 'wc' })
    families.solana.onConnect = async () => {
      throw latchkeyError('adapter/account-error')
    }
    await latchkey.connect({ connectorId: 'wc' })
    await expect
      .poll(() => latchkey.account.connectedNamespaces, { message: 'solana disconnects' })
      .toEqual(['eip155', 'bip122'])
    expect(storedIds(stored)).toEqual({ eip155: 'wc', bip122: 'wc' })
    expect(wallet('wc').count.close).toBe(0)
  })

  it('ends the WalletConnect session of which it replaces one family', async () => {
    const { latchkey, wallet } = clientWorld({
      connectors: [{ id: 'wc', type: 'WALLET_CONNECT', chains: ['eip155', 'solana'] }, { id: 'b' }],
    })
    await latchkey.connect({ connectorId: 'wc' })
    await latchkey.connect({ connectorId: 'b' })
    await expect.poll(() => wallet('wc').count.close, { message: 'the session is closed' }).toBe(1)
    expect(latchkey.account.connectedNamespaces).toEqual(['eip155'])
  })

  it.each([
    ['an unknown wallet', { connectorId: 'nobody' }, 'connection/connector-not-found'],
    [
      'a family that the wallet does not serve',
      { connectorId: 'a', namespaces: ['solana'] as const },
      'adapter/unsupported',
    ],
    ['a family without adapter', { connectorId: 'dot' }, 'config/no-adapter'],
    [
      'a network that was not requested',
      { connectorId: 'a', network: 'eip155:99' as const },
      'network/not-requested',
    ],
  ])('refuses %s, and sends no request to the wallet', async (_, params, code) => {
    const { latchkey, wallet } = clientWorld({
      connectors: [{ id: 'a' }, { id: 'dot', chains: ['polkadot'] }],
    })
    await expect(latchkey.connect(params)).rejects.toMatchObject({ code })
    expect(wallet('a').count.open).toBe(0)
  })

  it("sends no request to the wallet when the adapter can't be loaded", async () => {
    const { latchkey, wallet, families } = clientWorld()
    families.eip155.onCreate = async () => {
      throw latchkeyError('config/peer-missing', { values: { feature: 'eip155', install: 'npm i viem' } })
    }
    await expect(latchkey.connect({ connectorId: 'a' })).rejects.toMatchObject({
      code: 'config/peer-missing',
    })
    expect(wallet('a').count.open).toBe(0)
    families.eip155.onCreate = async () => {}
    const failed = families.eip155.count.create
    await latchkey.connect({ connectorId: 'a' })
    expect(families.eip155.count.create).toBe(failed + 1)
  })
})

describe('a change in the wallet', () => {
  it("changes the client's account if the wallet switches to another account", async () => {
    const { latchkey, wallet, stored } = clientWorld()
    await latchkey.connect({ connectorId: 'a' })
    wallet('a').showAccounts('eip155', 'other', 'a-eip155')
    expect(latchkey.account.state.eip155).toMatchObject({ address: 'other', caipAddress: 'eip155:1:other' })
    expect(storedConnections(stored).eip155?.accounts[0]?.address).toBe('other')
  })

  it("changes the client's network if the wallet switches to a requested network", async () => {
    const { latchkey, wallet, stored } = clientWorld()
    await latchkey.connect({ connectorId: 'a' })
    wallet('a').moveTo('eip155:2')
    expect(latchkey.network.activeNetwork.name).toBe('Two')
    expect(latchkey.account.active.caipAddress).toBe('eip155:2:a-eip155')
    expect(storedConnections(stored).eip155?.networkId).toBe('eip155:2')
    expect(stored.get('activeNetworkId')).toBe('eip155:2')
  })

  it("changes the client's network even if the wallet switches to a network that the host did not configure", async () => {
    const { latchkey, wallet } = clientWorld()
    await latchkey.connect({ connectorId: 'a' })
    wallet('a').moveTo('eip155:99')
    expect(latchkey.network.activeNetwork).toMatchObject({
      caipNetworkId: 'eip155:99',
      name: 'Unknown Network',
    })
    expect(latchkey.network.isSupported()).toBe(false)
    expect(latchkey.account.active).toMatchObject({ status: 'connected', caipAddress: 'eip155:99:a-eip155' })
  })

  it('disconnects the client if the wallet shows no account', async () => {
    const { latchkey, wallet, stored, status } = clientWorld()
    const ended: unknown[] = []
    latchkey.session.on('ended', (event) => ended.push(event))
    const ways = [
      [() => wallet('a').showAccounts('eip155'), { eip155: 'a' }],
      [() => wallet('a').end('expired'), {}],
    ] as const
    for (const [leave, kept] of ways) {
      wallet('a').accounts = [{ namespace: 'eip155', address: 'x', type: 'eoa' }]
      await latchkey.connect({ connectorId: 'a' })
      leave()
      expect(status('eip155')).toBe('disconnected')
      expect(storedIds(stored)).toEqual(kept)
    }
    expect(ended).toEqual([
      // The connector can't ask whether the permission is revoked, so the wallet may have revoked it.
      { namespaces: ['eip155'], reason: 'locked', mayBeRevoked: true },
      { namespaces: ['eip155'], reason: 'expired' },
    ])
  })

  it('counts as a lock if the wallet shows no account but says that it keeps the permission', async () => {
    const { latchkey, wallet, stored } = clientWorld()
    Object.assign(wallet('a'), { revoked: async () => false })
    await latchkey.connect({ connectorId: 'a' })
    const ended: unknown[] = []
    latchkey.session.on('ended', (event) => ended.push(event))
    wallet('a').showAccounts('eip155')
    expect(ended).toEqual([{ namespaces: ['eip155'], reason: 'locked' }])
    expect(storedIds(stored)).toEqual({ eip155: 'a' })
  })

  it("ends a family's connection if a WalletConnect session loses the family's accounts", async () => {
    const { latchkey, wallet, stored } = clientWorld({ connectors: [multi] })
    await latchkey.connect({ connectorId: 'wc' })
    const ended: unknown[] = []
    latchkey.session.on('ended', (event) => ended.push(event))
    wallet('wc').showAccounts('solana')
    expect(ended).toEqual([{ namespaces: ['solana'], reason: 'wallet' }])
    expect(storedIds(stored)).toEqual({ eip155: 'wc', bip122: 'wc' })
  })

  it('disconnects the client if an adapter reports no accounts', async () => {
    const { latchkey, families, status } = clientWorld()
    await latchkey.connect({ connectorId: 'a' })
    families.eip155.emit('accountsChanged', { connectionId: 'eip155:a', accounts: [] })
    expect(status('eip155')).toBe('disconnected')
  })

  it('is ignored if it belongs to another connection', async () => {
    const { latchkey, families } = clientWorld()
    await latchkey.connect({ connectorId: 'a' })
    const before = latchkey.account.state
    families.eip155.emit('disconnected', { connectionId: 'eip155:other', reason: 'wallet' })
    families.eip155.emit('accountsChanged', { connectionId: 'eip155:other', accounts: [] })
    expect(latchkey.account.state).toBe(before)
  })

  it('returns the client to a configured network if the wallet ends the connection on an unconfigured network', async () => {
    const { latchkey, wallet } = clientWorld()
    await latchkey.connect({ connectorId: 'a' })
    wallet('a').moveTo('eip155:99')
    wallet('a').end('wallet')
    expect(latchkey.network.activeNetwork.name).toBe('One')
  })

  it('disconnects all families if the wallet ends the session while one of them still connects', async () => {
    const { latchkey, wallet, families, status } = clientWorld({ connectors: [multi] })
    families.solana.onConnect = async () => {
      await expect
        .poll(() => families.eip155.adapter?.connections().length, {
          message: 'the first family is connected',
        })
        .toBe(1)
      wallet('wc').end('wallet')
      throw latchkeyError('wallet/closed-during-request')
    }
    const connecting = latchkey.connect({ connectorId: 'wc', namespaces: ['eip155', 'solana'] })
    await expect(connecting).rejects.toMatchObject({ code: 'wallet/closed-during-request' })
    expect(status('eip155')).toBe('disconnected')
  })
})

describe('disconnecting a wallet', () => {
  it('is stored for the last 50 wallets that the visitor disconnected', async () => {
    const { latchkey, stored } = clientWorld()
    const before = Array.from({ length: 50 }, (_, index) => `left.${index}`)
    stored.set('disconnectedByUser', before)
    await latchkey.connect({ connectorId: 'a' })
    await latchkey.disconnect()
    expect(stored.get('disconnectedByUser')).toEqual(['a', ...before.slice(0, 49)])
  })

  it('ends the session in the wallet and clears storage', async () => {
    const { latchkey, wallet, stored, status } = clientWorld()
    const ended: unknown[] = []
    latchkey.session.on('ended', (event) => ended.push(event))
    await latchkey.connect({ connectorId: 'a' })
    await latchkey.disconnect()
    expect(wallet('a').count.close).toBe(1)
    expect(status('eip155')).toBe('disconnected')
    expect(storedIds(stored)).toEqual({})
    expect(stored.get('disconnectedByUser')).toEqual(['a'])
    expect(ended).toEqual([{ namespaces: ['eip155'], reason: 'host' }])
  })

  it('does nothing when nothing is connected', async () => {
    const { latchkey } = clientWorld()
    await expect(latchkey.disconnect()).resolves.toBeUndefined()
    await expect(latchkey.disconnect('solana')).resolves.toBeUndefined()
  })

  it('also disconnects every family that shares the WalletConnect session', async () => {
    const { latchkey, wallet } = clientWorld({ connectors: [multi, { id: 'a' }] })
    await latchkey.connect({ connectorId: 'wc' })
    await latchkey.disconnect('solana')
    expect(latchkey.account.connectedNamespaces).toEqual([])
    expect(wallet('wc').granted).toBe(false)
  })

  it('ends the session of a wallet that is stored but not connected, for every family of the session', async () => {
    const { latchkey, wallet, stored, status, platform } = clientWorld({
      connectors: [{ ...multi, granted: true }],
      before: (persistence) =>
        storeConnections(persistence, {
          eip155: { ...storedConnection('wc').eip155!, source: 'WALLET_CONNECT' },
          solana: { ...storedConnection('wc', 'solana:main').solana!, source: 'WALLET_CONNECT' },
        }),
    })
    wallet('wc').onRestore = async () => {
      throw new Error('The relay is unreachable')
    }
    await latchkey.ready()
    expect(latchkey.account.state.solana.rememberedWallet?.name).toBe('Wallet wc')
    expect(latchkey.session.sharing('eip155')).toEqual(['eip155', 'solana'])
    await latchkey.disconnect('eip155')
    expect(wallet('wc').count.close).toBe(1)
    expect(storedIds(stored)).toEqual({})
    expect(latchkey.account.state.solana.rememberedWallet).toBeUndefined()
    const { restore } = wallet('wc').count
    platform.page.setVisible(true)
    expect(wallet('wc').count.restore).toBe(restore)
    expect(status('solana')).toBe('disconnected')
  })

  it('leaves the families of another wallet connected', async () => {
    const { latchkey } = clientWorld({ connectors: [{ id: 'a' }, { id: 's', chains: ['solana'] }] })
    await latchkey.connect({ connectorId: 'a' })
    await latchkey.connect({ connectorId: 's' })
    await latchkey.disconnect('eip155')
    expect(latchkey.account.connectedNamespaces).toEqual(['solana'])
  })

  it('takes at most 3,000 ms when the wallet never answers', async () => {
    const { latchkey, wallet, clock, stored, status } = clientWorld()
    await latchkey.connect({ connectorId: 'a' })
    wallet('a').onClose = never
    const started = clock.now()
    let took = Number.NaN
    const gone = latchkey.disconnect().then(() => (took = clock.now() - started))
    await clock.advance(0)
    expect(status('eip155')).toBe('disconnected')
    expect(storedIds(stored)).toEqual({})
    await clock.advance(3000)
    await gone
    expect(took).toBeLessThanOrEqual(3000)
    expect(clock.pending).toBe(0)
  })

  it('reports failures together, after everything is cleared', async () => {
    const { latchkey, families, stored } = clientWorld({
      connectors: [{ id: 'a' }, { id: 's', chains: ['solana'] }],
    })
    await latchkey.connect({ connectorId: 'a' })
    await latchkey.connect({ connectorId: 's' })
    families.eip155.onDisconnect = async () => {
      throw new Error('broken')
    }
    await expect(latchkey.disconnect()).rejects.toMatchObject({
      code: 'connection/disconnect-failed',
      message: 'Failed to disconnect',
      details: 'eip155: broken',
    })
    expect(latchkey.account.connectedNamespaces).toEqual([])
    expect(storedIds(stored)).toEqual({})
  })

  it('cancels a pending connection', async () => {
    const { latchkey, wallet, status } = clientWorld()
    wallet('a').onOpen = never
    const connecting = latchkey.connect({ connectorId: 'a' })
    await expect.poll(() => wallet('a').count.open, { message: 'the wallet is asked to connect' }).toBe(1)
    await latchkey.disconnect()
    await expect(connecting).rejects.toMatchObject({ code: 'flow/aborted' })
    expect(status('eip155')).toBe('disconnected')
  })

  it('completes before the same wallet connects again', async () => {
    const { latchkey, wallet, status } = clientWorld()
    await latchkey.connect({ connectorId: 'a' })
    let close = () => {}
    wallet('a').onClose = () => new Promise<void>((resolve) => (close = resolve))
    const leaving = latchkey.disconnect()
    const again = latchkey.connect({ connectorId: 'a' })
    await expect.poll(() => wallet('a').count.close, { message: 'the session is closed' }).toBe(1)
    expect(wallet('a').count.open).toBe(1)
    close()
    await leaving
    await again
    expect(status('eip155')).toBe('connected')
  })

  it('lets the caller stop waiting', async () => {
    const { latchkey, wallet } = clientWorld()
    await latchkey.connect({ connectorId: 'a' })
    wallet('a').onClose = never
    const stop = new AbortController()
    const leaving = latchkey.disconnect('eip155', { signal: stop.signal })
    await expect.poll(() => wallet('a').count.close, { message: 'the session is closed' }).toBe(1)
    stop.abort()
    await expect(leaving).rejects.toMatchObject({ code: 'flow/aborted' })
  })
})
