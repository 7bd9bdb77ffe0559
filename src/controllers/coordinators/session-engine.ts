import { raceAbort, throwIfAborted } from '../../core/async/abort.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { isLatchkeyError, type LatchkeyError, latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { ChainAdapter } from '../../core/wallet/adapter.ts'
import type { Connection } from '../../core/wallet/connection.ts'
import type { CloseReason, Connector, ConnectorSession } from '../../core/wallet/connector.ts'
import { baseConnectorId } from '../../core/wallet/list/base-connector-id.ts'
import { safeAround, safeId } from '../../core/wallet/safe.ts'
import type { FeatureHost } from '../base/feature-controller.ts'
import type { RememberedWallet } from '../wallet/connections-controller.ts'
import { observeAdapter } from './adapter-events.ts'
import { restoreConnections } from './restoring.ts'
import {
  type SessionConnectParams,
  type SessionDeps,
  type SessionEvents,
  type SessionState,
  sharesSession,
  sharing,
} from './session.ts'
import { type Attempt, SessionAttempts } from './session-attempts.ts'
import { openConnections, releaseUnused } from './session-binding.ts'
import { SessionEndings } from './session-endings.ts'
import { StoredConnections } from './stored-connections.ts'
import { WaitingWallets } from './waiting-wallets.ts'

type Namespaces = readonly ChainNamespace[]

/** The alert for each relay error that the host has to fix (S3.8.1). */
const alerts = {
  'config/origin-not-allowed': 'originNotAllowed',
  'session/expired': 'sessionExpired',
  'config/invalid-project-id': 'invalidProjectId',
} as const

const superseded = () => latchkeyError('flow/superseded')

/** Implements `SessionController`; loaded when a wallet is involved. */
export class SessionEngine {
  readonly #deps: SessionDeps
  readonly #host: FeatureHost<SessionState, SessionEvents>
  readonly #adapters = new Map<ChainNamespace, ChainAdapter>()
  readonly #attempts = new SessionAttempts()
  readonly #endings: SessionEndings
  readonly #stored: StoredConnections
  readonly #life = new AbortController()
  #disposed = false
  /** Whether a pairing from before this page load must no longer connect. */
  #isOutdated = false

