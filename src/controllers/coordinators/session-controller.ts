import type { CaipNetworkId } from '../../core/chain/caip.ts'
import { type ChainNamespace, chainNamespaces } from '../../core/chain/namespace.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import {
  FlowError,
  isLatchkeyError,
  latchkeyError,
  throwIfAborted,
  toLatchkeyError,
} from '../../core/errors/latchkey-error.ts'
import { disconnectTimeout, reconnectTimeout } from '../../core/limits.ts'
import { raceAbort, withTimeout } from '../../core/timing.ts'
import type { ChainAdapter } from '../../core/wallet/adapter.ts'
import type { Connection } from '../../core/wallet/connection.ts'
import type { CloseReason, Connector, ConnectorSession } from '../../core/wallet/connector.ts'
import type { CallOptions, Clock, Logger } from '../../ports.ts'
import type { Persistence } from '../../services/persistence.ts'
import { Controller } from '../base/controller.ts'
import type { Guard } from '../base/guard.ts'
import type { AccountController } from '../wallet/account-controller.ts'
import type { Adapters } from '../wallet/adapters.ts'
import type { ConnectorController } from '../wallet/connector-controller.ts'
import type { NetworkController } from '../wallet/network-controller.ts'

export type SessionPhase = 'connecting' | 'reconnecting' | 'disconnecting'

export interface SessionState {
  /** What is under way, per family; absent: nothing. */
  readonly phases: Readonly<Partial<Record<ChainNamespace, SessionPhase>>>
  /** From start until every stored connection is back or given up. */
  readonly reconnecting: boolean
}

export interface SessionEvents {
  established: { readonly connections: readonly Connection[]; readonly restored: boolean }
  ended: { readonly namespaces: readonly ChainNamespace[]; readonly reason: CloseReason }
}

export interface SessionConnectParams {
  readonly connectorId: string
  /** Where to connect; default: where the visitor is. The family of it becomes the active one. */
  readonly network?: CaipNetworkId | undefined
  /** Default: all families that the connector serves and the host configured. */
  readonly namespaces?: readonly ChainNamespace[] | undefined
}

export interface SessionDeps {
  readonly adapters: Adapters
  readonly account: Pick<
    AccountController,
    | 'state'
    | 'isConnected'
    | 'connectedNamespaces'
    | 'namespaceOf'
    | 'setStatus'
    | 'setConnected'
    | 'setAccounts'
  >
  readonly connector: Pick<ConnectorController, 'state' | 'get' | 'waitFor' | 'activeOf'>
  readonly network: Pick<
    NetworkController,
    | 'activeNetwork'
    | 'namespaces'
    | 'networkOf'
    | 'find'
    | 'isSupported'
    | 'requested'
    | 'setActive'
    | 'setNetworkOf'
    | 'resetNetwork'
  >
  readonly persistence: Pick<Persistence, 'get' | 'set' | 'clearAddressCaches' | 'onExternalChange'>
  readonly clock: Clock
  readonly guard: Guard
  readonly log: Pick<Logger, 'error' | 'warn'>
}

/** A connect or a reconnect under way. Aborting it takes its effect away, whatever the wallet answers later. */
interface Attempt {
  readonly connectorId: string
  readonly namespaces: readonly ChainNamespace[]
  readonly control: AbortController
  readonly done: Promise<readonly Connection[]>
  waiting: number
}

/** Families that are connected through one of these share one session, and end together. Facts 5.8. */
const sharing: readonly string[] = ['WALLET_CONNECT', 'AUTH', 'ID_AUTH']

/**
 * Connects, restores and ends wallet sessions across families, mirrors what wallets do by themselves, and stores what
 * outlives the page. Specification 1, section 4; facts 5.8.
 */
export class SessionController extends Controller<SessionState, SessionEvents> {
  readonly #deps: SessionDeps
  readonly #attempts = new Set<Attempt>()
  readonly #endings = new Set<Promise<unknown>>()

  constructor(deps: SessionDeps) {
    super({ phases: {}, reconnecting: false }, deps.log)
    this.#deps = deps
  }

