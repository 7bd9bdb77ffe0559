import { isObject } from '../../../core/json/is-object.ts'
import type { Clock, Logger, Unsubscribe } from '../../../ports.ts'
import { type SignClient, userDisconnected } from './library.ts'
import type { LibraryStorage } from './storage.ts'

const storageKey = 'latchkey//owed'
/** The options with which the WalletConnect library sends the message that ends a session. `ttl` is in seconds. */
const options = { ttl: 86_400, tag: 1112, prompt: false, internal: { throwOnFailedPublish: true } } as const
/** The maximum number of stored messages. There is a limit, because a peer could make this page end many sessions. */
const most = 50
/** If the relay didn't accept a message, the page sends the message again after this time, in ms. */
const pause = 60_000

/** An encrypted message for the wallet. It can be sent without the session's key. */
interface Owed {
  readonly topic: string
  readonly message: string
  /** Unix time in ms. */
  readonly until: number
}

export interface OwedEndsOptions {
  readonly client: Pick<SignClient, 'core'>
  readonly storage: Pick<LibraryStorage, 'getItem' | 'setItem'>
  readonly clock: Clock
  readonly log: Pick<Logger, 'debug'>
  /** Called when the number of messages changes. */
  readonly changed: (owed: number) => void
}

/**
 * Stores each message that ends a session, for a day. If the relay didn't accept the message, sends
 * it again until the relay does, also after the next page load.
 */
export class OwedEnds {
  readonly #options: OwedEndsOptions
  readonly #owed = new Map<string, Owed>()
  #sending: Promise<void> | undefined
  /** Whether messages were added while other messages were being sent. */
  #more = false
  #stopWaiting: Unsubscribe | undefined
  #ended = false

  constructor(given: OwedEndsOptions) {
    this.#options = given
  }

  /** Whether a message is being sent. */
  get sending(): boolean {
    return this.#sending !== undefined
  }

  /** Reads the messages that earlier page loads stored, and sends them. */
  async recall(): Promise<void> {
    const { storage, clock, changed } = this.#options
    const stored = await storage.getItem<unknown>(storageKey)
    for (const one of Array.isArray(stored) ? (stored as readonly unknown[]) : [])
      if (isOwed(one) && one.until > clock.now()) this.#owed.set(one.topic, one)
    changed(this.#owed.size)
    this.send()
  }

  /** Creates and stores the message that ends a session. Call this before the session's key is deleted. */
  async add(topic: string): Promise<void> {
    if (this.#owed.size >= most) return
    const { client, clock } = this.#options
    const now = clock.now()
    const id = now * 1000 + Math.floor(Math.random() * 1000)
    const payload = { id, jsonrpc: '2.0', method: 'wc_sessionDelete', params: userDisconnected }
    const message = await client.core.crypto.encode?.(topic, payload)
    if (message === undefined) return
    this.#owed.set(topic, { topic, message, until: now + options.ttl * 1000 })
    await this.#store()
  }

  /** Removes a session's message after the relay has accepted it, or when it has expired. */
  async remove(topic: string): Promise<void> {
    if (this.#owed.delete(topic)) await this.#store()
  }

  /** Sends all stored messages. */
  send(): void {
    if (this.#ended || this.#owed.size === 0) return
    this.#stopWaiting?.()
    this.#more = true
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined
      this.#options.changed(this.#owed.size)
    })
  }

  end(): void {
    this.#ended = true
    this.#stopWaiting?.()
  }

  async #sendAll(): Promise<void> {
    const { client, clock, log } = this.#options
    const tried = new Set<string>()
    while (this.#more) {
      this.#more = false
      for (const { topic, message, until } of [...this.#owed.values()]) {
        if (tried.has(topic)) continue
        tried.add(topic)
        try {
          if (until > clock.now()) await client.core.relayer.publish(topic, message, options)
          await this.remove(topic)
        } catch (error) {
          log.debug("The relay didn't take the end of a session", error)
        }
      }
    }
    if (this.#owed.size > 0 && !this.#ended) this.#stopWaiting = clock.after(pause, () => this.send())
  }

  async #store(): Promise<void> {
    this.#options.changed(this.#owed.size)
    await this.#options.storage.setItem(storageKey, [...this.#owed.values()])
  }
}

function isOwed(value: unknown): value is Owed {
  if (!isObject(value)) return false
  const { topic, message, until } = value
  return typeof topic === 'string' && typeof message === 'string' && typeof until === 'number'
}
