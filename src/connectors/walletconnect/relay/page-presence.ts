import type { Clock, Page, Unsubscribe } from '../../../ports.ts'
import { relayLimits } from './relay-limits.ts'

export interface PagePresenceOptions {
  readonly page: Page
  readonly clock: Pick<Clock, 'now'>
  /** Called when the page is visible again, or when the device may have moved to another network. */
  readonly returned: () => void
}

/**
 * Tracks whether the page is visible, and how long it slept. Phones stop a hidden page with its timers and sockets, often within
 * a second. If no event reports a sleep, a late timer is the first sign of it.
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

  /** How many times the page has become hidden. */
  get absences(): number {
    return this.#absences
  }

  /** Whether the page is hidden, or its return hasn't been reported yet. */
  get away(): boolean {
    return this.#hiddenAt !== undefined
  }

  /** Returns the time in ms on a clock that stops while the page is hidden or sleeps. */
  awake(): number {
    const now = this.#clock.now()
    return now - this.#slept - (this.#hiddenAt === undefined ? 0 : Math.max(0, now - this.#hiddenAt))
  }

  /**
   * Returns whether the page slept at the given time, or returned just before now. In both cases, a time limit that ends at the
   * given time must be extended.
   */
  sleptThrough(due: number): boolean {
    const now = this.#clock.now()
    return now - due > relayLimits.late || now - this.#returnedAt < relayLimits.afterReturn
  }

  /** Detects a sleep that no event reported. If a timer that was due at the given time is late, the delay counts as sleep. */
  wokeLate(due: number): void {
    const now = this.#clock.now()
    const reported = this.#hiddenAt !== undefined || this.#returnedAt > due
    if (now - due > relayLimits.late && !reported) this.#slept += now - due
  }

  dispose(): void {
    for (const stop of this.#stops.splice(0)) stop()
  }
}

/**
 * Calls `changed` when a phone moves to another network, as `navigator.connection` reports. Safari and Firefox don't have this
 * object.
 */
function listenToNetwork(page: Page, changed: () => void): Unsubscribe {
  const { connection } = (page.global('navigator') ?? {}) as { readonly connection?: Partial<EventTarget> }
  connection?.addEventListener?.('change', changed)
  return () => connection?.removeEventListener?.('change', changed)
}
