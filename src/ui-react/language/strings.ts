import type { PluralForms } from '../../core/options/options.ts'
import type { english } from './english.ts'
import type { englishErrors } from './english-errors.ts'

type English = typeof english

/** Every string in one language. A string that depends on a count has the language's plural forms, and always `other`. */
export type Strings = {
  readonly [Scope in keyof English]: {
    readonly [Key in keyof English[Scope]]: English[Scope][Key] extends string ? string : PluralForms
  }
}

type KeyOf<Scope extends keyof English> = `${Scope}.${keyof English[Scope] & string}`
type StringKey = { [Scope in keyof English]: KeyOf<Scope> }[keyof English]

/**
 * The option `strings` of `createLatchkey`: the host's own text for any string of the modal and the buttons.
 * `error.<code>` is the explanation that visitors get on demand.
 * @example createLatchkey({ networks, strings: { 'title.Connect': 'Sign in' } satisfies StringOverrides })
 */
export type StringOverrides = {
  readonly [Key in StringKey]?: Key extends `${infer Scope extends keyof English}.${infer Name}`
    ? Strings[Scope][Name & keyof Strings[Scope]]
    : never
} & { readonly [Code in keyof typeof englishErrors as `error.${Code}`]?: string }

/** What each error code means to a visitor. */
export type ErrorTexts = Readonly<Record<keyof typeof englishErrors, string>>

/** A language of the package. */
export interface Locale {
  readonly strings: Strings
  /**
   * Loads the explanations of error codes. They are needed when a visitor asks for one, or when an error has no specific advice.
   */
  readonly errors: () => Promise<ErrorTexts>
}

/** The host's own texts, by `scope.key`. */
export type Overrides = Readonly<Record<string, string | PluralForms>>

/** The host's choice of language and texts. */
export interface Choice {
  /** The BCP 47 tag that selects the format of numbers and lists. */
  readonly tag: string
  /** If absent, the language is English or the host's own. */
  readonly locale?: Locale | undefined
  readonly overrides: Overrides
}

/** The English strings that load together. Other languages have these strings under `name`. */
export interface Scope {
  readonly name: keyof English
  readonly strings: Readonly<Record<string, string | PluralForms>>
}

type TextsOf<Text> = Text extends string ? Text : Text[keyof Text]
type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never

/** The names of a string's placeholders: `wallet` in `Open {wallet}`. */
export type PlacesOf<Text> = NamesIn<TextsOf<Text>>
