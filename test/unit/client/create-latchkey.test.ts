import { afterEach, describe, expect, it, vi } from 'vitest'
import { eip155 } from '../../../src/adapters/eip155/index.ts'
import { walletConnect } from '../../../src/connectors/walletconnect/index.ts'
import { latchkeyError } from '../../../src/core/errors/latchkey-error.ts'
import { createLatchkey, externalConnector, type LatchkeyOptions } from '../../../src/index.ts'
import { nodePlatform } from '../../../src/platform/node.ts'
import { memoryPlatform } from '../../../src/testing/memory-platform.ts'
import { announceEip6963 } from '../../../src/testing/wallets/announce.ts'
import { createEip155Wallet } from '../../../src/testing/wallets/eip155.ts'
import { clientWorld, connectedBefore, one, storedIds, two } from '../../support/client-world.ts'
import { FakeConnector, fakeFamily, network, never, rejects } from '../../support/fake-families.ts'

const key = `0x${'1'.repeat(64)}`
const realWallet = () =>
  createEip155Wallet({
    privateKeys: [key],
    chains: [
      { id: 1, rpcUrl: 'http://127.0.0.1:1' },
      { id: 2, rpcUrl: 'http://127.0.0.1:1' },
    ],
  })

describe('opening a modal that no component shows', () => {
  afterEach(() => vi.unstubAllEnvs())

  it('fails in development with an error that names the missing component', async () => {
    vi.stubEnv('NODE_ENV', 'development')
    const { latchkey } = clientWorld()
    for (let time = 0; time < 2; time++)
      await expect(latchkey.open()).rejects.toMatchObject({
        code: 'config/no-modal',
        message: expect.stringContaining('render LatchkeyModal'),
      })
    expect(latchkey.modal.state).toMatchObject({ open: false, loading: false })
    latchkey.modal.on('opening', (drawing) => drawing(Promise.resolve()))
    await latchkey.open()
    expect(latchkey.modal.state.open).toBe(true)
    await latchkey.dispose()
  })

  it('waits for a component that mounts right after the click', async () => {
    vi.stubEnv('NODE_ENV', 'development')
    const { latchkey } = clientWorld()
    const opened = latchkey.open()
    latchkey.modal.on('opening', (drawing) => drawing(Promise.resolve()))
    await opened
    expect(latchkey.modal.state.open).toBe(true)
    await latchkey.dispose()
  })

  it('works in production if the page has its own modal', async () => {
    const { latchkey } = clientWorld()
    await latchkey.open()
    expect(latchkey.modal.state.open).toBe(true)
    latchkey.close()
    vi.stubEnv('NODE_ENV', 'development')
    const { latchkey: other } = clientWorld({ name: 'other' })
    await other.modal.open()
    expect(other.modal.state.open).toBe(true)
    await latchkey.dispose()
    await other.dispose()
  })
})

describe('a service that answers with an error status', () => {
  function worldOf(status: number) {
    const asked: string[] = []
    const fetch = async (url: string | URL) => {
      asked.push(new URL(url).hostname)
      return new Response('{}', { status })
    }
    const { latchkey } = clientWorld({
      surroundings: memoryPlatform({ fetch: fetch as never }),
      ...{ debug: true, projectId: 'unknown' },
      endpoints: { catalogue: 'https://wallets.example', data: 'https://data.example' },
    })
    return { asked, latchkey }
  }

  it('causes a single alert about the project id for all services if the status is 401', async () => {
    const { asked, latchkey } = worldOf(401)
    await latchkey.connect({ connectorId: 'a' })
    await latchkey.catalogue.loadMore()
    await expect
      .poll(() => latchkey.alert.state, { message: 'the alert is shown to the developers' })
      .toMatchObject({ open: true, longMessage: expect.stringContaining('project id is invalid') })
    latchkey.alert.close()
    await latchkey.catalogue.loadMore()
    await latchkey.activity.load().catch(() => {})
    expect(asked).toEqual(expect.arrayContaining(['wallets.example', 'data.example']))
    expect(latchkey.alert.state.open).toBe(false)
    await latchkey.dispose()
  })

  it('causes no alert if the status is 404', async () => {
    const { asked, latchkey } = worldOf(404)
    await latchkey.connect({ connectorId: 'a' })
    await latchkey.catalogue.loadMore()
    await latchkey.activity.load().catch(() => {})
    expect(asked).toContain('wallets.example')
    expect(latchkey.alert.state.open).toBe(false)
    await latchkey.dispose()
  })
})

