import { withTimeout } from '../../../core/async/deadline.ts'
import { withResolvers } from '../../../core/async/with-resolvers.ts'
import type { Clock, Logger, Unsubscribe } from '../../../ports.ts'
import { relayUnreachable } from '../errors.ts'
import type { Relayer, RelayProvider } from '../library/library.ts'
import type { PagePresence } from './page-presence.ts'
import { relayLimits } from './relay-limits.ts'
import type { RelaySocket } from './relay-socket.ts'

export interface RelayCheckOptions {
  readonly relayer: Relayer
  readonly socket: RelaySocket
  readonly presence: Pick<PagePresence, 'absences'>
  readonly clock: Clock
  readonly log: Logger
  /** Aborts when the connection ends. */
  readonly over: AbortSignal
  /** Called when the connection is lost, or a new connection is about to be used. */
  readonly lost: () => void
  /** Called when this tab is about to subscribe to its topics. */
  readonly subscribing: () => void
  /** Opens a second socket in addition to the current socket. Closes the new socket if it opens too late. */
  readonly open: () => Promise<RelayProvider>
  /** Uses an open socket, and subscribes on it. */
  readonly use: (next: RelayProvider) => Promise<void>
  /** Replaces the connection with a new connection, without waiting until the old connection is closed. */
  readonly leave: () => void
  /** Returns whether the connection needs no socket, because the connection is closed or paused. */
  readonly idle: () => boolean
  /**
   * While our own code opens a socket, returns a function that gives up this attempt. While the WalletConnect library opens a
   * socket, returns `library`, because this attempt can't be given up. Returns undefined while no socket is being opened.
   */
  readonly opening: () => (() => void) | 'library' | undefined
  /** Called when a check has ended. */
  readonly checked: () => void
}

/**
 * Checks the connection's socket, and replaces a socket that doesn't work. A phone may close the socket of a page in the
 * background without an event.
 */
export class RelayCheck {
  readonly #options: RelayCheckOptions
  #running: Promise<void> | undefined
  /** The value of `presence.absences` when the running check started. */
  #startedAt = 0
  /** Ends the wait for an answer on the current socket. */
  #silent: (() => void) | undefined
  #hurrying: Unsubscribe | undefined

  constructor(options: RelayCheckOptions) {
    this.#options = options
  }

  /** The check in progress. It never rejects. */
  get running(): Promise<void> | undefined {
    return this.#running
  }

  /** Whether the check in progress started before the last absence of the page. Such a check may hang. */
  get isOld(): boolean {
    return this.#running !== undefined && this.#startedAt !== this.#options.presence.absences
  }

  /** Checks whether the socket still works. Replaces a socket that doesn't answer. */
  start(): void {
    if (this.#running) return
    const { relayer, socket, clock, over, subscribing } = this.#options
    this.#run(async (used) => {
      const alive = withResolvers<void>()
      const ended = withResolvers<never>()
      this.#silent = () => ended.reject(relayUnreachable())
      const stop = socket.listen(() => alive.resolve())
      try {
        const topics = [...relayer.subscriber.topics]
        subscribing()
        socket.send({ method: 'irn_batchSubscribe', params: { topics } })
        const either = () => Promise.race([alive.promise, ended.promise])
        await withTimeout(clock, relayLimits.signOfLife, either, relayUnreachable, over)
      } catch {
        await this.#replace(used, alive.promise)
      } finally {
        this.#silent = undefined
        stop()
      }
    })
  }

  /** Replaces the socket without checking it. */
  replace(): Promise<void> {
    return this.#run((used) => this.#replace(used))
  }

  /** Call this when the socket is closed. */
  dropped(): void {
    this.#silent?.()
  }

  /**
   * Starts another attempt to connect if the relay doesn't answer soon. A phone may have stopped the pending attempt, and its
   * socket then doesn't work.
   */
  hurry(): void {
    const { socket, clock, opening, lost } = this.#options
    this.calm()
    const pending = opening()
    const running = this.#running
    const used = socket.current
    let heard = false
    const stopListening = socket.listen(() => {
      heard = true
    })
    const stopTimer = clock.after(relayLimits.signOfLife, () => {
      this.calm()
      const now = opening()
      if (now === 'library') return
      if (now) {
        if (now === pending) now()
      } else if (!heard && this.#running === running && socket.current === used) {
        socket.abandon()
        lost()
      }
    })
    this.#hurrying = () => {
      stopListening()
      stopTimer()
    }
  }

  /** Cancels `hurry`. */
  calm(): void {
    this.#hurrying?.()
    this.#hurrying = undefined
  }

  /** Runs a check of the current socket. New messages wait until the check ends. */
  #run(check: (used: RelayProvider) => Promise<void>): Promise<void> {
    const { socket, presence, log, checked } = this.#options
    this.#startedAt = presence.absences
    this.#running = check(socket.current)
      .catch((error) => log.debug("The relay doesn't respond", error))
      .finally(() => {
        this.#running = undefined
        checked()
      })
    return this.#running
  }

  /** Opens a second socket, and keeps the socket that works first. */
  async #replace(used: RelayProvider, alive?: Promise<void>): Promise<void> {
    const { relayer, socket, log, lost, open, use, leave, idle } = this.#options
    if (!socket.replaceable) return leave()
    const isUsed = () => socket.current === used
    if (!isUsed()) return
    const opening = open()
    try {
      const next = await (alive ? Promise.race([opening, alive]) : opening)
      if (!next || !isUsed() || idle()) {
        opening.then((late) => socket.close(late)).catch(() => {})
        return
      }
      lost()
      await relayer.subscriber.stop()
      await use(next)
    } catch (error) {
      log.debug("Couldn't replace the connection to the relay", error)
      if (isUsed()) leave()
    }
  }
}
