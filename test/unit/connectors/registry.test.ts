import { describe, expect, it } from 'vitest'
import { externalConnector } from '../../../src/connectors/external.ts'
import { discoverEip6963 } from '../../../src/connectors/injected/eip6963.ts'
import { discoverLegacyInjected } from '../../../src/connectors/injected/legacy-ethereum.ts'
import { ConnectorRegistry } from '../../../src/connectors/registry.ts'
import { memoryPlatform } from '../../../src/testing/memory-platform.ts'
import { announceEip6963 } from '../../../src/testing/wallets/announce.ts'

const provider = () => ({ request: async () => null as unknown, on() {}, removeListener() {} })

function setUp(connectors: Parameters<typeof externalConnector>[0][] = []) {
  const platform = memoryPlatform()
  const registry = new ConnectorRegistry({
    context: { ...platform, networks: [] },
    connectors: connectors.map(externalConnector),
    discoveries: async () => [discoverEip6963, discoverLegacyInjected],
  })
  const changes: string[][] = []
  registry.on('changed', (list) => void changes.push(list.map(({ id }) => id)))
  return { ...platform, registry, changes, ids: () => registry.list().map(({ id }) => id) }
}

describe('the registered connectors', () => {
  it("include the host's wallets from the start on, and the page's wallets from the discovery on", async () => {
    const { registry, page, changes, ids } = setUp([{ id: 'mine', name: 'Mine', provider: provider() }])
    announceEip6963(page, provider(), { rdns: 'io.fox' })
    expect(ids()).toEqual([])
    registry.start()
    registry.start()
    expect(ids()).toEqual(['mine'])
    await Promise.all([registry.discover(), registry.discover()])
    expect(ids()).toEqual(['mine', 'io.fox'])
    expect(changes).toEqual([['mine'], ['mine', 'io.fox']])
  })

  it('are reported in one change if their wallets answer at the same time', async () => {
    const { registry, page, changes } = setUp()
    announceEip6963(page, provider(), { rdns: 'io.fox' })
    announceEip6963(page, provider(), { rdns: 'io.owl' })
    registry.start()
    await registry.discover()
    expect(changes).toEqual([['io.fox', 'io.owl']])
    announceEip6963(page, provider(), { rdns: 'io.elk' })
    await Promise.resolve()
    expect(changes).toEqual([
      ['io.fox', 'io.owl'],
      ['io.fox', 'io.owl', 'io.elk'],
    ])
  })

  it('include only the first of two connectors with one id', async () => {
    const mine = provider()
    const { registry, page } = setUp([{ id: 'io.fox', name: 'Mine', provider: mine }])
    announceEip6963(page, provider(), { rdns: 'io.fox' })
    registry.start()
    await registry.discover()
    expect(registry.list()).toHaveLength(1)
    expect(registry.known.get('io.fox')?.provider).toBe(mine)
  })

  it.each(['before', 'after'])(
    'omit the wallet of window.ethereum if the wallet announces itself %s discovery finds it',
    async (order) => {
      const { registry, page, ids } = setUp()
      const wallet = provider()
      page.setGlobal('ethereum', wallet)
      if (order === 'before') announceEip6963(page, wallet, { rdns: 'io.fox' })
      registry.start()
      await registry.discover()
      if (order === 'after') announceEip6963(page, wallet, { rdns: 'io.fox' })
      expect(ids()).toEqual(['io.fox'])
    },
  )

  it('include window.ethereum beside a different wallet that announces itself', async () => {
    const { registry, page, ids } = setUp()
    page.setGlobal('ethereum', provider())
    announceEip6963(page, provider(), { rdns: 'io.fox' })
    registry.start()
    await registry.discover()
    expect(ids()).toEqual(['io.fox', 'injected'])
  })

  it('can be looked up even if the list omits them', async () => {
    const { registry, page } = setUp()
    const wallet = provider()
    page.setGlobal('ethereum', wallet)
    registry.start()
    await registry.discover()
    announceEip6963(page, wallet, { rdns: 'io.fox' })
    expect(registry.known.get('injected')?.provider).toBe(wallet)
    expect(registry.known.get('nobody')).toBeUndefined()
  })

  it("include the host's other connectors if the factory of one connector fails", async () => {
    const platform = memoryPlatform()
    const registry = new ConnectorRegistry({
      context: { ...platform, networks: [] },
      connectors: [
        () => {
          throw new Error('broken')
        },
        externalConnector({ id: 'mine', name: 'Mine', provider: provider() }),
      ],
    })
    registry.start()
    expect(registry.list()).toHaveLength(1)
    expect(platform.logged).toMatchObject([{ level: 'error' }])
  })

  it('are released when the registry is disposed of, and discovery stops', async () => {
    const { registry, page, clock } = setUp()
    registry.start()
    await registry.discover()
    expect(clock.pending).toBe(1)
    registry.dispose()
    expect([clock.pending, page.listenerCount()]).toEqual([0, 0])
    expect(registry.list()).toEqual([])
  })

  it('are discovered in a later attempt if the discovery code could not be loaded at first', async () => {
    const platform = memoryPlatform()
    const discoveries = [() => Promise.reject(new Error('offline')), async () => [discoverEip6963]]
    announceEip6963(platform.page, provider(), { rdns: 'io.fox' })
    const registry = new ConnectorRegistry({
      context: { ...platform, networks: [] },
      discoveries: () => discoveries.shift()?.() ?? Promise.resolve([]),
    })
    await registry.discover()
    expect([registry.list().length, platform.logged.length]).toEqual([0, 1])
    await registry.discover()
    expect(registry.list()).toHaveLength(1)
  })

  it('are not discovered after the registry is disposed of', async () => {
    const { registry, page } = setUp()
    const looked = registry.discover()
    registry.dispose()
    await looked
    expect(page.listenerCount()).toBe(0)
  })
})

describe('a connector from the host', () => {
  it("carries the host's description", () => {
    const context = { ...memoryPlatform(), networks: [] }
    const wallet = provider()
    const connector = externalConnector({
      id: 'x',
      name: 'X',
      provider: wallet,
      imageUrl: 'https://x.example/x.png',
      rdns: 'example.x',
    })(context)
    expect(connector).toMatchObject({
      id: 'x',
      name: 'X',
      type: 'EXTERNAL',
      chains: ['eip155'],
      imageUrl: 'https://x.example/x.png',
      rdns: 'example.x',
    })
    expect(connector.provider).toBe(wallet)
  })

  it('requires a provider with a request function', () => {
    expect(() => externalConnector({ id: 'x', name: 'X', provider: {} as never })).toThrow(
      'Invalid option connectors: the provider of "x" has no request function',
    )
  })
})
