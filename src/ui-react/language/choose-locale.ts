import type { Runtime } from '../runtime.ts'
import { accountButtonWords } from './account-button-words.ts'
import { buttonWords } from './button-words.ts'
import { loaderOf } from './locales.ts'
import type { Choice, Overrides } from './strings.ts'
import type { Words } from './words-context.ts'

interface Listener {
  note(text: string): void
  /** Called when the language couldn't be fetched. The modal fetches the language again at the next opening. */
  failed(): void
}

/**
 * Loads the language of the options and shows it. Falls back to English if neither the package nor the option `strings` has the
 * language, or if the language can't be loaded. Notes this in the log, unless `auto` finds no language. If the options change
 * during the load, the loaded language isn't shown.
 */
export async function chooseLocale(runtime: Runtime): Promise<void> {
  const { alert, options } = runtime.latchkey
  const { language, strings } = options.state
  if (language === undefined && strings === undefined) return runtime.setButtonText(buttonWords)
  const { loadedLanguage } = runtime
  if (!loadedLanguage || loadedLanguage.language !== language || loadedLanguage.strings !== strings) {
    const forget = () => {
      if (runtime.loadedLanguage === loading) runtime.loadedLanguage = undefined
    }
    const note = (text: string) => alert.note(text)
    const loading = { language, strings, words: wordsFor(language, strings, { note, failed: forget }) }
    runtime.loadedLanguage = loading
  }
  const words = await runtime.loadedLanguage?.words
  const now = options.state
  if (words && now.language === language && now.strings === strings) runtime.setButtonText(words)
}

async function wordsFor(
  language: string | undefined,
  strings: Overrides | undefined,
  listener: Listener,
): Promise<Words> {
  const choice = await choiceFor(language, strings, listener)
  const own = Object.entries(choice.overrides).flatMap(([key, text]) =>
    key.startsWith('button.') && typeof text === 'string'
      ? [[key.slice('button.'.length), text] as const]
      : [],
  )
  return {
    ...buttonWords,
    ...accountButtonWords,
    ...choice.locale?.strings.button,
    ...Object.fromEntries(own),
    choice,
  }
}

async function choiceFor(
  language = 'en',
  overrides: Overrides = {},
  { note, failed }: Listener,
): Promise<Choice> {
  const wanted = language === 'auto' ? navigator.languages : [language]
  for (const tag of wanted) {
    const base = baseOf(tag)
    if (base === 'en') return { tag, overrides }
    const load = base && loaderOf(tag)
    if (load)
      try {
        return { tag, locale: await load(), overrides }
      } catch {
        failed()
        note(`The language ${tag} could not be fetched: English is shown`)
        return { tag: 'en', overrides }
      }
    // Use the host's own strings for this language. The modal checks later whether they are complete.
    if (base && language !== 'auto' && Object.keys(overrides).length > 0) return { tag, overrides }
  }
  if (language !== 'auto') note(`There is no language ${language}: English is shown`)
  return { tag: 'en', overrides }
}

function baseOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).language
  } catch {
    return undefined
  }
}
