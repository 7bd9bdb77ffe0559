import type { Clock } from '../../ports.ts'

/** In ms. */
const times = { look: 250, gone: 500 } as const
/** In ms: how long a request waits for the page to show it. */
const usualPatience = 60_000

/**
 * Tells when the page has put the frame away again, of which it says nothing: then nothing in it has a size, though the
 * window still says that it has one. Also when it was
 * not shown in all the time that it is waited for. Nobody may be asked tomorrow what a page wanted today.
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
