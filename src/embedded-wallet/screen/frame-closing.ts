import type { Clock } from '../../ports.ts'

/** In ms: how often to look at the frame, and for how long it must be hidden to count as closed. */
const times = { look: 250, gone: 500 } as const
/** How long a request waits for the page to show the frame, in ms. */
const usualPatience = 60_000

/**
 * Calls `closed` when the page hides the frame, or never shows it in time, so that no request is shown long after it was made. The page does not
 * announce that it hides the frame. The elements of a hidden frame have no size, although its window still reports a size.
 */
export function whenClosed(
  body: Pick<Element, 'getBoundingClientRect'>,
  clock: Clock,
  closed: () => void,
  patience = usualPatience,
) {
  let shown = false
  let hiddenFor = 0
  const stop = clock.every(times.look, () => {
    if (body.getBoundingClientRect().width > 0) {
      shown = true
      hiddenFor = 0
      return
    }
    hiddenFor += times.look
    if (hiddenFor < (shown ? times.gone : patience)) return
    stop()
    closed()
  })
  return stop
}
