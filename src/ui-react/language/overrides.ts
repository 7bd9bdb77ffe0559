import type { PluralForms } from '../../core/options/options.ts'
import { spanishErrors } from './error-words/spanish.ts'
import { spanish } from './languages/spanish.ts'
import type { Choice, Overrides } from './strings.ts'

/**
 * Every string by `scope.key`. An override must have the placeholders of the string that it replaces. The list is made from the
 * Spanish strings, which are in one file. The English strings are split across the views' chunks.
 */
const catalogue: Overrides = Object.fromEntries(
  Object.entries(spanish.strings).flatMap(([scope, strings]) =>
    Object.entries(strings).map(([key, text]) => [`${scope}.${key}`, text] as const),
  ),
)
const all: Overrides = {
  ...catalogue,
  ...Object.fromEntries(Object.entries(spanishErrors).map(([code, text]) => [`error.${code}`, text])),
}

/**
 * Returns the host's choice without invalid overrides: overrides with unknown keys, and texts with unknown or missing
 * placeholders. Missing parts of a host's own language fall back to English, with a note.
 */
export function checkChoice(choice: Choice, note: (text: string) => void): Choice {
  const usable = Object.entries(choice.overrides).filter(([key, own]) => {
    const fault = faultOf(Object.hasOwn(all, key) ? all[key] : undefined, own)
    if (fault) note(`The option strings['${key}'] is not used: ${fault}`)
    return !fault
  })
  const overrides = Object.fromEntries(usable)
  const isOurs = choice.locale || new Intl.Locale(choice.tag).language === 'en'
  const missing = Object.keys(catalogue).filter((key) => !Object.hasOwn(overrides, key))
  if (isOurs || missing.length === 0) return { ...choice, overrides }
  note(
    `The option strings is incomplete for the language ${choice.tag} (missing texts: ${missing.length}): English is shown instead`,
  )
  return { tag: 'en', overrides }
}

function faultOf(ours: string | PluralForms | undefined, own: unknown): string | undefined {
  if (ours === undefined) return 'there is no such string'
  const forms = typeof ours === 'string' ? undefined : ours
  const isForms = forms && typeof own === 'object' && own !== null
  if (isForms && !Object.hasOwn(own, 'other')) return 'the plural form other is missing'
  const wanted = placesIn(forms?.other ?? String(ours))
  for (const text of isForms ? Object.values(own) : [own]) {
    if (typeof text !== 'string' || text === '') return 'a text is empty or not a string'
    const given = placesIn(text)
    const strange = given.find((place) => !wanted.includes(place))
    if (strange) return `the string has no placeholder {${strange}}`
    // A plural form may lack `{count}`, as in `one wallet`.
    const missing = wanted.find((place) => !given.includes(place) && !(forms && place === 'count'))
    if (missing) return `{${missing}} is missing`
  }
  return undefined
}

/** Returns the names of a text's placeholders: `wallet` in `Open {wallet}`. */
function placesIn(text: string): readonly string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}
