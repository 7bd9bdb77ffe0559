import type { PluralForms } from '../../core/options.ts'
import type { english } from './english.ts'
import type { englishErrors } from './english-errors.ts'

type English = typeof english

/** Every string in one language. One that depends on a count has the forms that the language needs, and always `other`. */
export type Strings = {
  readonly [Scope in keyof English]: {
    readonly [Key in keyof English[Scope]]: English[Scope][Key] extends string ? string : PluralForms
  }
}

type KeyOf<Scope extends keyof English> = `${Scope}.${keyof English[Scope] & string}`
type StringKey = { [Scope in keyof English]: KeyOf<Scope> }[keyof English]

/**
 * What a host may say in its own words, any string of the modal and the buttons: the option `strings` of `createLatchkey`.
 * `error.<code>` is what a visitor is told when they ask what an error is.
 * @example createLatchkey({ networks, strings: { 'title.Connect': 'Sign in' } satisfies StringOverrides })
 */
export type StringOverrides = {
  readonly [Key in StringKey]?: Key extends `${infer Scope extends keyof English}.${infer Name}`
    ? Strings[Scope][Name & keyof Strings[Scope]]
    : never
} & { readonly [Code in keyof typeof englishErrors as `error.${Code}`]?: string }

/** What each code of an error means to a visitor. */
export type ErrorTexts = Readonly<Record<keyof typeof englishErrors, string>>

/** A language that comes with the package. */
export interface Locale {
  readonly strings: Strings
  /** Fetched when somebody asks, or when an error has no words of its own. */
  readonly errors: () => Promise<ErrorTexts>
}

/** A host's own words, by `scope.key`. */
export type Overrides = Readonly<Record<string, string | PluralForms>>

/** What a host has chosen. */
export interface Choice {
  /** BCP 47: what numbers and lists are written in. */
  readonly tag: string
  /** Absent: English, or the host's own words alone. */
  readonly locale?: Locale | undefined
  readonly overrides: Overrides
}

/** Strings that are fetched together, in English; the other languages have them under the name. */
export interface Scope {
  readonly name: keyof English
  readonly strings: Readonly<Record<string, string | PluralForms>>
}

type TextsOf<Text> = Text extends string ? Text : Text[keyof Text]
type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never

/** The names of the places of a string: `wallet` of `Open {wallet}`. */
export type PlacesOf<Text> = NamesIn<TextsOf<Text>>
