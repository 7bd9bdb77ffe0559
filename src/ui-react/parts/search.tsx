import { Icon } from './icon.tsx'

export interface SearchProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

export function Search({ label, value, onChange }: SearchProps) {
  return (
    <label className="search">
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
    </label>
  )
}
