import { createContext, useContext } from 'react'
import { createLanguage, type Language } from './language.ts'

/** The default when the host chooses no language. */
export const inEnglish = createLanguage({ tag: 'en', overrides: {} })

export const LanguageContext = createContext<Language>(inEnglish)

/** Returns the language of the modal's components. */
export function useLanguage(): Language {
  return useContext(LanguageContext)
}
