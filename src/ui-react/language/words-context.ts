import { createContext } from 'react'
import type { accountButtonWords } from './account-button-words.ts'
import { buttonWords } from './button-words.ts'
import type { Choice } from './strings.ts'

type Texts<Words> = { readonly [Word in keyof Words]: string }

/** The buttons' texts in the current language. */
export type Words = Texts<typeof buttonWords> &
  Partial<Texts<typeof accountButtonWords>> & {
    /** Absent if the host chooses no language. The texts are then in English. */
    readonly choice?: Choice | undefined
  }

export const WordsContext = createContext<Words>(buttonWords)