describe('a client with the real eip155 adapter', () => {
  it('connects an external wallet, switches and disconnects', async () => {
    const wallet = realWallet()
    const latchkey = createLatchkey({
      networks: [one, two],
      adapters: [eip155()],
      connectors: [externalConnector({ id: 'w', name: 'W', provider: wallet.provider as never })],
      platform: memoryPlatform(),
    })
    const [connection] = await latchkey.connect({ connectorId: 'w' })
    expect(connection?.network.caipNetworkId).toBe('eip155:1')
    await latchkey.switchNetwork('eip155:2')
    expect(latchkey.account.state.eip155.caipAddress).toMatch(/^eip155:2:0x/)
    await latchkey.disconnect()
    expect(latchkey.account.state.eip155.status).toBe('disconnected')
    await latchkey.dispose()
    expect(wallet.listenerCount()).toBe(0)
  })

  it('finds a wallet that announces itself, and restores the connection after a reload', async () => {
    const wallet = realWallet()
    const platform = memoryPlatform()
    const options = { networks: [one, two], adapters: [eip155()], platform }
    const withdraw = announceEip6963(platform.page, wallet.provider, { name: 'Six' })
    const first = createLatchkey(options)
    await first.ready()
    const { id } = first.connector.state.connectors[0] ?? { id: 'none' }
    await first.connect({ connectorId: id })
    await first.dispose()
    const second = createLatchkey(options)
    await second.ready()
    expect(second.account.active).toMatchObject({ status: 'connected', connectedWalletInfo: { name: 'Six' } })
    expect(wallet.script.count('eth_requestAccounts')).toBe(1)
    await second.dispose()
    withdraw()
    expect(platform.page.listenerCount()).toBe(0)
    expect(platform.clock.pending).toBe(0)
  })

  it('leaves no listener on the wallet after 2,000 connects and disconnects', {
    tags: ['ci'],
  }, async () => {
    const wallet = realWallet()
    const platform = memoryPlatform()
    const latchkey = createLatchkey({
      networks: [one],
      adapters: [eip155()],
      connectors: [externalConnector({ id: 'w', name: 'W', provider: wallet.provider as never })],
      enableEIP6963: false,
      enableInjected: false,
      platform,
    })
    const before = wallet.listenerCount()
    for (let i = 0; i < 2000; i++) {
      await latchkey.connect({ connectorId: 'w' })
      await latchkey.disconnect()
    }
    expect(wallet.listenerCount()).toBe(before)
    expect(platform.clock.pending).toBe(0)
  })
})

describe('the name of a client', () => {
  it('is taken until the client is disposed', async () => {
    const platform = memoryPlatform()
    const options = { networks: [one], platform }
    const first = createLatchkey(options)
    expect(() => createLatchkey(options)).toThrow('A client named "app" is already running')
    await first.dispose()
    await createLatchkey(options).dispose()
  })

  it('is stored in the page, so that another copy of the library finds it', async () => {
    const platform = memoryPlatform()
    const latchkey = createLatchkey({ networks: [one], platform })
    const claims = Reflect.get(platform.page.realm, Symbol.for('latchkey'))
    expect([...claims]).toEqual(['app'])
    await latchkey.dispose()
    expect([...claims]).toEqual([])
  })

  it('is still free after createLatchkey refused the options of a client with this name', async () => {
    const platform = memoryPlatform()
    expect(() => createLatchkey({ networks: [], platform })).toThrow()
    await createLatchkey({ networks: [one], platform }).dispose()
  })

  it("becomes free again when the client can't be created", async () => {
    const platform = memoryPlatform()
    let reads = 0
    /** A page object that throws an error after the client took its name. */
    const page = {
      ...platform.page,
      get kind() {
        if (reads++) throw new TypeError('The page is gone')
        return platform.page.kind
      },
    }
    expect(() => createLatchkey({ networks: [one], platform: { ...platform, page } })).toThrow(TypeError)
    await createLatchkey({ networks: [one], platform }).dispose()
  })

  it('can be used by several clients on a server, because each request has its own client', async () => {
    const options = { networks: [one], platform: nodePlatform() }
    const clients = [createLatchkey(options), createLatchkey(options)]
    await Promise.all(clients.map((client) => client.dispose()))
  })
})

