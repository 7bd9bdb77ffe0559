import type { Clock } from '../../ports.ts'

/** In ms. */
const times = { look: 250, gone: 500, never: 60_000 } as const

/**
 * Tells when the page has put the frame away again, of which it says nothing: then nothing in it has a size, though the
 * window still says that it has one. Also when it has not
 * been shown for a minute. Nobody may be asked tomorrow what a page wanted today.
 */
export function whenClosed(body: Pick<Element, 'getBoundingClientRect'>, clock: Clock, closed: () => void) {
  let shown = false
  let hiddenFor = 0
  const stop = clock.every(times.look, () => {
    if (body.getBoundingClientRect().width > 0) {
      shown = true
      hiddenFor = 0
      return
    }
    hiddenFor += times.look
    if (hiddenFor < (shown ? times.gone : times.never)) return
    stop()
    closed()
  })
  return stop
}
