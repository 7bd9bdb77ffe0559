/** Options of `BackButton`, which handles Android's back button and gesture, and the browser's own back button. */
export interface BackOptions {
  /** Whether this is a phone. Browsers without `CloseWatcher` get a history entry only on phones. */
  readonly phone: boolean
  /** Steps back once. */
  readonly back: () => void
  /** Whether the modal is still open. */
  readonly isOpen: () => boolean
}

/** Part of `CloseWatcher` (https://html.spec.whatwg.org/multipage/interaction.html#close-requests-and-close-watchers). */
interface Watcher {
  onclose: (() => void) | null
  destroy(): void
}

/** The field of `history.state` that marks our entry, beside the host's own fields. */
const mark = 'latchkeyModal'

/**
 * Calls `back` when the visitor goes back, so that the visitor doesn't leave the page. Create one instance per dialog, and start
 * it each time the dialog opens.
 */
export class BackButton {
  readonly #view: Window
  #removing: ReturnType<typeof setTimeout> | undefined
  /** Runs when the browser has left our entry. Undefined while the browser isn't leaving it. */
  #leaving: (() => void) | undefined
  /** The event of our own `history.back()`. Other events come from the visitor. */
  #own: Event | undefined

  constructor(view: Window = window) {
    this.#view = view
  }

  start(options: BackOptions): () => void {
    const { CloseWatcher } = this.#view as { CloseWatcher?: new () => Watcher }
    if (CloseWatcher) return watchCloseRequests(() => new CloseWatcher(), options)
    return options.phone ? this.#addEntry(options) : () => {}
  }

  /** Adds a history entry while the dialog is open: going back leaves this entry, not the page. */
  #addEntry({ back, isOpen }: BackOptions): () => void {
    const { history, location } = this.#view
    clearTimeout(this.#removing)
    const href = location.href
    const isHere = () => Boolean((history.state as Record<string, unknown> | null)?.[mark])
    const push = () => {
      const state: unknown = history.state
      // If the host's state isn't an object, our entry has only our field. The host's own entry keeps the host's state.
      const own = typeof state === 'object' && !Array.isArray(state) ? state : undefined
      history.pushState({ ...own, [mark]: true }, '')
    }
    // The dialog has opened again while the browser is leaving our entry. So go forward to the entry, or add it again.
    if (this.#leaving) this.#leaving = () => (isHere() ? history.forward() : push())
    // After a reload, our entry may still be there.
    else if (!isHere()) push()
    const popped = (event: Event) => {
      // Ignore our own `back()`, a step forward to our entry, and a navigation to another page.
      if (event === this.#own || isHere() || location.href !== href) return
      back()
      if (isOpen()) push()
    }
    // If the host has navigated, our `back()` led from the host's new page to our entry. So go forward to that page.
    const stay = () => {
      if (isHere()) history.forward()
    }
    this.#view.addEventListener('popstate', popped)
    return () => {
      this.#view.removeEventListener('popstate', popped)
      if (this.#leaving) this.#leaving = stay
      // Remove the entry later: the host may navigate when a wallet connects, and the dialog may open again.
      this.#removing = setTimeout(() => {
        if (this.#leaving || !isHere()) return
        this.#leaving = stay
        const arrived = (event: Event) => {
          const arrive = this.#leaving
          this.#own = event
          this.#leaving = undefined
          arrive?.()
        }
        this.#view.addEventListener('popstate', arrived, { once: true })
        history.back()
      }, 0)
    }
  }
}

/** Calls `back` when the visitor goes back. Uses one watcher at a time, because browsers close several watchers together. */
function watchCloseRequests(create: () => Watcher, { back, isOpen }: BackOptions): () => void {
  let watcher: Watcher | undefined
  const watch = () => {
    watcher = create()
    watcher.onclose = () => {
      watcher = undefined
      back()
      if (isOpen()) watch()
    }
  }
  watch()
  return () => {
    if (watcher) watcher.onclose = null
    watcher?.destroy()
  }
}
