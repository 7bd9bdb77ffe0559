// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { keepFocus, restoreFocus } from '../../../src/ui-react/shell/focus.ts'

let stop = () => {}
afterEach(() => {
  stop()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Creates a title and a focused button inside the element that keeps the focus, and another button outside of it. */
function buttons() {
  const root = document.createElement('div')
  const shadow = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' })
  shadow.append(root)
  const title = root.appendChild(document.createElement('h1'))
  title.tabIndex = -1
  const inside = root.appendChild(document.createElement('button'))
  const outside = document.body.appendChild(document.createElement('button'))
  inside.focus()
  stop = keepFocus(root)
  return { root, inside, outside, title, focused: () => shadow.activeElement }
}
/** Waits until the microtasks of a change have run. */
const settled = () => new Promise((resolve) => setTimeout(resolve))

/** Disables a button, and takes its focus away as browsers do. (In jsdom, a disabled element keeps the focus.) */
function disable(button: HTMLButtonElement) {
  button.blur()
  button.disabled = true
}

/** Presses a key while no element has the focus. */
function press(key: KeyboardEventInit) {
  document.body.dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true }))
}

describe('keepFocus', () => {
  it('focuses the title if the focused control was removed', async () => {
    const { inside, title, focused } = buttons()
    await settled()
    inside.remove()
    await settled()
    expect(focused()).toBe(title)
  })

  it.each(['nothing', 'another button'])(
    'leaves the focus alone if the visitor focused %s before the control was removed',
    async (next) => {
      const { inside, outside, focused } = buttons()
      await settled()
      if (next === 'nothing') inside.blur()
      else outside.focus()
      await settled()
      inside.remove()
      await settled()
      expect(focused()).toBeNull()
      expect(document.activeElement).toBe(next === 'nothing' ? document.body : outside)
    },
  )

  it('leaves the focus alone if the code that removed the control has moved the focus', async () => {
    const { inside, outside } = buttons()
    await settled()
    inside.remove()
    outside.focus()
    await settled()
    expect(document.activeElement).toBe(outside)
  })

  it('focuses the title if a control was removed that had lost the focus because it was disabled', async () => {
    const { inside, title, focused } = buttons()
    await settled()
    disable(inside)
    await settled()
    expect(focused()).toBeNull()
    inside.remove()
    await settled()
    expect(focused()).toBe(title)
  })

  it('returns the focus to a control that is enabled again', async () => {
    const { inside, focused } = buttons()
    await settled()
    disable(inside)
    await settled()
    inside.disabled = false
    await settled()
    expect(focused()).toBe(inside)
  })

  it('leaves the focus alone if another element has it when a control is enabled again', async () => {
    const { inside, outside } = buttons()
    await settled()
    disable(inside)
    await settled()
    outside.focus()
    inside.disabled = false
    await settled()
    expect(document.activeElement).toBe(outside)
  })

  describe.each([
    ['enabled again', (control: HTMLButtonElement) => control.removeAttribute('disabled')],
    ['removed', (control: HTMLButtonElement) => control.remove()],
  ])('if a control that lost the focus because it was disabled is %s,', (_, change) => {
    it.each<readonly [string, (outside: HTMLElement) => void]>([
      [
        'focused another element and left it',
        (outside) => {
          outside.focus()
          outside.blur()
        },
      ],
      ['pressed on the page', () => document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))],
      ['pressed a key on the page', () => press({ key: ' ' })],
    ])('leaves the focus alone if the visitor %s before', async (_, act) => {
      const { inside, outside, focused } = buttons()
      await settled()
      disable(inside)
      await settled()
      act(outside)
      change(inside)
      await settled()
      expect(focused()).toBeNull()
      expect(document.activeElement).toBe(document.body)
    })
  })

  it.each([
    ['the key that pressed the control repeats', { key: 'Enter', repeat: true }],
    ['a modifier key is pressed', { key: 'Control', ctrlKey: true }],
  ])('returns the focus to a control that is enabled again if only %s', async (_, key) => {
    const { inside, focused } = buttons()
    await settled()
    disable(inside)
    await settled()
    press(key)
    inside.disabled = false
    await settled()
    expect(focused()).toBe(inside)
  })

  it('does nothing after it was stopped', async () => {
    const { inside, focused } = buttons()
    await settled()
    stop()
    inside.remove()
    await settled()
    expect(focused()).toBeNull()
  })
})

describe('restoreFocus', () => {
  it.each([
    ['moves the focus in a frame that has the focus', true],
    ["doesn't take the focus from the page around its frame", false],
  ])('%s', (_, hasFocus) => {
    const { root, inside, title, focused } = buttons()
    inside.blur()
    vi.stubGlobal('parent', {})
    vi.spyOn(document, 'hasFocus').mockReturnValue(hasFocus)
    restoreFocus(root)
    expect(focused()).toBe(hasFocus ? title : null)
  })
})
