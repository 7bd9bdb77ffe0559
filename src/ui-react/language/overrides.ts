import type { PluralForms } from '../../core/options.ts'
import { english } from './english.ts'
import type { Choice } from './strings.ts'

const strings: Readonly<Record<string, string | PluralForms>> = english

/**
 * What is wrong with a host's own words, by their keys: no such string, a place that ours does not have, or one that is
 * missing. `complete` when every string is there.
 */
export function faultsOf(overrides: Choice['overrides']): {
  readonly faults: Readonly<Record<string, string>>
  readonly complete: boolean
} {
  const faults = Object.entries(overrides).flatMap(([key, own]) => {
    const fault = faultOf(key, own)
    return fault ? [[key, `The option strings['${key}'] is not used: ${fault}`] as const] : []
  })
  return {
    faults: Object.fromEntries(faults),
    complete: faults.length === 0 && Object.keys(strings).every((key) => Object.hasOwn(overrides, key)),
  }
}

function faultOf(key: string, own: unknown): string | undefined {
  // Of the texts of errors each is a whole one, without places.
  if (/^error\.[a-z]+\/[a-z-]+$/.test(key)) return typeof own === 'string' ? undefined : 'it must be a text'
  const ours = Object.hasOwn(strings, key) ? strings[key] : undefined
  if (ours === undefined) return 'there is no such string'
  const plural = typeof ours !== 'string'
  const texts = typeof own === 'object' && own && plural ? Object.values(own) : [own]
  if (typeof own === 'object' && own && plural && !('other' in own)) return 'the form other is missing'
  const wanted = placesIn(plural ? ours.other : ours)
  for (const text of texts) {
    if (typeof text !== 'string' || text === '') return 'it must be a text'
    const given = placesIn(text)
    const strange = given.find((place) => !wanted.includes(place))
    if (strange) return `{${strange}} has no value here`
    // `one wallet` says its count in words.
    const missing = wanted.find((place) => !given.includes(place) && !(plural && place === 'count'))
    if (missing) return `{${missing}} is missing`
  }
  return undefined
}

/** The names of the places of a text: `wallet` of `Open {wallet}`. */
export function placesIn(text: string): readonly string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}
