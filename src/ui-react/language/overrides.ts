import type { PluralForms } from '../../core/options.ts'
import { spanish } from './spanish.ts'
import { spanishErrors } from './spanish-errors.ts'
import type { Choice, Overrides } from './strings.ts'

/**
 * Every string, by `scope.key`, as one that may be asked for its places. It is Spanish, which has the same ones in one piece:
 * English lies with the views.
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
 * What a host has chosen, without those of its words that cannot be used: what there is no such string for, what has a place
 * that ours does not have, and what lacks one. A language of the host's own of which a part is missing is English.
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
  note(`There is no language ${choice.tag}, and strings lacks ${missing.length} of it: English is shown`)
  return { tag: 'en', overrides }
}

function faultOf(ours: string | PluralForms | undefined, own: unknown): string | undefined {
  if (ours === undefined) return 'there is no such string'
  const forms = typeof ours === 'string' ? undefined : ours
  const isForms = forms && typeof own === 'object' && own !== null
  if (isForms && !Object.hasOwn(own, 'other')) return 'its form other is missing'
  const wanted = placesIn(forms?.other ?? String(ours))
  for (const text of isForms ? Object.values(own) : [own]) {
    if (typeof text !== 'string' || text === '') return 'it has to be a text'
    const given = placesIn(text)
    const strange = given.find((place) => !wanted.includes(place))
    if (strange) return `{${strange}} has no value here`
    // `one wallet` says its count in words.
    const missing = wanted.find((place) => !given.includes(place) && !(forms && place === 'count'))
    if (missing) return `{${missing}} is missing`
  }
  return undefined
}

/** The names of the places of a text: `wallet` of `Open {wallet}`. */
function placesIn(text: string): readonly string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}
