import { Connections } from '../../src/adapters/shared/connections.ts'
import { raceAbort } from '../../src/core/async/abort.ts'
import type { CaipNetworkId } from '../../src/core/chain/caip.ts'
import type { ChainNamespace } from '../../src/core/chain/namespace.ts'
import { type ChainNetwork, unsupportedNetwork } from '../../src/core/chain/network.ts'
import { Emitter } from '../../src/core/emitter.ts'
import { latchkeyError } from '../../src/core/errors/latchkey-error.ts'
import type {
  AdapterContext,
  AdapterEvents,
  AnyAdapterFactory,
  Capability,
  ChainAdapter,
} from '../../src/core/wallet/adapter.ts'
import type { AccountRecord, Connection } from '../../src/core/wallet/connection.ts'
import type {
  CloseReason,
  Connector,
  ConnectorEvents,
  ConnectorFactory,
  ConnectorOffer,
  ConnectorSession,
  ConnectorType,
} from '../../src/core/wallet/connector.ts'
import type { CallOptions } from '../../src/ports.ts'

export const network = (id: CaipNetworkId, name = id as string): ChainNetwork => {
  const namespace = id.split(':')[0] as ChainNamespace
  return {
    ...unsupportedNetwork(namespace, id),
    name,
    nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
    rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
  }
}

type Step = () => Promise<unknown>
const atOnce: Step = async () => {}
export const never: Step = () => new Promise(() => {})
/** Rejects with the error of a visitor who declines. */
export const rejects: Step = async () => {
  throw latchkeyError('wallet/user-rejected')
}

export interface FakeConnectorOptions {
  readonly id: string
  readonly type?: ConnectorType
  readonly chains?: readonly ChainNamespace[]
  readonly rdns?: string
  readonly explorerId?: string
  /** Whether the wallet has authorized the page before the test, as after a reload. */
  readonly granted?: boolean
  /** The wallet behind the connector. It is unknown before the connection. */
  readonly wallet?: Connector['wallet']
}

/** A fake wallet of one or more families. The test decides the wallet's answers. */
export class FakeConnector implements Connector {
  readonly id: string
  readonly name: string
  readonly type: ConnectorType
  readonly chains: readonly ChainNamespace[]
  readonly rdns: string | undefined
  readonly explorerId: string | undefined
  readonly events = new Emitter<ConnectorEvents>()
  readonly offers: ConnectorOffer[] = []
  readonly count = { open: 0, restore: 0, close: 0 }
  onOpen: Step = atOnce
  onRestore: Step = atOnce
  onClose: Step = atOnce
  onSwitch: Step = atOnce
  granted: boolean
  wallet: Connector['wallet']
  accounts: AccountRecord[]
  /** The sign-in messages that the wallet signs while connecting. */
  signIns: ConnectorSession['signIns']
  readonly where: Partial<Record<ChainNamespace, CaipNetworkId>> = {}

  constructor(options: FakeConnectorOptions) {
    this.id = options.id
    this.name = `Wallet ${options.id}`
    this.type = options.type ?? 'EXTERNAL'
    this.chains = options.chains ?? ['eip155']
    this.rdns = options.rdns
    this.explorerId = options.explorerId
    this.granted = options.granted ?? false
    this.wallet = options.wallet
    this.accounts = this.chains.map((one) => account(one, `${options.id}-${one}`))
  }

  readonly factory: ConnectorFactory = () => this

  on<E extends keyof ConnectorEvents>(event: E, listener: (payload: ConnectorEvents[E]) => void) {
    return this.events.on(event, listener)
  }

  async open(offer: ConnectorOffer, opts: CallOptions = {}): Promise<ConnectorSession> {
    this.count.open++
    this.offers.push(offer)
    await raceAbort(this.onOpen(), opts.signal)
    this.granted = true
    return { ...this.#session(offer.namespaces), signIns: this.signIns }
  }

  async restore(opts: CallOptions = {}): Promise<ConnectorSession | null> {
    this.count.restore++
    await raceAbort(this.onRestore(), opts.signal)
    return this.granted ? this.#session(this.chains) : null
  }

  async close(opts: CallOptions = {}): Promise<void> {
    this.count.close++
    await raceAbort(this.onClose(), opts.signal)
    this.end('host')
  }

  dispose(): void {
    this.events.clear()
  }

  /** Ends the session. `reason` says whether the wallet or another party ended the session. */
  end(reason: CloseReason): void {
    this.granted = false
    this.events.emit('closed', { reason })
  }

  moveTo(id: CaipNetworkId): void {
    const namespace = id.split(':')[0] as ChainNamespace
    this.where[namespace] = id
    this.events.emit('networkChanged', { namespace, network: id })
  }

  showAccounts(namespace: ChainNamespace, ...addresses: string[]): void {
    const accounts = addresses.map((address) => account(namespace, address))
    this.accounts = [...this.accounts.filter((one) => one.namespace !== namespace), ...accounts]
    this.events.emit('accountsChanged', { namespace, accounts })
  }

  #session(namespaces: readonly ChainNamespace[]): ConnectorSession {
    return {
      accounts: this.accounts.filter((one) => namespaces.includes(one.namespace)),
      networks: Object.values(this.where),
      methods: {},
      channel: () => {
        throw new Error('not expected: a channel')
      },
    }
  }
}

