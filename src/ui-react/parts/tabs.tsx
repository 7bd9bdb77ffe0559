import type { KeyboardEvent } from 'react'
import { useStyles } from '../hooks/use-styles.ts'
import { useLanguage } from '../language/use-language.ts'
import css from './tabs.css?inline'

export interface TabsProps<T extends string> {
  readonly label: string
  readonly tabs: readonly { readonly id: T; readonly label: string }[]
  readonly selected: T
  readonly onSelect: (id: T) => void
}

/** Shows tabs. The panel below must have `id="lk-panel"`. Arrow keys move between the tabs. */
export function Tabs<T extends string>({ label, tabs, selected, onSelect }: TabsProps<T>) {
  useStyles(css)
  const { dir } = useLanguage()
  const forward = dir === 'rtl' ? -1 : 1
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowLeft: -forward, ArrowRight: forward }[event.key]
    if (!step) return
    event.preventDefault()
    const at = tabs.findIndex(({ id }) => id === selected)
    const next = tabs[(at + step + tabs.length) % tabs.length]
    if (!next) return
    onSelect(next.id)
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[tabs.indexOf(next)]?.focus()
  }
  return (
    <div className="tabs" role="tablist" aria-label={label} onKeyDown={move}>
      {tabs.map(({ id, label: text }) => (
        <button
          key={id}
          type="button"
          role="tab"
          aria-selected={id === selected}
          aria-controls="lk-panel"
          tabIndex={id === selected ? 0 : -1}
          data-testid={`tab-${id}`}
          onClick={() => onSelect(id)}
        >
          {text}
        </button>
      ))}
    </div>
  )
}
