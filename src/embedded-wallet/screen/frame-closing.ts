import type { Clock } from '../../ports.ts'

/** How often to check the frame, and how long it must be hidden to count as closed, in ms. */
const times = { look: 250, gone: 500 } as const
/** How long a request waits until the page shows the frame, in ms. */
const usualPatience = 60_000

/**
 * Calls `closed` when the page hides the frame, or doesn't show it in time. So no request is shown long after it was made. The
 * page doesn't announce that it hides the frame. In a hidden frame, the elements have no size, although the window still has one.
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
