import { describe, expect, it, vi } from 'vitest'
import { ConnectionsController } from '../../../../src/controllers/wallet/connections-controller.ts'
import { NetworkController } from '../../../../src/controllers/wallet/network-controller.ts'
import { createGuard } from '../../../../src/core/errors/guard.ts'
import { createPersistence, type Persistence } from '../../../../src/services/persistence.ts'
import { memoryPlatform } from '../../../../src/testing/memory-platform.ts'
import {
  btc,
  connectionOf,
  one,
  sol,
  storeConnections,
  stranger,
  two,
} from '../../../support/client-world.ts'

interface Options {
  networks?: (typeof one)[]
  defaultNetwork?: typeof one
  before?: (persistence: Persistence) => void
}

function setup({ networks = [one, two, sol], defaultNetwork = one, before }: Options = {}) {
  const { storage: store, clock, log } = memoryPlatform()
  const persistence = createPersistence({ store, log, name: 'app' })
  before?.(persistence)
  const connections = new ConnectionsController()
  const adapters = { get: () => Promise.reject(new Error('no adapter is needed here')) }
  const guard = createGuard({ clock, log })
  const deps = { networks, defaultNetwork, connections, persistence, adapters, guard, log }
  const network = new NetworkController(deps)
  const moved = vi.fn()
  network.on('activeChanged', moved)
  /** Connects a wallet that is on this network. */
  const at = (where: typeof one, more = {}) =>
    connections.connect(connectionOf('a', where, more), { name: 'A', type: 'EXTERNAL' })
  return { network, connections, persistence, moved, at }
}

describe('the visitor starts', () => {
  it('on the first network by default', () => {
    const { network, moved } = setup()
    network.start()
    expect(network.activeNetwork).toBe(one)
    expect(network.state.activeNetworks).toEqual({ eip155: one, solana: sol })
    expect(moved).not.toHaveBeenCalled()
  })

  it('on the default network of the host', () => {
    const { network } = setup({ defaultNetwork: sol })
    network.start()
    expect(network.activeNetwork).toBe(sol)
    expect(network.networkOf('eip155')).toBe(one)
  })

  it('on the stored network, when it is still requested', () => {
    const { network } = setup({
      defaultNetwork: sol,
      before: (persistence) => persistence.set('activeNetworkId', 'eip155:2'),
    })
    network.start()
    expect(network.activeNetwork).toBe(two)
  })

  it('on the stored network, as unsupported, if the host configured only its family', () => {
    const { network } = setup({ before: (persistence) => persistence.set('activeNetworkId', 'eip155:99') })
    network.start()
    expect(network.activeNetwork).toMatchObject({ caipNetworkId: 'eip155:99', name: 'Unknown Network' })
    expect(network.isSupported()).toBe(false)
  })

  it('on the default network, if the host configured no network of the stored family', () => {
    const { network } = setup({
      defaultNetwork: two,
      before: (persistence) => persistence.set('activeNetworkId', 'cosmos:hub'),
    })
    network.start()
    expect(network.activeNetwork).toBe(two)
  })

  it('in the stored family, if only the family is stored', () => {
    const { network } = setup({ before: (persistence) => persistence.set('activeNamespace', 'solana') })
    network.start()
    expect(network.activeNetwork).toBe(sol)
  })

  it('with every family on the network of its stored connection', () => {
    const account = [{ address: 'x', type: 'eoa' as const }]
    const { network } = setup({
      before(persistence) {
        persistence.set('activeNetworkId', 'solana:main')
        storeConnections(persistence, {
          eip155: { connectorId: 'a', accounts: account, networkId: 'eip155:2' },
        })
      },
    })
    network.start()
    expect(network.activeNetwork).toBe(sol)
    expect(network.networkOf('eip155')).toBe(two)
  })
})

describe('the active network', () => {
  it('is stored, and its change is emitted once', () => {
    const { network, persistence, moved } = setup()
    network.setActive(sol)
    network.setActive(sol)
    expect(moved.mock.calls).toEqual([[{ network: sol, previous: one }]])
    expect(persistence.get('activeNetworkId')).toBe('solana:main')
    expect(persistence.get('activeNamespace')).toBe('solana')
  })

  it('stays when the network of another family changes', () => {
    const { network, persistence, moved, at } = setup({ defaultNetwork: sol })
    network.start()
    at(two)
    expect(network.networkOf('eip155')).toBe(two)
    expect(network.activeNetwork).toBe(sol)
    expect(moved).not.toHaveBeenCalled()
    expect(persistence.get('activeNetworkId')).toBeUndefined()
  })

  it('becomes the network of another family when that family becomes active', () => {
    const { network, at } = setup()
    network.start()
    at({ ...sol, id: 'test', caipNetworkId: 'solana:test' })
    network.setActiveNamespace('solana')
    expect(network.activeNetwork.caipNetworkId).toBe('solana:test')
  })

  it("can't be in a family without networks", () => {
    const { network } = setup()
    expect(() => network.setActiveNamespace('cosmos')).toThrow(
      "Namespace 'cosmos' is not configured. Please call connect() first with namespace config.",
    )
  })

  it('is replaced when the wallet disconnects, if it is unsupported', () => {
    const { network, connections, at } = setup()
    network.start()
    at(stranger)
    expect(network.activeNetwork).toBe(stranger)
    connections.disconnect('eip155')
    expect(network.activeNetwork).toBe(one)
    at(two)
    connections.disconnect('eip155')
    expect(network.activeNetwork).toBe(two)
  })
})

describe('the supported networks', () => {
  it('are the requested networks', () => {
    const { network } = setup()
    expect(network.isSupported(two)).toBe(true)
    expect(network.isSupported(stranger)).toBe(false)
    expect(network.requested('eip155')).toEqual([one, two])
    expect(network.requested()).toEqual([one, two, sol])
  })

  it('are all networks of a family without requested networks', () => {
    const { network } = setup()
    expect(network.isSupported(btc)).toBe(true)
  })

  it('are compared by CAIP id, so that equal ids of two families are two networks', () => {
    const twin = { ...sol, id: '1', caipNetworkId: 'solana:1' as const }
    const { network } = setup({ networks: [one, twin] })
    network.setActive(twin)
    expect(network.activeNetwork).toBe(twin)
    expect(network.find('solana:1')).toBe(twin)
  })

  it("give the list of families, in which the default network's family is the first", () => {
    expect(setup({ defaultNetwork: sol }).network.namespaces).toEqual(['solana', 'eip155'])
  })

  it('have a list of the networks that the wallet approved, until the wallet disconnects', () => {
    const { network, connections, at } = setup()
    network.start()
    at(two, { approvedNetworks: ['eip155:2'] })
    expect(network.state.supportsAll.eip155).toBe(false)
    expect(network.state.approvedNetworkIds.eip155).toEqual(['eip155:2'])
    connections.disconnect('eip155')
    expect(network.state.supportsAll).toEqual({})
    expect(network.state.approvedNetworkIds).toEqual({})
  })
})
