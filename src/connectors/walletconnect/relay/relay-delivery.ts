import { withTimeout } from '../../../core/async/deadline.ts'
import { isLatchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { Clock, Logger } from '../../../ports.ts'
import { answerMissed, isRefusal, relayUnreachable } from '../errors.ts'
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
  readonly connection: Pick<
    RelayConnection,
    'up' | 'inTime' | 'ended' | 'subscriptionFailed' | 'renew' | 'used' | 'presence'
  >
  /** Called when this tab is about to subscribe to topics. */
  readonly subscribing: () => void
}

/** A message that the relay hasn't acknowledged. */
interface Message {
  /** When the message was first sent, not counting the time that the page slept. */
  readonly firstSent: number
  /** Whether a copy was written to an open socket, and the relay didn't refuse this copy. */
  mayHaveArrived: boolean
}

/**
 * Delivers each message to the relay once, even if connections are lost. A message that the relay doesn't acknowledge is sent
 * again unchanged, so the wallet processes it once.
 */
export class RelayDelivery {
  readonly #options: RelayDeliveryOptions
  /** The functions to call when the connection is lost. */
  readonly #inFlight = new Set<() => void>()
  readonly #underway = new Map<string, Promise<unknown>>()
  readonly #messages = new Map<string, Message>()
  /** The outcomes of the messages in flight, by content. */
  readonly #outcomes = new Map<unknown, Promise<unknown>>()
  /**
   * Functions to call with the request id of a message that was given up, and with the error for its caller. Each function
   * returns whether a caller waits for the message.
   */
  readonly #onGivenUp = new Set<(request: unknown, failure: Error) => boolean>()
  /** The ids of messages that were reported to their callers as failed. These messages must not be sent later. */
  readonly #failed = new Set<string>()
  /** Counts how many times all messages in flight were given up. */
  #generation = 0

  constructor(options: RelayDeliveryOptions) {
    this.#options = options
  }

