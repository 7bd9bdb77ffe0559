import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { isLatchkeyError } from '../../core/errors/latchkey-error.ts'
import { sameJson } from '../../core/same-json.ts'
import { type Connection, connectionKey } from '../../core/wallet/connection.ts'
import type { CallOptions } from '../../ports.ts'
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
 * Connects, restores and ends wallet sessions across families, mirrors what wallets do by themselves, and stores what
 * outlives the page. What is connected stands in the connections controller. Specification 1, section 4; facts 5.8.
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
        log.warn('Another tab could not be followed', error),
      )
    this.own(
      persistence.onExternalChange((key) => {
        const concerned = this.#namespaces.filter((one) => key === undefined || key === connectionKey(one))
        if (concerned.length > 0) changed(concerned)
      }),
    )
  }

  /**
   * Asks the wallet for one session and connects each family that it covers. A second call while the first is open
   * joins it; a call for another wallet takes its place. Waits as long as the visitor does: abort to give up.
   * @throws `connection/connector-not-found`, `adapter/unsupported` for a family that the wallet does not serve,
   * `config/no-adapter`, `network/not-requested`, `wallet/user-rejected`, `flow/aborted`, `flow/superseded`, or what the
   * wallet reports.
   */
  connect(params: SessionConnectParams, opts: CallOptions = {}): Promise<readonly Connection[]> {
    // All at a time, not each when the one before is here.
    if (!this.body && !opts.signal?.aborted) this.prepare(params.connectorId, params.namespaces)
    // The wallet is asked before anything is told of it: nothing stands between the click and the request.
    const asked = this.run((engine) => engine.connect(params, opts.signal), opts)
    this.#show(params, asked)
    return asked
  }

  /**
   * Connects for who shows the outcome, which is in the state: a view. Asked once more with the same parameters it goes on
   * waiting, or tries again after a failure.
   */
  ask(params: SessionConnectParams): void {
    const { attempt } = this.state
    // Clicked twice: the wallet is asked already.
    if (this.#asked && attempt?.phase === 'waiting' && sameJson(attempt.params, params)) return
    this.cancel()
    const control = new AbortController()
    this.connect(params, { signal: control.signal }).catch(() => {})
    this.#asked = control
  }

  /** Gives up what was asked for by `ask`, and forgets how it failed. */
  cancel(): void {
    this.#asked?.abort()
    this.#asked = undefined
    if (this.state.attempt?.phase !== 'done') this.patch({ attempt: undefined })
  }

  /** Restores what was stored, without ever asking the visitor. What does not come back in time is given up. */
  async reconnect(): Promise<void> {
    const { persistence, connections, page } = this.#deps
    const stored = this.#namespaces.filter((namespace) => persistence.get(connectionKey(namespace)))
    if (stored.length === 0) persistence.clearCaches()
    // The page around this one may be a wallet: the engine knows.
    if (stored.length === 0 && !page?.parent) return
    for (const namespace of stored) connections.setPending(namespace, 'restoring')
    try {
      await this.run((engine) => engine.reconnect())
    } catch (error) {
      // The engine could not be fetched: what is stored belongs to the next visit.
      for (const namespace of stored) connections.disconnect(namespace)
      throw error
    }
  }

  /**
   * Ends the session of a family, of those that share it, or of all. State and storage are clean at once; the wallet
   * gets 3,000 ms to take notice.
   * @throws `connection/disconnect-failed` when a wallet reports that it could not.
   */
  disconnect(namespace?: ChainNamespace, opts: CallOptions = {}): Promise<void> {
    return this.run((engine) => engine.disconnect(namespace, opts.signal), opts)
  }

  /**
   * Makes another account that the wallet shows the active one, here: the wallet is not asked.
   * @throws `connection/account-not-connected`
   */
  switchAccount(namespace: ChainNamespace, address: string, opts: CallOptions = {}): Promise<void> {
    return this.run((engine) => engine.switchAccount(namespace, address), opts)
  }

  /** The families that end together with this one, since they share its session; itself included. Facts 5.8. */
  sharing(namespace: ChainNamespace): readonly ChainNamespace[] {
    return sharing(this.#deps, namespace)
  }

  /**
   * Loads what connecting takes: through a connector, for the given families or all that it serves, so that the click finds
   * it here. Reaches nobody, and never fails.
   */
  override async prepare(connectorId?: string, namespaces?: readonly ChainNamespace[]): Promise<void> {
    const { connector, adapters } = this.#deps
    const found = connectorId === undefined ? undefined : connector.find(connectorId, namespaces?.[0])
    const wanted = namespaces ?? found?.chains
    const families = adapters.namespaces.filter((one) => wanted?.includes(one))
    // A connector may be the host's own, and throw at once.
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
