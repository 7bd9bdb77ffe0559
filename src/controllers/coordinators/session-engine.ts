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
  type ConnectAttempt,
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

/** The alert for each relay error that the host's developers must fix (S3.8.1). */
const alerts = {
  'config/origin-not-allowed': 'originNotAllowed',
  'session/expired': 'sessionExpired',
  'config/invalid-project-id': 'invalidProjectId',
} as const

const superseded = () => latchkeyError('flow/superseded')

/** Implements `SessionController`. Loads when a connection is made or restored. */
export class SessionEngine {
  readonly #deps: SessionDeps
  readonly #host: FeatureHost<SessionState, SessionEvents>
  readonly #adapters = new Map<ChainNamespace, ChainAdapter>()
  readonly #attempts = new SessionAttempts()
  readonly #endings: SessionEndings
  readonly #stored: StoredConnections
  readonly #life = new AbortController()
  #disposed = false
  /** Whether the pairings of an earlier page load must no longer connect. */
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
    // A family that the host adds now may have a stored connection.
    host.own(
      deps.network.on('added', ({ network: { chainNamespace } }) => {
        const isFirst = deps.network.requested(chainNamespace).length === 1
        if (!isFirst || this.#attempts.free([chainNamespace]).length === 0) return
        const id = this.#stored.claim(chainNamespace)?.connectorId
        const refused = deps.persistence.get('disconnectedByUser') ?? []
        if (id !== undefined && !refused.includes(id)) void this.#restore(new Map([[chainNamespace, id]]))
      }),
    )
    host.own(
      deps.adapters.onCreated((adapter) => {
        this.#adapters.set(adapter.namespace, adapter)
        const ended = (namespace: ChainNamespace, reason: CloseReason) => {
          const { connection, wallet } = deps.connections.state[namespace]
          const isShared = sharesSession(wallet?.type)
          // A shared session, such as a WalletConnect session, can't be locked. If it has no accounts, it has ended.
          if (reason === 'locked' && !isShared) return this.#suspend(namespace)
          // If another tab has stored a newer session, this tab takes it over.
          const isReplaced = isShared && !this.#stored.isOurs(namespace)
          const newer = isReplaced ? this.#stored.claim(namespace, true) : undefined
          this.#drop([namespace], reason === 'locked' ? 'wallet' : reason, newer && { elsewhere: true })
          this.#outdate(connection?.connectorId)
          if (newer && this.#attempts.free([namespace]).length > 0)
            void this.#restore(new Map([[namespace, newer.connectorId]]))
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

  /**
   * All families. They are read from the state, because importing the list would add its module to a chunk that every page loads.
   */
  get #families(): Namespaces {
    return Object.keys(this.#deps.connections.state) as ChainNamespace[]
  }

  /** The id of the Safe that embeds the page. This Safe is connected instead of the stored eip155 wallet (S3.5.8). */
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
    // Wait for discovery if the wallet or one of the families isn't found: another connector of the same wallet may support the
    // family. If the wallet and all families are found, ask the wallet at once, within the click.
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
    // The client was disposed while this code was loading. Keep the stored connections for the next visit.
    if (this.#disposed) return
    const { connections, persistence } = this.#deps
    const refused = persistence.get('disconnectedByUser') ?? []
    const around = this.#embeddingSafe
    const stored = new Map<ChainNamespace, string>()
    const dropped: ChainNamespace[] = []
    for (const namespace of this.#families) {
      if (connections.isConnected(namespace) || this.#attempts.free([namespace]).length === 0) continue
      const ids = [namespace === 'eip155' ? around : undefined, this.#stored.claim(namespace)?.connectorId]
      const id = ids.find((one) => one !== undefined && !refused.includes(one))
      if (id !== undefined) stored.set(namespace, id)
      else {
        // Remove only useless stored connections. Other pages may be able to restore a connection whose family or adapter isn't
        // configured here.
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
    // Do this even if nothing is connected, because a wallet could still connect by approving an earlier pairing.
    this.#outdate()
    const ending = targets.flatMap((one) => connections.of(one) ?? [])
    const waiting = targets.flatMap((namespace) => {
      const { status, remembered } = connections.state[namespace]
      // For a pending family, use the wallet of the stored connection. Another tab may have stored this connection.
      const isPending = status === 'restoring' || status === 'connecting'
      const wallet = remembered ?? (isPending ? this.#stored.wallet(namespace) : undefined)
      return wallet ? [{ namespace, wallet }] : []
    })
    if (ending.length + waiting.length === 0) return
    const wallets = waiting.map(({ wallet }) => wallet)
    const used = this.#usedBy(this.#families.filter((one) => !targets.includes(one)))
    // Don't refuse a wallet that another family uses. The next visit would remove the stored connection of this family.
    const refused = [...ending, ...wallets]
      .map(({ connectorId }) => baseConnectorId(connectorId))
      .filter((id) => !used.has(id))
    persistence.set('disconnectedByUser', [...refused, ...(persistence.get('disconnectedByUser') ?? [])])
    for (const { namespace } of waiting) this.#stored.remove(namespace)
    this.#drop(
      [...ending, ...waiting].map((one) => one.namespace),
      'host',
    )
    for (const { connectorId } of ending) used.add(baseConnectorId(connectorId))
    await this.#endings.end(ending, this.#unused(wallets, used), { signal })
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
    this.#adapters.get(namespace)?.selectAccount?.(connection.id, address)
    // An adapter of the host may not have `selectAccount`, or may not know the account.
    if (connections.of(namespace)?.accounts[0].address !== address)
      connections.update(connection.id, { accounts: [chosen, ...others] })
  }

  /** Follows the connects and disconnects of another tab. Sends no disconnect to the wallet, because the other tab does. */
  async followOtherTab(changed: Namespaces): Promise<void> {
    if (this.#disposed) return
    const { connections, connector, log } = this.#deps
    const restored = new Map<ChainNamespace, string>()
    for (const namespace of changed) {
      const theirs = this.#stored.changedElsewhere(namespace)
      if (!theirs) continue
      const { stored } = theirs
      const { connection, remembered, wallet: shown } = connections.state[namespace]
      const mine = connection ?? remembered
      // An embedded wallet has one login for all tabs, and doesn't tell the other tabs that another visitor has logged in.
      const isOtherLogin =
        shown?.type === 'AUTH' &&
        stored?.accounts.every(
          ({ address }) => !connection?.accounts.some((account) => account.address === address),
        )
      if (mine && (isOtherLogin || baseConnectorId(mine.connectorId) !== stored?.connectorId)) {
        this.#drop([namespace], 'host', { elsewhere: true })
        // Release a session that no family uses. If the page kept the session, it could still sign with the session, and would
        // follow the wallet.
        if (connections.through(mine.connectorId).length === 0) connector.find(mine.connectorId)?.release?.()
      }
      this.#attempts.cancel(
        ({ kind, connectorId, namespaces }) =>
          kind === 'reconnecting' && namespaces.includes(namespace) && stored?.connectorId !== connectorId,
        superseded,
      )
      const { connection: kept, wallet } = connections.state[namespace]
      // The other tab has a newer WalletConnect session. When this tab's session ends, the newer session stays stored.
      if (kept && wallet.type === 'WALLET_CONNECT' && !this.#stored.isOurs(namespace)) continue
      const found = this.#stored.claim(namespace, !kept)
      if (found && !kept && this.#attempts.free([namespace]).length > 0)
        restored.set(namespace, found.connectorId)
    }
    this.#restore(restored).catch((error) => log.error('Following another tab failed', error))
  }

  /** Returns whether the connector can connect a family. A family without an adapter can connect only through WalletConnect. */
  #canConnect(namespace: ChainNamespace, through: Pick<Connector, 'type'> | undefined): boolean {
    const { adapters, network } = this.#deps
    const served = adapters.namespaces.includes(namespace) || through?.type === 'WALLET_CONNECT'
    return served && network.state.activeNetworks[namespace] !== undefined
  }

  /** Returns the families to connect through the connector. */
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
    // Wallets open one session at a time, so cancel pending connects. Restoring other families of the wallet continues, because
    // it doesn't prompt.
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
      // Load the adapters before asking the visitor, so that the visitor isn't asked in vain if an adapter fails to load.
      const missing = namespaces.filter((one) => !this.#adapters.has(one))
      if (missing.length > 0) await Promise.all(missing.map((one) => adapters.get(one)))
      throwIfAborted(signal)
      const made = await openConnections(this.#deps, connector, namespaces, target, signal, opened)
      // A wallet behind a QR code may connect more families than the one for which the visitor opened the list.
      const { filterByNamespace } = this.#deps.connector.state
      const { activeNamespace } = network.state
      return this.#establish(connector, made, target?.chainNamespace ?? filterByNamespace ?? activeNamespace)
    })
    // Do this after asking the wallet, so that the request is sent within the click.
    this.#outdate(connector.id)
  }

  /**
   * Runs one connect or reconnect. Afterwards, none of its families is pending. After a failed connect, no adapter keeps an
   * unused connection of the wallet.
   */
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
        // After a failed restoration, don't close the session, because closing it would end it in other tabs too.
        if (kind === 'connecting') releaseUnused(this.#deps, connectorId, [...this.#adapters.values()])
        throw error
      })
    const begun = this.#attempts.begin(attempt, whole, () => {
      if (this.#disposed) return
      for (const one of this.#attempts.free(namespaces))
        if (connections.state[one].status === status) this.#leave(one)
    })
    // Do this after asking the wallet, because listeners may render, which would delay the request. A connected family stays
    // connected until the new wallet replaces its wallet.
    connections.setPending(status, ...namespaces.filter((one) => !connections.isConnected(one)))
    return begun
  }

  /** Connects the session of a pairing that an earlier page load started. */
  async #resumePairing(): Promise<void> {
    const { walletConnect: connector } = this.#deps.connector
    if (!connector?.unsettled) return
    this.#isOutdated = false
    const session = await connector.resume?.({ signal: this.#life.signal })
    if (!session) return
    // If the visitor has connected or disconnected a wallet meanwhile, drop the session of the earlier pairing. It has already
    // replaced the connector's earlier session, so no family can keep using the connector.
    if (this.#isOutdated) return connector.close()
    try {
      const wanted = {
        connectorId: connector.id,
        namespaces: this.#namespacesFor(connector, { connectorId: connector.id }),
      }
      // This replaces a pending attempt of the same wallet, which shows a new pairing.
      this.#begin(connector, wanted, session)
      await this.#attempts.join(wanted, () => {}, undefined)
    } catch (error) {
      await connector.close()
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

  /** Makes new connections current and stores them. `shown`: the family to make active, or undefined for restored connections. */
  #establish(
    connector: Connector,
    made: readonly Connection[],
    shown: ChainNamespace | undefined,
  ): readonly Connection[] {
    const { connections: store, network, persistence, log } = this.#deps
    const { id, type, rdns, wallet } = connector
    const { attempt } = this.#host.state
    // Patch the attempt first, so that the views that show the attempt don't render again. The attempt may belong to another
    // wallet, because connects of different families can be pending at the same time.
    const through = ({ params }: ConnectAttempt) =>
      this.#deps.connector.find(params.connectorId, params.namespaces?.[0])
    if (shown && attempt?.phase === 'waiting' && through(attempt)?.id === id)
      this.#host.patch({ attempt: { ...attempt, phase: 'done' } })
    const { name, imageUrl: icon } = wallet ?? connector
    // Read the adapters' current connections, because a wallet may have changed or disconnected while other families were being
    // connected.
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
      if (before && before.id !== connection.id) {
        const isShared = sharesSession(store.state[connection.namespace].wallet?.type)
        const keepsSession = !isShared && store.through(before.connectorId).length > 1
        this.#endings
          .end([before], [], { keepsSession })
          .catch((error) => log.warn('Disconnecting the previous wallet failed', error))
      }
      store.connect(connection, { name, icon, type, rdns })
      if (shown && type === 'WALLET_CONNECT') this.#stored.renew(connection.namespace)
    }
    if (shown) {
      const refused = persistence.get('disconnectedByUser') ?? []
      const claimed = baseConnectorId(id)
      if (refused.includes(claimed))
        persistence.set(
          'disconnectedByUser',
          refused.filter((other) => other !== claimed),
        )
      const ofFamily = (wanted: ChainNamespace) => connections.find(({ namespace }) => namespace === wanted)
      const active = ofFamily(shown) ?? ofFamily(network.state.activeNamespace) ?? first
      network.setActiveNamespace(active.namespace)
    }
    this.#host.emit('established', { connections, restored: !shown, changed })
    return connections
  }

  /**
   * Prevents earlier pairings from connecting. Called after the visitor chose a wallet, or after a wallet was disconnected. `by`
   * is the connector of this wallet. Does nothing if this is the WalletConnect connector, which handles its own pairings.
   */
  #outdate(by?: string): void {
    const { walletConnect } = this.#deps.connector
    if (!walletConnect || walletConnect.id === by) return
    walletConnect.outdate?.()
    this.#isOutdated = true
  }

  /** Returns the ids of the wallets that the families use or wait for. */
  #usedBy(families: Namespaces): Set<string> {
    const { state } = this.#deps.connections
    const wallets = families.flatMap((one) => {
      // A family that is being restored has only a stored connection.
      const stored = this.#stored.wallet(one)
      const kept = sharesSession(stored?.type) ? undefined : stored
      return state[one].connection ?? state[one].remembered ?? kept ?? []
    })
    return new Set(wallets.map(({ connectorId }) => baseConnectorId(connectorId)))
  }

  /** Returns the connectors of the remembered wallets that aren't used any more. These wallets may still have a session. */
  #unused(waiting: readonly RememberedWallet[], used: ReadonlySet<string>): readonly Connector[] {
    const ids = new Set(waiting.map(({ connectorId }) => connectorId))
    return [...ids].flatMap((id) =>
      used.has(baseConnectorId(id)) ? [] : (this.#deps.connector.find(id) ?? []),
    )
  }

  /**
   * Ends the pending connect or reconnect of a family. If the family has a stored connection, this connection then waits for its
   * wallet.
   */
  #leave(namespace: ChainNamespace): void {
    const { connections } = this.#deps
    const wallet = this.#stored.wallet(namespace)
    if (wallet) connections.remember('disconnected', { [namespace]: wallet })
    else connections.disconnect(namespace)
  }

  /**
   * Disconnects a family whose wallet no longer shows an account. Keeps the stored connection until the wallet says that it
   * revoked the permission.
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
   * Removes stored connections if the wallet has revoked its permission. Keeps the connections that other tabs made, because
   * those tabs may know more.
   */
  #forget(namespaces: Namespaces): void {
    const own = namespaces.filter((one) => this.#stored.isOurs(one))
    for (const one of own) this.#stored.remove(one)
    if (own.length > 0) this.#drop(own, 'wallet')
  }

  #drop(namespaces: Namespaces, reason: CloseReason, more?: Pick<SessionEvents['ended'], 'elsewhere'>): void {
    this.#deps.connections.disconnect(...namespaces)
    this.#host.emit('ended', { namespaces, reason, ...more })
  }

  /** Shows an alert once for each kind of relay error that the host's developers must fix (S3.8.1). */
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
