import { displayMessage, isLatchkeyError } from 'latchkey'
import { useEffect, useState } from 'react'
import { failedWords } from '../language/english/failed.ts'
import { nameWords } from '../language/english/shell.ts'
import type { Language } from '../language/language.ts'
import { useLanguage } from '../language/use-language.ts'
import { capital } from './names.ts'

export interface ErrorWords {
  readonly title: string
  readonly advice: string
  readonly code?: string | undefined
}

type FailedKey = keyof (typeof failedWords)['strings']
/** The failures of which the catalogue has words: those that visitors can do something about. */
type KnownCode = FailedKey extends infer Key ? (Key extends `${infer Code}.title` ? Code : never) : never

function isKnown(code: string | undefined): code is KnownCode {
  return Object.hasOwn(failedWords.strings, `${code}.title`)
}

/** What a visitor is told of a failure. Its message is English, so that another language has its explanation instead. */
export function errorWords(
  language: Language,
  error: unknown,
  wallet?: string,
): Omit<ErrorWords, 'advice'> & { readonly advice: string | undefined } {
  const { say } = language
  const code = isLatchkeyError(error) ? error.code : undefined
  if (!isKnown(code))
    return {
      title: say(failedWords, 'title'),
      advice: language.tag.startsWith('en') ? displayMessage(error) : undefined,
      code,
    }
  const values = { wallet: wallet ?? say(nameWords, 'theWallet') }
  const words = [
    say(failedWords, `${code}.title`, values),
    say(failedWords, `${code}.advice`, values),
  ] as const
  // A name stays as it is written.
  const [title, advice] = wallet ? words : words.map((text) => capital(language, text))
  return { title: title ?? '', advice, code }
}

/** The same, with the explanation once it is fetched. */
export function useErrorWords(error: unknown, wallet?: string): ErrorWords {
  const language = useLanguage()
  const words = errorWords(language, error, wallet)
  const [explained, setExplained] = useState<{ readonly error: unknown; readonly text: string }>()
  const known = words.advice !== undefined
  useEffect(() => {
    if (known) return
    let gone = false
    explanationOf(language, error).then((text) => !gone && setExplained({ error, text }))
    return () => {
      gone = true
    }
  }, [language, error, known])
  return { ...words, advice: words.advice ?? (explained && explained.error === error ? explained.text : '') }
}

/** In one sentence what a failure is, for a message that goes by. */
export async function errorSentence(language: Language, error: unknown): Promise<string> {
  const { title, advice } = errorWords(language, error)
  if (advice !== undefined) return isLatchkeyError(error) && isKnown(error.code) ? title : advice
  const [sentence = title] = (await explanationOf(language, error)).split(/(?<=[.؟!])\s/)
  return sentence
}

/** What cannot be fetched is said in the words of the error itself. */
async function explanationOf({ explain }: Language, error: unknown): Promise<string> {
  const code = isLatchkeyError(error) ? error.code : 'internal/unexpected'
  return (await explain(code).catch(() => undefined)) ?? displayMessage(error)
}