  /**
   * Sends a message. If the WalletConnect library repeats a message, the message is delivered only once. For a message with an
   * id, the promise never rejects: the library has its own time limit and wouldn't handle the rejection.
   */
  send(payload: RelayPayload): Promise<unknown> {
    const { log, subscribing } = this.#options
    if (/^irn_(batchS|s)ubscribe$/.test(payload.method)) subscribing()
    // The key includes the content, because the library may use an id twice within a millisecond.
    const id = payload.id === undefined ? undefined : `${payload.id} ${JSON.stringify(payload.params)}`
    if (id === undefined) return this.#subscribed(payload)
    if (this.#failed.has(id)) return new Promise<never>(() => {})
    let underway = this.#underway.get(id)
    if (!underway) {
      const message = this.#messages.get(id) ?? this.#newMessage()
      this.#messages.set(id, message)
      const delivered = this.#delivered(payload, message)
      const content = contentOf(payload)
      this.#outcomes.set(content, delivered)
      underway = delivered
        .finally(() => {
          this.#underway.delete(id)
          this.#outcomes.delete(content)
        })
        .then(
          (answer) => {
            this.#messages.delete(id)
            return answer
          },
          (error) => {
            log.debug('A message was not delivered', error)
            const known = isRefusal(error) ? error : relayUnreachable()
            const failure = message.mayHaveArrived ? answerMissed(known) : known
            const told = [...this.#onGivenUp].filter((tell) => tell(requestOf(payload), failure))
            if (told.length > 0) this.#drop(id, payload)
            return new Promise<never>(() => {})
          },
        )
      this.#underway.set(id, underway)
      if (this.#messages.size > 200) this.#forgetOld()
    }
    return underway
  }

  /**
   * Returns a promise for a message in flight. It resolves when the relay has the message, and rejects when the message is
   * given up.
   */
  outcome(content: unknown): Promise<unknown> | undefined {
    return this.#outcomes.get(content)
  }

  /**
   * Settles like the given promise.
   * @throws `connection/relay-unreachable` or the relay's refusal if the request's message is given up first. If a copy of the
   * message may have arrived, throws `wallet/answer-missed` instead, with this error as its cause.
   */
  async orUndelivered<T>(isRequest: (id: unknown) => boolean, promise: Promise<T>): Promise<T> {
    let tell = (_request: unknown, _failure: Error) => false
    const undelivered = new Promise<never>((_, reject) => {
      tell = (given, failure) => {
        const mine = isRequest(given)
        if (mine) reject(failure)
        return mine
      }
      this.#onGivenUp.add(tell)
    })
    try {
      return await Promise.race([promise, undelivered])
    } finally {
      this.#onGivenUp.delete(tell)
    }
  }

  /** Call this when the connection is lost, because the pending acknowledgements won't arrive. */
  connectionLost(): void {
    for (const lost of [...this.#inFlight]) lost()
  }

  /** Gives up all messages in flight. */
  giveUp(): void {
    this.#generation++
    this.#options.relayer.publisher.queue.clear()
  }

  /**
   * Sends a message without an id: a message that subscribes or unsubscribes. The library treats a failed subscription as a
   * success and doesn't repeat it.
   */
  async #subscribed(payload: RelayPayload): Promise<unknown> {
    const { connection } = this.#options
    try {
      return await this.#delivered(payload, this.#newMessage())
    } catch (error) {
      // If the connection has ended, never settle. The library doesn't await every call that unsubscribes, so a rejection would
      // be unhandled.
      if (connection.ended) return new Promise<never>(() => {})
      if (isSubscription(payload)) connection.subscriptionFailed()
      throw error
    }
  }

  async #delivered(payload: RelayPayload, message: Message): Promise<unknown> {
    const { clock, connection, library, refusal, relayer } = this.#options
    const generation = this.#generation
    const once = isSubscription(payload)
    const left = () => message.firstSent + relayLimits.delivery - connection.presence.awake()
    for (let limit: number = relayLimits.acknowledged; left() > 0; limit *= 2) {
      // If the message subscribes to all topics, don't wait for a connection, because such a message is part of connecting. The
      // next connection subscribes again.
      if (!once) await connection.inTime((signal) => connection.up(signal))
      else if (!relayer.connected) throw relayUnreachable()
      const { used } = connection
      const wait = Math.max(1, once ? left() : Math.min(limit, left()))
      const due = clock.now() + wait
      const { mayHaveArrived } = message
      message.mayHaveArrived ||= relayer.connected
      try {
        return await withTimeout(
          clock,
          wait,
          () => this.#untilLost(library.request(payload)),
          relayUnreachable,
        )
      } catch (error) {
        const lost = isLatchkeyError(error, 'connection/relay-unreachable')
        if (!lost) message.mayHaveArrived = mayHaveArrived
        if (!lost || once || connection.ended || generation !== this.#generation) throw error
        if (refusal.error) throw refusal.error
        connection.presence.wokeLate(due)
        // Send the message again over a new connection. The relay ignores a message that it already has, so the wallet gets it
        // once.
        if (left() > 0) await connection.renew(used)
        if (generation !== this.#generation) throw error
      }
    }
    // A relay that never acknowledges counts as unreachable.
    throw relayUnreachable()
  }

  #newMessage(): Message {
    return { firstSent: this.#options.connection.presence.awake(), mayHaveArrived: false }
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

  /**
   * Removes the message from the library's queue, because the library would send it again. Stores the id too, because the
   * library may queue the message later.
   */
  #drop(id: string, payload: RelayPayload): void {
    this.#failed.add(id)
    this.#options.relayer.publisher.queue.delete(payload.id)
  }

  #forgetOld(): void {
    const now = this.#options.connection.presence.awake()
    for (const [id, { firstSent }] of this.#messages)
      if (Math.abs(now - firstSent) > 2 * relayLimits.delivery && !this.#underway.has(id)) {
        this.#messages.delete(id)
        this.#failed.delete(id)
      }
  }
}

/** Returns whether the message subscribes to all topics at once. Such a message is part of connecting. */
function isSubscription({ method }: RelayPayload): boolean {
  return /^irn_batch/.test(method)
}

/** Returns the encrypted text in a message. No other message has the same text. */
function contentOf({ params }: RelayPayload): unknown {
  const { message, sessionProposal } = (params ?? {}) as Readonly<Record<string, unknown>>
  return message ?? sessionProposal
}

/** Returns the library's id of the request in a message. */
function requestOf({ params }: RelayPayload): unknown {
  const { tvf } = (params ?? {}) as { readonly tvf?: { readonly correlationId?: unknown } }
  return tvf?.correlationId
}
