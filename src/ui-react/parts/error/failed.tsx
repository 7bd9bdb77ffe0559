import { failedWords } from '../../language/english/failed.ts'
import { shellWords } from '../../language/english/shell.ts'
import { useLanguage } from '../../language/use-language.ts'
import { useRuntime } from '../../runtime.ts'
import { Icon } from '../icon.tsx'
import { ErrorNote } from './error-note.tsx'
import { useErrorWords } from './error-words.ts'
import { isDeclined } from './is-declined.ts'
import { isFutile } from './is-futile.ts'

export interface FailedProps {
  readonly error: unknown
  /** The wallet that failed. */
  readonly name?: string | undefined
  readonly retry: () => void
  /** An alternative action. */
  readonly other?: { readonly label: string; readonly go: () => void } | undefined
}

/** Shows an error with its advice and actions. Shows no code if the visitor declined. Loaded on demand. */
export function Failed({ error, name, retry, other }: FailedProps) {
  const { say } = useLanguage()
  const words = useErrorWords(error, name)
  const { modal } = useRuntime().latchkey
  const futile = isFutile(error)
  const way = futile && !other ? { label: say(shellWords, 'back'), go: () => modal.goBack() } : other
  return (
    <>
      <div className="says" role="alert">
        <h2>{words.title}</h2>
        <p className="quiet">{words.advice}</p>
      </div>
      <div className="actions">
        {!futile && (
          <button type="button" className="primary" data-testid="try-again" onClick={retry}>
            <Icon name="retry" size={18} />
            {say(failedWords, 'tryAgain')}
          </button>
        )}
        {way && (
          <button type="button" className={futile ? 'primary' : 'secondary'} onClick={way.go}>
            {way.label}
          </button>
        )}
      </div>
      {!isDeclined(error) && <ErrorNote words={words} />}
    </>
  )
}
