import { createElement, Fragment, type ReactNode } from 'react'
import type { PluralForms } from '../../core/options.ts'
import { english } from './english.ts'
import { faultsOf } from './overrides.ts'
import type { Choice, ErrorTexts, PlacesOf, StringKey, Strings } from './strings.ts'

/** A number is written in the language; a text is kept from running into the sentence around it. */
export type Value = string | number | bigint
type Values<Key extends StringKey, Of> = [PlacesOf<Key>] extends [never]
  ? []
  : [values: Readonly<Record<PlacesOf<Key>, Of>>]

/** The words of the modal, and how numbers and lists are written. */
export interface Language {
  /** BCP 47. */
  readonly tag: string
  readonly dir: 'ltr' | 'rtl'
  /** A string with its places filled. Its form follows from `count`, where it has forms. */
  readonly say: <Key extends StringKey>(key: Key, ...values: Values<Key, Value>) => string
  /** A string with elements in its places. */
  readonly around: <Key extends StringKey>(key: Key, ...values: Values<Key, ReactNode>) => ReactNode
  /** `a, b and c`. */
  readonly list: (items: readonly string[]) => string
  /** The same of elements. */
  readonly listOf: (items: readonly ReactNode[]) => ReactNode
  readonly number: (value: number | bigint) => string
  /** What is left of a time, as minutes and seconds. */
  readonly clock: (seconds: number) => string
  /** What an error of this code means to a visitor, in full sentences. */
  readonly explain: (code: string) => Promise<string | undefined>
}

/** Scripts that are written from right to left. */
const rightToLeft = /^(Adlm|Arab|Hebr|Mand|Nkoo|Rohg|Samr|Syrc|Thaa|Yezi)$/
const rightToLeftText = /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/u
/** They would turn what stands around them. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const places = /\{(\w+)\}/

/** What is wrong in the host's words is noted, and shown as it comes with the package. */
export function createLanguage(choice: Choice): Language {
  const { locale, overrides, note } = choice
  const { faults, complete } = faultsOf(overrides)
  for (const fault of Object.values(faults)) note(fault)
  // A host's own language, of which a part is missing, is English with some words of the host's.
  const isOwn = !locale && new Intl.Locale(choice.tag).language !== 'en'
  if (isOwn && !complete) note(`Not every string is given in ${choice.tag}: the others are English`)
  const tag = isOwn && !complete ? 'en' : choice.tag
  const own = Object.fromEntries(Object.entries(overrides).filter(([key]) => !Object.hasOwn(faults, key)))
  const strings = { ...english, ...locale?.strings, ...own } as Strings

  const dir = rightToLeft.test(new Intl.Locale(tag).maximize().script ?? '') ? 'rtl' : 'ltr'
  const number = (value: number | bigint) => new Intl.NumberFormat(tag).format(value)
  const isolated = (text: string) => {
    const plain = text.replace(directions, '')
    // A name that runs as the sentence does needs nothing around it.
    return dir === 'rtl' || rightToLeftText.test(plain) ? `\u2068${plain}\u2069` : plain
  }
  const textOf = (key: StringKey, values: Readonly<Record<string, unknown>>) => {
    const text: string | PluralForms = strings[key]
    if (typeof text === 'string') return text
    const { count } = values
    const form = new Intl.PluralRules(tag).select(Number(count))
    return text[form] ?? text.other
  }
  const listed = (count: number) =>
    new Intl.ListFormat(tag).formatToParts(Array.from({ length: count }, (_, each) => String(each)))

  return {
    tag,
    dir,
    number,
    say: (key, ...[values = {}]) =>
      textOf(key, values).replace(new RegExp(places, 'g'), (place, name: string) => {
        const value = (values as Readonly<Record<string, Value>>)[name]
        if (value === undefined) return place
        return typeof value === 'string' ? isolated(value) : number(value)
      }),
    around: (key, ...[values = {}]) =>
      textOf(key, values)
        .split(places)
        .map((part, each) =>
          createElement(
            Fragment,
            { key: `${each}` },
            each % 2 ? (values as Readonly<Record<string, ReactNode>>)[part] : part,
          ),
        ),
    list: (items) =>
      listed(items.length)
        .map(({ type, value }) => (type === 'element' ? isolated(items[Number(value)] ?? '') : value))
        .join(''),
    listOf: (items) =>
      listed(items.length).map(({ type, value }, each) =>
        createElement(Fragment, { key: `${each}` }, type === 'element' ? items[Number(value)] : value),
      ),
    clock: (seconds) => {
      const two = new Intl.NumberFormat(tag, { minimumIntegerDigits: 2 })
      return `${number(Math.floor(seconds / 60))}:${two.format(seconds % 60)}`
    },
    explain: async (code) => {
      const given = own[`error.${code}`]
      if (typeof given === 'string') return given
      const load = locale?.errors ?? (async () => (await import('./english-errors.ts')).englishErrors)
      const errors: Readonly<Partial<Record<string, string>>> = (await load()) satisfies ErrorTexts
      return Object.hasOwn(errors, code) ? errors[code] : undefined
    },
  }
}
