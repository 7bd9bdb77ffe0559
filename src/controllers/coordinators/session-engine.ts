import { raceAbort, throwIfAborted } from '../../core/async/abort.ts'
import { withTimeout } from '../../core/async/deadline.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import {
  isLatchkeyError,
  type LatchkeyError,
  latchkeyError,
  toLatchkeyError,
} from '../../core/errors/latchkey-error.ts'
import { disconnectTimeout } from '../../core/limits.ts'
import type { ChainAdapter } from '../../core/wallet/adapter.ts'
import type { Connection } from '../../core/wallet/connection.ts'
import type { CloseReason, Connector } from '../../core/wallet/connector.ts'
import type { Unsubscribe } from '../../ports.ts'
import type {
  SessionConnectParams,
  SessionDeps,
  SessionEvents,
  SessionPhase,
  SessionState,
} from './session.ts'
import { SessionAttempts } from './session-attempts.ts'
import { openConnections, restoreConnections } from './session-binding.ts'
import { StoredSessions } from './stored-sessions.ts'

/** The controller whose state and events these are. */
export interface SessionHost {
  state(): SessionState
  patch(partial: Partial<SessionState>): void
  emit<E extends keyof SessionEvents>(event: E, payload: SessionEvents[E]): void
  own(release: Unsubscribe): Unsubscribe
}

type Namespaces = readonly ChainNamespace[]

/** Facts 8.1: what a provider's error means for the host. */
const alerts = {
  'config/origin-not-allowed': 'originNotAllowed',
  'session/expired': 'sessionExpired',
  'config/invalid-project-id': 'invalidProjectId',
} as const

/** Families that are connected through one of these share one session, and end together. Facts 5.8. */
const sharing: readonly string[] = ['WALLET_CONNECT', 'AUTH', 'ID_AUTH']

const superseded = () => latchkeyError('flow/superseded')

/** What `SessionController` does once a wallet is involved. */
export class SessionEngine {
  readonly #deps: SessionDeps
  readonly #host: SessionHost
  readonly #adapters = new Map<ChainNamespace, ChainAdapter>()
  readonly #attempts = new SessionAttempts()
  readonly #stored: StoredSessions
  /** Ends at the wallet that are under way: a new session of the same wallet waits for them. */
  readonly #endings = new Set<Promise<unknown>>()
  #disposed = false

