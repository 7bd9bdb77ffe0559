import type { ReactNode } from 'react'
import type { FailedProps } from './failed.tsx'
import { Lazily } from './lazily.tsx'
import { loadFailed } from './load-failed.ts'
import { Ring } from './ring.tsx'

/** Something that the visitor waits for. */
export interface Attempt {
  readonly phase: 'waiting' | 'failed' | 'done'
  readonly error: unknown
  readonly retry: () => void
}

export interface WaitingProps {
  readonly attempt: Attempt
  /** Whom we wait for. */
  readonly name: string
  /** Its picture, of 80 px. */
  readonly picture: ReactNode
  readonly round?: boolean
  readonly title: string
  readonly advice: string
  /** What else there is to do, also when it has failed. */
  readonly other?: FailedProps['other']
  /** What there is to do meanwhile. */
  readonly children?: ReactNode
}

/** Waits together with the visitor, says what to do now, and when it failed what went wrong and how to go on. */
export function Waiting(props: WaitingProps) {
  const { attempt, name, picture, round = false, title, advice, other, children } = props
  const failed = attempt.phase === 'failed'
  return (
    <div className="center" data-phase={attempt.phase}>
      <Ring state={failed ? 'failed' : 'waiting'} round={round}>
        {picture}
      </Ring>
      {failed ? (
        <Lazily load={loadFailed} error={attempt.error} name={name} retry={attempt.retry} other={other} />
      ) : (
        <>
          <div className="says" role="status">
            <h2>{title}</h2>
            <p className="quiet">{advice}</p>
          </div>
          {(children || other) && (
            <div className="actions">
              {children}
              {other && (
                <button type="button" className="secondary" onClick={other.go}>
                  {other.label}
                </button>
              )}
            </div>
          )}
        </>
      )}
    </div>
  )
}
