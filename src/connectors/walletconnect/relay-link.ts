import { withTimeout } from '../../core/async/deadline.ts'
import { isLatchkeyError, latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { Clock, Logger, Page, Unsubscribe } from '../../ports.ts'
import { errorFrom, isRefusal } from './errors.ts'
import type { Relayer, RelayPayload, SignClient } from './library.ts'

/** In ms. Ours: `reliability` WC2, T28. */
const pace = {
  first: 50,
  most: 30_000,
  /** While somebody waits for an answer, here or at the other end. */
  mostWaited: 1000,
  attempt: 15_000,
  /** A connection that ended sooner does not count as one. */
  steady: 1000,
  /** After this time out of sight a connection is looked after. */
  away: 30_000,
  health: 5000,
  leave: 1000,
  /** The library gives a message up after a minute; what it has given up must not be sent any more. */
  publish: 55_000,
} as const

export interface RelayLinkOptions {
  readonly core: SignClient['core']
  readonly clock: Clock
  readonly page: Page
  readonly log: Logger
  /** At a wallet's end: who waits is a page that one cannot see. */
  readonly awaited?: boolean | undefined
}

/**
 * Keeps the library's one connection to the relay. The library's own policy is switched off: it needs up to twenty seconds
 * to answer a request after a drop, and opens a second socket when two requests meet a closed one. Here a message whose
 * acknowledgement was lost is sent again, the same to the last byte, so that the wallet takes it once.
 */
export class RelayLink {
  readonly #options: RelayLinkOptions
  readonly #relayer: Relayer
  readonly #original: Pick<Relayer, 'request' | 'transportOpen'>
  readonly #releases: Unsubscribe[] = []
  /** Told when the connection drops. */
  readonly #inFlight = new Set<() => void>()
  readonly #onRefused = new Set<(error: Error) => void>()
  readonly #underway = new Map<string, Promise<unknown>>()
  readonly #firstSent = new Map<string, number>()
  #connecting: Promise<void> | undefined
  #waiting = 0
  #failures = 0
  #connectedAt = Number.NaN
  #hiddenAt: number | undefined
  #wake = () => {}
  #pause = 0
  #refusal: Error | undefined
  #resting = false
  #ended = false
  #era = 0
  /** The relay did not take all that we want to hear. */
  #deaf = false

  constructor(options: RelayLinkOptions) {
    const { core, page, clock } = options
    const { relayer } = core
    this.#options = options
    this.#relayer = relayer
    const { request, transportOpen } = relayer
    this.#original = {
      request: (payload) => request.call(relayer, payload),
      transportOpen: () => transportOpen.call(relayer),
    }
    relayer.transportExplicitlyClosed = true
    relayer.request = (payload) => this.#send(payload)
    relayer.transportOpen = async () => {
      if (!this.#ended && relayer.subscriber.hasAnyTopics) await this.up()
    }
    this.#listen('relayer_disconnect', () => this.#dropped())
    this.#listen('relayer_error', (error) => this.#refused(error))
    const look = () => this.#look()
    this.#hiddenAt = page.visible() ? undefined : clock.now()
    for (const event of ['online', 'pageshow', 'visibilitychange'])
      this.#releases.push(page.listen(event, look))
    if (relayer.subscriber.hasAnyTopics) this.#keepUp()
  }

  /** Resolves when there is a connection. @throws what the relay says when it does not want us. */
  async up(): Promise<void> {
    if (this.#ended) throw latchkeyError('config/disposed')
    this.#rouse()
    if (this.#relayer.connected) return
    this.#waiting++
    // Somebody waits now: a long pause is cut short.
    if (this.#pause > pace.mostWaited) this.#wake()
    try {
      await this.#connection()
    } catch (error) {
      // Whoever came while the answer was on its way has not heard it.
      if (isRefusal(error)) this.#refuse(error as Error)
      throw error
    } finally {
      this.#waiting--
    }
  }

  /** For what may yet come, without anybody who waits for it. */
  #keepUp(): void {
    this.#connection().catch((error) => this.#options.log.debug('Not at the relay', error))
  }

  #connection(): Promise<void> {
    this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = undefined
    })
    return this.#connecting
  }

  /** Settles as the promise does, unless the relay refuses us: nothing would come of it then. */
  async untilRefused<T>(promise: Promise<T>): Promise<T> {
    if (this.#refusal) throw this.#refusal
    let refuse: (error: Error) => void = () => {}
    const refused = new Promise<never>((_, reject) => {
      refuse = reject
      this.#onRefused.add(refuse)
    })
    try {
      return await Promise.race([promise, refused])
    } finally {
      this.#onRefused.delete(refuse)
    }
  }

  /** What the relay refused may have been mended: whoever asks for something anew has it tried once more. */
  forgive(): void {
    this.#refusal = undefined
  }

  /** Hears no more of a topic. The relay is told if it answers soon; here nothing is left of it in any case. */
  async leave(topic: string): Promise<void> {
    const { subscriber, connected } = this.#relayer
    const late = () => latchkeyError('connection/relay-unreachable')
    if (connected)
      await withTimeout(this.#options.clock, pace.leave, () => this.#relayer.unsubscribe(topic), late).catch(
        (error) => this.#options.log.debug('The relay was not told of a topic that is over', error),
      )
    const { pending, subscriptions, topicMap } = subscriber
    pending.delete(topic)
    for (const id of [...topicMap.get(topic)]) {
      subscriptions.delete(id)
      topicMap.delete(topic, id)
    }
    if (subscriber.cached) subscriber.cached = subscriber.cached.filter((one) => one.topic !== topic)
    // Has the library write down what is left.
    subscriber.events.emit('subscription_deleted', { topic })
  }

  /** Without a topic there is nothing to hear: no socket and no timer until the next message. */
  async rest(): Promise<void> {
    if (this.#resting || this.#relayer.subscriber.hasAnyTopics) return
    this.#resting = true
    // What is still on its way belongs to nobody any more.
    this.#era++
    this.#relayer.publisher.queue.clear()
    this.#wake()
    this.#options.core.heartbeat.stop()
    await this.#relayer.transportClose().catch(() => {})
  }

  /** Nothing is sent any more, however much the library still has to say: its own way would open a socket for it. */
  async end(): Promise<void> {
    if (this.#ended) return
    this.#ended = true
    this.#wake()
    for (const release of this.#releases.splice(0)) release()
    this.#dropInFlight()
    this.#options.core.heartbeat.stop()
    // What the library was about to send opens a socket of its own.
    this.#relayer.on('relayer_connect', () => void this.#relayer.transportDisconnect().catch(() => {}))
    await this.#relayer.transportClose().catch(() => {})
  }

  #listen(event: string, listener: (payload: never) => void): void {
    this.#relayer.on(event, listener)
    this.#releases.push(() => this.#relayer.off(event, listener))
  }

  #rouse(): void {
    if (!this.#resting) return
    this.#resting = false
    this.#options.core.heartbeat.init().catch(() => {})
  }

  async #connect(): Promise<void> {
    const { log, page } = this.#options
    const relayer = this.#relayer
    // What the library began by itself, when it was made, ends first: two at a time would be two sockets.
    if (relayer.connecting) await this.#original.transportOpen().catch(() => {})
    for (let first = this.#failures === 0; !this.#ended && !relayer.connected; first = false) {
      if (this.#refusal) throw this.#refusal
      if (!first || !page.online()) await this.#step()
      if (this.#ended || relayer.connected || !this.#wanted()) break
      if (!page.online()) continue
      try {
        await this.#attempt()
      } catch (error) {
        this.#failures++
        const known = errorFrom(error, 'connect')
        if (isRefusal(known)) this.#refuse(known)
        log.debug('The relay cannot be reached', known)
      }
    }
    if (this.#ended) {
      if (relayer.connected) await relayer.transportDisconnect().catch(() => {})
      throw latchkeyError('config/disposed')
    }
    if (!relayer.connected) throw latchkeyError('connection/relay-unreachable')
  }

  async #attempt(): Promise<void> {
    const { clock } = this.#options
    const relayer = this.#relayer
    relayer.transportExplicitlyClosed = true
    // The library stops listening to the connection before: of one that is closing it would never say that it has closed.
    this.#dropInFlight()
    await relayer.subscriber.stop()
    const late = () => latchkeyError('connection/relay-unreachable')
    const bounded = (run: () => Promise<void> | undefined) =>
      withTimeout(clock, pace.attempt, async () => run(), late)
    if (!relayer.createProvider) return bounded(() => this.#original.transportOpen())
    try {
      await relayer.createProvider()
      await bounded(() => relayer.provider.connect?.())
      this.#requireOpen()
      this.#connectedAt = clock.now()
      this.#deaf = false
      await bounded(() => relayer.subscriber.start())
      if (this.#deaf) throw late()
      this.#requireOpen()
      if (this.#refusal) throw this.#refusal
    } catch (error) {
      // Half a connection would stay behind as a second socket.
      if (relayer.connected) await relayer.transportDisconnect().catch(() => {})
      throw error
    }
  }

  /** What was ended while it was connecting had no socket to close yet. */
  #requireOpen(): void {
    if (this.#ended) throw latchkeyError('config/disposed')
  }

  /** One step of the backoff, with jitter; shorter while somebody waits, and over at once when the page comes back. */
  #step(): Promise<void> {
    const { clock } = this.#options
    const most = this.#awaited ? pace.mostWaited : pace.most
    const step = Math.min(most, pace.first * 2 ** Math.min(this.#failures, 16))
    this.#pause = step * (0.5 + Math.random() / 2)
    return new Promise((resolve) => {
      const done = () => {
        stop()
        this.#pause = 0
        this.#wake = () => {}
        resolve()
      }
      const stop = clock.after(this.#pause, done)
      this.#wake = done
    })
  }

  get #awaited(): boolean {
    return this.#waiting > 0 || this.#onRefused.size > 0 || this.#options.awaited === true
  }

  #wanted(): boolean {
    return !this.#resting && (this.#waiting > 0 || this.#relayer.subscriber.hasAnyTopics)
  }

  #dropped(): void {
    const { clock } = this.#options
    this.#failures = clock.now() - this.#connectedAt < pace.steady ? this.#failures + 1 : 0
    this.#dropInFlight()
    if (this.#ended || this.#resting || this.#refusal || this.#connecting) return
    if (this.#relayer.subscriber.hasAnyTopics) this.#keepUp()
  }

  #refused(error: unknown): void {
    const known = errorFrom(error, 'connect')
    if (isRefusal(known)) this.#refuse(known)
    this.#dropInFlight()
  }

  #refuse(error: Error): void {
    this.#refusal = error
    for (const refuse of [...this.#onRefused]) refuse(error)
    this.#wake()
  }

  /** The page is back, or online: one look at the connection, however many events say so. */
  #look(): void {
    const { page, clock, log } = this.#options
    if (!page.visible()) {
      this.#hiddenAt ??= clock.now()
      return
    }
    const away = this.#hiddenAt === undefined ? 0 : Math.abs(clock.now() - this.#hiddenAt)
    this.#hiddenAt = undefined
    if (this.#ended || this.#resting || !page.online()) return
    this.#failures = 0
    this.forgive()
    if (!this.#relayer.connected) {
      this.#wake()
      if (this.#wanted()) this.#keepUp()
    } else if (away >= pace.away)
      this.#checkHealth().catch((error) => log.debug('The relay does not answer', error))
  }

  async #checkHealth(): Promise<void> {
    const { subscriber } = this.#relayer
    const payload = { method: 'irn_batchSubscribe', params: { topics: [...subscriber.topics] } }
    const late = () => latchkeyError('connection/relay-unreachable')
    try {
      await withTimeout(this.#options.clock, pace.health, () => this.#original.request(payload), late)
    } catch (error) {
      await this.#relayer.transportDisconnect()
      throw error
    }
  }

  /**
   * One message of one id is on its way once, however often the library asks for it. It never rejects: the library gives a
   * message up by its own clock, and leaves the rejection of a repetition unhandled.
   */
  #send(payload: RelayPayload): Promise<unknown> {
    // With what it says: the library's numbers repeat within a millisecond.
    const id = payload.id === undefined ? undefined : `${payload.id} ${JSON.stringify(payload.params)}`
    if (id === undefined) return this.#delivered(payload, this.#options.clock.now())
    let underway = this.#underway.get(id)
    if (!underway) {
      const first = this.#firstSent.get(id) ?? this.#options.clock.now()
      this.#firstSent.set(id, first)
      underway = this.#delivered(payload, first).then(
        (answer) => {
          this.#underway.delete(id)
          this.#firstSent.delete(id)
          return answer
        },
        (error) => {
          this.#underway.delete(id)
          this.#options.log.debug('A message was not delivered', error)
          return /^irn_batch/.test(payload.method) ? this.#notHeard() : new Promise<never>(() => {})
        },
      )
      this.#underway.set(id, underway)
      if (this.#firstSent.size > 200) this.#forgetOld()
    }
    return underway
  }

  /**
   * Answered at once: a minute later the library would close whatever connection there is by then. Where the connection is
   * not just being made, another one is, for all topics.
   */
  #notHeard(): void {
    this.#deaf = true
    const relayer = this.#relayer
    if (this.#connecting || !relayer.connected) return
    relayer.transportDisconnect().catch((error) => this.#options.log.debug('The relay was not left', error))
  }

  async #delivered(payload: RelayPayload, first: number): Promise<unknown> {
    const { clock } = this.#options
    // Part of making a connection: the next one makes its own.
    const once = /^irn_batch/.test(payload.method)
    const era = this.#era
    for (;;) {
      if (clock.now() - first > pace.publish) throw latchkeyError('connection/relay-unreachable')
      const left = Math.max(1, first + pace.publish - clock.now())
      const late = () => latchkeyError('connection/relay-unreachable')
      // What is part of making a connection cannot wait for one.
      if (!once) await withTimeout(clock, left, () => this.up(), late)
      else if (!this.#relayer.connected) throw late()
      try {
        // A relay that never acknowledges is given up as one that is not there.
        const answer = () => this.#untilDropped(this.#original.request(payload))
        return await withTimeout(clock, Math.max(1, first + pace.publish - clock.now()), answer, late)
      } catch (error) {
        const dropped = isLatchkeyError(error, 'connection/relay-unreachable')
        if (!dropped || once || this.#ended || era !== this.#era) throw error
        if (this.#refusal) throw this.#refusal
      }
    }
  }

  async #untilDropped<T>(answer: Promise<T>): Promise<T> {
    let drop = () => {}
    const dropped = new Promise<never>((_, reject) => {
      drop = () => reject(latchkeyError('connection/relay-unreachable'))
      this.#inFlight.add(drop)
    })
    answer.catch(() => {})
    try {
      return await Promise.race([answer, dropped])
    } finally {
      this.#inFlight.delete(drop)
    }
  }

  #dropInFlight(): void {
    for (const drop of [...this.#inFlight]) drop()
  }

  #forgetOld(): void {
    const now = this.#options.clock.now()
    for (const [id, at] of this.#firstSent)
      if (Math.abs(now - at) > 2 * pace.publish && !this.#underway.has(id)) this.#firstSent.delete(id)
  }
}
