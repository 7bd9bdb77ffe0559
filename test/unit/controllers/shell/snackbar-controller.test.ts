import { describe, expect, it, vi } from 'vitest'
import { SnackbarController } from '../../../../src/controllers/shell/snackbar-controller.ts'
import { latchkeyError } from '../../../../src/core/errors/latchkey-error.ts'
import { manualClock } from '../../../../src/testing/manual-clock.ts'

const defaults = { message: '', variant: 'success', svg: undefined, open: false, autoClose: true }

function setup() {
  const clock = manualClock()
  return { clock, snackbar: new SnackbarController({ clock }) }
}

describe('a snackbar', () => {
  it('shows a message at once when none is open', () => {
    const { snackbar } = setup()
    const heard = vi.fn()
    snackbar.subscribe(heard)
    snackbar.showSuccess('Address copied')
    expect(snackbar.state).toEqual({ ...defaults, message: 'Address copied', open: true })
    expect(heard).toHaveBeenCalledTimes(1)
  })

  it('shows the readable message of an error', () => {
    const { snackbar } = setup()
    snackbar.showError(latchkeyError('frame/cooldown', { values: { n: 7 } }))
    expect(snackbar.state).toMatchObject({ message: 'Please try again after 7 seconds', variant: 'error' })
  })

  it('shows Unknown error when the error has no message', () => {
    const { snackbar } = setup()
    snackbar.showError(undefined)
    expect(snackbar.state.message).toBe('Unknown error')
  })

  it('shows an image', () => {
    const { snackbar } = setup()
    snackbar.showSvg('Certified only', { icon: 'badge', iconColor: 'blue' })
    expect(snackbar.state).toMatchObject({ svg: { icon: 'badge', iconColor: 'blue' }, open: true })
  })

  it('closes an open message first and shows the new message after 150 ms', async () => {
    const { clock, snackbar } = setup()
    snackbar.showError('A')
    snackbar.showSuccess('B')
    expect(snackbar.state).toMatchObject({ message: 'A', open: false })
    await clock.advance(149)
    expect(snackbar.state.open).toBe(false)
    await clock.advance(1)
    expect(snackbar.state).toEqual({ ...defaults, message: 'B', open: true })
  })

  it('shows C in the end if A, B and C arrive within 150 ms, and never shows B', async () => {
    const { clock, snackbar } = setup()
    const shown: string[] = []
    snackbar.subscribe(() => snackbar.state.open && shown.push(snackbar.state.message))
    snackbar.showSuccess('A')
    await clock.advance(50)
    snackbar.showSuccess('B')
    await clock.advance(50)
    snackbar.showSuccess('C')
    await clock.advance(150)
    expect(snackbar.state).toMatchObject({ message: 'C', open: true })
    await clock.advance(150)
    expect(shown).toEqual(['A', 'C'])
  })

  it('shows a message every 150 ms, however fast the messages arrive', async () => {
    const { clock, snackbar } = setup()
    snackbar.showSuccess('first')
    snackbar.showSuccess('0')
    for (let n = 1; n <= 10; n++) {
      await clock.advance(15)
      snackbar.showSuccess(String(n))
    }
    await clock.advance(0)
    expect(snackbar.state.message).toBe('9')
  })

  it('closes after 2,500 ms, and then has its default state', async () => {
    const { clock, snackbar } = setup()
    snackbar.showError('A')
    await clock.advance(2499)
    expect(snackbar.state.open).toBe(true)
    await clock.advance(1)
    expect(snackbar.state).toEqual(defaults)
    expect(clock.pending).toBe(0)
  })

  it('counts the 2,500 ms from when the message is shown', async () => {
    const { clock, snackbar } = setup()
    snackbar.showSuccess('A')
    await clock.advance(2400)
    snackbar.showSuccess('B')
    await clock.advance(150 + 2499)
    expect(snackbar.state).toMatchObject({ message: 'B', open: true })
    await clock.advance(1)
    expect(snackbar.state.open).toBe(false)
  })

  it('keeps a loading message open until it is hidden, if the caller asks for that', async () => {
    const { clock, snackbar } = setup()
    snackbar.showLoading('Authenticating...', { autoClose: false })
    expect(snackbar.state).toMatchObject({ variant: 'loading', autoClose: false })
    await clock.advance(60_000)
    expect(snackbar.state.open).toBe(true)
    snackbar.hide()
    expect(snackbar.state).toEqual(defaults)
  })

  it('closes a loading message after 2,500 ms by default', async () => {
    const { clock, snackbar } = setup()
    snackbar.showLoading('Loading')
    await clock.advance(2500)
    expect(snackbar.state.open).toBe(false)
  })

  it('stays closed if it is hidden while a message waits to be shown', async () => {
    const { clock, snackbar } = setup()
    snackbar.showSuccess('X')
    snackbar.showSuccess('Y')
    snackbar.hide()
    expect(clock.pending).toBe(0)
    await clock.advance(150)
    expect(snackbar.state).toEqual(defaults)
    snackbar.showSuccess('Z')
    expect(snackbar.state).toMatchObject({ message: 'Z', open: true })
  })

  it('shows a message for its full time after an earlier message was hidden', async () => {
    const { clock, snackbar } = setup()
    snackbar.showSuccess('A')
    await clock.advance(2000)
    snackbar.hide()
    snackbar.showSuccess('B')
    await clock.advance(2499)
    expect(snackbar.state).toMatchObject({ message: 'B', open: true })
  })

  it('leaves no timer behind', async () => {
    const { clock, snackbar } = setup()
    snackbar.showSuccess('X')
    snackbar.showSuccess('Y')
    snackbar.dispose()
    expect(clock.pending).toBe(0)
  })
})
