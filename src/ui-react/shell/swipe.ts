/** In px: a shorter move is a tap. */
const tap = 8
/** A sheet closes if it was moved by this fraction of its height. */
const far = 0.3
/** In px per ms: a faster swipe closes the sheet even if the swipe is short. */
const fast = 0.5
/** How long the animation that moves a sheet away or back lasts, in ms. */
const leaving = 150
/** The id of the animation that moves a sheet away. The next opening ends this animation. */
const leave = 'leave'

/**
 * Closes a phone's sheet with a swipe down that starts on the sheet's header. The sheet follows the finger, and moves back if the
 * swipe is short and slow. `close` returns false if the visitor can't leave the current view. With reduced motion, the sheet
 * doesn't move. Returns a function that stops listening for swipes, and ends a swipe that is in progress.
 */
export function closeBySwipe(card: HTMLElement, close: () => boolean): () => void {
  // The media queries of shell.css show a grabber (a short line at the top) only on a sheet, and set `--still` for reduced
  // motion.
  const isSheet = () => (card.querySelector('.grabber')?.getClientRects().length ?? 0) > 0
  const isStill = () => getComputedStyle(card).getPropertyValue('--still') !== ''
  for (const one of card.getAnimations()) if (one.id === leave) one.cancel()
  let start: { readonly id: number; readonly y: number; readonly at: number } | undefined
  /** In px. Undefined while the move is still a tap. */
  let moved: number | undefined

  const move = (to: number) => {
    if (!isStill()) card.style.translate = `0 ${to}px`
  }
  const down = (event: PointerEvent) => {
    const { target, pointerType, isPrimary, pointerId: id, clientY: y, timeStamp: at } = event
    const isHeader = target instanceof Element && target.closest('.header')
    if (isHeader && pointerType === 'touch' && isPrimary && isSheet()) start = { id, y, at }
  }
  const follow = ({ pointerId, clientY }: PointerEvent) => {
    if (pointerId !== start?.id) return
    const by = Math.max(0, clientY - start.y)
    if (moved === undefined) {
      if (by < tap) return
      // Capturing the pointer also prevents a click on a button of the header.
      card.setPointerCapture(pointerId)
    }
    moved = by
    move(by)
  }
  const back = () => {
    if (!isStill()) card.animate({ translate: [card.style.translate, '0 0'] }, { duration: leaving })
    card.style.translate = ''
  }
  const end = ({ type, pointerId, timeStamp }: PointerEvent) => {
    if (pointerId !== start?.id) return
    const [by, took] = [moved, timeStamp - start.at]
    start = moved = undefined
    if (by === undefined) return
    const isClosing = type === 'pointerup' && (by > card.offsetHeight * far || by / took > fast)
    const height = card.offsetHeight
    // Close at once, so that a tap right after the swipe reaches the page. The sheet moves away while it fades.
    if (!isClosing || !close()) return back()
    const way = [`0 ${by}px`, `0 ${height}px`]
    if (!isStill()) card.animate({ translate: way }, { id: leave, duration: leaving, fill: 'forwards' })
  }
  const listeners = { pointerdown: down, pointermove: follow, pointerup: end, pointercancel: end } as const
  for (const [type, listener] of Object.entries(listeners))
    card.addEventListener(type, listener as EventListener)
  return () => {
    for (const [type, listener] of Object.entries(listeners))
      card.removeEventListener(type, listener as EventListener)
    card.style.translate = ''
  }
}
