import type { ModalState } from '../../controllers/coordinators/modal.ts'
import type { Readable } from '../hooks/use-controller.ts'
import type { Runtime } from '../runtime.ts'

/**
 * How long less important work waits until a wallet's answer is rendered, in ms. This is long enough for a slow machine, and too
 * short to notice.
 */
export const drawnWithin = 50
/** How long the modal waits for the code of its first view, in ms. After this time, it opens with a placeholder. */
const loadedWithin = 50

/**
 * Returns the modal's state, with two delays. If the code of the first view is missing, the opening
 * waits for the code briefly. Code in the browser's cache arrives at once, so a placeholder would
 * render in vain. The closing after a wallet's answer waits, so that the page first renders the
 * connected account.
 */
export function shownModal(runtime: Runtime): Readable<ModalState> {
  const { modal, router, session } = runtime.latchkey
  let shown = modal.state
  const subscribe = (listener: () => void) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let turn = 0
    const follow = () => {
      clearTimeout(timer)
      turn++
      shown = modal.state
      listener()
    }
    const followLater = (ms: number) => {
      clearTimeout(timer)
      timer = setTimeout(follow, ms)
    }
    const stop = modal.subscribe(() => {
      const { open } = modal.state
      const { view } = router.state
      if (open && !shown.open && !runtime.views.has(view)) {
        const now = ++turn
        const arrived = () => now === turn && follow()
        followLater(loadedWithin)
        runtime.load?.(view).then(arrived, arrived)
      } else if (open || session.state.attempt?.phase !== 'done') follow()
      else followLater(drawnWithin)
    })
    follow()
    return () => {
      clearTimeout(timer)
      turn++
      stop()
    }
  }
  return { subscribe, getSnapshot: () => shown, getInitialSnapshot: modal.getInitialSnapshot }
}
