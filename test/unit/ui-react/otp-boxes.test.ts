// @vitest-environment jsdom
import { act, createElement, useState } from 'react'
import { describe, expect, it } from 'vitest'
import { OtpBoxes } from '../../../src/ui-react/parts/form/otp-boxes.tsx'
import { createWith, mount, options } from './rendering.ts'

/** Renders the boxes of a code. */
async function show(code = '') {
  const Entry = () => {
    const [value, setValue] = useState(code)
    return createElement(OtpBoxes, { value, onChange: setValue })
  }
  const { container, unmount } = await mount(createWith(options().options), createElement(Entry))
  const boxes = () => [...container.querySelectorAll('input')]
  const box = (at: number) => boxes()[at] as HTMLInputElement
  return {
    unmount,
    box,
    code: () =>
      boxes()
        .map(({ value }) => value)
        .join(''),
    /** Sets the text of a box, as a keyboard does. */
    type: (at: number, text: string) =>
      act(async () => {
        const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
        set?.call(box(at), text)
        box(at).dispatchEvent(new Event('input', { bubbles: true }))
      }),
    press: (at: number, key: string) =>
      act(async () =>
        box(at).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
      ),
    paste: (at: number, text: string) =>
      act(async () => {
        const event = new Event('paste', { bubbles: true, cancelable: true })
        box(at).dispatchEvent(Object.assign(event, { clipboardData: { getData: () => text } }))
      }),
  }
}

describe('the boxes of a code', () => {
  it.each([
    ['Arabic', '١٢٣٤٥٦'],
    ['Persian', '۱۲۳۴۵۶'],
    ['Hindi', '१२३४५६'],
    ['full-width', '１２３４５６'],
  ])('accept %s digits', async (_, digits) => {
    const { box, code, type, paste, unmount } = await show()
    await type(0, digits.charAt(0))
    expect(box(0).value).toBe('1')
    expect(box(1).disabled).toBe(false)
    await paste(1, digits.slice(1))
    expect(code()).toBe('123456')
    await unmount()
  })

  it('replace the digit of a box with a typed one', async () => {
    const { code, type, unmount } = await show('123')
    await type(1, '2٧')
    expect(code()).toBe('173')
    await unmount()
  })

  it('move on when the same digit is typed again', async () => {
    const { box, press, unmount } = await show('123')
    await act(async () => box(1).focus())
    await press(1, '２')
    expect(document.activeElement).toBe(box(2))
    await unmount()
  })

  it('keep the code if a pasted text has no digits', async () => {
    const { code, paste, unmount } = await show('123')
    await paste(1, 'copied')
    expect(code()).toBe('123')
    await unmount()
  })
})
