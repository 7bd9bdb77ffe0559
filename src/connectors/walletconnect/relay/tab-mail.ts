import { isObject } from '../../../core/json/is-object.ts'
import type { Page } from '../../../ports.ts'
import type { Relayer, RelayMessage } from '../library/library.ts'

export interface TabMailOptions {
  readonly relayer: Relayer
  readonly page: Page
  /** Returns the time as Unix time in ms. */
  readonly now: () => number
  /** A name that all tabs with the same client id share. */
  readonly name: string
  /** Returns whether a topic belongs to a session. A pairing belongs to one tab, because its sign-in may use this tab's nonce. */
  readonly isSession: (topic: string) => boolean
}

/** The tag of `wc_sessionDelete`. Source: https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods. */
const sessionDelete = 1112

/**
 * What a tab sends to the other tabs when it subscribes. Everything else that a tab sends is a message, in the form in which
 * the relay delivers it.
 */
const subscribed = 'subscribed'

/**
 * Shares the relay's messages between the tabs of a site. The tabs have one client id, and the public relay delivers a message
 * only to the tab that subscribed last. Tabs share only the messages of sessions. These messages stay encrypted.
 */
export class TabMail {
  readonly #options: TabMailOptions
  readonly #take: (message: RelayMessage) => Promise<void>
  #channel: BroadcastChannel | undefined
  /** Whether another tab subscribed after this tab. */
  #overtaken = false

  constructor(options: TabMailOptions) {
    const { relayer, isSession } = options
    this.#options = options
    this.#take = onceAtATime(relayer.onMessageEvent?.bind(relayer))
    if (relayer.onMessageEvent)
      relayer.onMessageEvent = (message) => {
        if (isSession(message.topic)) this.#channel?.postMessage(message)
        return this.#take(message)
      }
  }

  /** Shares messages until `close` is called. Does nothing if messages are already shared. */
  open(): void {
    const { page, name, isSession } = this.#options
    const Channel = page.global('BroadcastChannel') as typeof BroadcastChannel | undefined
    if (!Channel || this.#channel) return
    this.#channel = new Channel(name)
    this.#channel.onmessage = ({ data }) => {
      if (data === subscribed) this.#overtaken = true
      else if (isMessage(data) && isSession(data.topic)) this.#take(data).catch(() => {})
    }
  }

  close(): void {
    this.#channel?.close()
    this.#channel = undefined
  }

  /** Call this when this tab subscribes. */
  subscribes(): void {
    this.#overtaken = false
    this.#channel?.postMessage(subscribed)
  }

  /**
   * Call this for each message that this tab publishes. Shares the message if it ends a session, because the relay doesn't deliver
   * it to a tab that isn't subscribed at the moment.
   */
  publishes(topic: string, message: string, { tag }: { readonly tag?: number } = {}): void {
    if (tag !== sessionDelete || !this.#options.isSession(topic)) return
    this.#channel?.postMessage({ topic, message, publishedAt: this.#options.now(), transportType: 'relay' })
  }

  /** Call this before this tab sends a request, so that the answer doesn't go to a tab that the browser has stopped. */
  subscribeAgain(): void {
    const { relayer } = this.#options
    const topics = [...relayer.subscriber.topics]
    if (!this.#overtaken || topics.length === 0) return
    relayer.request({ method: 'irn_batchSubscribe', params: { topics } }).catch(() => {})
  }
}

/**
 * Drops a copy of a message that is being handled. If two copies arrive together, the WalletConnect library would handle both,
 * because it needs a moment to recognize a message that it already has.
 */
function onceAtATime(take: Relayer['onMessageEvent']): (message: RelayMessage) => Promise<void> {
  const underway = new Set<string>()
  return async (message) => {
    if (underway.has(message.message)) return
    underway.add(message.message)
    try {
      await take?.(message)
    } finally {
      underway.delete(message.message)
    }
  }
}

function isMessage(value: unknown): value is RelayMessage {
  if (!isObject(value)) return false
  const { topic, message, publishedAt, transportType } = value
  return (
    typeof topic === 'string' &&
    typeof message === 'string' &&
    typeof publishedAt === 'number' &&
    transportType === 'relay'
  )
}
