import { raceAbort } from '../../../core/async/abort.ts'
import { withTimeout } from '../../../core/async/deadline.ts'
import { withResolvers } from '../../../core/async/with-resolvers.ts'
import { isLatchkeyError, latchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { Clock, Logger, Page, Unsubscribe } from '../../../ports.ts'
import { errorFrom, isRefusal, relayUnreachable } from '../errors.ts'
import type { LibraryRelayer, Relayer, RelayProvider, SignClient } from '../library/library.ts'
import { Backoff } from './backoff.ts'
import { PagePresence } from './page-presence.ts'
import { RelayCheck } from './relay-check.ts'
import { relayLimits } from './relay-limits.ts'
import type { RelayRefusal } from './relay-refusal.ts'
import { RelaySocket } from './relay-socket.ts'

export interface RelayConnectionOptions {
  readonly core: SignClient['core']
  readonly clock: Clock
  readonly page: Page
  readonly log: Logger
  /**
   * Whether the connection always behaves as if the other side waits for an answer. True in a wallet, because a wallet can't know
   * whether the page waits.
   */
  readonly awaited?: boolean | undefined
  /** The WalletConnect library's own methods, before we replaced them. */
  readonly library: LibraryRelayer
  readonly refusal: RelayRefusal
  /** Called when the connection is lost, or a new connection is about to be used. */
  readonly lost: () => void
  /** Called when this tab is about to subscribe to its topics. */
  readonly subscribing: () => void
  /** Called after the page has returned. The check of the connection may still be running. */
  readonly returned: () => void
}

/**
 * Decides when to open, check, replace and close the library's connection to the relay. The library's own rules are disabled.
 * With them, reconnecting takes up to twenty seconds, and if the socket is closed, two requests open two sockets.
 */
export class RelayConnection {
  readonly #options: RelayConnectionOptions
  readonly #relayer: Relayer
  readonly #socket: RelaySocket
  readonly #backoff: Backoff
  readonly #presence: PagePresence
  readonly #check: RelayCheck
  readonly #releases: Unsubscribe[] = []
  readonly #over = new AbortController()
  #connecting: Promise<void> | undefined
  /** Gives up the socket that is being opened. */
  #stall: (() => void) | undefined
  /** Whether the library itself is connecting. Such an attempt can't be given up. */
  #byLibrary = false
  #waiting = 0
  #connectedAt = Number.NaN
  #resting = false
  #ended = false
  #subscribed = true

  constructor(options: RelayConnectionOptions) {
    const { core, clock } = options
    this.#options = options
    this.#relayer = core.relayer
    this.#socket = new RelaySocket(core.relayer)
    this.#backoff = new Backoff(clock, relayLimits.backoff.first)
    this.#relayer.transportExplicitlyClosed = true
    this.#listen('relayer_disconnect', () => this.#dropped())
    this.#listen('relayer_error', (error) => this.#failed(error))
    this.#presence = new PagePresence({ ...options, returned: () => this.#returned() })
    this.#releases.push(() => this.#presence.dispose())
    this.#check = new RelayCheck({
      ...options,
      relayer: this.#relayer,
      socket: this.#socket,
      presence: this.#presence,
      over: this.#over.signal,
      open: () => this.#opened(),
      use: (next) => this.#use(next),
      leave: () => this.#leaveForNew(),
      idle: () => this.#ended || this.#resting,
      opening: () => (this.#byLibrary ? 'library' : this.#stall),
      checked: () => {
        if (!this.#ended && !this.#resting && !this.#relayer.connected && !this.#connecting) this.keepUp()
      },
    })
  }

  get ended(): boolean {
    return this.#ended
  }

  get presence(): Pick<PagePresence, 'awake' | 'sleptThrough' | 'wokeLate'> {
    return this.#presence
  }

  /**
   * Resolves when the socket is open. If the socket is being checked, first waits for the check.
   * @throws the relay's refusal, `connection/relay-unreachable`, `config/disposed`, `flow/aborted`.
   */
  async up(signal?: AbortSignal): Promise<void> {
    if (this.#ended) throw latchkeyError('config/disposed')
    this.#resume()
    while (this.#check.running) await raceAbort(this.#check.running, signal)
    if (this.#ended) throw latchkeyError('config/disposed')
    if (!this.#relayer.connected) await this.#awaited(signal)
  }

  /** Replaces the connection if it still uses this socket. */
  async renew(used: RelayProvider): Promise<void> {
    if (this.#ended || this.#resting) return
    if (this.#check.running) return this.#check.running
    if (this.#connecting || this.#socket.current !== used || !this.#relayer.connected) return
    await this.#check.replace()
  }

  /** The current socket, for `renew`. */
  get used(): RelayProvider {
    return this.#socket.current
  }

  /**
   * Resolves when the socket is open and the relay has all our topics, so that we can receive
   * answers.
   * @throws the errors of `up`.
   */
  async ready(signal?: AbortSignal): Promise<void> {
    await this.up(signal)
    while (this.#connecting) await this.#awaited(signal)
  }

  /**
   * Runs a function that needs the relay, with a time limit.
   * @throws `connection/relay-unreachable` if the function doesn't settle in time while the page is visible; `flow/aborted`.
   */
  async inTime<T>(run: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const { awaited, clock } = this.#options
    const limit = awaited ? relayLimits.delivery : relayLimits.reach
    const stop = new AbortController()
    const running = run(signal ? AbortSignal.any([signal, stop.signal]) : stop.signal)
    running.catch(() => {})
    try {
      for (;;) {
        const { absences } = this.#presence
        const due = clock.now() + limit
        try {
          return await withTimeout(clock, limit, () => running, relayUnreachable, signal)
        } catch (error) {
          // The page couldn't reach the relay while it slept. Now that the page is back, the result may still come.
          const presence = this.#presence
          const away = presence.away || presence.absences !== absences || presence.sleptThrough(due)
          if (!away || !isLatchkeyError(error, 'connection/relay-unreachable')) throw error
        }
      }
    } finally {
      stop.abort()
    }
  }

  /**
   * Connects again for incoming messages, even if no caller waits. Does nothing during a check of the socket, because the check
   * calls this function when it ends.
   */
  keepUp(): void {
    if (this.#check.running || !this.#relayer.subscriber.hasAnyTopics) return
    this.#connection().catch((error) => this.#options.log.debug("Can't reach the relay", error))
  }

  /** Call this if the relay didn't accept all topics. Replaces the connection, or makes the attempt to connect fail. */
  subscriptionFailed(): void {
    this.#subscribed = false
    if (!this.#connecting && !this.#check.running) this.#leaveForNew()
  }

  /** Closes the socket and stops all timers until the next request needs a connection. */
  async rest(): Promise<void> {
    if (this.#resting) return
    this.#resting = true
    this.#backoff.cutShort()
    this.#check.calm()
    this.#options.core.heartbeat.stop()
    await this.#relayer.transportClose().catch(() => {})
  }

  async end(): Promise<void> {
    if (this.#ended) return
    this.#ended = true
    this.#backoff.cutShort()
    this.#check.calm()
    this.#over.abort()
    for (const release of this.#releases.splice(0)) release()
    this.#options.lost()
    this.#options.core.heartbeat.stop()
    // The library may still have a queued message, which would open a socket. Close this socket.
    this.#relayer.on('relayer_connect', () => void this.#relayer.transportDisconnect().catch(() => {}))
    await this.#relayer.transportClose().catch(() => {})
  }

  /** Waits for the connection, for a caller. */
  async #awaited(signal: AbortSignal | undefined): Promise<void> {
    this.#waiting++
    // Don't continue a long pause while a caller waits.
    this.#backoff.cutShort(relayLimits.backoff.mostAwaited)
    try {
      await raceAbort(this.#connection(), signal)
    } catch (error) {
      // Report the refusal also to the callers that started to wait meanwhile.
      if (isRefusal(error)) this.#refuse(error as Error)
      throw error
    } finally {
      this.#waiting--
    }
  }

  #connection(): Promise<void> {
    this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = undefined
      this.#check.calm()
    })
    return this.#connecting
  }

  #listen(event: string, listener: (payload: never) => void): void {
    this.#relayer.on(event, listener)
    this.#releases.push(() => this.#relayer.off(event, listener))
  }

  #resume(): void {
    if (!this.#resting) return
    this.#resting = false
    this.#options.core.heartbeat.init().catch(() => {})
  }

  async #connect(): Promise<void> {
    const { log, refusal } = this.#options
    const relayer = this.#relayer
    // The library starts to connect when its client is created. Wait for this attempt, because a second attempt would open a
    // second socket.
    if (relayer.connecting) await this.#openByLibrary().catch(() => {})
    for (let first = this.#backoff.fresh; !this.#ended && !relayer.connected; first = false) {
      if (refusal.error) throw refusal.error
      if (!first || this.#isOffline) await this.#backoff.pause(this.#longestPause)
      if (this.#ended || relayer.connected || !this.#wanted) break
      if (this.#isOffline) {
        this.#backoff.fail()
        continue
      }
      try {
        await this.#attempt()
      } catch (error) {
        this.#backoff.fail()
        const known = errorFrom(error, 'connect')
        if (isRefusal(known)) this.#refuse(known)
        log.debug('Connecting to the relay failed', known)
      }
    }
    if (this.#ended) {
      if (relayer.connected) await relayer.transportDisconnect().catch(() => {})
      throw latchkeyError('config/disposed')
    }
    if (!relayer.connected) throw relayUnreachable()
  }

  async #attempt(): Promise<void> {
    const { clock, lost } = this.#options
    const relayer = this.#relayer
    relayer.transportExplicitlyClosed = true
    // The library doesn't report the end of a connection that is being closed. So report it here.
    lost()
    await relayer.subscriber.stop()
    if (!this.#socket.replaceable)
      return withTimeout(clock, relayLimits.attempt, () => this.#openByLibrary(), relayUnreachable)
    const next = await this.#opened()
    await this.#use(next)
  }

  async #openByLibrary(): Promise<void> {
    this.#byLibrary = true
    try {
      await this.#options.library.transportOpen()
    } finally {
      this.#byLibrary = false
    }
  }

  /** Opens a second socket in addition to the current socket. Closes the new socket if it opens too late. */
  async #opened(): Promise<RelayProvider> {
    const { clock } = this.#options
    const opening = this.#socket.openAnother()
    const stalled = withResolvers<never>()
    this.#stall = () => stalled.reject(relayUnreachable())
    try {
      const either = () => Promise.race([opening, stalled.promise])
      const next = await withTimeout(clock, relayLimits.attempt, either, relayUnreachable, this.#over.signal)
      this.#requireOpen()
      return next
    } catch (error) {
      opening.then((late) => this.#socket.close(late)).catch(() => {})
      throw error
    } finally {
      this.#stall = undefined
    }
  }

  /** Uses an open socket, and subscribes on it. */
  async #use(next: RelayProvider): Promise<void> {
    const { clock, refusal, lost } = this.#options
    const relayer = this.#relayer
    try {
      this.#socket.use(next)
      this.#connectedAt = clock.now()
      this.#subscribed = true
      await withTimeout(clock, relayLimits.attempt, () => relayer.subscriber.start(), relayUnreachable)
      if (!this.#subscribed) throw relayUnreachable()
      this.#requireOpen()
      if (refusal.error) throw refusal.error
    } catch (error) {
      // Close the connection if it failed halfway, because it would remain as a second socket. The relay may give the reason
      // for its refusal when the connection closes.
      if (this.#socket.current === next && relayer.connected)
        await relayer.transportDisconnect().catch(() => {})
      lost()
      throw error
    }
  }

  /** Throws if `end` was called during the attempt. */
  #requireOpen(): void {
    if (this.#ended) throw latchkeyError('config/disposed')
  }

  get #longestPause(): number {
    const { most, mostAwaited } = relayLimits.backoff
    return this.#urgent || this.#options.awaited ? mostAwaited : most
  }

  /** Whether a visitor waits for the connection. */
  get #urgent(): boolean {
    return this.#waiting > 0 || this.#options.refusal.awaited
  }

  /**
   * Whether the browser is offline. While a visitor waits on a visible page, the browser counts as online, because browsers
   * sometimes report wrongly that they are offline.
   */
  get #isOffline(): boolean {
    const { page } = this.#options
    return !page.online() && !(page.visible() && this.#urgent)
  }

  get #wanted(): boolean {
    return !this.#resting && (this.#waiting > 0 || this.#relayer.subscriber.hasAnyTopics)
  }

  #dropped(): void {
    const { clock, refusal, lost } = this.#options
    if (clock.now() - this.#connectedAt < relayLimits.steady) this.#backoff.fail()
    else this.#backoff.reset()
    lost()
    this.#check.dropped()
    if (!this.#ended && !this.#resting && !refusal.error && !this.#connecting && !this.#check.running)
      this.keepUp()
  }

  #failed(error: unknown): void {
    const known = errorFrom(error, 'connect')
    if (isRefusal(known)) this.#refuse(known)
    this.#options.lost()
  }

  #refuse(error: Error): void {
    this.#options.refusal.set(error)
    this.#backoff.cutShort()
  }

  /** Checks the connection when the page returns. Several events may report the same return, but the connection is checked once. */
  #returned(): void {
    if (this.#ended || this.#resting) return
    this.#backoff.reset()
    this.#options.refusal.clear()
    // While the page slept, an attempt to connect may have hung. The check that started at an earlier return of the page may have
    // hung too.
    if (this.#connecting || this.#check.isOld) this.#check.hurry()
    else if (this.#relayer.connected) this.#check.start()
    if (!this.#relayer.connected) {
      this.#backoff.cutShort()
      this.keepUp()
    }
    this.#options.returned()
  }

  /** Leaves the connection without waiting until it is closed. If there are topics, opens a new connection. */
  #leaveForNew(): void {
    if (!this.#relayer.connected) return
    if (!this.#socket.replaceable) {
      const { log } = this.#options
      this.#relayer
        .transportDisconnect()
        .catch((error) => log.debug("Couldn't close the relay connection", error))
      return
    }
    this.#socket.abandon()
    this.#relayer.subscriber.stop().catch(() => {})
    this.#dropped()
  }
}
