import { raceAbort, throwIfAborted } from '../../core/async/abort.ts'
import { withTimeout } from '../../core/async/deadline.ts'
import { sharedRuns } from '../../core/async/shared-run.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { Emitter } from '../../core/emitter.ts'
import { isLatchkeyError, latchkeyError } from '../../core/errors/latchkey-error.ts'
import { disconnectTimeout, reconnectTimeout } from '../../core/limits.ts'
import type {
  CloseReason,
  Connector,
  ConnectorContext,
  ConnectorEvents,
  ConnectorOffer,
  ConnectorSession,
  ConnectorType,
  RestoreOptions,
} from '../../core/wallet/connector.ts'
import type { CallOptions, Page, Unsubscribe } from '../../ports.ts'
import type { ConnectorFace } from '../lazy-connector.ts'

/** The maximum number of times that a wallet is asked again after it answered too late. The specification has no such limit. */
const lateAnswers = 3

/**
 * The base class of connectors for injected wallets. A connector opens one session at a time. When the session ends, its pending
 * requests end too. A session ends only once.
 */
export abstract class InjectedConnector<Session extends ConnectorSession = ConnectorSession>
  implements Connector
{
  readonly id: string
  readonly name: string
  readonly type: ConnectorType
  readonly chains: readonly ChainNamespace[]
  readonly imageUrl: string | undefined
  readonly rdns: string | undefined
  /** The wallet's object in the page. */
  abstract readonly provider: object

  protected readonly events: Emitter<ConnectorEvents>
  protected session: Session | undefined
  readonly #context: Pick<ConnectorContext, 'clock' | 'log'>
  readonly #runs = sharedRuns<Session | null>()
  readonly #pending = new Set<(error: Error) => void>()
  readonly #watchers = new Set<() => void>()
  #lateAnswers = 0
  #closing: Promise<void> | undefined
  #detach: Unsubscribe | undefined

  constructor(face: Omit<ConnectorFace, 'provider'>, context: Pick<ConnectorContext, 'clock' | 'log'>) {
    this.id = face.id
    this.name = face.name
    this.type = face.type
    this.chains = face.chains
    this.imageUrl = face.imageUrl
    this.rdns = face.rdns
    this.#context = context
    this.events = new Emitter(context.log)
  }

  /** Connects, and prompts the visitor. Resolves with null if the visitor selects no account. Must clean up before it throws. */
  protected abstract establish(signal: AbortSignal, offer: ConnectorOffer): Promise<Session | null>
  /** Asks the wallet without a prompt. Resolves with null if the wallet doesn't authorize the page anymore. */
  protected abstract reestablish(signal: AbortSignal, opts: RestoreOptions): Promise<Session | null>
  /** Listens to the wallet's events. Returns a function that stops listening. May throw if the wallet refuses a listener. */
  protected abstract listen(): Unsubscribe
  /**
   * Returns a function that revokes the page's permission in the wallet. This method is called before the session ends, and the
   * returned function afterwards. Returns undefined if the wallet can't revoke permissions.
   */
  protected revocation?(): (() => Promise<unknown>) | undefined
  /**
   * Listens to the wallet while no session is open. Calls the listener when the wallet reports a change. Returns a function that
   * stops listening.
   */
  protected observe?(news: () => void): Unsubscribe | undefined
  /** Clears the state of a session that has ended. */
  protected forget(): void {}
  /** Returns a key for an opening. Concurrent calls of `open` with the same key share one opening. */
  protected openingOf(_offer: ConnectorOffer): string {
    return ''
  }

  on<E extends keyof ConnectorEvents>(event: E, listener: (payload: ConnectorEvents[E]) => void) {
    return this.events.on(event, listener)
  }

  async open(offer: ConnectorOffer, opts: CallOptions = {}): Promise<ConnectorSession> {
    const run = (signal: AbortSignal) => this.#afterClosing((inner) => this.establish(inner, offer), signal)
    const session = await this.#runs(`open ${this.openingOf(offer)}`, run, opts.signal)
    if (!session) throw latchkeyError('connection/no-accounts')
    return session
  }

  restore(opts: RestoreOptions = {}): Promise<ConnectorSession | null> {
    const silent = (signal: AbortSignal) =>
      this.#afterClosing((inner) => this.reestablish(inner, opts), signal)
    const run = (signal: AbortSignal) => this.bounded(reconnectTimeout, silent, signal)
    return this.#runs('restore', run, opts.signal).catch((error) => {
      // A wallet that can't answer without a prompt refuses the request. In this case, there is no session to restore.
      if (isLatchkeyError(error, 'wallet/unauthorized') || isLatchkeyError(error, 'wallet/user-rejected'))
        return null
      throw error
    })
  }

  watch(listener: () => void): Unsubscribe {
    let stop: Unsubscribe | undefined
    try {
      stop = this.observe?.(listener)
    } catch (error) {
      this.debug('refused a listener', error)
    }
    this.#watchers.add(listener)
    return () => {
      this.#watchers.delete(listener)
      stop?.()
    }
  }

  close(opts: CallOptions = {}): Promise<void> {
    this.#closing ??= this.#leave().finally(() => {
      this.#closing = undefined
    })
    return raceAbort(this.#closing, opts.signal)
  }

  release(): void {
    this.end('host')
  }

  dispose(): void {
    this.events.clear()
    this.end('host')
  }

  /** Starts to listen to the wallet, unless the connector already listens. */
  protected attach(): void {
    if (this.#detach) return
    try {
      this.#detach = this.listen()
    } catch (error) {
      this.debug('refused a listener', error)
    }
  }

  protected detach(): void {
    this.#detach?.()
    this.#detach = undefined
  }

  protected end(reason: CloseReason): void {
    const wasOpen = this.session !== undefined
    this.session = undefined
    this.detach()
    this.forget()
    for (const reject of this.#pending) reject(latchkeyError('wallet/closed-during-request'))
    this.#pending.clear()
    if (wasOpen) this.events.emit('closed', { reason })
  }

  /** Resolves with the wallet's answer. Rejects if the session ends or the caller aborts first. */
  protected async untilEnd<T>(run: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    throwIfAborted(signal)
    let give: (error: Error) => void = () => {}
    const ended = new Promise<never>((_, reject) => {
      give = reject
      this.#pending.add(give)
    })
    try {
      return await raceAbort(Promise.race([this.heard(run(), signal), ended]), signal)
    } finally {
      this.#pending.delete(give)
    }
  }

  protected bounded<T>(
    ms: number,
    run: (signal: AbortSignal) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    const late = () => latchkeyError('wallet/timeout', { values: { seconds: ms / 1000 } })
    return withTimeout(this.#context.clock, ms, run, late, signal)
  }

  /**
   * Checks that the wallet supports the family.
   * @throws `connection/namespace-not-configured`
   */
  protected requireFamily(namespace: ChainNamespace): void {
    if (!this.chains.includes(namespace))
      throw latchkeyError('connection/namespace-not-configured', { values: { namespace } })
  }

  /**
   * Checks that the session hasn't ended.
   * @throws `connection/not-connected`
   */
  protected requireOpen(session: ConnectorSession): void {
    if (this.session !== session) throw latchkeyError('connection/not-connected')
  }

  /**
   * Calls the listeners of `watch` if an answer comes after its time limit, because the wallet can
   * then be asked again. Calls them at most `lateAnswers` times.
   */
  protected heard<T>(answer: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    const late = () => {
      if (!signal?.aborted || this.#lateAnswers++ >= lateAnswers) return
      for (const watcher of [...this.#watchers]) watcher()
    }
    answer.then(late, () => {})
    return answer
  }

  protected debug(did: string, error: unknown): void {
    this.#context.log.debug(`${this.name} ${did}`, error)
  }

  async #afterClosing<T>(run: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
    if (this.#closing) await this.#closing
    throwIfAborted(signal)
    return run(signal)
  }

  async #leave(): Promise<void> {
    const revoke = this.session && this.revocation?.()
    this.end('host')
    if (!revoke) return
    await this.bounded(disconnectTimeout, revoke).catch((error) => {
      this.debug("didn't revoke its permission", error)
    })
  }
}

/** Returns the error for an answer that doesn't match the wallet's interface. */
export function invalidAnswer(method: string, expected: string) {
  return latchkeyError('wallet/invalid-answer', { values: { method, expected } })
}

/** Calls the listener when the page becomes visible. Some wallets don't report their changes while the page is hidden. */
export function whenShown(page: Pick<Page, 'listen' | 'visible'>, listener: () => void): Unsubscribe {
  return page.listen('visibilitychange', () => {
    if (page.visible()) listener()
  })
}
