import type { PluralForms } from '../../core/options.ts'
import type { english } from './english.ts'
import type { englishErrors } from './english-errors.ts'

type English = typeof english
/** The name of a string of the catalogue. */
export type StringKey = keyof English

/** Every string in one language. One that depends on a count has the forms that the language needs, and always `other`. */
export type Strings = {
  readonly [Key in StringKey]: English[Key] extends string ? string : PluralForms
}

/**
 * What a host may say in its own words, any string of the modal and the buttons: the option `strings` of `createLatchkey`.
 * `error.<code>` is what a visitor is told when they ask what an error is.
 * @example createLatchkey({ networks, strings: { 'connect.title': 'Sign in' } satisfies StringOverrides })
 */
export type StringOverrides = Partial<Strings> & {
  readonly [Code in keyof typeof englishErrors as `error.${Code}`]?: string
}

/** What each code of an error means to a visitor. */
export type ErrorTexts = Readonly<Record<keyof typeof englishErrors, string>>

/** A language that comes with the package. */
export interface Locale {
  readonly strings: Strings
  /** Fetched when somebody asks, or when an error has no words of its own. */
  readonly errors: () => Promise<ErrorTexts>
}

/** What a host has chosen. */
export interface Choice {
  /** BCP 47: what numbers and lists are written in. */
  readonly tag: string
  /** Absent: English, or the host's own words alone. */
  readonly locale?: Locale | undefined
  readonly overrides: Readonly<Record<string, string | PluralForms>>
  /** Tells the host's developers what of it cannot be used; the same only once. */
  readonly note: (text: string) => void
}

type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never
type TextsOf<Key extends StringKey> = English[Key] extends string
  ? English[Key]
  : English[Key][keyof English[Key]]

/** The places of a string: `wallet` of `Open {wallet}`. */
export type PlacesOf<Key extends StringKey> = NamesIn<TextsOf<Key>>
/** Strings without a place. */
export type PlainKey = { [Key in StringKey]: [PlacesOf<Key>] extends [never] ? Key : never }[StringKey]
