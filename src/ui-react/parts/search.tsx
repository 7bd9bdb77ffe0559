import type { ReactNode } from 'react'
import { useStyles } from '../use-styles.ts'
import { Icon } from './icon.tsx'

// Sticky at the top of a scrolling list. The shadow and `clip-path` hide rows that scroll under its rounded corners.
const searchCss = `
.search{position:sticky;top:0;z-index:1;display:flex;align-items:center;gap:10px;min-height:48px;padding:0 14px;border-radius:calc(var(--r)*3);background:var(--n1);box-shadow:inset 0 0 0 1px var(--n3),0 0 0 8px var(--n0);clip-path:inset(0 -8px -8px);color:var(--n6)}
.search:focus-within{outline:2px solid var(--accent);outline-offset:-2px}@media (forced-colors:active){.search{border:1px solid}}
.search input{flex:1;min-width:0;min-height:44px;color:var(--n9);outline:none}.search input::placeholder{color:var(--n6);opacity:1}
.search [aria-pressed=true]{background:var(--accent);color:var(--ink)}
.search .round-button{margin-inline-end:-8px}
.search input::-webkit-search-cancel-button{appearance:none}
`

export interface SearchProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** Filters shown after the field. */
  readonly children?: ReactNode
}

export function Search({ label, value, onChange, children }: SearchProps) {
  useStyles(searchCss)
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
