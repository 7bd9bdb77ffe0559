import type { ModalState } from '../../controllers/coordinators/modal.ts'
import type { Readable } from '../hooks/use-controller.ts'
import type { Runtime } from '../runtime.ts'

/**
 * How long less important work waits until a wallet's answer is rendered, in ms. This is long enough for a slow machine, and too
 * short to notice.
 */
export const drawnWithin = 50

/**
 * Returns the modal's state. Delays the closing after a wallet's answer, so that the page first renders the connected account.
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
