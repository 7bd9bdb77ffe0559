import { withTimeout } from '../../../core/async/deadline.ts'
import { isLatchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { Clock, Logger } from '../../../ports.ts'
import { relayUnreachable } from '../errors.ts'
import type { LibraryRelayer, Relayer, RelayPayload } from '../library/library.ts'
import type { RelayConnection } from './relay-connection.ts'
import { relayLimits } from './relay-limits.ts'
import type { RelayRefusal } from './relay-refusal.ts'

export interface RelayDeliveryOptions {
  readonly relayer: Relayer
  readonly clock: Clock
  readonly log: Logger
  readonly library: LibraryRelayer
  readonly refusal: RelayRefusal
  readonly connection: Pick<RelayConnection, 'up' | 'inTime' | 'ended' | 'subscriptionFailed'>
}

/**
 * Delivers each message to the relay once, across lost connections. A message without acknowledgement is sent again unchanged, so
 * that the wallet processes it once.
 */
export class RelayDelivery {
  readonly #options: RelayDeliveryOptions
  /** Called when the connection is lost. */
  readonly #inFlight = new Set<() => void>()
  readonly #underway = new Map<string, Promise<unknown>>()
  readonly #firstSent = new Map<string, number>()
  /** Called with the topic of a message that was given up. */
  readonly #onGivenUp = new Set<(topic: unknown) => void>()
  /** The number of times that all messages in flight were given up. */
  #generation = 0

  constructor(options: RelayDeliveryOptions) {
    this.#options = options
  }

  /**
   * Sends a message. Repeated sends by the library share one delivery. The promise never rejects: the library has its own
   * timeout, and would leave a repetition's rejection unhandled.
   */
  send(payload: RelayPayload): Promise<unknown> {
    const { clock, log } = this.#options
    // The key includes the content, because the library's ids may repeat within a millisecond.
    const id = payload.id === undefined ? undefined : `${payload.id} ${JSON.stringify(payload.params)}`
    if (id === undefined) return this.#subscribed(payload)
    let underway = this.#underway.get(id)
    if (!underway) {
      const first = this.#firstSent.get(id) ?? clock.now()
      this.#firstSent.set(id, first)
      underway = this.#delivered(payload, first).then(
        (answer) => {
          this.#underway.delete(id)
          this.#firstSent.delete(id)
          return answer
        },
        (error) => {
          this.#underway.delete(id)
          log.debug('A message was not delivered', error)
          const { topic } = (payload.params ?? {}) as { readonly topic?: unknown }
          for (const tell of [...this.#onGivenUp]) tell(topic)
          return new Promise<never>(() => {})
        },
      )
      this.#underway.set(id, underway)
      if (this.#firstSent.size > 200) this.#forgetOld()
    }
    return underway
  }

  /** Settles like the promise. @throws `connection/relay-unreachable` when a message of the topic is given up first. */
  async orUndelivered<T>(topic: string, promise: Promise<T>): Promise<T> {
    let tell = (_: unknown) => {}
    const undelivered = new Promise<never>((_, reject) => {
      tell = (given) => {
        if (given === topic) reject(relayUnreachable())
      }
      this.#onGivenUp.add(tell)
    })
    try {
      return await Promise.race([promise, undelivered])
    } finally {
      this.#onGivenUp.delete(tell)
    }
  }

  /** Called when the connection is lost: pending acknowledgements won't arrive. */
  connectionLost(): void {
    for (const lost of [...this.#inFlight]) lost()
  }

  /** Gives up all messages in flight. */
  giveUp(): void {
    this.#generation++
    this.#options.relayer.publisher.queue.clear()
  }

  /** Delivers a subscription, which has no id. The library treats a failed one as a success and doesn't repeat it. */
  async #subscribed(payload: RelayPayload): Promise<unknown> {
    const { clock, connection } = this.#options
    try {
      return await this.#delivered(payload, clock.now())
    } catch (error) {
      // The library doesn't await every unsubscribe, and would leave a rejection unhandled at the end.
      if (connection.ended) return new Promise<never>(() => {})
      if (isSubscription(payload)) connection.subscriptionFailed()
      throw error
    }
  }

  async #delivered(payload: RelayPayload, first: number): Promise<unknown> {
    const { clock, connection, library, refusal, relayer } = this.#options
    const generation = this.#generation
    const once = isSubscription(payload)
    for (;;) {
      const left = () => Math.max(1, first + relayLimits.delivery - clock.now())
      if (clock.now() - first > relayLimits.delivery) throw relayUnreachable()
      // A subscription is part of connecting, so it can't wait for a connection. The next connection sends its own.
      if (!once) await connection.inTime((signal) => connection.up(signal))
      else if (!relayer.connected) throw relayUnreachable()
      try {
        // A relay that never acknowledges counts as unreachable.
        return await withTimeout(
          clock,
          left(),
          () => this.#untilLost(library.request(payload)),
          relayUnreachable,
        )
      } catch (error) {
        const lost = isLatchkeyError(error, 'connection/relay-unreachable')
        if (!lost || once || connection.ended || generation !== this.#generation) throw error
        if (refusal.error) throw refusal.error
      }
    }
  }

  async #untilLost<T>(answer: Promise<T>): Promise<T> {
    let lose = () => {}
    const lost = new Promise<never>((_, reject) => {
      lose = () => reject(relayUnreachable())
      this.#inFlight.add(lose)
    })
    answer.catch(() => {})
    try {
      return await Promise.race([answer, lost])
    } finally {
      this.#inFlight.delete(lose)
    }
  }

  #forgetOld(): void {
    const now = this.#options.clock.now()
    for (const [id, at] of this.#firstSent)
      if (Math.abs(now - at) > 2 * relayLimits.delivery && !this.#underway.has(id)) this.#firstSent.delete(id)
  }
}

/** Whether the message is part of connecting. */
function isSubscription({ method }: RelayPayload): boolean {
  return /^irn_batch/.test(method)
}
