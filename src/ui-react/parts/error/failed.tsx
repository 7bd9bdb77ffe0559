import { failedWords } from '../../language/english/failed.ts'
import { useLanguage } from '../../language/use-language.ts'
import { Icon } from '../icon.tsx'
import { ErrorNote } from './error-note.tsx'
import { useErrorWords } from './error-words.ts'

export interface FailedProps {
  readonly error: unknown
  /** The wallet that failed. */
  readonly name?: string | undefined
  readonly retry: () => void
  /** An alternative action. */
  readonly other?: { readonly label: string; readonly go: () => void } | undefined
}

/** Shows an error with its advice and actions. Loaded on demand. */
export function Failed({ error, name, retry, other }: FailedProps) {
  const { say } = useLanguage()
  const words = useErrorWords(error, name)
  return (
    <>
      <div className="says" role="alert">
        <h2>{words.title}</h2>
        <p className="quiet">{words.advice}</p>
      </div>
      <div className="actions">
        <button type="button" className="primary" data-testid="try-again" onClick={retry}>
          <Icon name="retry" size={18} />
          {say(failedWords, 'tryAgain')}
        </button>
        {other && (
          <button type="button" className="secondary" onClick={other.go}>
            {other.label}
          </button>
        )}
      </div>
      <ErrorNote words={words} />
    </>
  )
}