  start(): void {
    const { adapters, persistence } = this.#deps
    this.own(adapters.onCreated((adapter) => this.#observe(adapter)))
    this.own(
      persistence.onExternalChange((key) => {
        if (key === undefined || key === 'connectedConnectorIds') this.#followOtherTab()
      }),
    )
    this.own(() => {
      for (const { control } of this.#attempts) control.abort(latchkeyError('config/disposed'))
    })
  }

  /**
   * Asks the wallet for one session and connects each family that it covers. A second call while the first is open
   * joins it; a call for another wallet takes its place. Waits as long as the visitor does: abort to give up.
   * @throws `connection/connector-not-found`, `config/no-adapter`, `network/not-requested`, `wallet/user-rejected`,
   * `flow/aborted`, `flow/superseded`, or what the wallet reports.
   */
  connect(params: SessionConnectParams, { signal }: CallOptions = {}): Promise<readonly Connection[]> {
    return this.#deps.guard('INTERNAL_SDK_ERROR', async () => {
      throwIfAborted(signal)
      const connector = this.#deps.connector.get(params.connectorId, params.namespaces?.[0])
      const attempt =
        [...this.#attempts].find(
          ({ connectorId, control, waiting }) =>
            connectorId === connector.id && waiting > 0 && !control.signal.aborted,
        ) ?? this.#begin(connector, params)
      attempt.waiting++
      try {
        return await raceAbort(attempt.done, signal)
      } finally {
        if (--attempt.waiting === 0) attempt.control.abort()
      }
    })
  }

  /** Restores what was stored, without ever asking the visitor. What does not come back in time is given up. */
  async reconnect(): Promise<void> {
    const { persistence, adapters, network } = this.#deps
    const stored = persistence.get('connectedConnectorIds') ?? {}
    const trusted = persistence.get('connectionStatus') === 'connected'
    const refused = persistence.get('disconnectedByUser') ?? []
    const families = chainNamespaces.filter((namespace) => {
      const id = stored[namespace]
      const restorable =
        trusted &&
        id !== undefined &&
        !refused.includes(id) &&
        adapters.namespaces.includes(namespace) &&
        network.namespaces.includes(namespace)
      if (!restorable) this.#forget(namespace)
      return restorable
    })
    if (families.length === 0) return persistence.clearAddressCaches()
    await this.#restore(families.map((namespace) => [namespace, stored[namespace] ?? '']))
  }

  /**
   * Ends the session of a family, of those that share it, or of all. State and storage are clean at once; the wallet
   * gets 3,000 ms to take notice.
   * @throws `connection/disconnect-failed` when a wallet reports that it could not.
   */
  disconnect(namespace?: ChainNamespace, { signal }: CallOptions = {}): Promise<void> {
    return this.#deps.guard('INTERNAL_SDK_ERROR', async () => {
      throwIfAborted(signal)
      const { account, persistence } = this.#deps
      const targets = namespace ? this.#sharedWith(namespace) : chainNamespaces
      this.#cancel(targets, new FlowError('flow/aborted'))
      const ends = targets.filter((one) => account.isConnected(one)).map((one) => this.#end(one))
      if (ends.length === 0) return
      const ended = ends.map((end) => end.namespace)
      const refused = new Set([
        ...(persistence.get('disconnectedByUser') ?? []),
        ...ends.map((end) => end.connectorId),
      ])
      persistence.set('disconnectedByUser', [...refused])
      this.#drop(ended, 'host')
      this.#phase(ended, 'disconnecting')
      const all = Promise.allSettled(ends.map((end) => end.run()))
      this.#endings.add(all)
      const results = await raceAbort(
        all.finally(() => {
          this.#endings.delete(all)
          this.#phase(ended, undefined)
        }),
        signal,
      )
      const failures = results.flatMap((result, index) =>
        result.status === 'rejected'
          ? [{ namespace: ended[index], error: toLatchkeyError(result.reason) }]
          : [],
      )
      if (failures.length === 0) return
      throw latchkeyError('connection/disconnect-failed', {
        cause: failures[0]?.error,
        details: failures.map((failure) => `${failure.namespace}: ${failure.error.message}`).join('; '),
      })
    })
  }

