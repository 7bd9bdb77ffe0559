import type { Clock, Page, Unsubscribe } from '../../../ports.ts'

export interface PagePresenceOptions {
  readonly page: Page
  readonly clock: Pick<Clock, 'now'>
  /** Called when the page is visible or online again, with the time that it was hidden, in ms. */
  readonly returned: (away: number) => void
}

/** Tracks whether the page is visible. Browsers may freeze a hidden page with its timers and sockets. */
export class PagePresence {
  readonly #stops: Unsubscribe[]
  #hiddenAt: number | undefined
  #absences = 0

  constructor({ page, clock, returned }: PagePresenceOptions) {
    this.#hiddenAt = page.visible() ? undefined : clock.now()
    const look = () => {
      if (!page.visible()) {
        if (this.#hiddenAt !== undefined) return
        this.#hiddenAt = clock.now()
        this.#absences++
        return
      }
      const away = this.#hiddenAt === undefined ? 0 : Math.abs(clock.now() - this.#hiddenAt)
      this.#hiddenAt = undefined
      if (page.online()) returned(away)
    }
    this.#stops = ['online', 'pageshow', 'visibilitychange'].map((event) => page.listen(event, look))
  }

  /** How often the page has been hidden so far. */
  get absences(): number {
    return this.#absences
  }

  /** True until the page's return has been reported. */
  get away(): boolean {
    return this.#hiddenAt !== undefined
  }

  dispose(): void {
    for (const stop of this.#stops.splice(0)) stop()
  }
}
