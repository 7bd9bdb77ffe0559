import { createContext } from 'react'
import type { accountButtonWords } from './account-button-words.ts'
import { buttonWords } from './button-words.ts'
import type { Choice } from './strings.ts'

type Texts<Words> = { readonly [Word in keyof Words]: string }

/** The buttons' texts in the current language. */
export type Words = Texts<typeof buttonWords> &
  Partial<Texts<typeof accountButtonWords>> & {
    /** Absent when the host chooses no language: English. */
    readonly choice?: Choice | undefined
  }

export const WordsContext = createContext<Words>(buttonWords)
