import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ModalDeps } from '../../../src/controllers/coordinators/modal.ts'
import { ModalController } from '../../../src/controllers/coordinators/modal-controller.ts'
import type { Runtime } from '../../../src/ui-react/runtime.ts'
import { shownModal } from '../../../src/ui-react/shell/shown-modal.ts'

class TestModal extends ModalController {
  constructor(open: boolean) {
    super({} as ModalDeps)
    this.patch({ open })
  }
  override close(): void {
    this.reset()
  }
  reopen(): void {
    this.patch({ open: true })
  }
}

interface World {
  /** Whether the modal is open at the start. */
  readonly open?: boolean
  /** With `done`, a wallet has answered the visitor's request. */
  readonly phase?: 'done'
  /** Loads the code of the first view. If absent, the code is already loaded. */
  readonly load?: () => Promise<void>
}

/** Subscribes to the shown state of a modal. */
function watch({ open = true, phase, load }: World = {}) {
  const modal = new TestModal(open)
  const session = { state: { attempt: phase && { phase } } }
  const latchkey = { modal, session, router: { state: { view: 'EmailLogin' } } }
  const views = new Map(load ? [] : [['EmailLogin', () => null]])
  const shown = shownModal({ latchkey, views, load } as unknown as Runtime)
  const seen: boolean[] = []
  const stop = shown.subscribe(() => seen.push(shown.getSnapshot().open))
  return { modal, shown, seen, stop }
}

describe('opening the modal', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const late = () => new Promise<void>(() => {})

  it('takes effect at once if the code of the view is loaded', () => {
    const { modal, seen } = watch({ open: false })
    modal.reopen()
    expect(seen).toEqual([false, true])
    expect(vi.getTimerCount()).toBe(0)
  })

  it.each([
    ['arrives', async () => {}],
    ['fails to load', () => Promise.reject(new Error('offline'))],
  ])('takes effect when the code of the view %s', async (_, load) => {
    const { modal, seen } = watch({ open: false, load })
    modal.reopen()
    expect(seen).toEqual([false])
    await vi.advanceTimersByTimeAsync(0)
    expect(seen).toEqual([false, true])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('takes effect without the code of the view after 50 ms', async () => {
    const { modal, seen } = watch({ open: false, load: late })
    modal.reopen()
    await vi.advanceTimersByTimeAsync(49)
    expect(seen).toEqual([false])
    await vi.advanceTimersByTimeAsync(1)
    expect(seen).toEqual([false, true])
  })

  it('is canceled if the modal closes', async () => {
    let arrive = () => {}
    const load = () =>
      new Promise<void>((resolve) => {
        arrive = resolve
      })
    const { modal, seen } = watch({ open: false, load })
    modal.reopen()
    modal.close()
    arrive()
    await vi.runAllTimersAsync()
    expect(seen).toEqual([false, false])
  })

  it('leaves no timer when the last listener unsubscribes', () => {
    const { modal, seen, stop } = watch({ open: false, load: late })
    modal.reopen()
    stop()
    expect(vi.getTimerCount()).toBe(0)
    expect(seen).toEqual([false])
  })
})

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
    const { modal, shown, seen } = watch({ phase: 'done' })
    modal.close()
    expect(shown.getSnapshot().open).toBe(true)
    vi.runAllTimers()
    expect(shown.getSnapshot().open).toBe(false)
    expect(seen).toEqual([true, false])
  })

  it('is canceled if the modal opens again', () => {
    const { modal, shown, seen } = watch({ phase: 'done' })
    modal.close()
    modal.reopen()
    vi.runAllTimers()
    expect(shown.getSnapshot().open).toBe(true)
    expect(seen).toEqual([true, true])
  })

  it('leaves no timer when the last listener unsubscribes', () => {
    const { modal, seen, stop } = watch({ phase: 'done' })
    modal.close()
    stop()
    expect(vi.getTimerCount()).toBe(0)
    expect(seen).toEqual([true])
  })
})
