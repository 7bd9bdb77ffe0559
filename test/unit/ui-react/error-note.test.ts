// @vitest-environment jsdom
import { act, createElement } from 'react'
import { afterEach, expect, it } from 'vitest'
import { englishErrors } from '../../../src/ui-react/language/english-errors.ts'
import { ErrorNote } from '../../../src/ui-react/parts/error/error-note.tsx'
import { createWith, type Mounted, mount, options } from './rendering.ts'

let mounted: Mounted | undefined
afterEach(() => mounted?.unmount())

it('"What is this?" under an error shows its text in place and links to no other host', async () => {
  const words = { title: 'Request declined', advice: 'Try again.', code: 'wallet/user-rejected' }
  mounted = await mount(createWith(options().options), createElement(ErrorNote, { words }))
  const { container } = mounted
  expect(container.querySelector('.explained')?.textContent).toBe('')
  const button = container.querySelector<HTMLButtonElement>('[data-testid=what-is-this]')
  await act(async () => button?.click())
  const shown = () => container.querySelector('.explained')?.textContent
  const text = async () => {
    await act(async () => {})
    return shown()
  }
  await expect
    .poll(text, { message: 'the text of the error is shown' })
    .toBe(englishErrors['wallet/user-rejected'])
  expect(button?.getAttribute('aria-expanded')).toBe('true')
  expect(container.querySelectorAll('a')).toHaveLength(0)
})
