import { isObject } from '../../../core/json/is-object.ts'
import { pairing } from '../../../core/limits.ts'
import type { Clock, KeyValueStore, Unsubscribe } from '../../../ports.ts'

export interface ShownPairingsOptions {
  /** The page's storage, which all tabs share. It contains no pairing keys. They are in the library's storage. */
  readonly storage: KeyValueStore | undefined
  readonly clock: Pick<Clock, 'now'>
  readonly key: string
}

interface Shown {
  /** When each pairing expires, by topic, in ms since the Unix epoch. */
  readonly until: Readonly<Record<string, number>>
  /** When something was last connected or disconnected: ms since the Unix epoch. */
  readonly changed: number
  /** The pairing that connected last, in any tab. */
  readonly current?: string | undefined
  /** Whether the relay hasn't accepted the end of a session yet. */
  readonly owed: boolean
}

/**
 * The topics of the pairings that any tab has shown, for the next page load. If a wallet may have settled one of them, the library's code loads at
 * once. The topics aren't secret, since the relay knows them.
 */
export class ShownPairings {
  readonly #options: ShownPairingsOptions

  constructor(options: ShownPairingsOptions) {
    this.#options = options
  }

  /** Whether the next page load has a pairing to resume, or a session end to send. */
  get any(): boolean {
    return this.topics.length > 0 || this.#read().owed
  }

  /** The topics that weren't removed, including expired ones. */
  get topics(): readonly string[] {
    return Object.keys(this.#read().until)
  }

  /** Whether no wallet can settle the pairing anymore. */
  isExpired(topic: string): boolean {
    return (this.#read().until[topic] ?? 0) <= this.#options.clock.now()
  }

  add(topic: string): void {
    const { until, ...rest } = this.#read()
    this.#write({ ...rest, until: { ...until, [topic]: this.#options.clock.now() + pairing.kept } })
  }

  remove(topic: string): void {
    const { until, ...rest } = this.#read()
    if (!(topic in until)) return
    const { [topic]: _, ...left } = until
    this.#write({ ...rest, until: left })
  }

  /** Call when something was connected or disconnected. Earlier pairings then no longer connect. */
  outdate(): void {
    this.#change()
  }

  /** Call when a pairing connects. From then on, no other pairing connects. Another tab may use the same session. */
  connected(topic: string): void {
    this.#change(topic)
  }

  /** Stores whether the relay hasn't accepted the end of a session yet. */
  owe(owed: boolean): void {
    const shown = this.#read()
    if (shown.owed !== owed) this.#write({ ...shown, owed })
  }

  /** Whether something else was connected, or something disconnected, in any tab, after the pairing was shown. */
  isOutdated(topic: string): boolean {
    const { until, changed, current } = this.#read()
    if (current === topic) return false
    const end = until[topic]
    return end === undefined || end - pairing.kept <= changed
  }

  /** The pairing that connected last, in any tab, if nothing was connected or disconnected after that. */
  get current(): string | undefined {
    return this.#read().current
  }

  /** Calls `connected` when a pairing connects in another tab. */
  onConnected(connected: (topic: string) => void): Unsubscribe {
    const { storage, key } = this.#options
    const stop = storage?.onExternalChange?.((changed) => {
      const { current } = this
      if (changed === key && current !== undefined) connected(current)
    })
    return () => stop?.()
  }

  #change(current?: string): void {
    this.#write({ ...this.#read(), changed: this.#options.clock.now(), current })
  }

  #read(): Shown {
    const { storage, key } = this.#options
    try {
      const { until, changed, current, owed } = JSON.parse(storage?.get(key) ?? '{}') as Readonly<
        Record<string, unknown>
      >
      const times = Object.entries(isObject(until) ? until : {}).filter(
        (entry): entry is [string, number] => typeof entry[1] === 'number',
      )
      return {
        until: Object.fromEntries(times),
        changed: typeof changed === 'number' ? changed : 0,
        current: typeof current === 'string' ? current : undefined,
        owed: owed === true,
      }
    } catch {
      return { until: {}, changed: 0, owed: false }
    }
  }

  #write(shown: Shown): void {
    const { storage, key } = this.#options
    try {
      const isEmpty = Object.keys(shown.until).length === 0 && !shown.owed && shown.current === undefined
      if (isEmpty) storage?.remove(key)
      else storage?.set(key, JSON.stringify(shown))
    } catch {
      // Without storage, a pairing ends with the page.
    }
  }
}
