import type { ReactNode } from 'react'
import { searchWords } from '../language/english/all-wallets.ts'
import { useLanguage } from '../language/use-language.ts'
import { Icon } from './icon.tsx'
import { TextAction } from './text-action.tsx'

/** Shows the empty state of a search. */
export function NothingFound({
  title,
  text,
  clear,
  children,
}: {
  readonly title: string
  /** The search text. */
  readonly text: string
  readonly clear: () => void
  readonly children?: ReactNode
}) {
  const { say } = useLanguage()
  return (
    <div className="center" role="status">
      <span className="badge">
        <Icon name="search" size={28} />
      </span>
      <h2>{title}</h2>
      {text !== '' && <TextAction onClick={clear}>{say(searchWords, 'clear')}</TextAction>}
      {children}
    </div>
  )
}
