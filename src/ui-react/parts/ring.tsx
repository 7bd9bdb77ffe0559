import type { ReactNode } from 'react'
import { useStyles } from '../hooks/use-styles.ts'
import { Icon } from './icon.tsx'
import css from './ring.css?inline'

export interface RingProps {
  /** `still` means that nothing is pending and there is no result. */
  readonly state: 'waiting' | 'done' | 'failed' | 'still'
  /** Whether the picture is round, as the pictures of networks are. */
  readonly round?: boolean
  /** The picture, 80 px wide. */
  readonly children: ReactNode
}

/** Shows a ring around a picture: a moving light while waiting, then a still line with an icon for the result. */
export function Ring({ state, round = false, children }: RingProps) {
  useStyles(css)
  const outline = { x: 1, y: 1, width: 106, height: 106, rx: round ? 53 : 30, pathLength: 1 }
  return (
    <div className={`ring ${state}`}>
      <svg aria-hidden="true" viewBox="0 0 108 108" fill="none" strokeWidth="2">
        <rect {...outline} className="track" />
        {state === 'waiting' && <rect {...outline} className="light" />}
      </svg>
      {children}
      {(state === 'failed' || state === 'done') && (
        <span className="spot">
          <Icon name={state === 'done' ? 'check' : 'close'} size={16} />
        </span>
      )}
    </div>
  )
}