function account(namespace: ChainNamespace, address: string): AccountRecord {
  return { namespace, address, type: namespace === 'bip122' ? 'payment' : 'eoa' } as AccountRecord
}

export interface FakeFamily {
  readonly factory: AnyAdapterFactory
  readonly count: { create: number; connect: number; balance: number }
  onCreate: Step
  onConnect: Step
  onReconnect: Step
  onDisconnect: Step
  onBalance: () => Promise<bigint>
  /** The symbol of balances and fees. */
  symbol: string
  /** Members to add to the adapter. */
  extras: Partial<ChainAdapter>
  adapter: ChainAdapter | undefined
  /** The options of the last connection request. */
  asked: { readonly accountType?: string | undefined }
  /** The context that the client gave the adapter. */
  context: AdapterContext | undefined
  /** Emits an event of the adapter, independently of the wallet. */
  emit: Emitter<AdapterEvents>['emit']
}

/**
 * Creates an adapter that keeps track of connections like a real adapter, but sends requests only to the fake wallet.
 */
export function fakeFamily(namespace: ChainNamespace): FakeFamily {
  const family: FakeFamily = {
    count: { create: 0, connect: 0, balance: 0 },
    onCreate: atOnce,
    onConnect: atOnce,
    onReconnect: atOnce,
    onDisconnect: atOnce,
    onBalance: async () => 1n,
    symbol: 'COIN',
    extras: {},
    adapter: undefined,
    asked: {},
    context: undefined,
    emit: () => {},
    factory: {
      namespace,
      capabilities: new Set<Capability>(['balance.native']),
      async create(context) {
        family.count.create++
        family.context = context
        await family.onCreate()
        const connections = new Connections<ChainNamespace>({
          namespace,
          networks: () => context.networks,
          log: context.log,
          normalize: (address) => address,
          // Wallets of this adapter can switch to any network.
          canMove: () => true,
        })
        const enter = (connector: Connector, session: ConnectorSession, wanted: ChainNetwork) => {
          const at = session.networks.find((id) => id.startsWith(`${namespace}:`))
          return connections.add(connector, session, session.accounts, at ? connections.network(at) : wanted)
        }
        const adapter = {
          namespace,
          on: (event: never, listener: never) => connections.events.on(event, listener),
          connections: () => connections.all(),
          async connect(params: Parameters<ChainAdapter['connect']>[0], opts: CallOptions = {}) {
            family.count.connect++
            family.asked = params
            await raceAbort(family.onConnect(), opts.signal)
            if (!params.session) throw new Error('not expected: no session')
            return enter(params.connector, params.session, params.network)
          },
          async reconnect(
            params: Parameters<ChainAdapter['reconnect']>[0],
            opts: CallOptions = {},
          ): Promise<Connection | null> {
            await raceAbort(family.onReconnect(), opts.signal)
            return params.session ? enter(params.connector, params.session, params.network) : null
          },
          async disconnect(id: string, opts: Parameters<ChainAdapter['disconnect']>[1] = {}) {
            await raceAbort(family.onDisconnect(), opts.signal)
            const ended = connections.remove(id, 'host')
            if (!opts.keepsSession) await ended?.connector.close(opts)
          },
          async switchNetwork(id: string, target: ChainNetwork, opts: CallOptions = {}) {
            const connector = connections.get(id).connector as FakeConnector
            await raceAbort(connector.onSwitch(), opts.signal)
            connector.moveTo(target.caipNetworkId)
            return target
          },
          selectAccount: (id: string, address: string) => connections.select(id, address),
          normalizeAddress: (address: string) => (/[\s.]/.test(address) ? undefined : address),
          // The fake wallet has no keys.
          signMessage: rejects,
          estimateFee: async () => ({
            total: { value: 2n, decimals: 3, symbol: family.symbol },
            ...{ maxFee: 3n, deposit: 0n, reserve: 0n, tokenFee: 0n },
            detail: {},
          }),
          prepareSend: async () => ({ send: async () => ({ hash: '0xsent' }) }),
          supports: (capability: Capability) => capability === 'balance.native',
          async getBalance() {
            family.count.balance++
            return { value: await family.onBalance(), decimals: 18, symbol: family.symbol }
          },
          async dispose() {
            connections.dispose()
          },
          ...family.extras,
        }
        family.emit = (event, payload) => connections.events.emit(event, payload)
        family.adapter = adapter as unknown as ChainAdapter
        return adapter as never
      },
    } as AnyAdapterFactory,
  }
  return family
}
