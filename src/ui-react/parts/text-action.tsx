import type { ReactNode } from 'react'
import { useStyles } from '../hooks/use-styles.ts'
import css from './text-action.css?inline'

export interface TextActionProps {
  readonly onClick: () => void
  readonly disabled?: boolean
  readonly testId?: string
  readonly children: ReactNode
}

/** Shows a button that is part of a sentence, or below a sentence. */
export function TextAction({ onClick, disabled, testId, children }: TextActionProps) {
  useStyles(css)
  return (
    <button
      type="button"
      className="plain text-action"
      disabled={disabled}
      data-testid={testId}
      onClick={onClick}
    >
      {children}
    </button>
  )
}
