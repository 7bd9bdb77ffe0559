import { expect, it, vi } from 'vitest'
import type { Latchkey } from '../../../src/client/create-latchkey.ts'
import { Controller } from '../../../src/controllers/base/controller.ts'
import { createUpdatePause } from '../../../src/ui-react/shell/update-pause.ts'

class Told<State extends object> extends Controller<State> {
  set(partial: Partial<State>): void {
    this.patch(partial)
  }
}

function setUp() {
  const modal = new Told({ open: true })
  const session = new Told<{ attempt?: { phase: string } | undefined }>({})
  const options = new Told({ enableEmbedded: false })
  const shown = new Told({ address: 'none' })
  const hold = createUpdatePause({ modal, session, options } as unknown as Latchkey)
  const draw = vi.fn()
  const stop = hold(shown).subscribe(draw)
  return { modal, session, options, shown, draw, stop }
}

it('an open modal renders its changes', () => {
  const { shown, draw } = setUp()
  shown.set({ address: '0xa' })
  expect(draw).toHaveBeenCalledTimes(1)
})

it('a modal that is about to close postpones its changes until it opens again', () => {
  const { modal, session, shown, draw } = setUp()
  session.set({ attempt: { phase: 'done' } })
  shown.set({ address: '0xa' })
  modal.set({ open: false })
  session.set({ attempt: undefined })
  shown.set({ address: '0xb' })
  expect(draw).not.toHaveBeenCalled()
  modal.set({ open: true })
  expect(draw).toHaveBeenCalledTimes(1)
})

it("a modal that stays open after the wallet's answer renders its changes", () => {
  const { session, shown, draw } = setUp()
  session.set({ attempt: { phase: 'done' } })
  shown.set({ address: '0xa' })
  session.set({ attempt: undefined })
  expect(draw).toHaveBeenCalledTimes(1)
})

it('an embedded modal always renders its changes', () => {
  const { options, modal, shown, draw } = setUp()
  options.set({ enableEmbedded: true })
  modal.set({ open: false })
  shown.set({ address: '0xa' })
  expect(draw).toHaveBeenCalledTimes(1)
})

it('an unmounted component gets no more changes', () => {
  const { modal, shown, draw, stop } = setUp()
  modal.set({ open: false })
  shown.set({ address: '0xa' })
  stop()
  modal.set({ open: true })
  expect(draw).not.toHaveBeenCalled()
})
