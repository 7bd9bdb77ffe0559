import { useLanguage } from '../language/use-language.ts'
import { useRuntime } from '../runtime.ts'

/** Shows an error as a snackbar. */
export function useShowError(): (error: unknown) => Promise<void> {
  const { snackbar } = useRuntime().latchkey
  const language = useLanguage()
  return async (error) => {
    const { errorSentence } = await import('../parts/error/error-words.ts')
    snackbar.showError(await errorSentence(language, error))
  }
}
