import type { Runtime } from '../runtime.ts'
import { buttonWords } from './button-words.ts'
import type { Choice, Locale } from './strings.ts'
import type { Words } from './words-context.ts'

/** The languages that come with the package besides English, by the first part of their tags. Each is a chunk of its own. */
const locales: Readonly<Record<string, () => Promise<Locale>>> = {
  ar: async () => (await import('./arabic.ts')).arabic,
  es: async () => (await import('./spanish.ts')).spanish,
}

/**
 * Fetches the language of the options and shows it. English stands in for one that there is not, or that cannot be fetched;
 * the log says so. A language that the options have left meanwhile is not shown any more.
 */
export async function chooseLocale(runtime: Runtime, show: (words: Words) => void): Promise<void> {
  const { alert, options } = runtime.latchkey
  const { language, strings } = options.state
  if (runtime.chosen?.language !== language || runtime.chosen?.strings !== strings) {
    const noted = new Set<string>()
    const note = (text: string) => {
      if (!noted.has(text)) alert.note(text)
      noted.add(text)
    }
    runtime.chosen = { language, strings, words: wordsFor(language, strings, note) }
  }
  const words = await runtime.chosen?.words
  const now = options.state
  if (words && now.language === language && now.strings === strings) show(words)
}

async function wordsFor(
  language = 'en',
  overrides: Choice['overrides'] = {},
  note: Choice['note'],
): Promise<Words> {
  const choice = { overrides, note, ...(await fetched(language, overrides, note)) }
  const of = (name: keyof typeof buttonWords) => {
    const text = overrides[`button.${name}`] ?? choice.locale?.strings[`button.${name}`]
    return typeof text === 'string' ? text : buttonWords[name]
  }
  const names = Object.keys(buttonWords) as (keyof typeof buttonWords)[]
  const words = Object.fromEntries(names.map((name) => [name, of(name)]))
  return { ...(words as typeof buttonWords), choice }
}

async function fetched(
  language: string,
  overrides: Choice['overrides'],
  note: Choice['note'],
): Promise<Pick<Choice, 'tag' | 'locale'>> {
  const wanted = language === 'auto' ? navigator.languages : [language]
  for (const tag of wanted) {
    const base = baseOf(tag)
    if (base === 'en') return { tag }
    const load = base && Object.hasOwn(locales, base) ? locales[base] : undefined
    if (load)
      try {
        return { tag, locale: await load() }
      } catch {
        note(`The language ${tag} could not be fetched: English is shown`)
        return { tag: 'en' }
      }
    // In the host's words; whether it has written all of them shows when the modal is drawn.
    if (base && language !== 'auto' && Object.keys(overrides).length > 0) return { tag }
  }
  if (language !== 'auto') note(`There is no language ${language}: English is shown`)
  return { tag: 'en' }
}

function baseOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).language
  } catch {
    return undefined
  }
}
