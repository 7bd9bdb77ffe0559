import { raceAbort, throwIfAborted } from '../../core/async/abort.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { Connection } from '../../core/wallet/connection.ts'
import type { CallOptions } from '../../ports.ts'
import { Controller } from '../base/controller.ts'
import type { SessionConnectParams, SessionDeps, SessionEvents, SessionState } from './session.ts'
import type { SessionEngine } from './session-engine.ts'

/**
 * Connects, restores and ends wallet sessions across families, mirrors what wallets do by themselves, and stores what
 * outlives the page. A page without a wallet needs none of that, so the engine is loaded when it is first used.
 * Specification 1, section 4; facts 5.8.
 */
export class SessionController extends Controller<SessionState, SessionEvents> {
  readonly #deps: SessionDeps
  #loading: Promise<SessionEngine> | undefined
  #engine: SessionEngine | undefined

  constructor(deps: SessionDeps) {
    super({ phases: {}, reconnecting: false }, deps.log)
    this.#deps = deps
  }

  start(): void {
    const { persistence, log } = this.#deps
    this.own(
      persistence.onExternalChange((key) => {
        if (key !== undefined && key !== 'connections') return
        this.#load()
          .then((engine) => engine.followOtherTab())
          .catch((error) => log.warn('Another tab could not be followed', error))
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
    if (!this.#engine && !opts.signal?.aborted) this.prepare(params.connectorId, params.namespaces)
    return this.#run(opts, (engine) => engine.connect(params, opts.signal))
  }

  /** Restores what was stored, without ever asking the visitor. What does not come back in time is given up. */
  async reconnect(): Promise<void> {
    const { persistence, account } = this.#deps
    const stored = Object.keys(persistence.get('connections') ?? {}) as ChainNamespace[]
    if (stored.length === 0) return persistence.clearAddressCaches()
    for (const namespace of stored) account.setStatus('restoring', namespace)
    try {
      await this.#run({}, (engine) => engine.reconnect())
    } catch (error) {
      // The engine could not be loaded.
      for (const namespace of stored) account.setStatus('disconnected', namespace)
      throw error
    }
  }

  /**
   * Ends the session of a family, of those that share it, or of all. State and storage are clean at once; the wallet
   * gets 3,000 ms to take notice.
   * @throws `connection/disconnect-failed` when a wallet reports that it could not.
   */
  disconnect(namespace?: ChainNamespace, opts: CallOptions = {}): Promise<void> {
    return this.#run(opts, (engine) => engine.disconnect(namespace, opts.signal))
  }

  /**
   * Makes another account that the wallet shows the active one, here: the wallet is not asked.
   * @throws `connection/account-not-connected`
   */
  switchAccount(namespace: ChainNamespace, address: string, opts: CallOptions = {}): Promise<void> {
    return this.#run(opts, async (engine) => engine.switchAccount(namespace, address))
  }

  /**
   * Loads what connecting through the connector takes, for the given families or all that it serves, so that the click
   * finds it here. Reaches nobody, and never fails.
   */
  async prepare(connectorId: string, namespaces?: readonly ChainNamespace[]): Promise<void> {
    const { connector, adapters } = this.#deps
    const found = connector.find(connectorId, namespaces?.[0])
    const wanted = namespaces ?? found?.chains
    const families = adapters.namespaces.filter((one) => wanted?.includes(one))
    // A connector may be the host's own, and throw at once.
    const wallet = async () => found?.prepare?.()
    await Promise.allSettled([this.#load(), wallet(), ...families.map((one) => adapters.get(one))])
  }

  #run<T>({ signal }: CallOptions, run: (engine: SessionEngine) => Promise<T>): Promise<T> {
    return this.#deps.guard('INTERNAL_SDK_ERROR', async () => {
      throwIfAborted(signal)
      // Once it is here the wallet is asked in the click itself: one that opens a window may do so only then.
      return run(this.#engine ?? (await raceAbort(this.#load(), signal)))
    })
  }

  async #load(): Promise<SessionEngine> {
    this.#loading ??= import('./session-engine.ts').then(({ SessionEngine }) => {
      this.#engine = new SessionEngine(this.#deps, {
        state: () => this.state,
        patch: (partial) => this.patch(partial),
        emit: (event, payload) => this.emit(event, payload),
        own: (release) => this.own(release),
      })
      return this.#engine
    })
    try {
      return await this.#loading
    } catch (error) {
      // A part that could not be fetched is fetched again when it is next needed.
      this.#loading = undefined
      throw error
    }
  }
}
