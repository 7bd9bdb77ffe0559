// @vitest-environment jsdom
import { createLatchkey } from 'latchkey'
import { act, createElement } from 'react'
import { afterEach, expect, it } from 'vitest'
import { createLanguage } from '../../../src/ui-react/language/language.ts'
import { locales } from '../../../src/ui-react/language/locales.ts'
import { LanguageContext } from '../../../src/ui-react/language/use-language.ts'
import { Snackbar } from '../../../src/ui-react/shell/notices.tsx'
import { type Mounted, mount, options } from './rendering.ts'

let mounted: Mounted | undefined
afterEach(() => mounted?.unmount())

const german = createLanguage({ tag: 'de', locale: await locales.de?.(), overrides: {} })

it.each([
  ['Authenticating...', 'Anmeldung läuft …'],
  ['Action not allowed', 'Aktion nicht erlaubt'],
])("the snackbar translates the controllers' own message %s", async (message, translated) => {
  const latchkey = createLatchkey(options().options)
  mounted = await mount(
    () => latchkey,
    createElement(LanguageContext.Provider, { value: german }, createElement(Snackbar)),
  )
  await act(async () => latchkey.snackbar.showError(message))
  const shown = mounted.container.querySelector('[data-testid=snackbar-message]')
  expect(shown?.textContent).toBe(translated)
})

it("the snackbar shows the host's message as it is", async () => {
  const latchkey = createLatchkey(options().options)
  mounted = await mount(
    () => latchkey,
    createElement(LanguageContext.Provider, { value: german }, createElement(Snackbar)),
  )
  await act(async () => latchkey.snackbar.showSuccess('Saved'))
  expect(mounted.container.querySelector('[data-testid=snackbar-message]')?.textContent).toBe('Saved')
})
