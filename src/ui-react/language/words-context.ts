import { createContext } from 'react'
import { buttonWords } from './button-words.ts'
import type { Choice } from './strings.ts'

/** What the buttons say in the present language. */
export type Words = Readonly<Record<keyof typeof buttonWords, string>> & {
  /** Nothing where the host has chosen none: English. */
  readonly choice?: Choice | undefined
}

export const WordsContext = createContext<Words>(buttonWords)
