import type { ReactNode } from 'react'
import { usePickStyles } from '../form/pick-styles.ts'
import { Icon } from '../icon.tsx'
import { clip } from '../row.tsx'

/** Shows a button with the field's token. The button lets the visitor choose another token. */
export function TokenPick({
  symbol,
  icon,
  label,
  testId,
  onClick,
}: {
  readonly symbol: string | undefined
  /** The token's picture, 24 px. */
  readonly icon: ReactNode
  /** Shown while no token is chosen. */
  readonly label: string
  readonly testId: string
  readonly onClick: () => void
}) {
  usePickStyles()
  return (
    <button
      type="button"
      className={symbol === undefined ? 'pick none' : 'pick'}
      data-testid={testId}
      onClick={onClick}
    >
      {symbol === undefined ? (
        label
      ) : (
        <>
          {icon}
          <bdi>{clip(symbol)}</bdi>
        </>
      )}
      <Icon name="forward" size={16} />
    </button>
  )
}
