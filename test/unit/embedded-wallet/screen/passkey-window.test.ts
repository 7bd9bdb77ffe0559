import { manualClock } from 'latchkey/testing'
import { expect, it } from 'vitest'
import { askPasskey } from '../../../../src/embedded-wallet/screen/window/passkey-window.ts'

/** Returns a frame that can open one window. */
function frame() {
  const opened = {
    closed: false,
    close() {
      opened.closed = true
    },
  }
  const view = Object.assign(new EventTarget(), {
    parent: {},
    location: new URL('https://wallet.example/'),
    open: () => opened,
  })
  return { opened, view: view as unknown as Window }
}

it('closes the window of a passkey when the signal aborts', async () => {
  const { opened, view } = frame()
  const clock = manualClock()
  const leaving = new AbortController()
  const asked = askPasskey(view, clock, { known: [] }, leaving.signal)
  expect(opened.closed).toBe(false)
  leaving.abort()
  expect(opened.closed).toBe(true)
  await expect(asked).rejects.toBe(leaving.signal.reason)
  expect(clock.pending).toBe(0)
})
