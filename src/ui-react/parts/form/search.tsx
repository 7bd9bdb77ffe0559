import type { ReactNode } from 'react'
import { useStyles } from '../../hooks/use-styles.ts'
import { Icon } from '../icon.tsx'
import css from './search.css?inline'

/** A list with more entries than this has a search field. */
export const searchThreshold = 6

export interface SearchProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** Filters shown after the field. */
  readonly children?: ReactNode
}

export function Search({ label, value, onChange, children }: SearchProps) {
  useStyles(css)
  return (
    <div className="search">
      <Icon name="search" size={18} />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        onChange={(event) => onChange(event.target.value)}
      />
      {children}
    </div>
  )
}
