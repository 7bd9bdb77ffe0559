import { expect, it, onTestFinished } from 'vitest'
import { chooseLocale } from '../../../src/ui-react/language/choose-locale.ts'
import { locales } from '../../../src/ui-react/language/locales.ts'
import type { Words } from '../../../src/ui-react/language/words-context.ts'
import type { Runtime } from '../../../src/ui-react/runtime.ts'

/** A page whose language can't be fetched the first `offline` times. */
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

it('fetches a language again after it could not be fetched', async () => {
  const { runtime, shown, notes } = page(1)
  await chooseLocale(runtime)
  await chooseLocale(runtime)
  expect(shown).toEqual(['en', 'es'])
  expect(notes).toEqual(['The language es could not be fetched: English is shown'])
})

it('fetches a language once', async () => {
  const { runtime, shown, loads } = page(0)
  await chooseLocale(runtime)
  await chooseLocale(runtime)
  expect(shown).toEqual(['es', 'es'])
  expect(loads()).toBe(1)
})
