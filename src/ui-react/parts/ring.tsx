import type { ReactNode } from 'react'
import { useStyles } from '../use-styles.ts'
import { Icon } from './icon.tsx'

const ringCss = `
.ring{position:relative;display:grid;place-items:center;width:108px;height:108px;margin:4px 0 12px}
.ring>svg{position:absolute;inset:0}.track{stroke:var(--n3)}.light{stroke:var(--accent);stroke-linecap:round;stroke-dasharray:.28 .72;animation:run 1.4s linear infinite}
.ring .spot{position:absolute;inset-inline-end:0;bottom:0;display:grid;place-items:center;width:28px;height:28px;border-radius:50%;background:var(--n0);color:var(--n7);box-shadow:0 0 0 1px var(--n3)}
@keyframes run{to{stroke-dashoffset:-1}}
`

export interface RingProps {
  readonly state: 'waiting' | 'failed'
  /** Network pictures are round. */
  readonly round?: boolean
  /** 80 px wide. */
  readonly children: ReactNode
}

/** A ring around a picture: a moving light while waiting, a still line after a failure. */
export function Ring({ state, round = false, children }: RingProps) {
  useStyles(ringCss)
  const outline = { x: 1, y: 1, width: 106, height: 106, rx: round ? 53 : 30, pathLength: 1 }
  return (
    <div className="ring">
      <svg aria-hidden="true" viewBox="0 0 108 108" fill="none" strokeWidth="2">
        <rect {...outline} className="track" />
        {state === 'waiting' && <rect {...outline} className="light" />}
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
