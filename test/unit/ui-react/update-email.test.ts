// @vitest-environment jsdom
import { createLatchkey } from 'latchkey'
import { act, createElement } from 'react'
import { expect, it } from 'vitest'
import { latchkeyError } from '../../../src/core/errors/latchkey-error.ts'
import { UpdateEmailWalletView } from '../../../src/ui-react/views/email/update-email-wallet.tsx'
import { mount, options } from './rendering.ts'

it('the field of the new email address keeps the focus while it is saved, and says why it is invalid', async () => {
  const latchkey = createLatchkey(options().options)
  let refuse = () => {}
  const refused = new Promise<never>((_, reject) => {
    refuse = () => reject(latchkeyError('frame/invalid-request'))
  })
  Object.assign(latchkey.embeddedWallet, { updateEmail: () => refused })
  latchkey.router.push('UpdateEmailWallet', { email: 'ada@old.example', newEmail: 'ada@new.example' })
  const { container, unmount } = await mount(() => latchkey, createElement(UpdateEmailWalletView))
  const field = container.querySelector('input')
  const type = (text: string) =>
    act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text)
      field?.dispatchEvent(new Event('input', { bubbles: true }))
    })
  await act(async () => container.querySelector('form')?.requestSubmit())
  // A phone hides its keyboard if the focused field becomes disabled or read-only.
  expect(field).toMatchObject({ disabled: false, readOnly: false })
  expect(field?.getAttribute('aria-readonly')).toBe('true')
  await type('ada@other.example')
  expect(field).toMatchObject({ value: 'ada@new.example' })
  expect(field?.getAttribute('aria-describedby')).toBeNull()
  await act(async () => refuse())
  expect(field?.getAttribute('aria-readonly')).toBe('false')
  expect(field?.getAttribute('aria-describedby')).toBe(container.querySelector('[role=alert]')?.id)
  await unmount()
})