  constructor(deps: SessionDeps, host: SessionHost) {
    this.#deps = deps
    this.#host = host
    this.#stored = new StoredSessions(deps, (release) => host.own(release))
    host.own(deps.adapters.onCreated((adapter) => this.#observe(adapter)))
    host.own(() => {
      this.#disposed = true
      this.#attempts.cancel(
        () => true,
        () => latchkeyError('config/disposed'),
      )
    })
  }

  /** All there are. Read from the state: the list's own module would become a chunk that every page loads. */
  get #families(): Namespaces {
    return Object.keys(this.#deps.account.state) as ChainNamespace[]
  }

  async connect(params: SessionConnectParams, signal?: AbortSignal): Promise<readonly Connection[]> {
    const connector = this.#deps.connector.get(params.connectorId, params.namespaces?.[0])
    return this.#attempts.join(connector.id, () => this.#begin(connector, params), signal)
  }

  async reconnect(): Promise<void> {
    // The client ended while this was being loaded: what is stored belongs to the next visit.
    if (this.#disposed) return
    const { persistence } = this.#deps
    const refused = persistence.get('disconnectedByUser') ?? []
    const stored = [...this.#stored.connectorIds()].filter(([, id]) => !refused.includes(id))
    for (const namespace of this.#families) {
      // Also what was stored of families, adapters or connectors that are no longer configured.
      if (!stored.some(([one]) => one === namespace)) this.#forget(namespace)
    }
    await this.#restore(stored)
  }

  async disconnect(namespace?: ChainNamespace, signal?: AbortSignal): Promise<void> {
    const { account, persistence } = this.#deps
    const targets = namespace ? this.#sharedWith(namespace) : this.#families
    this.#cancel(targets, () => latchkeyError('flow/aborted'))
    const ends = targets.filter((one) => account.isConnected(one)).map((one) => this.#end(one))
    if (ends.length === 0) return
    const ended = ends.map((end) => end.namespace)
    const refused = [...(persistence.get('disconnectedByUser') ?? []), ...ends.map((end) => end.connectorId)]
    persistence.set('disconnectedByUser', refused)
    this.#drop(ended, 'host')
    this.#phase(ended, 'disconnecting')
    const all = Promise.allSettled(ends.map((end) => end.run())).finally(() => {
      this.#endings.delete(all)
      this.#phase(this.#attempts.free(ended), undefined)
    })
    this.#endings.add(all)
    const results = await raceAbort(all, signal)
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
  }

  switchAccount(namespace: ChainNamespace, address: string): void {
    const { account } = this.#deps
    const all = account.state[namespace].allAccounts
    const chosen = all.find((one) => one.address === address)
    if (!chosen)
      throw latchkeyError('connection/account-not-connected', {
        values: { account: `${namespace}:${address}` },
      })
    account.setAccounts(namespace, [chosen, ...all.filter((one) => one !== chosen)])
    this.#stored.remember(namespace)
  }

  /** What another tab connected or ended holds here too; this tab tells the wallet nothing. */
  followOtherTab(): void {
    if (this.#disposed) return
    const { account, connector, log } = this.#deps
    const stored = this.#stored.connectorIds()
    const { activeConnectorIds } = connector.state
    const gone = account.connectedNamespaces.filter((one) => stored.get(one) !== activeConnectorIds[one])
    if (gone.length > 0) this.#drop(gone, 'host')
    this.#attempts.cancel(
      ({ kind, connectorId, namespaces }) =>
        kind === 'reconnecting' && namespaces.some((one) => stored.get(one) !== connectorId),
      superseded,
    )
    const idle = this.#attempts.free(this.#families).filter((one) => !account.isConnected(one))
    this.#restore([...stored].filter(([one]) => idle.includes(one))).catch((error) =>
      log.error('Another tab could not be followed', error),
    )
  }

  #begin(connector: Connector, params: SessionConnectParams): void {
    const { adapters, network } = this.#deps
    const served = connector.chains.filter((one) => params.namespaces?.includes(one) ?? true)
    if (served.length === 0)
      throw latchkeyError('adapter/unsupported', {
        values: { capability: `${params.namespaces}`, subject: connector.name },
      })
    const namespaces = served.filter(
      (one) => adapters.namespaces.includes(one) && network.namespaces.includes(one),
    )
    if (namespaces.length === 0)
      throw latchkeyError('config/no-adapter', { values: { namespace: `${served}` } })
    const target = params.network && network.find(params.network)
    if (params.network && !(target && network.isSupported(target)))
      throw latchkeyError('network/not-requested', { values: { network: params.network } })
    this.#cancel(namespaces, superseded)
    this.#attempt('connecting', connector.id, namespaces, async (signal) => {
      const ends = this.#ends(connector.id)
      if (ends.length > 0) await this.#quiet(ends, signal)
      // What cannot be loaded is known before the visitor is asked.
      const missing = namespaces.filter((one) => !this.#adapters.has(one))
      if (missing.length > 0) await Promise.all(missing.map((one) => adapters.get(one)))
      throwIfAborted(signal)
      const connections = await openConnections(this.#deps, connector, namespaces, target, signal)
      throwIfAborted(signal)
      const wanted = target?.chainNamespace ?? network.state.activeNamespace
      return this.#establish(connector, connections, wanted)
    })
  }

  #ends(connectorId: string): readonly Promise<unknown>[] {
    return [...this.#endings, ...this.#attempts.leaving(connectorId)]
  }

  /** A session that is being ended must not take the next one of the same wallet with it. 3,000 ms at most. */
  async #quiet(ends: readonly Promise<unknown>[], signal: AbortSignal): Promise<void> {
    const late = () => latchkeyError('wallet/timeout', { values: { seconds: disconnectTimeout / 1000 } })
    const wait = withTimeout(
      this.#deps.clock,
      disconnectTimeout,
      () => Promise.allSettled(ends),
      late,
      signal,
    )
    await wait.catch(() => throwIfAborted(signal))
  }

  /** Runs one connect or reconnect. However it ends, no family stays in between. */
  #attempt(
    kind: 'connecting' | 'reconnecting',
    connectorId: string,
    namespaces: Namespaces,
    run: (signal: AbortSignal) => Promise<readonly Connection[]>,
  ): Promise<readonly Connection[]> {
    const { account } = this.#deps
    const status = kind === 'connecting' ? kind : 'restoring'
    // A family that is connected stays so until another wallet has taken its place.
    const pending = namespaces.filter((one) => !account.isConnected(one))
    for (const one of pending) account.setStatus(status, one)
    this.#phase(namespaces, kind)
    const told = (signal: AbortSignal) =>
      run(signal).catch((error) => {
        this.#alert(error)
        throw error
      })
    return this.#attempts.begin({ kind, connectorId, namespaces }, told, () => {
      if (this.#disposed) return
      const free = this.#attempts.free(namespaces)
      this.#phase(free, undefined)
      for (const one of free) if (account.state[one].status === status) this.#forget(one)
    })
  }

  async #restore(stored: readonly (readonly [ChainNamespace, string])[]): Promise<void> {
    if (stored.length === 0) return
    this.#host.patch({ reconnecting: true })
    const attempts = [...new Set(stored.map(([, id]) => id))].map((id) => {
      const namespaces = stored.filter(([, other]) => other === id).map(([namespace]) => namespace)
      return this.#attempt('reconnecting', id, namespaces, async (signal) => {
        const connections = await restoreConnections(this.#deps, id, namespaces, signal)
        throwIfAborted(signal)
        return connections.length > 0
          ? this.#establish(this.#deps.connector.get(id), connections, undefined)
          : []
      }).catch((error) => {
        if (isLatchkeyError(error) && error.code.startsWith('flow/')) return
        this.#deps.log.warn(`The connection to ${id} could not be restored`, error)
      })
    })
    await Promise.all(attempts)
    this.#host.patch({ reconnecting: false })
  }

  /** Takes connections into the state and into storage. `shown` says that the visitor made them, and what they want to see. */
  #establish(
    connector: Connector,
    made: readonly Connection[],
    shown: ChainNamespace | undefined,
  ): readonly Connection[] {
    const { account, network, persistence, log } = this.#deps
    const { id, type, rdns, wallet } = connector
    const { name, imageUrl: icon } = wallet ?? connector
    // As they are now: a wallet may have moved, or gone, while other families were still being asked.
    const connections = made.flatMap(
      (one) =>
        this.#adapters
          .get(one.namespace)
          ?.connections()
          .find((live) => live.id === one.id) ?? [],
    )
    const [first] = connections
    if (!first) throw latchkeyError('wallet/closed-during-request')
    for (const connection of connections) {
      const { namespace } = connection
      if (account.isConnected(namespace) && account.state[namespace].connectionId !== connection.id) {
        this.#end(namespace)
          .run()
          .catch((error) => log.warn('The wallet before could not be disconnected', error))
      }
      network.setNetworkOf(connection.network)
      account.setConnected(connection, { name, icon, type, rdns })
      this.#stored.remember(namespace)
    }
    if (shown) {
      const refused = persistence.get('disconnectedByUser') ?? []
      if (refused.includes(id))
        persistence.set(
          'disconnectedByUser',
          refused.filter((other) => other !== id),
        )
      const active = connections.find(({ namespace }) => namespace === shown) ?? first
      network.setActiveNamespace(active.namespace)
    }
    this.#host.emit('established', { connections, restored: !shown })
    return connections
  }

  #observe(adapter: ChainAdapter): void {
    const { account, network } = this.#deps
    const of = (connectionId: string, run: (namespace: ChainNamespace) => void) => {
      const namespace = account.namespaceOf(connectionId)
      if (namespace) run(namespace)
    }
    const releases = [
      adapter.on('accountsChanged', ({ connectionId, accounts }) =>
        of(connectionId, (namespace) => {
          if (accounts.length === 0) return this.#drop([namespace], 'wallet')
          account.setAccounts(namespace, accounts)
          this.#stored.remember(namespace)
        }),
      ),
      adapter.on('networkChanged', ({ connectionId, network: moved }) =>
        of(connectionId, (namespace) => {
          network.setNetworkOf(moved)
          this.#stored.remember(namespace)
        }),
      ),
      adapter.on('disconnected', ({ connectionId, reason }) =>
        of(connectionId, (namespace) => this.#drop([namespace], reason)),
      ),
    ]
    for (const release of releases) this.#host.own(release)
    this.#adapters.set(adapter.namespace, adapter)
  }

  /** The end of a family's session at the wallet: bounded, and told apart from the family's next session. */
  #end(namespace: ChainNamespace) {
    const { account, adapters, clock, connector, log } = this.#deps
    const { connectionId = '' } = account.state[namespace]
    const connectorId = connector.state.activeConnectorIds[namespace] ?? ''
    const late = () => latchkeyError('wallet/timeout', { values: { seconds: disconnectTimeout / 1000 } })
    const run = async () => {
      try {
        const adapter = await adapters.get(namespace)
        await withTimeout(
          clock,
          disconnectTimeout,
          (signal) => adapter.disconnect(connectionId, { signal }),
          late,
        )
      } catch (error) {
        // A wallet that is silent, or gone already, is as disconnected as it gets.
        if (!isLatchkeyError(error, 'wallet/timeout') && !isLatchkeyError(error, 'connection/unknown'))
          throw error
        log.warn(`${connectorId} did not take notice of the disconnect`, error)
      }
    }
    return { namespace, connectorId, run }
  }

  #drop(namespaces: Namespaces, reason: CloseReason): void {
    for (const namespace of namespaces) this.#forget(namespace)
    this.#host.emit('ended', { namespaces, reason })
  }

  #forget(namespace: ChainNamespace): void {
    const { account, network } = this.#deps
    // So that what is forgotten is what was stored last.
    this.#stored.write()
    if (account.state[namespace].status !== 'disconnected') network.resetNetwork(namespace)
    account.setStatus('disconnected', namespace)
  }

  /** What the relay refuses is for the host to put right: each alert once. Facts 8.1. */
  #alert(error: unknown): void {
    const { alert, page, log } = this.#deps
    const key = isLatchkeyError(error) ? alerts[error.code as keyof typeof alerts] : undefined
    if (!alert || !key) return
    const origin = page?.location?.origin ?? 'unknown'
    alert.raise(key, { once: true, values: { origin } }).catch((failure) => log.warn('No alert', failure))
  }

  #sharedWith(namespace: ChainNamespace): Namespaces {
    const { connector } = this.#deps
    const shared = connector.activeOf(namespace)
    if (!shared || !sharing.includes(shared.type)) return [namespace]
    return this.#families.filter((one) => connector.state.activeConnectorIds[one] === shared.id)
  }

  #cancel(families: Namespaces, reason: () => LatchkeyError): void {
    this.#attempts.cancel(({ namespaces }) => namespaces.some((one) => families.includes(one)), reason)
  }

  #phase(namespaces: Namespaces, phase: SessionPhase | undefined): void {
    const { phases: before } = this.#host.state()
    const changed = namespaces.filter((namespace) => before[namespace] !== phase)
    if (changed.length === 0) return
    const phases = { ...before }
    for (const namespace of changed) {
      if (phase) phases[namespace] = phase
      else delete phases[namespace]
    }
    this.#host.patch({ phases })
  }
}
