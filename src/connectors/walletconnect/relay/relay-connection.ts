import { raceAbort } from '../../../core/async/abort.ts'
import { withTimeout } from '../../../core/async/deadline.ts'
import { isLatchkeyError, latchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { Clock, Logger, Page, Unsubscribe } from '../../../ports.ts'
import { errorFrom, isRefusal, relayUnreachable } from '../errors.ts'
import type { LibraryRelayer, Relayer, SignClient } from '../library/library.ts'
import { Backoff } from './backoff.ts'
import { PagePresence } from './page-presence.ts'
import { relayLimits } from './relay-limits.ts'
import type { RelayRefusal } from './relay-refusal.ts'

export interface RelayConnectionOptions {
  readonly core: SignClient['core']
  readonly clock: Clock
  readonly page: Page
  readonly log: Logger
  /** True on a wallet's side, where a page that isn't visible from here may always be waiting. */
  readonly awaited?: boolean | undefined
  /** The library's own methods, which ours replace. */
  readonly library: LibraryRelayer
  readonly refusal: RelayRefusal
  /** Called when the connection is lost, or a new one is about to be opened. */
  readonly lost: () => void
}

/**
 * Decides when to open, reopen, check and give up the library's connection to the relay. The library's own policy is disabled: it
 * takes up to twenty seconds after a drop, and opens a second socket when two requests meet a closed one.
 */
export class RelayConnection {
  readonly #options: RelayConnectionOptions
  readonly #relayer: Relayer
  readonly #backoff: Backoff
  readonly #presence: PagePresence
  readonly #releases: Unsubscribe[] = []
  #connecting: Promise<void> | undefined
  #waiting = 0
  #connectedAt = Number.NaN
  #resting = false
  #ended = false
  #subscribed = true

  constructor(options: RelayConnectionOptions) {
    const { core, clock } = options
    this.#options = options
    this.#relayer = core.relayer
    this.#backoff = new Backoff(clock, relayLimits.backoff.first)
    this.#relayer.transportExplicitlyClosed = true
    this.#listen('relayer_disconnect', () => this.#dropped())
    this.#listen('relayer_error', (error) => this.#failed(error))
    this.#presence = new PagePresence({ ...options, returned: (away) => this.#returned(away) })
    this.#releases.push(() => this.#presence.dispose())
  }

  get ended(): boolean {
    return this.#ended
  }

  /** Resolves when the socket is open. @throws the relay's refusal, `flow/aborted`. */
  async up(signal?: AbortSignal): Promise<void> {
    if (this.#ended) throw latchkeyError('config/disposed')
    this.#resume()
    if (!this.#relayer.connected) await this.#awaited(signal)
  }

  /** Resolves when the relay also has all our topics, so that answers reach us. @throws like `up`. */
  async ready(signal?: AbortSignal): Promise<void> {
    await this.up(signal)
    while (this.#connecting) await this.#awaited(signal)
  }

  /**
   * Runs a function that needs the relay, within a time limit.
   * @throws `connection/relay-unreachable` when it doesn't settle in time while the page is visible; `flow/aborted`.
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
        try {
          return await withTimeout(clock, limit, () => running, relayUnreachable, signal)
        } catch (error) {
          // A frozen page couldn't reach the relay. The result may still come, now that the page is back.
          const away = this.#presence.away || this.#presence.absences !== absences
          if (!away || !isLatchkeyError(error, 'connection/relay-unreachable')) throw error
        }
      }
    } finally {
      stop.abort()
    }
  }

  /** Keeps the connection up for incoming messages, even if no caller waits. */
  keepUp(): void {
    if (!this.#relayer.subscriber.hasAnyTopics) return
    this.#connection().catch((error) => this.#options.log.debug("Can't reach the relay", error))
  }

  /** Called when the relay didn't accept all topics. Ends the connection, or the attempt to connect. */
  subscriptionFailed(): void {
    this.#subscribed = false
    if (!this.#connecting) this.#leaveForNew()
  }

  /** Closes the socket and stops all timers until the next request needs a connection. */
  async rest(): Promise<void> {
    if (this.#resting) return
    this.#resting = true
    this.#backoff.cutShort()
    this.#options.core.heartbeat.stop()
    await this.#relayer.transportClose().catch(() => {})
  }

  async end(): Promise<void> {
    if (this.#ended) return
    this.#ended = true
    this.#backoff.cutShort()
    for (const release of this.#releases.splice(0)) release()
    this.#options.lost()
    this.#options.core.heartbeat.stop()
    // A message that the library still has to send would open a socket.
    this.#relayer.on('relayer_connect', () => void this.#relayer.transportDisconnect().catch(() => {}))
    await this.#relayer.transportClose().catch(() => {})
  }

  /** Waits for the connection on behalf of a caller. */
  async #awaited(signal: AbortSignal | undefined): Promise<void> {
    this.#waiting++
    // A caller is waiting now, so don't sit out a long pause.
    this.#backoff.cutShort(relayLimits.backoff.mostAwaited)
    try {
      await raceAbort(this.#connection(), signal)
    } catch (error) {
      // Callers that came in the meantime haven't seen the refusal.
      if (isRefusal(error)) this.#refuse(error as Error)
      throw error
    } finally {
      this.#waiting--
    }
  }

  #connection(): Promise<void> {
    this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = undefined
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
    const { log, page, library, refusal } = this.#options
    const relayer = this.#relayer
    // The library starts an attempt when it is created. Let that end first; otherwise there would be two sockets.
    if (relayer.connecting) await library.transportOpen().catch(() => {})
    for (let first = this.#backoff.fresh; !this.#ended && !relayer.connected; first = false) {
      if (refusal.error) throw refusal.error
      if (!first || !page.online()) await this.#backoff.pause(this.#longestPause)
      if (this.#ended || relayer.connected || !this.#wanted) break
      if (!page.online()) continue
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
    const { clock, library, refusal } = this.#options
    const relayer = this.#relayer
    relayer.transportExplicitlyClosed = true
    // The library detaches from the previous connection, so it wouldn't report the end of one that is closing.
    this.#options.lost()
    await relayer.subscriber.stop()
    const bounded = (run: () => Promise<void> | undefined) =>
      withTimeout(clock, relayLimits.attempt, async () => run(), relayUnreachable)
    if (!relayer.createProvider) return bounded(() => library.transportOpen())
    // The library no longer listens to the replaced socket, whose errors would otherwise be uncaught.
    relayer.provider.on?.('error', () => {})
    try {
      await relayer.createProvider()
      await bounded(() => relayer.provider.connect?.())
      this.#requireOpen()
      this.#connectedAt = clock.now()
      this.#subscribed = true
      await bounded(() => relayer.subscriber.start())
      if (!this.#subscribed) throw relayUnreachable()
      this.#requireOpen()
      if (refusal.error) throw refusal.error
    } catch (error) {
      // A connection that failed halfway would remain as a second socket.
      if (relayer.connected) await relayer.transportDisconnect().catch(() => {})
      throw error
    }
  }

  /** Throws when the link ended during the attempt, before there was a socket to close. */
  #requireOpen(): void {
    if (this.#ended) throw latchkeyError('config/disposed')
  }

  get #longestPause(): number {
    const { most, mostAwaited } = relayLimits.backoff
    const { awaited, refusal } = this.#options
    return this.#waiting > 0 || refusal.awaited || awaited ? mostAwaited : most
  }

  get #wanted(): boolean {
    return !this.#resting && (this.#waiting > 0 || this.#relayer.subscriber.hasAnyTopics)
  }

  #dropped(): void {
    const { clock, refusal, lost } = this.#options
    if (clock.now() - this.#connectedAt < relayLimits.steady) this.#backoff.fail()
    else this.#backoff.reset()
    lost()
    if (!this.#ended && !this.#resting && !refusal.error && !this.#connecting) this.keepUp()
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

  /** Checks the connection once when the page returns, even if several events report it. */
  #returned(away: number): void {
    if (this.#ended || this.#resting) return
    this.#backoff.reset()
    this.#options.refusal.clear()
    if (!this.#relayer.connected) {
      this.#backoff.cutShort()
      this.keepUp()
    } else if (away >= relayLimits.away) this.#checkHealth()
  }

  /** Checks for a connection that died silently. */
  #checkHealth(): void {
    const { clock, library, log } = this.#options
    const { topics } = this.#relayer.subscriber
    const payload = { method: 'irn_batchSubscribe', params: { topics: [...topics] } }
    withTimeout(clock, relayLimits.healthCheck, () => library.request(payload), relayUnreachable).catch(
      (error) => {
        log.debug("The relay doesn't respond", error)
        this.#leaveForNew()
      },
    )
  }

  /** Ends the connection. If there are topics, the library's event then opens a new one. */
  #leaveForNew(): void {
    if (!this.#relayer.connected) return
    this.#relayer
      .transportDisconnect()
      .catch((error) => this.#options.log.debug("Couldn't close the relay connection", error))
  }
}
