import { expect, it, onTestFinished } from 'vitest'
import { chooseLocale } from '../../../src/ui-react/language/choose-locale.ts'
import { locales } from '../../../src/ui-react/language/locales.ts'
import type { Words } from '../../../src/ui-react/language/words-context.ts'
import type { Runtime } from '../../../src/ui-react/runtime.ts'

/** Returns a page on which the first `offline` requests for the language fail. */
function page(offline: number) {
  const load = locales.es!
  let loads = 0
  const flaky = async () => {
    if (++loads <= offline) throw new TypeError('Failed to fetch dynamically imported module')
    return load()
  }
  Object.assign(locales, { es: flaky })
  onTestFinished(() => void Object.assign(locales, { es: load }))
  const shown: (string | undefined)[] = []
  const notes: string[] = []
  const runtime = {
    latchkey: {
      alert: { note: (text: string) => notes.push(text) },
      options: { state: { language: 'es' } },
    },
    setButtonText: ({ choice }: Words) => shown.push(choice?.tag),
  } as unknown as Runtime
  return { runtime, shown, notes, loads: () => loads }
}

it('the page fetches a language again if the first request failed', async () => {
  const { runtime, shown, notes } = page(1)
  await chooseLocale(runtime)
  await chooseLocale(runtime)
  expect(shown).toEqual(['en', 'es'])
  expect(notes).toEqual(['The language es could not be fetched: English is shown'])
})

it('the page fetches a language only once', async () => {
  const { runtime, shown, loads } = page(0)
  await chooseLocale(runtime)
  await chooseLocale(runtime)
  expect(shown).toEqual(['es', 'es'])
  expect(loads()).toBe(1)
})
