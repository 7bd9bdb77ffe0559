import type { Clock } from '../../ports.ts'

/** In ms. */
const times = { look: 250, gone: 500 } as const
/** How long a request waits for the page to show the frame, in ms. */
const usualPatience = 60_000

/**
 * Calls `closed` when the page hides the frame, or never shows it in time, so that no request is shown long after it
 * was made. The page does not announce hiding: elements then have no size, although the window still reports one.
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
