import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

export interface RingProps {
  readonly state: 'waiting' | 'failed'
  /** A network's picture is round. */
  readonly round?: boolean
  /** Of 80 px. */
  readonly children: ReactNode
}

/** Around the picture of whom we wait for: a light that runs along it, or a still line when it has failed. */
export function Ring({ state, round = false, children }: RingProps) {
  const frame = { x: 1, y: 1, width: 106, height: 106, rx: round ? 53 : 30, pathLength: 1 }
  return (
    <div className="ring">
      <svg aria-hidden="true" viewBox="0 0 108 108" fill="none" strokeWidth="2">
        <rect {...frame} className="track" />
        {state === 'waiting' && <rect {...frame} className="light" />}
      </svg>
      {children}
      {state === 'failed' && (
        <span className="spot">
          <Icon name="close" size={16} />
        </span>
      )}
    </div>
  )
}
