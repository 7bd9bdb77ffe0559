import type { ReactNode } from 'react'
import { useStyles } from '../../hooks/use-styles.ts'
import { Icon } from '../icon.tsx'
import { inSight } from './in-sight.ts'
import css from './why-not.css?inline'

interface WhyNotProps {
  /** Whether the visitor declined. The card then doesn't look like an error. */
  readonly declined?: boolean
  readonly testId: string
  readonly children: ReactNode
}

/** A card that says why a request wasn't carried out. Scrolls into view when it appears. */
export function WhyNot({ declined = false, testId, children }: WhyNotProps) {
  useStyles(css)
  return (
    <div
      className={declined ? 'why-not declined' : 'why-not'}
      role="alert"
      data-testid={testId}
      ref={inSight}
    >
      <Icon name={declined ? 'info' : 'alert'} size={20} />
      <div>{children}</div>
    </div>
  )
}
