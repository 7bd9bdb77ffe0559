// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { inertAround } from '../../../src/ui-react/shell/focus.ts'

afterEach(() => document.body.replaceChildren())

it('makes the page inert except for a dialog in a shadow root and the frame, and active again', () => {
  document.body.innerHTML = '<main><p></p><section></section></main><iframe></iframe><footer></footer>'
  const find = (selector: string) => document.querySelector(selector)!
  const shadow = find('section').attachShadow({ mode: 'open' })
  shadow.innerHTML = '<nav></nav><dialog></dialog>'
  const dialog = shadow.querySelector('dialog')!
  const inert = () =>
    [...document.querySelectorAll('[inert]'), ...shadow.querySelectorAll('[inert]')].map(
      ({ localName }) => localName,
    )

  const restore = inertAround(dialog, find('iframe'))
  expect(inert()).toEqual(['p', 'footer', 'nav'])
  restore()
  expect(inert()).toEqual([])
})
