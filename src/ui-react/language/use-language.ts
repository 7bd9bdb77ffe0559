import { createContext, useContext } from 'react'
import { createLanguage, type Language } from './language.ts'

/** Where the host has chosen nothing. */
export const inEnglish = createLanguage({ tag: 'en', overrides: {} })

export const LanguageContext = createContext<Language>(inEnglish)

/** The words of whatever the modal draws. */
export function useLanguage(): Language {
  return useContext(LanguageContext)
}
