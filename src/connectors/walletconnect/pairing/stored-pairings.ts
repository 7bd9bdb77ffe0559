import { isObject } from '../../../core/json/is-object.ts'
import type { Clock, KeyValueStore } from '../../../ports.ts'

export interface StoredPairingsOptions {
  /** The page's storage, which all tabs share. The keys of the pairings are in the WalletConnect library's storage instead. */
  readonly storage: KeyValueStore | undefined
  readonly clock: Pick<Clock, 'now'>
  readonly key: string
}

interface Shown {
  /** When each pairing expires, by topic, in ms since the Unix epoch. */
  readonly until: Readonly<Record<string, number>>
  /** When any tab last connected or disconnected a wallet, in ms since the Unix epoch. */
  readonly changed: number
  /** The pairing that connected last in any tab. */
  readonly current?: string | undefined
  /** Whether messages that end sessions still wait to be sent. */
  readonly owed: boolean
}

/** The part of `ShownPairings` that a page needs before WalletConnect's code is loaded. */
export class StoredPairings {
  protected readonly options: StoredPairingsOptions

  constructor(options: StoredPairingsOptions) {
    this.options = options
  }

  /** Whether the next page load has to continue a pairing, or to send a message that ends a session. */
  get any(): boolean {
    return this.topics.length > 0 || this.read().owed
  }

  /** The topics that weren't removed, including topics of expired pairings. */
  get topics(): readonly string[] {
    return Object.keys(this.read().until)
  }

  /** Call this after connecting or disconnecting a wallet. After the call, earlier pairings can't connect anymore. */
  outdate(): void {
    this.change()
  }

  protected change(current?: string): void {
    this.write({ ...this.read(), changed: this.options.clock.now(), current })
  }

  protected read(): Shown {
    const { storage, key } = this.options
    let stored: unknown
    try {
      stored = JSON.parse(storage?.get(key) ?? '')
    } catch {
      // Nothing is stored, or another version of Latchkey stored it in another format.
    }
    const { until, changed, current, owed } = isObject(stored) ? stored : {}
    return {
      until: Object.fromEntries(
        Object.entries(isObject(until) ? until : {}).filter(
          (entry): entry is [string, number] => typeof entry[1] === 'number',
        ),
      ),
      changed: typeof changed === 'number' ? changed : 0,
      current: typeof current === 'string' ? current : undefined,
      owed: owed === true,
    }
  }

  protected write(shown: Shown): void {
    const { storage, key } = this.options
    try {
      const isEmpty = Object.keys(shown.until).length === 0 && !shown.owed && shown.current === undefined
      if (isEmpty) storage?.remove(key)
      else storage?.set(key, JSON.stringify(shown))
    } catch {
      // Without storage, a pairing is lost when the page closes.
    }
  }
}