  #begin(connector: Connector, params: SessionConnectParams): Attempt {
    const { adapters, network } = this.#deps
    const wanted = params.namespaces ?? connector.chains
    const namespaces = wanted.filter(
      (one) =>
        connector.chains.includes(one) &&
        adapters.namespaces.includes(one) &&
        network.namespaces.includes(one),
    )
    if (namespaces.length === 0)
      throw latchkeyError('config/no-adapter', { values: { namespace: wanted.join(', ') } })
    const target = params.network && network.find(params.network)
    if (params.network && !(target && network.isSupported(target)))
      throw latchkeyError('network/not-requested', { values: { network: params.network } })
    this.#cancel(namespaces, new FlowError('flow/superseded'))
    return this.#attempt(connector.id, namespaces, 'connecting', async (signal) => {
      await Promise.all(this.#endings)
      const connections = await this.#open(connector, namespaces, target, signal)
      this.#establish(connector, connections, false)
      const { activeNetwork } = network
      const shown =
        connections.find((one) => one.namespace === target?.chainNamespace) ??
        connections.find((one) => one.namespace === activeNetwork.chainNamespace) ??
        connections[0]
      if (shown) network.setActive(network.networkOf(shown.namespace))
      this.emit('established', { connections, restored: false })
      return connections
    })
  }

  /** Runs one connect or reconnect. However it ends, no family stays in between. */
  #attempt(
    connectorId: string,
    namespaces: readonly ChainNamespace[],
    phase: SessionPhase,
    run: (signal: AbortSignal) => Promise<readonly Connection[]>,
  ): Attempt {
    const { account } = this.#deps
    const control = new AbortController()
    const { signal } = control
    const status = phase === 'connecting' ? 'connecting' : 'restoring'
    // A family that is connected stays so until another wallet has taken its place.
    const pending = namespaces.filter((one) => !account.isConnected(one))
    const settle = () => {
      this.#attempts.delete(attempt)
      const own = (one: ChainNamespace) =>
        ![...this.#attempts].some((other) => other.namespaces.includes(one))
      this.#phase(namespaces.filter(own), undefined)
      for (const one of pending) {
        if (account.state[one].status === status && own(one)) account.setStatus('disconnected', one)
      }
    }
    const work = async () => {
      for (const one of pending) account.setStatus(status, one)
      this.#phase(namespaces, phase)
      return run(signal)
    }
    const done = raceAbort(Promise.resolve().then(work), signal)
      .catch((error: unknown) => {
        throw isLatchkeyError(signal.reason) ? signal.reason : error
      })
      .finally(settle)
    // Callers hear of it through their own race; alone it must not count as unhandled.
    done.catch(() => {})
    const attempt: Attempt = { connectorId, namespaces, control, done, waiting: 0 }
    this.#attempts.add(attempt)
    return attempt
  }

  async #open(
    connector: Connector,
    namespaces: readonly ChainNamespace[],
    target: ChainNetwork | undefined,
    signal: AbortSignal,
  ): Promise<readonly Connection[]> {
    const { adapters, network } = this.#deps
    // What cannot be loaded is known before the visitor is asked.
    await Promise.all(namespaces.map((one) => adapters.get(one)))
    const networks = namespaces.flatMap((one) =>
      network.requested(one).map(({ caipNetworkId }) => caipNetworkId),
    )
    const session = await connector.open({ namespaces, networks }, { signal })
    const covered = namespaces.filter((one) => session.accounts.some((account) => account.namespace === one))
    if (covered.length === 0) throw latchkeyError('connection/no-accounts')
    return this.#bind(covered, async (namespace, adapter) => {
      const wanted = target?.chainNamespace === namespace ? target : this.#startOf(namespace)
      const accountType = this.#deps.account.state[namespace].preferredAccountType
      return adapter.connect({ connector, session, network: wanted, accountType }, { signal })
    })
  }

  /** Binds each family to a session. Some may fail, unless all do. */
  async #bind(
    namespaces: readonly ChainNamespace[],
    bind: (namespace: ChainNamespace, adapter: ChainAdapter) => Promise<Connection | null>,
  ): Promise<readonly Connection[]> {
    const bound = await Promise.allSettled(
      namespaces.map(async (namespace) => {
        const adapter = await this.#deps.adapters.get(namespace)
        return { adapter, connection: await bind(namespace, adapter) }
      }),
    )
    const failures = bound.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    // Read again: the wallet may have moved, or gone, while other families were still being asked.
    const connections = bound.flatMap((one) => {
      const id = one.status === 'fulfilled' && one.value.connection?.id
      return id ? (one.value.adapter.connections().find((live) => live.id === id) ?? []) : []
    })
    if (connections.length === 0 && failures.length > 0) throw failures[0]
    for (const error of failures) this.#deps.log.warn('A chain family could not be connected', error)
    return connections
  }

  #establish(connector: Connector, connections: readonly Connection[], restored: boolean): void {
    const { account, network, persistence } = this.#deps
    for (const connection of connections) {
      const { namespace } = connection
      const before = this.#deps.connector.activeOf(namespace)
      if (account.isConnected(namespace) && before && before.id !== connector.id) {
        const { run } = this.#end(namespace)
        run().catch((error) => this.#deps.log.warn('The wallet before could not be disconnected', error))
      }
      network.setNetworkOf(connection.network)
      account.setConnected(connection, {
        name: connector.name,
        icon: connector.imageUrl,
        type: connector.type,
        rdns: connector.rdns,
      })
      this.#remember(namespace)
    }
    const refused = persistence.get('disconnectedByUser')
    if (!restored && refused?.includes(connector.id))
      persistence.set(
        'disconnectedByUser',
        refused.filter((id) => id !== connector.id),
      )
  }

  async #restore(families: readonly (readonly [ChainNamespace, string])[]): Promise<void> {
    this.patch({ reconnecting: true })
    const ids = new Set(families.map(([, id]) => id))
    const attempts = [...ids].map((id) => {
      const namespaces = families.flatMap(([namespace, own]) => (own === id ? [namespace] : []))
      return this.#attempt(id, namespaces, 'reconnecting', (signal) =>
        this.#restoreFrom(id, namespaces, signal),
      )
    })
    for (const { done, namespaces, connectorId } of attempts) {
      try {
        await done
      } catch (error) {
        this.#deps.log.warn(`${connectorId} could not be restored for ${namespaces.join(', ')}`, error)
      }
    }
    this.patch({ reconnecting: false })
  }

  async #restoreFrom(
    id: string,
    namespaces: readonly ChainNamespace[],
    signal: AbortSignal,
  ): Promise<readonly Connection[]> {
    const { clock } = this.#deps
    const connector = await this.#deps.connector.waitFor(id, { signal })
    throwIfAborted(signal)
    if (!connector) throw latchkeyError('connection/connector-not-found', { values: { id } })
    const late = () => latchkeyError('wallet/timeout', { values: { seconds: reconnectTimeout / 1000 } })
    const connections = await withTimeout(
      clock,
      reconnectTimeout,
      async (inner) => {
        const session = await connector.restore({ signal: inner })
        return session ? this.#rebind(connector, session, namespaces, inner) : []
      },
      late,
      signal,
    )
    if (connections.length === 0) return []
    this.#establish(connector, connections, true)
    this.emit('established', { connections, restored: true })
    return connections
  }

  #rebind(
    connector: Connector,
    session: ConnectorSession,
    namespaces: readonly ChainNamespace[],
    signal: AbortSignal,
  ): Promise<readonly Connection[]> {
    const stored = this.#deps.persistence.get('connections') ?? {}
    return this.#bind(namespaces, (namespace, adapter) =>
      adapter.reconnect(
        {
          connector,
          session,
          network: this.#startOf(namespace),
          lastAddress: stored[namespace]?.accounts[0]?.address,
        },
        { signal },
      ),
    )
  }

  /** Where a family connects when nobody says where: where it is, if the host requested that. */
  #startOf(namespace: ChainNamespace): ChainNetwork {
    const { network } = this.#deps
    const current = network.networkOf(namespace)
    return network.isSupported(current) ? current : (network.requested(namespace)[0] ?? current)
  }

  #observe(adapter: ChainAdapter): void {
    const { account, network } = this.#deps
    const mirror = (connectionId: string, run: (namespace: ChainNamespace) => void) => {
      const namespace = account.namespaceOf(connectionId)
      if (namespace) run(namespace)
    }
    this.own(
      adapter.on('accountsChanged', ({ connectionId, accounts }) =>
        mirror(connectionId, (namespace) => {
          if (accounts.length === 0) return this.#drop([namespace], 'wallet')
          account.setAccounts(namespace, accounts)
          this.#remember(namespace)
        }),
      ),
    )
    this.own(
      adapter.on('networkChanged', ({ connectionId, network: moved }) =>
        mirror(connectionId, (namespace) => {
          network.setNetworkOf(moved)
          this.#remember(namespace)
        }),
      ),
    )
    this.own(
      adapter.on('disconnected', ({ connectionId, reason }) =>
        mirror(connectionId, (namespace) => this.#drop([namespace], reason)),
      ),
    )
  }

  /** What another tab connected or ended holds here too; this tab tells the wallet nothing. */
  #followOtherTab(): void {
    const { account, persistence, adapters, network } = this.#deps
    const stored = persistence.get('connectedConnectorIds') ?? {}
    const own = this.#deps.connector.state.activeConnectorIds
    const gone = account.connectedNamespaces.filter((namespace) => stored[namespace] !== own[namespace])
    if (gone.length > 0) this.#drop(gone, 'host')
    const back = chainNamespaces.flatMap((namespace): [ChainNamespace, string][] => {
      const id = stored[namespace]
      const idle = account.state[namespace].status === 'disconnected'
      const known = adapters.namespaces.includes(namespace) && network.namespaces.includes(namespace)
      return id && idle && known ? [[namespace, id]] : []
    })
    if (back.length > 0)
      this.#restore(back).catch((error) => this.#deps.log.error('Following a tab failed', error))
  }

  /** The end of a family's session at the wallet: bounded, and told apart from the family's next session. */
  #end(namespace: ChainNamespace) {
    const { account, adapters, clock, connector, log } = this.#deps
    const { connectionId = '' } = account.state[namespace]
    const connectorId = connector.state.activeConnectorIds[namespace] ?? ''
    const run = async () => {
      const late = () => latchkeyError('wallet/timeout', { values: { seconds: disconnectTimeout / 1000 } })
      const ask = async (signal: AbortSignal) =>
        (await adapters.get(namespace)).disconnect(connectionId, { signal })
      try {
        await withTimeout(clock, disconnectTimeout, ask, late)
      } catch (error) {
        if (!isLatchkeyError(error, 'wallet/timeout')) throw error
        log.warn(`${connectorId} did not answer the disconnect`, error)
      }
    }
    return { namespace, connectorId, run }
  }

  #drop(namespaces: readonly ChainNamespace[], reason: CloseReason): void {
    for (const namespace of namespaces) this.#forget(namespace)
    this.emit('ended', { namespaces, reason })
  }

  #forget(namespace: ChainNamespace): void {
    const { account, network, persistence } = this.#deps
    account.setStatus('disconnected', namespace)
    network.resetNetwork(namespace)
    const { [namespace]: stored, ...others } = persistence.get('connections') ?? {}
    if (stored) persistence.set('connections', others)
  }

  #remember(namespace: ChainNamespace): void {
    const { account, network, connector, persistence } = this.#deps
    const connectorId = connector.state.activeConnectorIds[namespace]
    if (connectorId === undefined) return
    const accounts = account.state[namespace].allAccounts.map(({ address, type, publicKey }) => ({
      address,
      type,
      ...(publicKey && { publicKey }),
    }))
    const networkId = network.networkOf(namespace).caipNetworkId
    persistence.set('connections', {
      ...persistence.get('connections'),
      [namespace]: { connectorId, accounts, networkId },
    })
  }

  #sharedWith(namespace: ChainNamespace): readonly ChainNamespace[] {
    const { connector } = this.#deps
    const shared = connector.activeOf(namespace)
    if (!shared || !sharing.includes(shared.type)) return [namespace]
    return chainNamespaces.filter((one) => connector.state.activeConnectorIds[one] === shared.id)
  }

  #cancel(namespaces: readonly ChainNamespace[], reason: Error): void {
    for (const attempt of this.#attempts) {
      if (attempt.namespaces.some((one) => namespaces.includes(one))) attempt.control.abort(reason)
    }
  }

  #phase(namespaces: readonly ChainNamespace[], phase: SessionPhase | undefined): void {
    const phases = { ...this.state.phases }
    for (const namespace of namespaces) {
      if (phase) phases[namespace] = phase
      else delete phases[namespace]
    }
    if (JSON.stringify(phases) !== JSON.stringify(this.state.phases)) this.patch({ phases })
  }
}
