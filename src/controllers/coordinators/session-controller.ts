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
 * Connects, restores and disconnects wallets of all families, follows changes in the wallets, and stores the connections for
 * the next visit. `ConnectionsController` has the connections (S1.4, S3.5.8).
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
   * Asks the wallet for one session, and connects each family of the session. A second call for the same wallet and network
   * shares the pending call if the pending call covers the families. Another call for the same wallet, or for one of the same
   * families, replaces the pending call. There is no timeout: pass a `signal` to cancel.
   * @throws `validation/invalid-input` if `connectorId` is missing; `connection/connector-not-found`; `adapter/unsupported` for a
   * family that the wallet doesn't support; `config/no-adapter`; `network/not-requested`; `wallet/user-rejected`; `flow/aborted`;
   * `flow/superseded`; or the wallet's error.
   */
  connect(given: SessionConnectParams, opts: CallOptions = {}): Promise<readonly Connection[]> {
    // Pages in plain JavaScript may call `connect` without an argument. Then the engine throws an error that says what is
    // missing.
    const params: SessionConnectParams = Object(given)
    if (!this.body && !opts.signal?.aborted) this.prepare(params.connectorId, params.namespaces)
    // Ask the wallet before notifying listeners, so that the request is sent within the click.
    const asked = this.run((engine) => engine.connect(params, opts.signal), opts)
    this.#show(params, asked)
    return asked
  }

  /**
   * Connects for a view, which reads the outcome from the state. While the connect is pending, a repeated call with the same
   * parameters does nothing. After a failure, a repeated call tries again.
   */
  ask(params: SessionConnectParams): void {
    const { attempt } = this.state
    // This is a double click. The wallet was already asked.
    if (this.#asked && attempt?.phase === 'waiting' && hasSameContent(attempt.params, params)) return
    this.batch(() => {
      this.cancel()
      const control = new AbortController()
      this.connect(params, { signal: control.signal }).catch(() => {})
      this.#asked = control
    })
  }

  /** Cancels the connect that `ask` started, and clears its error. */
  cancel(): void {
    // The wallet has approved the connect, so it can't be canceled any more.
    if (this.state.attempt?.phase === 'done') return
    this.#asked?.abort()
    this.#asked = undefined
    this.patch({ attempt: undefined })
  }

  /**
   * Restores the stored connections without prompting the visitor. Remembers the wallets that can't be restored now, and tries
   * again later.
   */
  async reconnect(): Promise<void> {
    const { persistence, connections, connector, page, log } = this.#deps
    const stored = this.#namespaces.filter((namespace) => persistence.get(connectionKey(namespace)))
    if (stored.length === 0) persistence.clearCaches()
    // Without stored connections, load the engine only if the page is embedded (maybe in a Safe), or if a pairing of an earlier
    // page load may still connect.
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
      // The engine failed to load. Try again when the page is shown or reloaded.
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
   * Disconnects a family and all families that share its session. Without `namespace`, disconnects all families. Clears state
   * and storage at once, and waits at most 3,000 ms for the wallet.
   * @throws `connection/disconnect-failed` if a wallet reports a failure.
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

  /** Returns the families that share this family's session and disconnect together with it, including this family (S3.5.8). */
  sharing(namespace: ChainNamespace): readonly ChainNamespace[] {
    return sharing(this.#deps, namespace)
  }

  /**
   * Loads the code of the given connector and families, so that a later click to connect doesn't wait for it. Default: all families
   * of the connector. Contacts no wallet and never rejects.
   */
  override async prepare(connectorId?: string, namespaces?: readonly ChainNamespace[]): Promise<void> {
    const { connector, adapters } = this.#deps
    const found = connectorId === undefined ? undefined : connector.find(connectorId, namespaces?.[0])
    const wanted = namespaces ?? found?.chains
    const families = adapters.namespaces.filter((one) => wanted?.includes(one))
    // Async, because `prepare` of a host's connector may throw synchronously.
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
