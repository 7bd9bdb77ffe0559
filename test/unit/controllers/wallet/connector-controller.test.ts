import { describe, expect, it } from 'vitest'
import { OptionsController } from '../../../../src/controllers/shell/options-controller.ts'
import { ConnectionsController } from '../../../../src/controllers/wallet/connections-controller.ts'
import { ConnectorController } from '../../../../src/controllers/wallet/connector-controller.ts'
import { Emitter } from '../../../../src/core/emitter.ts'
import { resolveOptions } from '../../../../src/core/options/checked-options.ts'
import type { LatchkeyOptions } from '../../../../src/core/options/options.ts'
import { memoryPlatform } from '../../../../src/testing/memory-platform.ts'
import { connectionOf, one, sol } from '../../../support/client-world.ts'
import { FakeConnector, type FakeConnectorOptions } from '../../../support/fake-families.ts'

interface Options extends Partial<Omit<LatchkeyOptions, 'connectors'>> {
  mobile?: boolean
}

async function setup(first: readonly FakeConnectorOptions[] = [], options: Options = {}) {
  const { mobile = false, ...input } = options
  const { log, page } = memoryPlatform({ traits: { mobile } })
  const known = first.map((each) => new FakeConnector(each))
  const events = new Emitter<{ changed: undefined }>()
  const connections = new ConnectionsController()
  const settings = new OptionsController({
    options: resolveOptions({ networks: [one], ...input }),
    resolve: resolveOptions,
  })
  const connector = new ConnectorController({
    registry: {
      list: () => known,
      get known() {
        return new Map(known.map((each) => [each.id, each]))
      },
      on: (event, listener) => events.on(event, listener),
      discover: async () => {},
    },
    discovering: true,
    options: settings,
    page,
    connections,
    log,
  })
  connector.start()
  await connector.discover()
  return {
    connector,
    settings,
    events,
    connections,
    announce(each: FakeConnectorOptions) {
      known.push(new FakeConnector(each))
      events.emit('changed', undefined)
    },
    shown: () => connector.state.connectors.map(({ id }) => id),
  }
}

describe('the wallet list', () => {
  it('grows when a wallet announces itself, and contains plain data only', async () => {
    const { connector, shown, announce } = await setup([{ id: 'a' }])
    announce({ id: 'b', type: 'ANNOUNCED', rdns: 'com.b' })
    expect(shown()).toEqual(['a', 'b'])
    expect(() => structuredClone(connector.state)).not.toThrow()
  })

  it('does not change unless something visible changes', async () => {
    const { connector, events } = await setup([{ id: 'a' }])
    const before = connector.state
    events.emit('changed', undefined)
    expect(connector.state).toBe(before)
  })

  it('has one entry for a wallet that announces one rdns for two families', async () => {
    const { connector, shown } = await setup([
      { id: 'a', type: 'ANNOUNCED', rdns: 'com.w' },
      { id: 'b', type: 'ANNOUNCED', rdns: 'com.w', chains: ['solana'] },
    ])
    expect(shown()).toEqual(['a'])
    expect(connector.state.connectors[0]).toMatchObject({ type: 'MULTI_CHAIN', chains: ['eip155', 'solana'] })
    expect(connector.get('a', 'solana').id).toBe('b')
    expect(connector.get('a', 'eip155').id).toBe('a')
    expect(connector.get('b').id).toBe('b')
  })

  it('can be limited to one family, and shown in full again', async () => {
    const { connector, shown } = await setup([{ id: 'a' }, { id: 's', chains: ['solana'] }])
    connector.setFilterByNamespace('solana')
    expect(shown()).toEqual(['s'])
    connector.setFilterByNamespace(undefined)
    expect(shown()).toEqual(['a', 's'])
  })

  it('hides the wallets that the host excluded', async () => {
    const customWallets = [
      { id: 'A', name: 'Another', rdns: 'com.a' },
      { id: 'B', name: 'wallet B' },
    ]
    const wallets = [{ id: 'a', rdns: 'com.a' }, { id: 'b' }, { id: 'c', explorerId: 'C' }]
    expect((await setup(wallets, { customWallets })).shown()).toEqual(['a', 'b', 'c'])
    expect((await setup(wallets, { customWallets, excludeWalletIds: ['A', 'B', 'C'] })).shown()).toEqual([])
  })

  it('lacks WalletConnect if WalletConnect is switched off', async () => {
    const off = await setup([{ id: 'wc', type: 'WALLET_CONNECT' }], { enableWalletConnect: false })
    expect(off.shown()).toEqual([])
    expect(off.connector.walletConnect).toBeUndefined()
    expect(() => off.connector.get('wc')).toThrow('Connector wc was not found')
  })

  it('starts with the connector types that the host lists', async () => {
    const wallets = [
      { id: 'wc', type: 'WALLET_CONNECT' },
      { id: 'i', type: 'INJECTED' },
      { id: 'e', type: 'EXTERNAL' },
    ] as const
    const { connector } = await setup(wallets)
    expect(connector.state.typeOrder).toEqual(['injected', 'walletConnect', 'external', 'recommended'])
    connector.setRecent(true)
    expect(connector.state.typeOrder[0]).toBe('recent')
    const hosts = await setup(wallets, {
      features: { connectorTypeOrder: ['external', 'recent'] },
      customWallets: [{ id: 'c', name: 'C' }],
      featuredWalletIds: ['f'],
    })
    expect(hosts.connector.state.typeOrder).toEqual([
      'external',
      'injected',
      'walletConnect',
      'featured',
      'custom',
    ])
  })

  it('hides WalletConnect while a family is connected through it, or if WalletConnect is switched off', async () => {
    const wallets = [{ id: 'wc', type: 'WALLET_CONNECT' }] as const
    const { connector, connections } = await setup(wallets)
    connections.connect(connectionOf('wc', one), { name: 'W', type: 'WALLET_CONNECT' })
    expect(connector.state.typeOrder).not.toContain('walletConnect')
    connections.disconnect('eip155')
    expect(connector.state.typeOrder).toContain('walletConnect')
    expect((await setup(wallets, { enableWalletConnect: false })).connector.state.typeOrder).not.toContain(
      'walletConnect',
    )
  })
})

describe('finding a connector', () => {
  it('reports the id of a missing connector', async () => {
    const { connector } = await setup()
    expect(() => connector.get('ghost')).toThrow('Connector ghost was not found')
  })
})

describe('the connector of a family', () => {
  it('is the connector through which the family is connected', async () => {
    const { connector, connections } = await setup([{ id: 'a' }, { id: 's', chains: ['solana'] }])
    connections.connect(connectionOf('a', one), { name: 'A', type: 'EXTERNAL' })
    connections.connect(connectionOf('s', sol), { name: 'S', type: 'EXTERNAL' })
    expect(connector.activeOf('eip155')?.id).toBe('a')
    connections.disconnect('eip155')
    expect(connector.activeOf('eip155')).toBeUndefined()
    expect(connector.state.activeConnectorIds).toEqual({ solana: 's' })
  })
})
