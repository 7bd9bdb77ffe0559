import type { ModalState } from '../../controllers/coordinators/modal.ts'
import type { Runtime } from '../runtime.ts'
import type { Readable } from '../use-controller.ts'

/**
 * In ms: what a wallet's answer changes is drawn by then, also on a slow machine, and nobody has noticed the wait. So long
 * waits what need not come first.
 */
export const drawnWithin = 50

/**
 * The modal, which a wallet that answered at once closes late: first the page shows who is connected, then what it takes to
 * go away is done, which is more than that.
 */
export function lateClosing(runtime: Runtime): Readable<ModalState> {
  const { modal, session } = runtime.latchkey
  let shown = modal.state
  const subscribe = (listener: () => void) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const follow = () => {
      shown = modal.state
      listener()
    }
    const stop = modal.subscribe(() => {
      clearTimeout(timer)
      if (modal.state.open || session.state.attempt?.phase !== 'done') follow()
      else timer = setTimeout(follow, drawnWithin)
    })
    follow()
    return () => {
      clearTimeout(timer)
      stop()
    }
  }
  return { subscribe, getSnapshot: () => shown, getInitialSnapshot: modal.getInitialSnapshot }
}
