import { createElement, Fragment, type ReactNode } from 'react'
import type { Choice, PlacesOf, Scope } from './strings.ts'

/** The value of a placeholder. Numbers are formatted for the language. Texts are isolated from the surrounding writing direction. */
type Value = string | number | bigint
type Values<Text, Of> = [PlacesOf<Text>] extends [never] ? [] : [values: Readonly<Record<PlacesOf<Text>, Of>>]
type Fill<Of, Result> = <S extends Scope, Key extends keyof S['strings'] & string>(
  scope: S,
  key: Key,
  ...values: Values<S['strings'][Key], Of>
) => Result

/** The modal's texts, and how numbers and lists are formatted. */
export interface Language {
  /** A BCP 47 tag. */
  readonly tag: string
  readonly dir: 'ltr' | 'rtl'
  /** Returns a string with its placeholders filled. `count` selects the plural form. */
  readonly say: Fill<Value, string>
  /** Returns a string whose placeholders are filled with elements. */
  readonly around: Fill<ReactNode, ReactNode>
  /** Formats a list of texts, in English `a, b, and c`. */
  readonly list: (items: readonly string[]) => string
  /** Formats a list of elements. */
  readonly listOf: (items: readonly ReactNode[]) => ReactNode
  readonly number: (value: number | bigint) => string
  /** Formats a time, in ms since the epoch. */
  readonly date: (at: number, format: Intl.DateTimeFormatOptions) => string
  /** Formats a remaining time as minutes and seconds. */
  readonly clock: (seconds: number) => string
  /** Returns what an error code means to a visitor, in full sentences. */
  readonly explain: (code: string) => Promise<string | undefined>
}

/** Scripts written from right to left. */
const rightToLeft = /^(Adlm|Arab|Hebr|Mand|Nkoo|Rohg|Samr|Syrc|Thaa|Yezi)$/
const rightToLeftText = /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/u
/** Control characters that would change the direction of the surrounding text. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const places = /\{(\w+)\}/

export function createLanguage({ tag, locale, overrides }: Choice): Language {
  // The first use of `Intl` on a page loads its data, which takes longer than drawing the first list. So for English, avoid
  // `Intl` for the direction and for short numbers.
  const english = tag === 'en'
  const dir = !english && rightToLeft.test(new Intl.Locale(tag).maximize().script ?? '') ? 'rtl' : 'ltr'
  // Keep one formatter for each format: creating a formatter takes longer than drawing a row.
  let numbers: Intl.NumberFormat | undefined
  let plurals: Intl.PluralRules | undefined
  const dates = new Map<string, Intl.DateTimeFormat>()
  const number = (value: number | bigint) => {
    if (english && /^\d{1,3}$/.test(`${value}`)) return `${value}`
    numbers ??= new Intl.NumberFormat(tag)
    return numbers.format(value)
  }
  const formOf = (count: number) => {
    plurals ??= new Intl.PluralRules(tag)
    return plurals.select(count)
  }
  const isolated = (text: string) => {
    const plain = text.replace(directions, '')
    // Isolate the text only if the sentence or the text can run from right to left.
    return dir === 'rtl' || rightToLeftText.test(plain) ? `\u2068${plain}\u2069` : plain
  }
  const textOf = ({ name, strings }: Scope, key: string, count: unknown): string => {
    const translated: Scope['strings'] | undefined = locale?.strings[name]
    const own = overrides[`${name}.${key}`]
    // Skip an invalid override here. `checkChoice` reports it later.
    const isText = typeof own === 'string' || typeof own?.other === 'string'
    const text = (isText ? own : translated?.[key]) ?? strings[key] ?? ''
    return typeof text === 'string' ? text : (text[formOf(Number(count))] ?? text.other)
  }
  const listed = (count: number) => {
    const indices = Array.from({ length: count }, (_, each) => String(each))
    // Creating a formatter takes longer than drawing a row, and a single item needs none.
    return count > 1
      ? new Intl.ListFormat(tag).formatToParts(indices)
      : indices.map((value) => ({ type: 'element', value }))
  }

  return {
    tag,
    dir,
    number,
    say(scope, key, ...given) {
      const values: Readonly<Record<string, Value>> = given[0] ?? {}
      return textOf(scope, key, values.count).replace(new RegExp(places, 'g'), (place, name: string) => {
        const value = values[name]
        if (value === undefined) return place
        return typeof value === 'string' ? isolated(value) : number(value)
      })
    },
    around(scope, key, ...given) {
      const values: Readonly<Record<string, ReactNode>> = given[0] ?? {}
      return inOrder(
        textOf(scope, key, undefined)
          .split(places)
          .map((part, each) => (each % 2 ? values[part] : part)),
      )
    },
    list: (items) =>
      listed(items.length)
        .map(({ type, value }) => (type === 'element' ? isolated(items[Number(value)] ?? '') : value))
        .join(''),
    listOf: (items) =>
      inOrder(
        listed(items.length).map(({ type, value }) => (type === 'element' ? items[Number(value)] : value)),
      ),
    date(at, format) {
      const key = JSON.stringify(format)
      const known = dates.get(key) ?? new Intl.DateTimeFormat(tag, format)
      dates.set(key, known)
      return known.format(at)
    },
    clock(seconds) {
      const two = new Intl.NumberFormat(tag, { minimumIntegerDigits: 2 })
      return `${number(Math.floor(seconds / 60))}:${two.format(seconds % 60)}`
    },
    async explain(code) {
      const own = overrides[`error.${code}`]
      if (typeof own === 'string') return own
      const errors = await (locale?.errors() ??
        import('./english-errors.ts').then((all) => all.englishErrors))
      return Object.hasOwn(errors, code) ? errors[code as keyof typeof errors] : undefined
    },
  }
}

function inOrder(parts: readonly ReactNode[]): ReactNode {
  return parts.map((part, each) => createElement(Fragment, { key: `${each}` }, part))
}
