import type { Latchkey } from '../../client/create-latchkey.ts'
import type { Readable } from '../use-controller.ts'

/** Hands a controller's changes on, but for the time in which the modal goes away. */
export type Hold = <State>(controller: Readable<State>) => Readable<State>

/**
 * From the wallet's answer until the modal is gone nobody reads what it shows, and the page has more to draw. What changed
 * meanwhile is drawn when the modal is back, or stays after all.
 */
export function createHold({
  modal,
  session,
  options,
}: Pick<Latchkey, 'modal' | 'session' | 'options'>): Hold {
  const waiting = new Set<() => void>()
  const leaving = () =>
    !options.state.enableEmbedded && (!modal.state.open || session.state.attempt?.phase === 'done')
  const wake = () => {
    if (leaving()) return
    const all = [...waiting]
    waiting.clear()
    for (const listener of all) listener()
  }
  for (const each of [modal, session, options]) each.subscribe(wake)
  return ({ subscribe, getSnapshot, getInitialSnapshot }) => ({
    getSnapshot,
    getInitialSnapshot,
    subscribe(listener) {
      const stop = subscribe(() => {
        if (leaving()) waiting.add(listener)
        else listener()
      })
      return () => {
        waiting.delete(listener)
        stop()
      }
    },
  })
}
