import type { Clock, Unsubscribe } from '../../ports.ts'
import { type Gate, type GateState, gate } from './gate.ts'

/**
 * The options of IntersectionObserver v2, which TypeScript's types don't have yet.
 * https://w3c.github.io/IntersectionObserver/v2/
 */
interface SightOptions extends IntersectionObserverInit {
  readonly trackVisibility: boolean
  readonly delay: number
}
type SightEntry = IntersectionObserverEntry & { readonly isVisible?: boolean }

/**
 * Watches a card that fills the window: whether the visitor is present, sees the whole card, and has had `end` in view. After a
 * change of the content, `end` must be in view again. In the wallet's own window, no page can cover the card. So the card
 * counts as visible there, even if the browser can't tell. But the window must have the focus, because a click could otherwise be
 * meant for another window.
 */
export function watchVisibility(
  card: Element,
  end: Element,
  view: Window & typeof globalThis,
  clock: Clock,
  changed: (state: GateState) => void,
): Gate & { check(): void } {
  const { document } = view
  const inner = gate(clock, changed)
  const stops: Unsubscribe[] = []
  const listen = <E extends Event>(
    target: EventTarget,
    types: readonly string[],
    listener: (event: E) => void,
  ) => {
    for (const type of types) {
      target.addEventListener(type, listener as EventListener, { capture: true, passive: true })
      stops.push(() => target.removeEventListener(type, listener as EventListener, { capture: true }))
    }
  }

  let inside = false
  const isOwn = view.parent === view
  const attend = () => inner.attend(document.hasFocus() || (inside && !isOwn))
  listen(view, ['focus', 'blur'], attend)
  listen(document, ['pointerover', 'pointermove', 'pointerdown'], () => {
    inside = true
    attend()
  })
  listen(document.documentElement, ['pointerleave', 'pointercancel'], (event) => {
    if (event.target !== document.documentElement) return
    inside = false
    attend()
  })
  listen(view, ['resize'], () => inner.disturb())
  listen(document, ['visibilitychange'], () => inner.disturb())

  // If the pointer rests on the screen but moves within the page, the page was moved under the pointer.
  let last: PointerEvent | undefined
  listen<PointerEvent>(document, ['pointerover', 'pointermove'], (event) => {
    const still = last && last.screenX === event.screenX && last.screenY === event.screenY
    const moved = last && (last.clientX !== event.clientX || last.clientY !== event.clientY)
    if (still && moved) inner.disturb()
    last = event
  })
  attend()

  const { parentElement: scrolled } = end
  const read = () => {
    const frame = scrolled?.getBoundingClientRect()
    const { bottom, height, width } = end.getBoundingClientRect()
    // Hidden elements have no size.
    if (frame && frame.height > 0 && height + width > 0 && bottom <= frame.bottom + 1) inner.read()
  }
  if (scrolled) {
    listen(scrolled, ['scroll'], read)
    const changes = new view.MutationObserver(() => {
      inner.change()
      read()
    })
    changes.observe(scrolled, { subtree: true, childList: true, characterData: true, attributes: true })
    stops.push(() => changes.disconnect())
  }
  const sizes = new view.ResizeObserver(read)
  sizes.observe(card)
  stops.push(() => sizes.disconnect())

  const canTell = 'isVisible' in view.IntersectionObserverEntry.prototype
  const see = (entries: readonly SightEntry[]) => {
    const entry = entries.at(-1)
    if (entry) inner.see(entry.isVisible === true && isWhole(entry) && isLargeEnough(view))
  }
  let observer: IntersectionObserver | undefined
  if (canTell) {
    const options: SightOptions = { threshold: [0, 0.5, 0.9, 0.995, 1], trackVisibility: true, delay: 100 }
    observer = new view.IntersectionObserver(see, options)
    observer.observe(card)
    stops.push(() => observer?.disconnect())
  } else inner.see(isOwn ? true : undefined)

  return {
    ...inner,
    get state() {
      return inner.state
    },
    /** Reads the observations that the browser hasn't delivered yet. */
    check() {
      read()
      see(observer?.takeRecords() ?? [])
      attend()
    },
    stop() {
      for (const stop of stops) stop()
      inner.stop()
    },
  }
}

/** Returns whether the whole element is in view. Allows for frames at half-pixel positions. */
export function isWhole({
  boundingClientRect: all,
  intersectionRect: seen,
}: IntersectionObserverEntry): boolean {
  const edges = ['left', 'top', 'right', 'bottom'] as const
  return edges.every((edge) => Math.abs(all[edge] - seen[edge]) <= 1)
}

/** The minimum size of the frame in CSS pixels. A smaller frame could show the buttons without the request. */
const least = { width: 280, height: 400 } as const

/** Returns whether the frame is large enough. The page chooses the size of the frame. */
export function isLargeEnough({
  innerWidth,
  innerHeight,
}: Pick<Window, 'innerWidth' | 'innerHeight'>): boolean {
  return innerWidth >= least.width && innerHeight >= least.height
}
