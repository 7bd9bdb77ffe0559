import { createLatchkey, type Latchkey } from '../../src/client/create-latchkey.ts'
import type { CaipNetworkId } from '../../src/core/chain/caip.ts'
import type { ChainNamespace } from '../../src/core/chain/namespace.ts'
import { chainNamespaces } from '../../src/core/chain/namespace.ts'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import type { LatchkeyOptions } from '../../src/core/options/options.ts'
import { type Connection, connectionFrom, connectionKey } from '../../src/core/wallet/connection.ts'
import type { Persisted } from '../../src/services/persisted-values.ts'
import { createPersistence, type Persistence } from '../../src/services/persistence.ts'
import { type MemoryPlatform, memoryPlatform } from '../../src/testing/memory-platform.ts'
import {
  FakeConnector,
  type FakeConnectorOptions,
  type FakeFamily,
  fakeFamily,
  network,
} from './fake-families.ts'

export const one = network('eip155:1', 'One')
export const two = network('eip155:2', 'Two')
export const sol = network('solana:main', 'Sol')
export const btc = network('bip122:main', 'Btc')
export const stranger = network('eip155:99', 'Stranger')

export interface ClientWorldOptions
  extends Partial<Omit<LatchkeyOptions, 'connectors' | 'adapters' | 'networks'>> {
  readonly networks?: readonly ChainNetwork[]
  readonly connectors?: readonly (FakeConnectorOptions | FakeConnector)[]
  readonly families?: readonly ChainNamespace[]
  /** Stores data of an earlier visit. Called before the client is created. */
  readonly before?: (persistence: Persistence) => void
  readonly surroundings?: MemoryPlatform
}

export interface ClientWorld {
  readonly latchkey: Latchkey
  readonly platform: MemoryPlatform
  readonly clock: MemoryPlatform['clock']
  readonly wallets: Readonly<Record<string, FakeConnector>>
  readonly families: Readonly<Record<ChainNamespace, FakeFamily>>
  /** The stored data, as the next visit will read it. */
  readonly stored: Persistence
  wallet(id: string): FakeConnector
  status(namespace: ChainNamespace): string
}

/** Creates a whole client with scripted wallets and adapters, on a manual clock and a test page. */
export function clientWorld(options: ClientWorldOptions = {}): ClientWorld {
  const { connectors = [{ id: 'a' }, { id: 'b' }], families: names, before, surroundings, ...rest } = options
  const networks = rest.networks ?? [one, two, sol, btc]
  const platform = surroundings ?? memoryPlatform()
  const made = connectors.map((each) => (each instanceof FakeConnector ? each : new FakeConnector(each)))
  const families = Object.fromEntries(
    chainNamespaces.map((namespace) => [namespace, fakeFamily(namespace)]),
  ) as Record<ChainNamespace, FakeFamily>
  const open = () =>
    createPersistence({
      store: platform.storage,
      log: platform.log,
      name: rest.name ?? 'app',
    })
  const earlier = open()
  before?.(earlier)
  earlier.dispose()
  const present = names ?? [...new Set(networks.map(({ chainNamespace }) => chainNamespace))]
  const latchkey = createLatchkey({
    enableEIP6963: false,
    enableInjected: false,
    ...rest,
    networks,
    adapters: present.map((namespace) => families[namespace].factory),
    connectors: made.map(({ factory }) => factory),
    platform,
  })
  return {
    latchkey,
    platform,
    clock: platform.clock,
    wallets: Object.fromEntries(made.map((wallet) => [wallet.id, wallet])),
    families,
    stored: nextVisit(open(), platform),
    wallet(id) {
      const found = made.find((wallet) => wallet.id === id)
      if (!found) throw new Error(`There is no wallet ${id} in this world`)
      return found
    },
    status: (namespace) => latchkey.account.state[namespace].status,
  }
}

/** Returns the stored data as the next visit reads it: without the values that the client keeps in memory only. */
function nextVisit(persistence: Persistence, { page }: MemoryPlatform): Persistence {
  return {
    ...persistence,
    get(key) {
      page.dispatch('pagehide')
      return persistence.get(key)
    },
  }
}

/** Returns the stored connector id of each family. */
export function storedIds(stored: Persistence): Readonly<Record<string, string>> {
  const connections = Object.entries(storedConnections(stored))
  return Object.fromEntries(connections.map(([namespace, { connectorId }]) => [namespace, connectorId]))
}

type Stored = Persisted[`connection.${ChainNamespace}`]

/** Returns the stored connection of each family, without the id of the tab that stored it. */
export function storedConnections(
  stored: Persistence,
): Readonly<Partial<Record<ChainNamespace, Omit<Stored, 'made'>>>> {
  const found = chainNamespaces.flatMap((namespace) => {
    const connection = stored.get(connectionKey(namespace))
    if (!connection) return []
    const { made: _, ...rest } = connection
    return [[namespace, rest] as const]
  })
  return Object.fromEntries(found)
}

/** Stores connections as another tab would in an earlier visit. */
export function storeConnections(
  persistence: Persistence,
  connections: Readonly<Record<string, Omit<Stored, 'made'>>>,
): void {
  for (const [namespace, connection] of Object.entries(connections))
    persistence.set(connectionKey(namespace as ChainNamespace), { ...connection, made: 'earlier' })
}

/** Creates the stored data of a connection through the connector. */
export function storedConnection(connectorId: string, networkId: CaipNetworkId = 'eip155:1') {
  const namespace = networkId.slice(0, networkId.indexOf(':')) as ChainNamespace
  const accounts = [{ address: `${connectorId}-${namespace}`, type: 'eoa' as const }]
  return { [namespace]: { connectorId, accounts, networkId } }
}

/** Emits the storage events of another tab that stores exactly these connections. With null, the other tab clears the storage. */
export function storedElsewhere(
  platform: MemoryPlatform,
  connections: Readonly<Record<string, object>> | null,
): void {
  for (const namespace of chainNamespaces) {
    const key = `@latchkey/${connectionKey(namespace)}`
    const connection = connections?.[namespace]
    const text = connection ? JSON.stringify({ v: 1, data: { ...connection, made: 'elsewhere' } }) : null
    if (text !== null || platform.storage.get(key) !== null) platform.storage.changeElsewhere(key, text)
  }
}

/** Creates a connection as an adapter would. */
export function connectionOf(
  connectorId: string,
  on: ChainNetwork,
  more: Partial<Connection> = {},
): Connection {
  const { chainNamespace: namespace } = on
  const account = { namespace, address: `${connectorId}-${namespace}`, type: 'eoa' } as const
  return connectionFrom({
    id: `${namespace}:${connectorId}`,
    namespace,
    connectorId,
    accounts: [account],
    network: on,
    ...more,
  })
}

/** Returns a function that stores a connection of an earlier visit. */
export function connectedBefore(
  connectorId: string,
  networkId: `eip155:${string}` = 'eip155:1',
): (persistence: Persistence) => void {
  return (persistence) => {
    persistence.set('activeNetworkId', networkId)
    persistence.set('activeNamespace', 'eip155')
    storeConnections(persistence, storedConnection(connectorId, networkId))
  }
}
