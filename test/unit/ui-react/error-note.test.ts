// @vitest-environment jsdom
import { act, createElement } from 'react'
import { afterEach, expect, it } from 'vitest'
import { latchkeyError } from '../../../src/core/errors/latchkey-error.ts'
import { englishErrors } from '../../../src/ui-react/language/english-errors.ts'
import { inEnglish } from '../../../src/ui-react/language/use-language.ts'
import { ErrorNote } from '../../../src/ui-react/parts/error/error-note.tsx'
import { errorWords } from '../../../src/ui-react/parts/error/error-words.ts'
import { createWith, type Mounted, mount, options } from './rendering.ts'

let mounted: Mounted | undefined
afterEach(() => mounted?.unmount())

it("the button Details under an error shows the error's text in place", async () => {
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

it('the button Details under an error with an explanation shows the sentence for developers', async () => {
  const error = latchkeyError('siwx/other-user')
  const words = { ...errorWords(inEnglish, error), advice: englishErrors['siwx/other-user'] }
  expect(words.title).not.toContain(error.message)
  mounted = await mount(createWith(options().options), createElement(ErrorNote, { words }))
  const { container } = mounted
  const shown = () => container.querySelector('.explained')?.textContent
  expect(shown()).toBe('')
  await act(async () => container.querySelector<HTMLButtonElement>('[data-testid=what-is-this]')?.click())
  expect(shown()).toBe('The account belongs to another user')
})
