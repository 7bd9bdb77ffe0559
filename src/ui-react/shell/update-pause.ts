import type { Latchkey } from '../../client/create-latchkey.ts'
import type { Readable } from '../hooks/use-controller.ts'

/** Forwards a controller's changes, except while the modal is closing or closed. */
export type UpdatePause = <State>(controller: Readable<State>) => Readable<State>

/**
 * Creates a pause of updates. The pause starts with the wallet's answer or when the modal closes. It lasts until the modal is
 * open and the answered connect attempt is cleared. During this time, the page has more important work than the modal. The
 * changes render at the end of the pause. An embedded modal has no pause.
 */
export function createUpdatePause({
  modal,
  session,
  options,
}: Pick<Latchkey, 'modal' | 'session' | 'options'>): UpdatePause {
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
