import { describe, expect, it } from 'vitest'
import { Connections } from '../../../../src/adapters/shared/connections.ts'
import { Emitter } from '../../../../src/core/emitter.ts'
import type { AccountRecord } from '../../../../src/core/wallet/connection.ts'
import type { Connector, ConnectorEvents, ConnectorSession } from '../../../../src/core/wallet/connector.ts'
import { memoryPlatform } from '../../../../src/testing/memory-platform.ts'
import { network } from '../../../support/eip155-adapter.ts'

const record = (address: string): AccountRecord<'eip155'> => ({ namespace: 'eip155', address, type: 'eoa' })
const unused = () => {
  throw new Error('not expected')
}
const session: ConnectorSession = { accounts: [], networks: [], methods: {}, channel: unused }

function setUp() {
  const connections = new Connections<'eip155'>({
    namespace: 'eip155',
    networks: () => [network(1), network(10)],
    log: memoryPlatform().log,
    normalize: (address) => (/^a/i.test(address) ? address.toUpperCase() : undefined),
  })
  const connectorFor = (id: string) => {
    const events = new Emitter<ConnectorEvents>()
    const connector: Connector = {
      id,
      name: id,
      type: 'EXTERNAL',
      chains: ['eip155', 'solana'],
      on: (event, listener) => events.on(event, listener),
      open: unused,
      restore: unused,
      close: unused,
      dispose: unused,
    }
    return { connector, events }
  }
  const add = (connector: Connector, id = 1) =>
    connections.add(connector, session, [record('a1')], network(id))
  return { connections, connectorFor, add }
}

