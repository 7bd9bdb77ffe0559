import type { ModalState } from '../../controllers/coordinators/modal-controller.ts'
import type { Runtime } from '../runtime.ts'
import type { Readable } from '../use-controller.ts'

/**
 * The modal, which a wallet that answered at once closes late: first the page shows who is connected, then what it takes to
 * go away is done, which is more than that.
 */
export function lateClosing(runtime: Runtime): Readable<ModalState> {
  const { modal } = runtime.latchkey
  let shown = modal.state
  const subscribe = (listener: () => void) => {
    let frame = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const follow = () => {
      shown = modal.state
      listener()
    }
    const stopWaiting = () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
    const stop = modal.subscribe(() => {
      stopWaiting()
      if (modal.state.open || !runtime.asking) follow()
      else {
        // After that frame is painted. A page that nobody sees paints none: there it waits until it is seen.
        frame = requestAnimationFrame(() => {
          timer = setTimeout(follow, 0)
        })
      }
    })
    follow()
    return () => {
      stopWaiting()
      stop()
    }
  }
  return { subscribe, getSnapshot: () => shown, getInitialSnapshot: modal.getInitialSnapshot }
}
