import { createContext } from 'react'
import { buttonWords } from './button-words.ts'
import type { quietWords } from './quiet-words.ts'
import type { Choice } from './strings.ts'

type Texts<Words> = { readonly [Word in keyof Words]: string }

/** What the buttons say in the present language. */
export type Words = Texts<typeof buttonWords> &
  Partial<Texts<typeof quietWords>> & {
    /** Nothing where the host has chosen none: English. */
    readonly choice?: Choice | undefined
  }

export const WordsContext = createContext<Words>(buttonWords)