describe('the connections of a family', () => {
  it('leave no listener on a connector when they end, are replaced or are disposed of', () => {
    const { connections, connectorFor, add } = setUp()
    const { connector, events } = connectorFor('w')
    const { id } = add(connector)
    const listeners = events.listenerCount()
    add(connector)
    expect(events.listenerCount()).toBe(listeners)
    connections.remove(id, 'host')
    expect(events.listenerCount()).toBe(0)
    add(connector)
    connections.dispose()
    expect(events.listenerCount()).toBe(0)
  })

  it('check each of 10,000 accounts at most twice when the session changes', () => {
    const ids = Array.from({ length: 100 }, (_, at) => at + 1)
    let checks = 0
    const connections = new Connections<'eip155'>({
      namespace: 'eip155',
      networks: () => ids.map((id) => network(id)),
      log: memoryPlatform().log,
      normalize: (address) => {
        checks++
        return address.toUpperCase()
      },
    })
    const { connector, events } = setUp().connectorFor('w')
    const networks = ids.map((id) => `eip155:${id}` as const)
    const crowd = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ ...record(`a${at}`), networks }))
    const live = { ...session, accounts: crowd(100), networks }
    const { id } = connections.add(connector, live, live.accounts, network(50))
    checks = 0
    live.accounts = crowd(101)
    events.emit('sessionChanged', {})
    expect(connections.get(id).connection).toMatchObject({
      network: { caipNetworkId: 'eip155:50' },
      accounts: { length: 101 },
    })
    expect(checks).toBeLessThanOrEqual(2 * 101)
    // The wallet withdraws the current network. So the next network with an account becomes the current
    // network.
    live.accounts = crowd(101).map((one) => ({ ...one, networks: networks.slice(90) }))
    checks = 0
    events.emit('sessionChanged', {})
    expect(connections.get(id).connection.network.caipNetworkId).toBe('eip155:91')
    expect(checks).toBeLessThanOrEqual(2 * 101)
    connections.dispose()
  })

  it('ignore the events of another family', () => {
    const { connections, connectorFor, add } = setUp()
    const { connector, events } = connectorFor('w')
    const connection = add(connector)
    events.emit('networkChanged', { namespace: 'solana', network: 'solana:x' })
    events.emit('accountsChanged', { namespace: 'solana', accounts: [] })
    expect(connections.all()).toEqual([connection])
  })

  it('list an account only once, even if the wallet lists it in several encodings', () => {
    const { connections, connectorFor } = setUp()
    const { connector, events } = connectorFor('w')
    const twice = [record('a1'), record('A1'), record('a2'), record('a1')]
    connections.add(connector, session, twice, network(1))
    const shown = () => connections.all().map(({ accounts }) => accounts.map(({ address }) => address))
    expect(shown()).toEqual([['A1', 'A2']])
    events.emit('accountsChanged', { namespace: 'eip155', accounts: twice.reverse() })
    expect(shown()).toEqual([['A1', 'A2']])
  })

  it('end when they have no account left', () => {
    const { connections, connectorFor, add } = setUp()
    const { connector, events } = connectorFor('w')
    const ended: unknown[] = []
    connections.events.on('disconnected', (event) => void ended.push(event))
    add(connector)
    events.emit('accountsChanged', { namespace: 'eip155', accounts: [record('bad')] })
    expect(ended).toEqual([{ connectionId: 'eip155:w', reason: 'locked' }])
    expect(connections.all()).toEqual([])
  })

  it("are listed for an account, with the connection on the account's network first", () => {
    const { connections, connectorFor, add } = setUp()
    add(connectorFor('one').connector, 1)
    add(connectorFor('ten').connector, 10)
    expect(connections.holding('eip155:10:a1').live.connector.id).toBe('ten')
    expect(connections.holding('eip155:1:a1').live.connector.id).toBe('one')
    expect(connections.holding('eip155:5:a1').live.connector.id).toBe('one')
    expect(() => connections.holding('eip155:1:a2')).toThrow('The account eip155:1:a2 is not connected')
    expect(() => connections.get('nobody')).toThrow('There is no connection nobody')
  })

  describe('with an account that the visitor chose in the app', () => {
    const on = (address: string, ...ids: number[]) => ({
      ...record(address),
      networks: ids.map((id) => `eip155:${id}` as const),
    })
    function chosen(shown: readonly AccountRecord[] = ['a1', 'a2', 'a3'].map(record)) {
      const { connections, connectorFor } = setUp()
      const { connector, events } = connectorFor('w')
      const live = { ...session, accounts: shown, networks: ['eip155:1', 'eip155:10'] as const }
      const { id } = connections.add(connector, live, shown, network(1))
      const told: string[][] = []
      connections.events.on(
        'accountsChanged',
        ({ accounts }) => void told.push(accounts.map(({ address }) => address)),
      )
      connections.select(id, 'A2')
      const reports = (...accounts: readonly AccountRecord[]) =>
        events.emit('accountsChanged', { namespace: 'eip155', accounts })
      const now = () => connections.get(id).connection.accounts.map(({ address }) => address)
      return { connections, events, live, id, told, reports, now }
    }

    it('announce it once, as the first account', () => {
      const { connections, id, told, now } = chosen()
      connections.select(id, 'A2')
      connections.select('eip155:other', 'A2')
      expect(now()).toEqual(['A2', 'A1', 'A3'])
      expect(told).toEqual([['A2', 'A1', 'A3']])
    })

    it('keep it first on each network that the wallet approved for it', () => {
      const { connections, id, now } = chosen([on('a1', 1, 10), on('a2', 1), on('a3', 10)])
      expect(now()).toEqual(['A2', 'A1'])
      connections.move(id, network(10))
      expect(now()).toEqual(['A1', 'A3'])
      connections.move(id, network(1))
      expect(now()).toEqual(['A2', 'A1'])
    })

    it('keep it first when the wallet changes its approvals', () => {
      const { events, live, now } = chosen()
      live.accounts = ['a1', 'a3', 'a2'].map(record)
      events.emit('sessionChanged', {})
      expect(now()).toEqual(['A2', 'A1', 'A3'])
    })

    it('follow the wallet if its changed session has another first account', () => {
      const { events, live, now } = chosen()
      live.accounts = ['a3', 'a1', 'a2'].map(record)
      events.emit('sessionChanged', {})
      expect(now()).toEqual(['A3', 'A1', 'A2'])
    })

    it('keep it when the wallet no longer shows its first account', () => {
      const { reports, now } = chosen()
      reports(...['a3', 'a2'].map(record))
      expect(now()).toEqual(['A2', 'A3'])
    })

    it('follow the wallet if it replaces its first account with a new account', () => {
      const { reports, now } = chosen()
      reports(...['a9', 'a2'].map(record))
      expect(now()).toEqual(['A9', 'A2'])
    })

    it('follow the wallet for good once it no longer shows the chosen account', () => {
      const { reports, now } = chosen()
      reports(record('a1'))
      reports(...['a1', 'a2'].map(record))
      expect(now()).toEqual(['A1', 'A2'])
    })

    it('keep it first when the wallet reports the same first account in another encoding', () => {
      const { reports, now } = chosen()
      reports(record('A1'), record('A2'))
      expect(now()).toEqual(['A2', 'A1'])
    })

    it('keep it when the wallet reports the accounts of another network', () => {
      const { connections, id, reports, now } = chosen([on('a1', 1), on('a2', 1), on('a9', 10)])
      reports(on('a9', 10))
      expect(now()).toEqual(['A9'])
      connections.move(id, network(1), [on('a1', 1), on('a2', 1)])
      expect(now()).toEqual(['A2', 'A1'])
    })

    it('follow the wallet again once it reports another first account', () => {
      const { connections, id, reports, now } = chosen()
      reports(...['a3', 'a1', 'a2'].map(record))
      expect(now()).toEqual(['A3', 'A1', 'A2'])
      reports(...['a3', 'a2'].map(record))
      connections.move(id, network(10))
      expect(now()).toEqual(['A3', 'A2'])
    })

    it('show it first when they are restored, until the wallet reports another first account', () => {
      const { connections, connectorFor } = setUp()
      const { connector, events } = connectorFor('w')
      const shown = ['a1', 'a2'].map(record)
      const { id, accounts } = connections.add(connector, session, shown, network(1), 'a2')
      const now = () => connections.get(id).connection.accounts.map(({ address }) => address)
      expect(accounts.map(({ address }) => address)).toEqual(['A2', 'A1'])
      connections.move(id, network(10))
      events.emit('accountsChanged', { namespace: 'eip155', accounts: shown })
      expect(now()).toEqual(['A2', 'A1'])
      events.emit('accountsChanged', { namespace: 'eip155', accounts: ['a3', 'a1', 'a2'].map(record) })
      expect(now()).toEqual(['A3', 'A1', 'A2'])
    })
  })
})
