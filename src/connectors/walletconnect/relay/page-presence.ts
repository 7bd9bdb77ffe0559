import type { Clock, Page, Unsubscribe } from '../../../ports.ts'
import { relayLimits } from './relay-limits.ts'

export interface PagePresenceOptions {
  readonly page: Page
  readonly clock: Pick<Clock, 'now'>
  /** Called when the page is visible again, and when its network may have changed. */
  readonly returned: () => void
}

/**
 * Tracks whether the page is visible, and how long it slept. Phones halt a hidden page with its timers and sockets, often within a second. Some
 * sleeps fire no event. Then a late timer is the first sign.
 */
export class PagePresence {
  readonly #clock: Pick<Clock, 'now'>
  readonly #stops: Unsubscribe[]
  #hiddenAt: number | undefined
  #returnedAt = Number.NaN
  #slept = 0
  #absences = 0

  constructor({ page, clock, returned }: PagePresenceOptions) {
    this.#clock = clock
    this.#hiddenAt = page.visible() ? undefined : clock.now()
    const look = () => {
      if (!page.visible()) {
        if (this.#hiddenAt !== undefined) return
        this.#hiddenAt = clock.now()
        this.#absences++
        return
      }
      if (this.#hiddenAt !== undefined) {
        this.#slept += Math.max(0, clock.now() - this.#hiddenAt)
        this.#returnedAt = clock.now()
      }
      this.#hiddenAt = undefined
      returned()
    }
    this.#stops = ['online', 'pageshow', 'visibilitychange'].map((event) => page.listen(event, look))
    this.#stops.push(listenToNetwork(page, look))
  }

  /** How often the page has been hidden so far. */
  get absences(): number {
    return this.#absences
  }

  /** True until the page's return has been reported. */
  get away(): boolean {
    return this.#hiddenAt !== undefined
  }

  /** The time in ms that has passed while the page wasn't hidden. */
  awake(): number {
    const now = this.#clock.now()
    return now - this.#slept - (this.#hiddenAt === undefined ? 0 : Math.max(0, now - this.#hiddenAt))
  }

  /** Whether the page slept at the given time, or returned just before now. If so, the time asleep doesn't count. */
  sleptThrough(due: number): boolean {
    const now = this.#clock.now()
    return now - due > relayLimits.late || now - this.#returnedAt < relayLimits.afterReturn
  }

  /** Counts as sleep the delay of a timer that was due at this time, if no event reported it. */
  wokeLate(due: number): void {
    const now = this.#clock.now()
    const reported = this.#hiddenAt !== undefined || this.#returnedAt > due
    if (now - due > relayLimits.late && !reported) this.#slept += now - due
  }

  dispose(): void {
    for (const stop of this.#stops.splice(0)) stop()
  }
}

/** `navigator.connection` reports that a phone moved to another network. Safari and Firefox don't have it. */
function listenToNetwork(page: Page, changed: () => void): Unsubscribe {
  const { connection } = (page.global('navigator') ?? {}) as { readonly connection?: Partial<EventTarget> }
  connection?.addEventListener?.('change', changed)
  return () => connection?.removeEventListener?.('change', changed)
}
