import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ModalDeps } from '../../../src/controllers/coordinators/modal.ts'
import { ModalController } from '../../../src/controllers/coordinators/modal-controller.ts'
import type { Runtime } from '../../../src/ui-react/runtime.ts'
import { lateClosing } from '../../../src/ui-react/shell/late-closing.ts'

class OpenedModal extends ModalController {
  constructor() {
    super({} as ModalDeps)
    this.patch({ open: true })
  }
  override close(): void {
    this.reset()
  }
  reopen(): void {
    this.patch({ open: true })
  }
}

/** Opens a modal and subscribes to its shown state. With `done`, a wallet has answered the visitor's request. */
function watch(phase?: 'done') {
  const modal = new OpenedModal()
  const session = { state: { attempt: phase && { phase } } }
  const shown = lateClosing({ latchkey: { modal, session } } as unknown as Runtime)
  const seen: boolean[] = []
  const stop = shown.subscribe(() => seen.push(shown.getSnapshot().open))
  return { modal, shown, seen, stop }
}

describe('closing the modal', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('takes effect at once if no wallet has answered', () => {
    const { modal, shown } = watch()
    modal.close()
    expect(shown.getSnapshot().open).toBe(false)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('waits for the page to show the account if a wallet has answered', () => {
    const { modal, shown, seen } = watch('done')
    modal.close()
    expect(shown.getSnapshot().open).toBe(true)
    vi.runAllTimers()
    expect(shown.getSnapshot().open).toBe(false)
    expect(seen).toEqual([true, false])
  })

  it('is canceled if the modal opens again', () => {
    const { modal, shown, seen } = watch('done')
    modal.close()
    modal.reopen()
    vi.runAllTimers()
    expect(shown.getSnapshot().open).toBe(true)
    expect(seen).toEqual([true, true])
  })

  it('leaves no timer when the last listener unsubscribes', () => {
    const { modal, seen, stop } = watch('done')
    modal.close()
    stop()
    expect(vi.getTimerCount()).toBe(0)
    expect(seen).toEqual([true])
  })
})
