import { withTimeout } from '../../../core/async/deadline.ts'
import { sleep } from '../../../core/async/sleep.ts'
import type { Clock, Logger, Page, Unsubscribe } from '../../../ports.ts'
import { relayUnreachable } from '../errors.ts'
import type { LibraryRelayer, Relayer, SignClient } from '../library/library.ts'
import { acknowledgeStored } from './late-acknowledgement.ts'
import { RelayConnection } from './relay-connection.ts'
import { RelayDelivery } from './relay-delivery.ts'
import { relayLimits } from './relay-limits.ts'
import { readMail } from './relay-mail.ts'
import { RelayRefusal } from './relay-refusal.ts'
import { TabMail, type TabMailOptions } from './tab-mail.ts'

export interface RelayLinkOptions {
  readonly core: SignClient['core']
  readonly clock: Clock
  readonly page: Page
  readonly log: Logger
  /**
   * Whether the connection always behaves as if the other side waits for an answer. True in a wallet, because a wallet can't know
   * whether the page waits.
   */
  readonly awaited?: boolean | undefined
  /** The settings for sharing messages with other tabs. Undefined if no other tab uses this client. */
  readonly tabs?: Pick<TabMailOptions, 'name' | 'isSession'> | undefined
}

/** The part of the link that sessions use. */
export type SessionLink = Pick<
  RelayLink,
  | 'ready'
  | 'inTime'
  | 'after'
  | 'untilRefused'
  | 'untilUndelivered'
  | 'clearRefusal'
  | 'leave'
  | 'rest'
  | 'end'
>

/** Replaces the WalletConnect library's functions that connect to the relay and send messages. Also unsubscribes from topics. */
export class RelayLink {
  readonly #options: RelayLinkOptions
  readonly #relayer: Relayer
  readonly #refusal = new RelayRefusal()
  readonly #connection: RelayConnection
  readonly #delivery: RelayDelivery
  readonly #library: LibraryRelayer
  readonly #tabs: TabMail | undefined
  readonly #over = new AbortController()
  #reading: Promise<void> | undefined

