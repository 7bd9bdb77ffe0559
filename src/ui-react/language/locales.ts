import type { Locale } from './strings.ts'

/** The languages in the package besides English, by primary language subtag. Each language has its own chunk. */
export const locales: Readonly<Record<string, () => Promise<Locale>>> = {
  ar: async () => (await import('./languages/arabic.ts')).arabic,
  de: async () => (await import('./languages/german.ts')).german,
  es: async () => (await import('./languages/spanish.ts')).spanish,
  fr: async () => (await import('./languages/french.ts')).french,
  hi: async () => (await import('./languages/hindi.ts')).hindi,
  id: async () => (await import('./languages/indonesian.ts')).indonesian,
  ja: async () => (await import('./languages/japanese.ts')).japanese,
  ko: async () => (await import('./languages/korean.ts')).korean,
  pt: async () => (await import('./languages/portuguese.ts')).portuguese,
  ru: async () => (await import('./languages/russian.ts')).russian,
  tr: async () => (await import('./languages/turkish.ts')).turkish,
  vi: async () => (await import('./languages/vietnamese.ts')).vietnamese,
  zh: async () => (await import('./languages/chinese.ts')).chinese,
}

/**
 * Returns the loader of a tag's language. Returns undefined if the package doesn't have the language in the tag's script. For
 * example, it has Chinese only in the script of `zh`, so it has no language for `zh-TW` and `zh-Hant`.
 */
export function loaderOf(tag: string): (() => Promise<Locale>) | undefined {
  const { language, script } = new Intl.Locale(tag).maximize()
  if (!Object.hasOwn(locales, language)) return undefined
  return script === new Intl.Locale(language).maximize().script ? locales[language] : undefined
}