describe('two clients of different names on one page', () => {
  it('do not affect each other', async () => {
    const platform = memoryPlatform()
    const shared = { families: ['eip155'] as const, surroundings: platform }
    const left = clientWorld({ ...shared, name: 'left', connectors: [{ id: 'a' }] })
    const right = clientWorld({ ...shared, name: 'right', connectors: [{ id: 'a' }, { id: 'b' }] })
    await left.latchkey.connect({ connectorId: 'a' })
    await right.latchkey.connect({ connectorId: 'b' })
    await left.latchkey.switchNetwork('eip155:2')
    await left.latchkey.open()
    left.latchkey.theme.setThemeMode('light')
    expect(right.latchkey.account.state.eip155.address).toBe('b-eip155')
    expect(right.latchkey.network.activeNetwork.name).toBe('One')
    expect(right.latchkey.modal.state.open).toBe(false)
    expect(right.latchkey.theme.state.themeMode).toBe('dark')
    expect(storedIds(left.stored)).toEqual({ eip155: 'a' })
    expect(storedIds(right.stored)).toEqual({ eip155: 'b' })
    await left.latchkey.disconnect()
    await left.latchkey.dispose()
    expect(right.status('eip155')).toBe('connected')
    expect(storedIds(right.stored)).toEqual({ eip155: 'b' })
    await right.latchkey.switchNetwork('eip155:2')
    expect(right.latchkey.network.activeNetwork.name).toBe('Two')
  })
})

describe('the start of a client', () => {
  const world = (options: Partial<LatchkeyOptions>) => {
    let made = 0
    const latchkey = createLatchkey({
      networks: [one],
      connectors: [
        () => {
          made++
          return new FakeConnector({ id: 'a' })
        },
      ],
      ...options,
    })
    return { latchkey, made: () => made }
  }

  it('happens automatically in a browser, but only after the host could add listeners', async () => {
    const { latchkey, made } = world({ platform: memoryPlatform() })
    expect(made()).toBe(0)
    await Promise.resolve()
    expect(made()).toBe(1)
    await latchkey.ready()
    await latchkey.ready()
    expect(made()).toBe(1)
  })

  it('happens on a server only when requested', async () => {
    const { latchkey, made } = world({ platform: nodePlatform() })
    const browser = world({ platform: memoryPlatform() })
    await expect.poll(browser.made, { message: 'a later client in a browser starts' }).toBe(1)
    expect(made()).toBe(0)
    await latchkey.ready()
    expect(made()).toBe(1)
  })

  it('happens with the first call that needs a started client', async () => {
    const { latchkey, made } = world({ platform: nodePlatform(), adapters: [fakeFamily('eip155').factory] })
    await latchkey.connect({ connectorId: 'a' })
    expect(made()).toBe(1)
  })

  it('is skipped when the host disposes the client at once', async () => {
    const { latchkey, made } = world({ platform: memoryPlatform() })
    await latchkey.dispose()
    expect(made()).toBe(0)
  })

  it('discovers wallets only for families with an adapter, and only with the sources that the host allows', async () => {
    const listeners = async (options: Parameters<typeof clientWorld>[0]) => {
      const { latchkey, platform } = clientWorld(options)
      await latchkey.ready()
      const count = platform.page.listenerCount()
      await latchkey.dispose()
      expect(platform.page.listenerCount()).toBe(0)
      expect(platform.clock.pending).toBe(0)
      return count
    }
    expect(await listeners({ enableEIP6963: true })).toBeGreaterThan(0)
    expect(await listeners({ enableInjected: true })).toBeGreaterThan(0)
    expect(await listeners({})).toBe(0)
    expect(await listeners({ enableEIP6963: true, families: ['solana'] })).toBe(0)
    expect(await listeners({ enableInjected: true, families: ['solana'] })).toBeGreaterThan(0)
  })

  it('reports that WalletConnect is off if the host sets neither a relay nor a project id', async () => {
    const client = (options: Partial<LatchkeyOptions>) => {
      const made = createLatchkey({
        networks: [one],
        adapters: [fakeFamily('eip155').factory],
        connectors: [walletConnect()],
        platform: memoryPlatform(),
        ...options,
      })
      return made
    }
    const off = client({})
    await off.ready()
    await expect
      .poll(() => off.alert.state.shortMessage, { message: 'the alert is shown' })
      .toBe('Project ID Not Configured')
    expect(off.connector.state.connectors).toEqual([])
    expect(off.connector.walletConnect).toBeUndefined()
    const on = client({ endpoints: { relay: 'ws://127.0.0.1:1' }, name: 'on' })
    await on.ready()
    expect(on.connector.state.connectors.map(({ id }) => id)).toEqual(['walletConnect'])
    expect(on.alert.state.open).toBe(false)
    await Promise.all([off.dispose(), on.dispose()])
  })

  it('adds no global variables', async () => {
    const before = Reflect.ownKeys(globalThis)
    const { latchkey } = clientWorld({ enableEIP6963: true, enableInjected: true })
    await latchkey.connect({ connectorId: 'a' })
    await latchkey.dispose()
    expect(Reflect.ownKeys(globalThis)).toEqual(before)
  })
})

