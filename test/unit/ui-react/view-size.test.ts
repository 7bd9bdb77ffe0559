// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { followViewSize } from '../../../src/ui-react/shell/view-size.ts'

afterEach(() => vi.unstubAllGlobals())

it('marks a dialog in a low window, and removes the mark and its properties when it stops', () => {
  const view = { scale: 1, offsetLeft: 0, offsetTop: 0, width: 700, height: 170 }
  vi.stubGlobal('visualViewport', Object.assign(new EventTarget(), view))
  const dialog = document.createElement('dialog')
  const stop = followViewSize(dialog)
  expect(dialog.hasAttribute('data-low')).toBe(true)
  expect(dialog.style.getPropertyValue('--view-height')).toBe('170px')
  stop()
  expect(dialog.hasAttribute('data-low')).toBe(false)
  expect(dialog.style).toHaveLength(0)
})
