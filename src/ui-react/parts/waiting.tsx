import type { ReactNode } from 'react'
import type { FailedProps } from './error/failed.tsx'
import { loadFailed } from './error/load-failed.ts'
import { LazyPart } from './lazy-part.tsx'
import { Ring } from './ring.tsx'

/** A request that the visitor waits for. */
export interface Attempt {
  readonly phase: 'waiting' | 'failed' | 'done'
  readonly error: unknown
  readonly retry: () => void
}

export interface WaitingProps {
  readonly attempt: Attempt
  /** The name of the wallet or provider that must answer. */
  readonly name: string
  /** The picture of the wallet or provider, 80 px wide. */
  readonly picture: ReactNode
  readonly round?: boolean
  /** Whether nothing happens until the visitor acts. */
  readonly still?: boolean | undefined
  readonly title: string
  readonly advice: string
  /** An alternative action, also shown after a failure. */
  readonly other?: FailedProps['other'] | undefined
  /** Shown while waiting. */
  readonly children?: ReactNode
}

/** Shows a pending request with advice, and after a failure the error with its actions. */
export function Waiting(props: WaitingProps) {
  const { attempt, name, picture, round = false, still, title, advice, other, children } = props
  const failed = attempt.phase === 'failed'
  return (
    <div className="center" data-phase={attempt.phase}>
      <Ring state={failed ? 'failed' : still ? 'still' : 'waiting'} round={round}>
        {picture}
      </Ring>
      {failed ? (
        <LazyPart load={loadFailed} error={attempt.error} name={name} retry={attempt.retry} other={other} />
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
