import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

interface WarningProps {
  /** `caution` and `danger` put the warning on a colored card. Default: a plain line. */
  readonly kind?: 'caution' | 'danger'
  /** What the visitor must do about the warning. */
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** Shows a warning about the request under review. The styles are those of `useReviewStyles`. */
export function Warning({ kind, action, children }: WarningProps) {
  return (
    <div className={kind}>
      <p className="warns" role="note">
        <Icon name="alert" size={18} />
        <span>{children}</span>
      </p>
      {action}
    </div>
  )
}
