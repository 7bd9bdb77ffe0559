import type { ReactNode } from 'react'
import type { Attempt } from '../use-attempt.ts'
import { ErrorNote } from './error-note.tsx'
import { errorWords } from './error-words.ts'
import { Icon } from './icon.tsx'
import { Ring } from './ring.tsx'

export interface WaitingProps {
  readonly attempt: Attempt
  /** Whom we wait for. */
  readonly name: string
  /** Its picture, of 80 px. */
  readonly picture: ReactNode
  readonly round?: boolean
  readonly title: string
  readonly advice: string
  /** More ways out. */
  readonly children?: ReactNode
}

/** Waits together with the visitor, says what to do now, and when it failed what went wrong and how to go on. */
export function Waiting({ attempt, name, picture, round = false, title, advice, children }: WaitingProps) {
  const words = attempt.phase === 'failed' ? errorWords(attempt.error, name) : undefined
  return (
    <div className="center" data-phase={attempt.phase}>
      <Ring state={words ? 'failed' : 'waiting'} round={round}>
        {picture}
      </Ring>
      <div className="says" role="status">
        <h2>{words ? words.title : title}</h2>
        <p className="quiet">{words ? words.advice : advice}</p>
      </div>
      {(words || children) && (
        <div className="actions">
          {words && (
            <button type="button" className="primary" data-testid="try-again" onClick={attempt.retry}>
              <Icon name="retry" size={18} />
              Try again
            </button>
          )}
          {children}
        </div>
      )}
      {words && <ErrorNote words={words} />}
    </div>
  )
}
