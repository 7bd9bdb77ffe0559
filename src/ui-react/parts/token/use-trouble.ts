import { useEffect, useState } from 'react'
import { useLanguage } from '../../language/use-language.ts'
import type { ErrorWords } from '../error/error-words.ts'

/**
 * Describes an error to the visitor: what is wrong, and what to do. Returns undefined for an error
 * without specific texts. The texts load on demand, since most visits don't need them. Until they
 * are loaded, returns undefined.
 */
export function useTrouble(error: unknown): Pick<ErrorWords, 'title' | 'advice'> | undefined {
  const language = useLanguage()
  const [told, setTold] = useState<{
    readonly error: unknown
    readonly title: string
    readonly advice: string
  }>()
  useEffect(() => {
    if (error === undefined) return
    let gone = false
    import('../error/error-words.ts').then(
      ({ errorWords }) => {
        const { title, advice, known } = errorWords(language, error)
        if (!gone && known && advice) setTold({ error, title, advice })
      },
      // Ignore the error: the texts about it couldn't be loaded.
      () => {},
    )
    return () => {
      gone = true
    }
  }, [language, error])
  return told?.error === error ? told : undefined
}