describe('the adapters of a client', () => {
  it('are created only once, when a call first needs them', async () => {
    const { latchkey, families } = clientWorld()
    await latchkey.ready()
    expect(families.eip155.count.create).toBe(0)
    await Promise.all([
      latchkey.adapter('eip155'),
      latchkey.adapter('eip155'),
      latchkey.connect({ connectorId: 'a' }),
    ])
    expect(families.eip155.count.create).toBe(1)
    expect(families.solana.count.create).toBe(0)
  })

  it('are named in the error when they are missing', async () => {
    const { latchkey } = clientWorld()
    await expect(latchkey.adapter('cosmos')).rejects.toMatchObject({
      code: 'config/no-adapter',
      message: "Adapter for namespace cosmos doesn't exist",
    })
  })
})

describe('a failure in a client', () => {
  it('is reported to the host only once, unless it is a cancellation', async () => {
    const { latchkey, wallet, families } = clientWorld()
    const heard: unknown[] = []
    latchkey.alert.on('reported', ({ code, category }) => heard.push([code, category]))
    wallet('a').onOpen = rejects
    await expect(latchkey.connect({ connectorId: 'a' })).rejects.toMatchObject({
      code: 'wallet/user-rejected',
    })
    expect(heard).toEqual([['wallet/user-rejected', 'VISITOR_DECISION']])
    wallet('a').onOpen = never
    await expect(
      latchkey.connect({ connectorId: 'a' }, { signal: AbortSignal.timeout(1) }),
    ).rejects.toMatchObject({ code: 'flow/aborted' })
    expect(heard).toHaveLength(1)
    wallet('a').onOpen = async () => {}
    await latchkey.connect({ connectorId: 'a' })
    families.eip155.onBalance = async () => {
      throw latchkeyError('http/status', { values: { status: 500 } })
    }
    await expect(latchkey.account.updateBalance('eip155')).rejects.toMatchObject({ category: 'API_ERROR' })
    expect(heard.slice(1)).toEqual([['http/status', 'API_ERROR']])
  })
})

