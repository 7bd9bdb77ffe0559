import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { isLatchkeyError } from '../../core/errors/latchkey-error.ts'
import { type Connection, connectionKey } from '../../core/wallet/connection.ts'
import type { CallOptions } from '../../ports.ts'
import { hasSameContent } from '../base/controller.ts'
import { FeatureController } from '../base/feature-controller.ts'
import {
  type SessionConnectParams,
  type SessionDeps,
  type SessionEvents,
  type SessionState,
  sharing,
} from './session.ts'
import type { SessionEngine } from './session-engine.ts'

/**
 * Connects, restores and ends wallet sessions across families, follows changes in wallets, and stores connections for
 * the next visit. `ConnectionsController` holds the connections (S1.4, S3.5.8).
 */
export class SessionController extends FeatureController<SessionState, SessionEvents, SessionEngine> {
  readonly #deps: SessionDeps
  #asked: AbortController | undefined

  constructor(deps: SessionDeps) {
    super({ attempt: undefined }, deps, async (host) => {
      const { SessionEngine } = await import('./session-engine.ts')
      return new SessionEngine(deps, host)
    })
    this.#deps = deps
  }

  start(): void {
    const { persistence, log } = this.#deps
    this.own(
      this.on('established', () => {
        this.#asked = undefined
      }),
    )
    const changed = (namespaces: readonly ChainNamespace[]) =>
      this.run((engine) => engine.followOtherTab(namespaces)).catch((error) =>
        log.warn('Following another tab failed', error),
      )
    this.own(
      persistence.onExternalChange((key) => {
        const concerned = this.#namespaces.filter((one) => key === undefined || key === connectionKey(one))
        if (concerned.length > 0) changed(concerned)
      }),
    )
  }

  /**
   * Asks the wallet for one session and connects each family that it covers. A second call for the same wallet and network joins
   * the pending call if that call covers the families; any other call replaces the pending call. There is no timeout: pass a
   * `signal` to cancel.
   * @throws `validation/invalid-input` without the id of a wallet; `connection/connector-not-found`, `adapter/unsupported` for a
   * family that the wallet does not serve, `config/no-adapter`, `network/not-requested`, `wallet/user-rejected`, `flow/aborted`,
   * `flow/superseded`, or the wallet's error.
   */
  connect(given: SessionConnectParams, opts: CallOptions = {}): Promise<readonly Connection[]> {
    // Pages without types may call `connect` without an argument. The engine reports what is missing.
    const params: SessionConnectParams = Object(given)
    // Load all parts in parallel.
    if (!this.body && !opts.signal?.aborted) this.prepare(params.connectorId, params.namespaces)
    // Send the wallet request before notifying listeners, so that it still runs within the click.
    const asked = this.run((engine) => engine.connect(params, opts.signal), opts)
    this.#show(params, asked)
    return asked
  }

  /**
   * Connects on behalf of a view, which reads the outcome from the state. Repeating the call with the same parameters
   * keeps waiting, or retries after a failure.
   */
  ask(params: SessionConnectParams): void {
    const { attempt } = this.state
    // A double click: the wallet has been asked already.
    if (this.#asked && attempt?.phase === 'waiting' && hasSameContent(attempt.params, params)) return
    this.batch(() => {
      this.cancel()
      const control = new AbortController()
      this.connect(params, { signal: control.signal }).catch(() => {})
      this.#asked = control
    })
  }

  /** Cancels the connect started by `ask` and clears its error. */
  cancel(): void {
    this.#asked?.abort()
    this.#asked = undefined
    if (this.state.attempt?.phase !== 'done') this.patch({ attempt: undefined })
  }

  /** Restores the stored connections without asking the visitor. A wallet that can't be reached is remembered. */
  async reconnect(): Promise<void> {
    const { persistence, connections, connector, page, log } = this.#deps
    const stored = this.#namespaces.filter((namespace) => persistence.get(connectionKey(namespace)))
    if (stored.length === 0) persistence.clearCaches()
    // The page may be embedded in a wallet, such as a Safe; the engine checks that.
    if (stored.length === 0 && !page?.parent && !connector.walletConnect?.unsettled) return
    const walletsOf = (status: string) =>
      Object.fromEntries(
        stored
          .filter((one) => connections.state[one].status === status)
          .map((one) => {
            const {
              connectorId = '',
              name = connectorId,
              source: type,
            } = persistence.get(connectionKey(one)) ?? {}
            return [one, { connectorId, name, type }]
          }),
      )
    connections.remember('restoring', walletsOf('disconnected'))
    try {
      await this.run((engine) => engine.reconnect())
    } catch (error) {
      // The engine failed to load. Try again when the page is shown, or at the next visit.
      connections.remember('disconnected', walletsOf('restoring'))
      const stop = page?.listen('visibilitychange', () => {
        if (!page.visible()) return
        stop?.()
        this.reconnect().catch((failure) => log.warn('Restoring failed', failure))
      })
      if (stop) this.own(stop)
      throw error
    }
  }

  /**
   * Disconnects a family and all families that share its session, or every family. State and storage are cleared at
   * once; the wallet has 3,000 ms to respond.
   * @throws `connection/disconnect-failed` when a wallet reports a failure.
   */
  disconnect(namespace?: ChainNamespace, opts: CallOptions = {}): Promise<void> {
    return this.run((engine) => engine.disconnect(namespace, opts.signal), opts)
  }

  /**
   * Makes another account of the connected wallet active, without asking the wallet.
   * @throws `connection/account-not-connected`
   */
  switchAccount(namespace: ChainNamespace, address: string, opts: CallOptions = {}): Promise<void> {
    return this.run((engine) => engine.switchAccount(namespace, address), opts)
  }

  /**
   * Returns the families that disconnect together with this family because they share its session, including this family
   * (S3.5.8).
   */
  sharing(namespace: ChainNamespace): readonly ChainNamespace[] {
    return sharing(this.#deps, namespace)
  }

  /**
   * Loads the code for connecting, for a connector and the given families (default: all that the connector serves), so that the
   * click doesn't wait for this code. Contacts no wallet, and never rejects.
   */
  override async prepare(connectorId?: string, namespaces?: readonly ChainNamespace[]): Promise<void> {
    const { connector, adapters } = this.#deps
    const found = connectorId === undefined ? undefined : connector.find(connectorId, namespaces?.[0])
    const wanted = namespaces ?? found?.chains
    const families = adapters.namespaces.filter((one) => wanted?.includes(one))
    // A host's own connector may throw synchronously.
    const wallet = async () => found?.prepare?.()
    await Promise.allSettled([this.loadBody(), wallet(), ...families.map((one) => adapters.get(one))])
  }

  #show(params: SessionConnectParams, asked: Promise<unknown>): void {
    const current = () => this.state.attempt?.params === params
    this.patch({ attempt: { params, phase: 'waiting' } })
    asked.then(
      () => current() && this.patch({ attempt: undefined }),
      (error) => {
        if (!current()) return
        const given = isLatchkeyError(error) && error.code.startsWith('flow/')
        this.patch({ attempt: given ? undefined : { params, phase: 'failed', error } })
      },
    )
  }

  get #namespaces(): readonly ChainNamespace[] {
    return Object.keys(this.#deps.connections.state) as ChainNamespace[]
  }
}
