import { displayMessage, isLatchkeyError } from 'latchkey'
import { useEffect, useState } from 'react'
import { failedWords } from '../../language/english/failed.ts'
import { nameWords } from '../../language/english/shell.ts'
import type { Language } from '../../language/language.ts'
import { useLanguage } from '../../language/use-language.ts'
import { capital } from '../names.ts'
import { networkTrouble } from './network-trouble.ts'

export interface ErrorWords {
  readonly title: string
  readonly advice: string
  readonly code?: string | undefined
  /** The sentence for developers, in English. */
  readonly detail?: string | undefined
  /** True if the advice is specific to this error, false if it is the explanation of the error's code. */
  readonly known?: boolean | undefined
}

type FailedKey = keyof (typeof failedWords)['strings']
/**
 * The error codes, and the results of `networkTrouble`, that have their own texts in `failedWords`. A visitor can act on these
 * errors.
 */
type Known = FailedKey extends infer Key ? (Key extends `${infer Code}.title` ? Code : never) : never

function isKnown(code: string | undefined): code is Known {
  return Object.hasOwn(failedWords.strings, `${code}.title`)
}

/**
 * Returns the title and advice for an error. The advice is undefined if no advice is specific to
 * this error. `useErrorWords` then loads the explanation of the error's code. `detail` is for
 * developers, in English. Never shows a server's text, except the embedded wallet's.
 */
export function errorWords(
  language: Language,
  error: unknown,
  wallet?: string,
): Omit<ErrorWords, 'advice'> & { readonly advice: string | undefined; readonly known: boolean } {
  const { say } = language
  const code = isLatchkeyError(error) ? error.code : undefined
  const known = isKnown(code) ? code : networkTrouble(error)
  if (!known)
    return {
      title: say(failedWords, 'title'),
      // The embedded wallet's own sentence is for visitors, but in English.
      advice: language.tag.startsWith('en') && code === 'frame/failed' ? displayMessage(error) : undefined,
      code,
      detail: displayMessage(error),
      known: false,
    }
  const time = isLatchkeyError(error, 'session/expired') ? duration(language, error.values.offset) : undefined
  const values = { wallet: wallet ?? say(nameWords, 'theWallet'), time: time ?? '' }
  const words = [
    say(failedWords, `${known}.title`, values),
    say(failedWords, time === undefined ? `${known}.advice` : 'session/expired.by', values),
  ] as const
  // Don't capitalize a wallet's name.
  const [title, advice] = wallet ? words : words.map((text) => capital(language, text))
  return { title: title ?? '', advice, code, detail: displayMessage(error), known: true }
}

/** Returns the texts for an error, with the explanation once it is loaded. */
export function useErrorWords(error: unknown, wallet?: string): ErrorWords {
  const language = useLanguage()
  const words = errorWords(language, error, wallet)
  const [explained, setExplained] = useState<{ readonly error: unknown; readonly text: string }>()
  const complete = words.advice !== undefined
  useEffect(() => {
    if (complete) return
    let gone = false
    explanationOf(language, error).then((text) => !gone && setExplained({ error, text }))
    return () => {
      gone = true
    }
  }, [language, error, complete])
  return { ...words, advice: words.advice ?? (explained && explained.error === error ? explained.text : '') }
}

/** The boundary between two sentences. In Chinese and Japanese, no space follows a full stop. */
const sentenceEnd = /(?<=[.?!؟।])\s|(?<=[。？！])/

/** Describes an error in one sentence, for a snackbar. */
export async function errorSentence(language: Language, error: unknown): Promise<string> {
  const { title, known } = errorWords(language, error)
  if (known) return title
  if (language.tag.startsWith('en')) return displayMessage(error)
  const [sentence = title] = (await explanationOf(language, error)).split(sentenceEnd)
  return sentence
}

/** Returns the explanation of an error's code, or the error's own message if the explanation can't be loaded. */
async function explanationOf({ explain }: Language, error: unknown): Promise<string> {
  const code = isLatchkeyError(error) ? error.code : 'internal/unexpected'
  return (await explain(code).catch(() => undefined)) ?? displayMessage(error)
}

/**
 * Formats a number of seconds in words: minutes below two hours, hours below two days, days from then on. Returns undefined if
 * `seconds` isn't a number.
 */
function duration({ tag }: Language, seconds: unknown): string | undefined {
  if (typeof seconds !== 'number') return undefined
  const minutes = Math.round(Math.abs(seconds) / 60)
  const [unit, value] =
    minutes < 120 ? ['minute', minutes] : minutes < 48 * 60 ? ['hour', minutes / 60] : ['day', minutes / 1440]
  const style = { style: 'unit', unit: String(unit), unitDisplay: 'long', maximumFractionDigits: 0 } as const
  return new Intl.NumberFormat(tag, style).format(Number(value))
}