describe('disposing a client', () => {
  it('releases everything, and ends requests that wait for a wallet', async () => {
    const world = clientWorld({ enableEIP6963: true, enableInjected: true })
    const { latchkey, platform, clock, wallet } = world
    await latchkey.connect({ connectorId: 'a' })
    await latchkey.open()
    latchkey.snackbar.showSuccess('x')
    latchkey.modal.shake()
    wallet('b').onOpen = never
    wallet('a').onSwitch = never
    const switching = latchkey.switchNetwork('eip155:2')
    const connecting = latchkey.connect({ connectorId: 'b' })
    await expect.poll(() => wallet('b').count.open, { message: 'the wallet is asked to connect' }).toBe(1)
    await latchkey.dispose()
    await expect(connecting).rejects.toMatchObject({ code: 'config/disposed' })
    await expect(switching).rejects.toMatchObject({ code: 'config/disposed' })
    expect(clock.pending).toBe(0)
    expect(platform.page.listenerCount()).toBe(0)
    expect(wallet('a').events.listenerCount()).toBe(0)
  })

  it('leaves the wallet connected, so that the next visit restores the connection', async () => {
    const { latchkey, wallet, stored } = clientWorld()
    await latchkey.connect({ connectorId: 'a' })
    await latchkey.dispose()
    expect(wallet('a').count.close).toBe(0)
    expect(storedIds(stored)).toEqual({ eip155: 'a' })
  })

  it('keeps the storage and starts nothing if it happens right after the creation of the client', async () => {
    const { latchkey, wallet, stored, clock } = clientWorld({
      connectors: [{ id: 'a', granted: true }],
      enableEIP6963: true,
      before: connectedBefore('a'),
    })
    const ready = latchkey.ready()
    await latchkey.dispose()
    await ready
    expect(storedIds(stored)).toEqual({ eip155: 'a' })
    expect(wallet('a').count.restore).toBe(0)
    expect(clock.pending).toBe(0)
  })

  it('cancels a restoration and keeps the stored connection', async () => {
    const { latchkey, wallet, stored, clock } = clientWorld({
      connectors: [{ id: 'a', granted: true }],
      before: connectedBefore('a'),
    })
    wallet('a').onRestore = never
    const ready = latchkey.ready()
    await expect
      .poll(() => wallet('a').count.restore, { message: 'the wallet is asked for its session' })
      .toBe(1)
    await latchkey.dispose()
    await ready
    expect(storedIds(stored)).toEqual({ eip155: 'a' })
    expect(clock.pending).toBe(0)
  })

  it("ends the adapters' access to nodes", async () => {
    const { latchkey, families } = clientWorld()
    await latchkey.adapter('eip155')
    const rpc = families.eip155.context?.rpc('eip155:1')
    await latchkey.dispose()
    await expect(rpc?.request({ method: 'eth_chainId' })).rejects.toMatchObject({ code: 'config/disposed' })
  })

  it('happens only once, and every call after it fails with the code config/disposed', async () => {
    const { latchkey } = clientWorld()
    await Promise.all([latchkey.dispose(), latchkey.dispose()])
    const calls = [
      () => latchkey.ready(),
      () => latchkey.connect({ connectorId: 'a' }),
      () => latchkey.disconnect(),
      () => latchkey.switchNetwork('eip155:1'),
      () => latchkey.open(),
      () => latchkey.adapter('eip155'),
    ]
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'config/disposed' })
    latchkey.close()
  })
})