  constructor(deps: SessionDeps, host: FeatureHost<SessionState, SessionEvents>) {
    this.#deps = deps
    this.#host = host
    this.#endings = new SessionEndings(deps)
    this.#stored = new StoredConnections(
      deps,
      (namespace, id) => this.#canConnect(namespace, deps.connector.find(id)),
      (release) => host.own(release),
    )
    new WaitingWallets(
      deps,
      (stored) => void this.#restore(stored),
      (release) => host.own(release),
    )
    host.own(
      deps.adapters.onCreated((adapter) => {
        this.#adapters.set(adapter.namespace, adapter)
        const ended = (namespace: ChainNamespace, reason: CloseReason) => {
          const { connection, wallet } = deps.connections.state[namespace]
          const isShared = sharesSession(wallet?.type)
          // A shared session, such as WalletConnect's, can't be locked: without accounts, it has ended.
          if (reason === 'locked' && !isShared) return this.#suspend(namespace)
          this.#drop([namespace], reason === 'locked' ? 'wallet' : reason)
          this.#outdate(connection?.connectorId)
        }
        for (const release of observeAdapter(adapter, deps.connections, ended)) host.own(release)
      }),
    )
    host.own(() => {
      this.#disposed = true
      this.#life.abort()
      this.#attempts.cancel(
        () => true,
        () => latchkeyError('config/disposed'),
      )
    })
  }

  /** All families. Read from the state, because importing the list would put its module in a chunk that every page loads. */
  get #families(): Namespaces {
    return Object.keys(this.#deps.connections.state) as ChainNamespace[]
  }

  /** The id of the Safe that embeds the page. The Safe takes precedence over a stored eip155 connection (S3.5.8). */
  get #embeddingSafe(): string | undefined {
    const { page, options, adapters, network } = this.#deps
    const served = adapters.namespaces.includes('eip155') && network.namespaces.includes('eip155')
    return served && page && safeAround(page, options.state.safeOrigins) ? safeId : undefined
  }

  async connect(params: SessionConnectParams, signal?: AbortSignal): Promise<readonly Connection[]> {
    const known = this.#deps.connector
    if (typeof params.connectorId !== 'string') {
      const reason =
        'must be the id of a wallet, as in connect({ connectorId }). To let the visitor choose a wallet, call open()'
      throw latchkeyError('validation/invalid-input', { values: { field: 'connectorId', reason } })
    }
    // If the page was never idle, wallets may not be discovered yet. If they are, ask the wallet within the click.
    // A connector that lacks a family may belong to a merged entry, whose other members the list knows.
    const { connectorId: id, namespaces: families = [] } = params
    const found = known.find(id, families[0])
    if (!found || families.some((one) => !found.chains.includes(one)))
      await raceAbort(known.discover(), signal)
    const connector = known.get(id, families[0])
    const wanted = {
      connectorId: connector.id,
      namespaces: this.#namespacesFor(connector, params),
      network: params.network,
    }
    return this.#attempts.join(wanted, () => this.#begin(connector, wanted), signal)
  }

  async reconnect(): Promise<void> {
    // The client was disposed while this code was loading. Keep what is stored for the next visit.
    if (this.#disposed) return
    const { connections, persistence } = this.#deps
    const refused = persistence.get('disconnectedByUser') ?? []
    const around = this.#embeddingSafe
    const stored = new Map<ChainNamespace, string>()
    const dropped: ChainNamespace[] = []
    for (const namespace of this.#families) {
      // The visitor may have connected while this code was loading.
      if (connections.isConnected(namespace) || this.#attempts.free([namespace]).length === 0) continue
      const ids = [namespace === 'eip155' ? around : undefined, this.#stored.claim(namespace)?.connectorId]
      const id = ids.find((one) => one !== undefined && !refused.includes(one))
      if (id !== undefined) stored.set(namespace, id)
      else {
        // A connection that can't be restored here, because its family or adapter isn't configured, stays stored for pages that can
        // restore it.
        if (this.#stored.isUseless(namespace, refused)) this.#stored.remove(namespace)
        dropped.push(namespace)
      }
    }
    connections.disconnect(...dropped)
    this.#resumePairing().catch((error) => this.#deps.log.warn('An earlier pairing failed', error))
    await this.#restore(stored)
  }

  async disconnect(namespace?: ChainNamespace, signal?: AbortSignal): Promise<void> {
    const { connections, persistence } = this.#deps
    const targets = namespace ? sharing(this.#deps, namespace) : this.#families
    this.#cancel(targets, () => latchkeyError('flow/aborted'))
    // Needed even if nothing is connected: a wallet that approves an earlier pairing from now on must not connect.
    this.#outdate()
    const ending = targets.flatMap((one) => connections.of(one) ?? [])
    const waiting = targets.flatMap((namespace) => {
      const { status, remembered } = connections.state[namespace]
      // Another tab may have made the connection that is restored here.
      const isPending = status === 'restoring' || status === 'connecting'
      const wallet = remembered ?? (isPending ? this.#stored.wallet(namespace) : undefined)
      return wallet ? [{ namespace, wallet }] : []
    })
    if (ending.length + waiting.length === 0) return
    const wallets = waiting.map(({ wallet }) => wallet)
    const refused = [...ending, ...wallets].map(({ connectorId }) => baseConnectorId(connectorId))
    persistence.set('disconnectedByUser', [...refused, ...(persistence.get('disconnectedByUser') ?? [])])
    for (const { namespace } of waiting) this.#stored.remove(namespace)
    this.#drop(
      [...ending, ...waiting].map((one) => one.namespace),
      'host',
    )
    await this.#endings.end(ending, this.#unused(wallets, ending), signal)
    this.#host.emit('disconnected', { namespace })
  }

  switchAccount(namespace: ChainNamespace, address: string): void {
    const { connections } = this.#deps
    const connection = connections.of(namespace)
    const chosen = connection?.accounts.find((one) => one.address === address)
    if (!connection || !chosen)
      throw latchkeyError('connection/account-not-connected', {
        values: { account: `${namespace}:${address}` },
      })
    const others = connection.accounts.filter((one) => one !== chosen)
    this.#stored.choose(namespace, address)
    connections.update(connection.id, { accounts: [chosen, ...others] })
  }

  /** Applies what another tab connected or disconnected. Doesn't tell the wallet about a disconnect. */
  async followOtherTab(changed: Namespaces): Promise<void> {
    if (this.#disposed) return
    const { connections, connector, log } = this.#deps
    const restored = new Map<ChainNamespace, string>()
    for (const namespace of changed) {
      const theirs = this.#stored.changedElsewhere(namespace)
      if (!theirs) continue
      const { stored } = theirs
      const { connection, remembered } = connections.state[namespace]
      const mine = connection ?? remembered
      if (mine && baseConnectorId(mine.connectorId) !== stored?.connectorId) {
        this.#drop([namespace], 'host')
        // Otherwise this page's session could still sign, and would ask the wallet about changes of the session.
        if (connections.through(mine.connectorId).length === 0) connector.find(mine.connectorId)?.release?.()
      }
      this.#attempts.cancel(
        ({ kind, connectorId, namespaces }) =>
          kind === 'reconnecting' && namespaces.includes(namespace) && stored?.connectorId !== connectorId,
        superseded,
      )
      const isConnected = connections.isConnected(namespace)
      const found = this.#stored.claim(namespace, !isConnected)
      if (found && !isConnected && this.#attempts.free([namespace]).length > 0)
        restored.set(namespace, found.connectorId)
    }
    this.#restore(restored).catch((error) => log.error('Following another tab failed', error))
  }

  /**
   * Returns whether a family can be connected. A family without an adapter can connect only through WalletConnect, whose
   * session contains everything needed.
   */
  #canConnect(namespace: ChainNamespace, through: Pick<Connector, 'type'> | undefined): boolean {
    const { adapters, network } = this.#deps
    const served = adapters.namespaces.includes(namespace) || through?.type === 'WALLET_CONNECT'
    return served && network.state.activeNetworks[namespace] !== undefined
  }

  /** Returns the families to connect. */
  #namespacesFor(connector: Connector, params: SessionConnectParams): Namespaces {
    const served = connector.chains.filter((one) => params.namespaces?.includes(one) ?? true)
    if (served.length === 0)
      throw latchkeyError('adapter/unsupported', {
        values: { capability: `${params.namespaces}`, subject: connector.name },
      })
    const namespaces = served.filter((one) => this.#canConnect(one, connector))
    if (namespaces.length === 0)
      throw latchkeyError('config/no-adapter', { values: { namespace: `${served}` } })
    return namespaces
  }

  #begin(
    connector: Connector,
    { namespaces, ...wanted }: Pick<SessionConnectParams, 'network'> & { readonly namespaces: Namespaces },
    opened?: ConnectorSession,
  ): void {
    const { adapters, network } = this.#deps
    const target = wanted.network && network.find(wanted.network)
    if (wanted.network && !(target && network.isSupported(target)))
      throw latchkeyError('network/not-requested', { values: { network: wanted.network } })
    // A wallet opens one session at a time. Restoring its other families continues, since that doesn't prompt.
    this.#attempts.cancel(
      ({ kind, connectorId, namespaces: theirs }) =>
        (kind === 'connecting' && connectorId === connector.id) ||
        theirs.some((each) => namespaces.includes(each)),
      superseded,
    )
    const attempt = {
      kind: 'connecting',
      connectorId: connector.id,
      namespaces,
      network: wanted.network,
    } as const
    this.#attempt(attempt, async (signal) => {
      const ends = [...this.#endings.running, ...this.#attempts.leaving(connector.id)]
      if (ends.length > 0) await this.#endings.settled(ends, signal)
      // Fail on code that can't be loaded before asking the visitor.
      const missing = namespaces.filter((one) => !this.#adapters.has(one))
      if (missing.length > 0) await Promise.all(missing.map((one) => adapters.get(one)))
      throwIfAborted(signal)
      const made = await openConnections(this.#deps, connector, namespaces, target, signal, opened)
      return this.#establish(connector, made, target?.chainNamespace ?? network.state.activeNamespace)
    })
    // Runs after the wallet request, so that the request stays within the click.
    this.#outdate(connector.id)
  }

  /** Runs one connect or reconnect. Afterwards no family is left pending, and no adapter keeps an unused connection. */
  #attempt(
    attempt: Attempt,
    run: (signal: AbortSignal) => Promise<readonly Connection[]>,
  ): Promise<readonly Connection[]> {
    const { connections } = this.#deps
    const { kind, connectorId, namespaces } = attempt
    const status = kind === 'connecting' ? kind : 'restoring'
    const whole = (signal: AbortSignal) =>
      run(signal).catch((error) => {
        this.#alert(error)
        // A failed restoration releases nothing: closing the session would also end it in other tabs.
        if (kind === 'connecting') releaseUnused(this.#deps, connectorId, [...this.#adapters.values()])
        throw error
      })
    const begun = this.#attempts.begin(attempt, whole, () => {
      if (this.#disposed) return
      for (const one of this.#attempts.free(namespaces))
        if (connections.state[one].status === status) this.#leave(one)
    })
    // Runs after the wallet request, because listeners may render. A connected family stays connected until another wallet
    // replaces it.
    connections.setPending(status, ...namespaces.filter((one) => !connections.isConnected(one)))
    return begun
  }

  /** Connects a session that a wallet settles for a pairing from before this page load. */
  async #resumePairing(): Promise<void> {
    const { walletConnect: connector } = this.#deps.connector
    if (!connector?.unsettled) return
    this.#isOutdated = false
    const session = await connector.resume?.({ signal: this.#life.signal })
    if (!session) return
    const closeUnused = async () => {
      if (this.#deps.connections.through(connector.id).length === 0) await connector.close()
    }
    // The visitor has connected or disconnected something meanwhile, which takes precedence.
    if (this.#isOutdated) return closeUnused()
    try {
      const wanted = {
        connectorId: connector.id,
        namespaces: this.#namespacesFor(connector, { connectorId: connector.id }),
      }
      // Replaces an attempt that shows another pairing of the same wallet.
      this.#begin(connector, wanted, session)
      await this.#attempts.join(wanted, () => {}, undefined)
    } catch (error) {
      await closeUnused()
      throw error
    }
  }

  async #restore(stored: ReadonlyMap<ChainNamespace, string>): Promise<void> {
    const attempts = [...new Set(stored.values())].map((id) => {
      const namespaces = [...stored].filter(([, other]) => other === id).map(([namespace]) => namespace)
      return this.#attempt({ kind: 'reconnecting', connectorId: id, namespaces }, async (signal) => {
        const made = await restoreConnections(this.#deps, id, namespaces, signal)
        throwIfAborted(signal)
        if (made === 'revoked') {
          this.#forget(namespaces)
          return []
        }
        const [first] = made
        return first ? this.#establish(this.#deps.connector.get(first.connectorId), made, undefined) : []
      }).catch((error) => {
        if (isLatchkeyError(error) && error.code.startsWith('flow/')) return
        this.#deps.log.warn(`Restoring the connection to ${id} failed`, error)
      })
    })
    await Promise.all(attempts)
  }

  /** Stores new connections. If the visitor made the connections, `shown` is the family to make active. */
  #establish(
    connector: Connector,
    made: readonly Connection[],
    shown: ChainNamespace | undefined,
  ): readonly Connection[] {
    const { connections: store, network, persistence, log } = this.#deps
    const { attempt } = this.#host.state
    // Update this first, so that views of the attempt do not render again.
    if (attempt && shown) this.#host.patch({ attempt: { ...attempt, phase: 'done' } })
    const { id, type, rdns, wallet } = connector
    const { name, imageUrl: icon } = wallet ?? connector
    // Use the adapters' current connections: a wallet may have changed or disconnected while other families were asked.
    const connections = made.flatMap(
      (one) =>
        this.#adapters
          .get(one.namespace)
          ?.connections()
          .find((live) => live.id === one.id) ?? [],
    )
    const [first] = connections
    if (!first) throw latchkeyError('wallet/closed-during-request')
    const changed =
      !shown && connections.some((one) => this.#stored.differs(one.namespace, one.accounts[0].address))
    for (const connection of connections) {
      const before = store.of(connection.namespace)
      if (before && before.id !== connection.id)
        this.#endings
          .end([before], [])
          .catch((error) => log.warn('Disconnecting the previous wallet failed', error))
      store.connect(connection, { name, icon, type, rdns })
    }
    if (shown) {
      const refused = persistence.get('disconnectedByUser') ?? []
      const claimed = baseConnectorId(id)
      if (refused.includes(claimed))
        persistence.set(
          'disconnectedByUser',
          refused.filter((other) => other !== claimed),
        )
      const active = connections.find(({ namespace }) => namespace === shown) ?? first
      network.setActiveNamespace(active.namespace)
    }
    this.#host.emit('established', { connections, restored: !shown, changed })
    return connections
  }

  /**
   * Keeps an earlier pairing from connecting, after the visitor chose or disconnected a wallet. If the WalletConnect connector
   * itself caused this (`by`), it handles its own pairings.
   */
  #outdate(by?: string): void {
    const { walletConnect } = this.#deps.connector
    if (!walletConnect || walletConnect.id === by) return
    walletConnect.outdate?.()
    this.#isOutdated = true
  }

  /**
   * Returns the connectors of remembered wallets that no family uses or waits for anymore. Such a connector may still have a
   * session.
   */
  #unused(waiting: readonly RememberedWallet[], ending: readonly Connection[]): readonly Connector[] {
    const { connections, connector } = this.#deps
    const left = Object.values(connections.state).flatMap((one) => one.connection ?? one.remembered ?? [])
    const used = new Set([...ending, ...left].map(({ connectorId }) => baseConnectorId(connectorId)))
    const ids = new Set(waiting.map(({ connectorId }) => connectorId))
    return [...ids].flatMap((id) => (used.has(id) ? [] : (connector.find(id) ?? [])))
  }

  /** Ends a pending family: its stored connection waits for its wallet, if there is one. */
  #leave(namespace: ChainNamespace): void {
    const { connections } = this.#deps
    const wallet = this.#stored.wallet(namespace)
    if (wallet) connections.remember('disconnected', { [namespace]: wallet })
    else connections.disconnect(namespace)
  }

  /**
   * Ends a connection whose wallet no longer shows an account. Unless the wallet says that it revoked the permission, the
   * stored connection waits for the wallet.
   */
  #suspend(namespace: ChainNamespace): void {
    const { connections, connector, log } = this.#deps
    const ending = connections.state[namespace]
    if (!ending.connection) return
    this.#stored.write()
    const found = connector.find(ending.connection.connectorId)
    this.#leave(namespace)
    const doubt = found?.revoked ? {} : { mayBeRevoked: true }
    this.#host.emit('ended', { namespaces: [namespace], reason: 'locked', ...doubt })
    found
      ?.revoked?.()
      .then((revoked) => {
        if (revoked && connections.state[namespace].status === 'disconnected') this.#forget([namespace])
      })
      .catch((error) => log.warn("Asking for the wallet's permission failed", error))
  }

  /**
   * Removes stored connections that their wallet revoked. Connections that other tabs made stay, since those tabs may know more.
   */
  #forget(namespaces: Namespaces): void {
    const own = namespaces.filter((one) => this.#stored.isOurs(one))
    for (const one of own) this.#stored.remove(one)
    if (own.length > 0) this.#drop(own, 'wallet')
  }

  #drop(namespaces: Namespaces, reason: CloseReason): void {
    this.#deps.connections.disconnect(...namespaces)
    this.#host.emit('ended', { namespaces, reason })
  }

  /** Alerts the host's developers to relay errors that they have to fix, each once (S3.8.1). */
  #alert(error: unknown): void {
    const { alert, page, log } = this.#deps
    const key = isLatchkeyError(error) ? alerts[error.code as keyof typeof alerts] : undefined
    if (!alert || !key) return
    const origin = page?.location?.origin ?? 'unknown'
    alert
      .raise(key, { once: true, values: { origin } })
      .catch((failure) => log.warn('Showing an alert failed', failure))
  }

  #cancel(families: Namespaces, reason: () => LatchkeyError): void {
    this.#attempts.cancel(({ namespaces }) => namespaces.some((one) => families.includes(one)), reason)
  }
}
