import { withTimeout } from '../../core/async/deadline.ts'
import type { Clock, Logger, Page } from '../../ports.ts'
import { relayUnreachable } from './errors.ts'
import type { Relayer, SignClient } from './library.ts'
import { RelayConnection } from './relay-connection.ts'
import { RelayDelivery } from './relay-delivery.ts'
import { relayLimits } from './relay-limits.ts'
import { RelayRefusal } from './relay-refusal.ts'

export interface RelayLinkOptions {
  readonly core: SignClient['core']
  readonly clock: Clock
  readonly page: Page
  readonly log: Logger
  /** At a wallet's end: who waits is a page that one cannot see. */
  readonly awaited?: boolean | undefined
}

/** What sessions need of the link to the relay. */
export type SessionLink = Pick<
  RelayLink,
  'ready' | 'inTime' | 'untilRefused' | 'untilUndelivered' | 'clearRefusal' | 'leave' | 'rest' | 'end'
>

/** Puts our connection and our delivery in the place of the library's, and takes topics off what it hears. */
export class RelayLink {
  readonly #options: RelayLinkOptions
  readonly #relayer: Relayer
  readonly #refusal = new RelayRefusal()
  readonly #connection: RelayConnection
  readonly #delivery: RelayDelivery

  constructor(options: RelayLinkOptions) {
    const { relayer } = options.core
    const { request, transportOpen } = relayer
    const library = {
      request: request.bind(relayer),
      transportOpen: () => transportOpen.call(relayer),
    }
    const shared = { ...options, library, refusal: this.#refusal }
    this.#options = options
    this.#relayer = relayer
    this.#connection = new RelayConnection({ ...shared, lost: () => this.#delivery.connectionLost() })
    this.#delivery = new RelayDelivery({ ...shared, relayer, connection: this.#connection })
    relayer.request = (payload) => this.#delivery.send(payload)
    relayer.transportOpen = async () => {
      if (!this.#connection.ended && relayer.subscriber.hasAnyTopics) await this.up()
    }
    this.#connection.keepUp()
  }

  /** Resolves when there is a connection. @throws what the relay says when it does not want us. */
  up(): Promise<void> {
    return this.#connection.up()
  }

  /** Resolves when the relay has all our topics. @throws `connection/relay-unreachable` and as `up` does. */
  ready(signal?: AbortSignal): Promise<void> {
    return this.inTime((inner) => this.untilRefused(this.#connection.ready(inner)), signal)
  }

  /** Settles as `run` does. @throws `connection/relay-unreachable` when the relay lets nothing come of it. */
  inTime<T>(run: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#connection.inTime(run, signal)
  }

  /** Settles as the promise does, unless a message of the topic could not be delivered before. */
  untilUndelivered<T>(topic: string, promise: Promise<T>): Promise<T> {
    return this.#delivery.orUndelivered(topic, promise)
  }

  /** Settles as the promise does, unless the relay refuses us: nothing would come of it then. */
  untilRefused<T>(promise: Promise<T>): Promise<T> {
    return this.#refusal.orElse(promise)
  }

  /** What the relay refused may have been mended: whoever asks for something anew has it tried once more. */
  clearRefusal(): void {
    this.#refusal.clear()
  }

  /** Hears no more of a topic. The relay is told if it answers soon; here nothing is left of it in any case. */
  async leave(topic: string): Promise<void> {
    const { clock, log } = this.#options
    const { subscriber, connected } = this.#relayer
    if (connected)
      await withTimeout(
        clock,
        relayLimits.leaveTopic,
        () => this.#relayer.unsubscribe(topic),
        relayUnreachable,
      ).catch((error) => log.debug('The relay was not told of a topic that is over', error))
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
    if (this.#relayer.subscriber.hasAnyTopics) return
    this.#delivery.giveUp()
    await this.#connection.rest()
  }

  /** Nothing is sent any more, however much the library still has to say: its own way would open a socket for it. */
  end(): Promise<void> {
    return this.#connection.end()
  }
}