describe('the RPC of a network', () => {
  const lab = (answers: Record<string, Record<string, unknown>>, options: Partial<LatchkeyOptions> = {}) => {
    const asked: string[] = []
    const fetch = async (input: string | URL, init?: RequestInit) => {
      const url = String(input)
      asked.push(url)
      const reply = (call: { id: number; method: string }) => ({
        jsonrpc: '2.0',
        id: call.id,
        result: answers[url]?.[call.method],
      })
      const body = JSON.parse(String(init?.body))
      return Response.json(Array.isArray(body) ? body.map(reply) : reply(body))
    }
    const latchkey = createLatchkey({
      networks: [{ ...network('eip155:1'), rpcUrls: { default: { http: ['https://own.test/'] } } }],
      adapters: [eip155()],
      customRpcUrls: { 'eip155:1': [{ url: 'https://custom.test/' }] },
      enableInjected: false,
      platform: { ...memoryPlatform(), fetch },
      ...options,
    })
    const balance = async () => (await latchkey.adapter('eip155')).getBalance(`eip155:1:0x${'1'.repeat(40)}`)
    return { latchkey, asked, balance }
  }

  it("uses the host's URLs before the network's own URLs", async () => {
    const { asked, balance } = lab({ 'https://custom.test/': { eth_chainId: '0x1', eth_getBalance: '0x5' } })
    expect((await balance()).value).toBe(5n)
    expect(new Set(asked)).toEqual(new Set(['https://custom.test/']))
  })

  it('refuses an endpoint of another network, and shows the developer an alert', async () => {
    const { latchkey, balance } = lab({
      'https://custom.test/': { eth_chainId: '0x2', eth_getBalance: '0x5' },
      'https://own.test/': { eth_chainId: '0x1', eth_getBalance: '0x7' },
    })
    expect((await balance()).value).toBe(7n)
    await expect
      .poll(() => latchkey.alert.state, { message: 'the alert is shown' })
      .toMatchObject({ open: true, variant: 'error' })
    expect(latchkey.alert.state.longMessage).toMatch(/^custom\.test serves 0x2, not eip155:1/)
  })

  it('causes an error if the network has no URL', async () => {
    const { balance } = lab(
      {},
      { networks: [{ ...network('eip155:1'), rpcUrls: { default: { http: [] } } }], customRpcUrls: {} },
    )
    await expect(balance()).rejects.toMatchObject({
      code: 'network/no-endpoint',
      message: 'RPC URL not found for chainId eip155:1',
    })
  })
})

describe('a client', () => {
  it('resets the filter of the wallet list when the modal closes', async () => {
    const { latchkey } = clientWorld({ connectors: [{ id: 'a' }, { id: 's', chains: ['solana'] }] })
    await latchkey.ready()
    await latchkey.open({ namespace: 'eip155' })
    expect(latchkey.connector.state.connectors.map(({ id }) => id)).toEqual(['a'])
    latchkey.close()
    expect(latchkey.connector.state.connectors.map(({ id }) => id)).toEqual(['a', 's'])
  })

  /** Options that TypeScript refuses, but that a host without TypeScript can pass. */
  it.each<[string, object]>([
    ['coinbasePreference', { coinbasePreference: 'all' }],
    ['remoteFeatures.pay', { remoteFeatures: { pay: true } }],
  ])('refuses the unimplemented option %s with an error that names the option', (name, options) => {
    const client = () => clientWorld(options as never)
    expect(client).toThrow(`The option ${name} is not built yet`)
    // The refused client did not take the name, so a client with the same name can be created.
    clientWorld()
  })

  it('accepts an unimplemented feature that is off, and refuses to switch this feature on', () => {
    const { latchkey } = clientWorld({
      enableCoinbase: false,
      features: { swaps: false, socials: [], pay: false, smartSessions: false },
    })
    expect(() => latchkey.options.setFeatures({ pay: true as never })).toThrow(
      'The option features.pay is not built yet',
    )
    expect(() => latchkey.options.updateOptions({ coinbasePreference: {} as never })).toThrow(
      'The option coinbasePreference is not built yet',
    )
  })
})

describe('a client on a server', () => {
  it('requests no project service, and sends no event', async () => {
    const visited = async (surroundings: object) => {
      const asked: string[] = []
      const fetch = async (url: string | URL) => {
        asked.push(new URL(url).hostname)
        return new Response('{}')
      }
      const { latchkey } = clientWorld({
        surroundings: { ...surroundings, fetch } as never,
        projectId: 'p',
        endpoints: { config: 'https://config.example', analytics: 'https://events.example' },
      })
      await latchkey.ready()
      await latchkey.open()
      latchkey.close()
      return { asked, latchkey }
    }
    const { asked, latchkey } = await visited(nodePlatform())
    // In a browser, the same calls do send requests.
    const browser = await visited(memoryPlatform())
    await expect
      .poll(() => browser.asked, { message: 'the client in a browser asks the service' })
      .toContain('config.example')
    await browser.latchkey.dispose()
    await latchkey.dispose()
    expect(asked).toEqual([])
  })
})
