import { createContext } from 'react'
import { buttonWords } from './button-words.ts'
import type { quietWords } from './quiet-words.ts'
import type { Choice } from './strings.ts'

type Texts<Words> = { readonly [Word in keyof Words]: string }

/** The buttons' texts in the current language. */
export type Words = Texts<typeof buttonWords> &
  Partial<Texts<typeof quietWords>> & {
    /** Absent when the host chooses no language: English. */
    readonly choice?: Choice | undefined
  }

export const WordsContext = createContext<Words>(buttonWords)
