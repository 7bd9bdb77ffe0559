import type { ModalDeps } from '../../src/controllers/coordinators/modal.ts'
import { ModalController } from '../../src/controllers/coordinators/modal-controller.ts'
import type { ConnectAttempt } from '../../src/controllers/coordinators/session.ts'
import { OptionsController } from '../../src/controllers/shell/options-controller.ts'
import { RouterController } from '../../src/controllers/shell/router-controller.ts'
import type { CaipNetworkId } from '../../src/core/chain/caip.ts'
import { type ChainNamespace, chainNamespaces } from '../../src/core/chain/namespace.ts'
import { type ChainNetwork, networksOf, unsupportedNetwork } from '../../src/core/chain/network.ts'
import { Emitter } from '../../src/core/emitter.ts'
import { createGuard } from '../../src/core/errors/guard.ts'
import { resolveOptions } from '../../src/core/options/checked-options.ts'
import type { LatchkeyOptions } from '../../src/core/options/options.ts'
import type { ConnectorView } from '../../src/core/wallet/list/wallet-list.ts'
import { mainnet, polygon } from '../../src/networks/index.ts'
import { manualClock } from '../../src/testing/manual-clock.ts'

export const solanaMainnet: ChainNetwork = {
  ...unsupportedNetwork('solana', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'),
  name: 'Solana',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: ['https://solana.test'] } },
}
export const stranger = unsupportedNetwork('eip155', 'eip155:424242')
const networks = [mainnet, polygon, solanaMainnet]

export interface WorldOptions extends Partial<LatchkeyOptions> {
  mobile?: boolean
  noAdapters?: boolean
  /** Whether the modal stays in the state before its code is loaded. */
  unprepared?: boolean
  deps?: Partial<ModalDeps>
}

/**
 * Creates a modal with a real router, real options, and fakes of the other controllers. A test can change the fakes.
 */
export async function modalWorld({
  mobile = false,
  noAdapters = false,
  unprepared = false,
  deps = {},
  ...input
}: WorldOptions = {}) {
  const clock = manualClock()
  const log = { error: (message: string, ...details: unknown[]) => logged.push([message, ...details]) }
  const logged: unknown[] = []
  const addresses: Partial<Record<ChainNamespace, string>> = {}
  const active: { namespace: ChainNamespace } & Partial<Record<ChainNamespace, ChainNetwork>> = {
    namespace: 'eip155',
    eip155: mainnet,
    solana: solanaMainnet,
  }
  const events = {
    network: new Emitter<{ activeChanged: { network: ChainNetwork; previous: ChainNetwork } }>(log),
    networkSwitch: new Emitter<{ switched: { fromUnsupported: boolean }; failed: unknown }>(log),
    session: new Emitter<{
      established: { restored: boolean }
      ended: { namespaces: readonly ChainNamespace[] }
    }>(log),
  }
  const requested: CaipNetworkId[] = []
  const filters: (ChainNamespace | undefined)[] = []
  let attempt: ConnectAttempt | undefined
  const connectors: ConnectorView[] = []

  const page = {
    traits: {
      mobile,
      ios: false,
      android: false,
      mac: false,
      safari: false,
      telegram: false,
      saveData: false,
      appleSafari: false,
      framed: false,
    },
  }
  const options = new OptionsController({
    options: resolveOptions({ networks, ...input }),
    resolve: resolveOptions,
  })
  const router = new RouterController({
    connected: () => addresses[active.namespace] !== undefined,
    log,
  })
  const supported = (network: ChainNetwork | undefined) => network !== stranger

  const modal = new ModalController({
    router,
    options,
    page,
    clock,
    log,
    guard: createGuard({ clock, log }),
    catalogue: { prepare: async () => {}, begin: async () => {} },
    providers: { swaps: [], onramp: [] },
    signIn: { state: { status: 'off' } as ModalDeps['signIn']['state'], watch: () => () => {} },
    adapters: { namespaces: noAdapters ? [] : ['eip155', 'solana'] },
    network: {
      get state() {
        return { activeNamespace: active.namespace } as ModalDeps['network']['state']
      },
      on: events.network.on.bind(events.network) as ModalDeps['network']['on'],
      networkOf: ((namespace: ChainNamespace) => {
        const network = active[namespace]
        if (!network) throw new Error(`${namespace} is not configured`)
        return network
      }) as ModalDeps['network']['networkOf'],
      isSupported: (network = active[active.namespace]) => supported(network),
      requested: (namespace) => (namespace ? networksOf(networks, namespace) : networks),
    },
    account: {
      get state() {
        return Object.fromEntries(
          chainNamespaces.map((namespace) => [namespace, { address: addresses[namespace] }]),
        ) as ModalDeps['account']['state']
      },
    },
    connector: {
      get state() {
        return { connectors } as unknown as ModalDeps['connector']['state']
      },
      setFilterByNamespace: (namespace) => void filters.push(namespace),
    },
    networkSwitch: {
      on: events.networkSwitch.on.bind(events.networkSwitch),
      prepare: async () => {},
      request: async (id) => {
        requested.push(id)
        router.push('SwitchNetwork', { network: networks.find((one) => one.caipNetworkId === id) })
      },
    },
    session: {
      on: events.session.on.bind(events.session),
      get state() {
        return { attempt }
      },
      cancel: () => {},
    },
    pairing: {
      pairEarly: () => {},
      setUri: async () => {},
      openWallet: () => false,
      choose: () => {},
      leave: () => {},
    },
    ...deps,
  })
  modal.start()
  if (!unprepared) await modal.prepare()

  return {
    modal,
    router,
    options,
    clock,
    logged,
    requested,
    filters,
    connectors,
    connect: (namespace: ChainNamespace = 'eip155', address = '0xabc') => {
      addresses[namespace] = address
    },
    disconnect: (namespace: ChainNamespace = 'eip155') => {
      delete addresses[namespace]
    },
    /** Makes this network active, and emits the network controller's event. */
    moveTo(network: ChainNetwork) {
      const previous = active[active.namespace] ?? network
      active.namespace = network.chainNamespace
      active[network.chainNamespace] = network
      events.network.emit('activeChanged', { network, previous })
    },
    /** Sets the network of an inactive family, without an event. */
    standOn(network: ChainNetwork) {
      active[network.chainNamespace] = network
    },
    switched: (fromUnsupported = false) => events.networkSwitch.emit('switched', { fromUnsupported }),
    failed: () => events.networkSwitch.emit('failed', {}),
    /** Says that a wallet is asked to connect. */
    asked(params: ConnectAttempt['params']) {
      attempt = { params, phase: 'waiting' }
    },
    established: (restored = false) => events.session.emit('established', { restored }),
    ended: (...namespaces: ChainNamespace[]) => events.session.emit('ended', { namespaces }),
    /** Returns the number of listeners that the modal has on the controllers. */
    listeners: () =>
      events.network.listenerCount() + events.networkSwitch.listenerCount() + events.session.listenerCount(),
  }
}