  constructor(options: RelayLinkOptions) {
    const { relayer } = options.core
    const { publish, publishCustom, request, transportOpen } = relayer
    const library = {
      request: request.bind(relayer),
      transportOpen: () => transportOpen.call(relayer),
    }
    const subscribing = () => {
      if (this.#over.signal.aborted) return
      this.#tabs?.open()
      this.#tabs?.subscribes()
    }
    const shared = { ...options, library, refusal: this.#refusal, subscribing }
    this.#options = options
    this.#relayer = relayer
    this.#library = library
    acknowledgeStored(relayer)
    if (options.tabs)
      this.#tabs = new TabMail({
        relayer,
        page: options.page,
        now: () => options.clock.now(),
        ...options.tabs,
      })
    this.#connection = new RelayConnection({
      ...shared,
      lost: () => this.#delivery.connectionLost(),
      returned: () => void this.#caughtUp(this.#over.signal),
    })
    this.#delivery = new RelayDelivery({ ...shared, relayer, connection: this.#connection })
    relayer.request = (payload) => this.#delivery.send(payload)
    relayer.publish = (topic, message, opts) => {
      this.#tabs?.subscribeAgain()
      this.#tabs?.publishes(topic, message, opts)
      return this.#published(publish.call(relayer, topic, message, opts), message)
    }
    if (publishCustom)
      relayer.publishCustom = (params) => {
        const { sessionProposal } = params.payload as { readonly sessionProposal?: unknown }
        return this.#published(publishCustom.call(relayer, params), sessionProposal)
      }
    // Don't trust the browser when it reports that the device is offline. An attempt to connect shows whether this is true.
    relayer.confirmOnlineStateOrThrow = async () => {}
    // The library calls this function every few seconds while the relay is unreachable, even if no visitor waits.
    relayer.transportOpen = async () => {
      if (!this.#connection.ended) this.#connection.keepUp()
    }
    this.#connection.keepUp()
  }

  /**
   * Resolves when there is a connection.
   * @throws the relay's refusal, `connection/relay-unreachable`, `config/disposed`.
   */
  up(): Promise<void> {
    return this.#connection.up()
  }

  /**
   * Resolves when the relay has all our topics.
   * @throws `flow/aborted`, and the errors of `up`.
   */
  ready(signal?: AbortSignal): Promise<void> {
    return this.inTime((inner) => this.untilRefused(this.#connection.ready(inner)), signal)
  }

  /**
   * Settles like `run`.
   * @throws `connection/relay-unreachable` if `run` doesn't settle in time because the relay can't be reached.
   */
  inTime<T>(run: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#connection.inTime(run, signal)
  }

  /**
   * Settles like the given promise. Rejects if the message of the request can't be delivered.
   * @throws `wallet/answer-missed` if the wallet may have got the message nevertheless. Its cause is the relay's error.
   */
  untilUndelivered<T>(isRequest: (id: unknown) => boolean, promise: Promise<T>): Promise<T> {
    return this.#delivery.orUndelivered(isRequest, promise)
  }

  /**
   * After `ms`, calls `due` and then `run(false)`. If the page slept at that time, or had just returned, calls `run(true)`
   * instead of `run(false)`, but first tries to connect to the relay again and to read its messages.
   */
  after(ms: number, run: (slept: boolean) => void, due?: () => void): Unsubscribe {
    const { clock } = this.#options
    const dueAt = clock.now() + ms
    const left = new AbortController()
    const stop = clock.after(ms, () => {
      due?.()
      if (!this.#connection.presence.sleptThrough(dueAt)) return run(false)
      const signal = AbortSignal.any([left.signal, this.#over.signal])
      this.#caughtUp(signal).then(() => {
        if (!signal.aborted) run(true)
      })
    })
    return () => {
      stop()
      left.abort()
    }
  }

  /** Settles like the given promise. Rejects if the relay refuses us, because the given promise would then never settle. */
  untilRefused<T>(promise: Promise<T>): Promise<T> {
    return this.#refusal.orElse(promise)
  }

  /** Clears a refusal, so that a new request tries again. The cause may be fixed. */
  clearRefusal(): void {
    this.#refusal.clear()
  }

  /**
   * Unsubscribes from a topic. If the relay is connected, first waits a short time for the relay to unsubscribe. Removes the
   * topic on this side even if the relay doesn't answer.
   */
  async leave(topic: string): Promise<void> {
    const { clock, log } = this.#options
    const { subscriber, connected } = this.#relayer
    if (connected)
      await withTimeout(
        clock,
        relayLimits.leaveTopic,
        () => this.#relayer.unsubscribe(topic),
        relayUnreachable,
      ).catch((error) => log.debug('Unsubscribing from an ended topic failed', error))
    const { pending, subscriptions, topicMap } = subscriber
    pending.delete(topic)
    for (const id of [...topicMap.get(topic)]) {
      subscriptions.delete(id)
      topicMap.delete(topic, id)
    }
    if (subscriber.cached) subscriber.cached = subscriber.cached.filter((one) => one.topic !== topic)
    // Makes the library store the remaining topics.
    subscriber.events.emit('subscription_deleted', { topic })
  }

  /**
   * Closes the socket and stops all timers until the next message is sent. Does this only if there are no topics, because then
   * no message can arrive.
   */
  async rest(): Promise<void> {
    if (this.#relayer.subscriber.hasAnyTopics) return
    this.#tabs?.close()
    this.#delivery.giveUp()
    await this.#connection.rest()
  }

  /** Ends the link permanently. A message that the library still has to send isn't sent. */
  end(): Promise<void> {
    this.#over.abort()
    this.#tabs?.close()
    return this.#connection.end()
  }

  /**
   * Settles when our delivery of the message ends. The library's own promise isn't enough, because the library gives up a message
   * after a minute, including the time asleep. Also handles a rejection. When the library sends an error to the peer, it ignores
   * the promise, and an unhandled rejection would end a Node process.
   */
  #published(published: Promise<void>, content: unknown): Promise<void> {
    const settled = published.catch(async (error) => {
      const outcome = this.#delivery.outcome(content)
      if (!outcome) throw error
      await outcome
    })
    settled.catch(() => {})
    return settled
  }

  /**
   * Resolves when the relay is connected again, and the library has handled the messages that waited at the relay. Also resolves
   * if this fails.
   */
  async #caughtUp(signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#options
    if (!this.#relayer.subscriber.hasAnyTopics) return
    try {
      const ready = (inner: AbortSignal) => this.#connection.ready(inner)
      await withTimeout(clock, relayLimits.back, ready, relayUnreachable, signal)
      this.#reading ??= this.#read().finally(() => {
        this.#reading = undefined
      })
      await this.#reading
      await sleep(clock, relayLimits.handled, signal)
    } catch (error) {
      log.debug("Couldn't read the messages that wait at the relay", error)
    }
  }

  #read(): Promise<void> {
    const read = () => readMail(this.#relayer, this.#library)
    return withTimeout(this.#options.clock, relayLimits.mail, read, relayUnreachable, this.#over.signal)
  }
}
