import { describe, expect, it } from 'vitest'
import { connecting } from '../../../../src/adapters/shared/connecting.ts'
import { Connections } from '../../../../src/adapters/shared/connections.ts'
import { Emitter } from '../../../../src/core/emitter.ts'
import type { AccountRecord } from '../../../../src/core/wallet/connection.ts'
import type { Connector, ConnectorEvents } from '../../../../src/core/wallet/connector.ts'
import { memoryPlatform } from '../../../../src/testing/memory-platform.ts'
import { network } from '../../../support/eip155-adapter.ts'

const record = (address: string): AccountRecord<'eip155'> => ({ namespace: 'eip155', address, type: 'eoa' })
const unused = () => {
  throw new Error('not expected')
}

/** Returns a wallet that calls `meanwhile` while the adapter reads the wallet's accounts. */
function setUp(meanwhile: (wallet: { emit: Emitter<ConnectorEvents>['emit'] }) => void) {
  const { clock, log } = memoryPlatform()
  const networks = [network(1), network(10)]
  const events = new Emitter<ConnectorEvents>()
  const connections = new Connections<'eip155'>({
    namespace: 'eip155',
    networks: () => networks,
    log,
    normalize: (address) => address,
  })
  const session = {
    accounts: [record('a')],
    networks: ['eip155:1', 'eip155:10'] as const,
    methods: {},
    channel: unused,
  }
  const connector: Connector = {
    id: 'w',
    name: 'w',
    type: 'ANNOUNCED',
    chains: ['eip155'],
    on: (event, listener) => events.on(event, listener),
    open: async () => session,
    restore: async () => session,
    close: async () => {},
    dispose: unused,
  }
  const { connect, reconnect } = connecting<'eip155'>({
    family: {
      namespace: 'eip155',
      normalize: (address) => address,
      accountsOn: async (_session, _network, known) => {
        meanwhile({ emit: (event, ...payload) => events.emit(event, ...payload) })
        return known
      },
    },
    context: { networks, log, clock },
    connections,
    canSwitch: () => false,
  })
  const signal = new AbortController().signal
  const ways = {
    connect: () => connect({ connector, network: network(1) } as never, signal),
    reconnect: () => reconnect({ connector, network: network(1) } as never, signal),
  }
  return { connections, events, ways }
}

describe.each(['connect', 'reconnect'] as const)('an event of a wallet during a %s', (way) => {
  it('applies to the new connection if it names another account', async () => {
    const { connections, ways } = setUp(({ emit }) =>
      emit('accountsChanged', { namespace: 'eip155', accounts: [record('b')] }),
    )
    expect(await ways[way]()).toMatchObject({ accounts: [{ address: 'b' }] })
    expect(connections.all()).toMatchObject([{ accounts: [{ address: 'b' }] }])
  })

  it('applies to the new connection if it names another network', async () => {
    const { ways } = setUp(({ emit }) =>
      emit('networkChanged', { namespace: 'eip155', network: 'eip155:10' }),
    )
    expect(await ways[way]()).toMatchObject({ network: { caipNetworkId: 'eip155:10' } })
  })

  it.each([
    ['that it closed', (emit) => emit('closed', { reason: 'locked' })],
    ['that it shows no account', (emit) => emit('accountsChanged', { namespace: 'eip155', accounts: [] })],
  ] satisfies [string, (emit: Emitter<ConnectorEvents>['emit']) => void][])(
    'leaves no connection if the wallet reports %s',
    async (_, tell) => {
      const { connections, ways } = setUp(({ emit }) => tell(emit))
      await expect(ways[way]()).rejects.toMatchObject({ code: 'wallet/closed-during-request' })
      expect(connections.all()).toEqual([])
    },
  )

  it('is ignored if it is about another family', async () => {
    const { connections, events, ways } = setUp(({ emit }) => {
      emit('accountsChanged', { namespace: 'solana', accounts: [] })
      emit('networkChanged', { namespace: 'solana', network: 'solana:x' })
    })
    expect(await ways[way]()).toMatchObject({ accounts: [{ address: 'a' }] })
    connections.dispose()
    expect(events.listenerCount()).toBe(0)
  })
})
