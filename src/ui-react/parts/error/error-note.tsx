import { useState } from 'react'
import { useStyles } from '../../hooks/use-styles.ts'
import { explainWords } from '../../language/english/failed.ts'
import { useLanguage } from '../../language/use-language.ts'
import { Copy } from '../copy.tsx'
import { Icon } from '../icon.tsx'
import { ErrorExplanation } from './error-explanation.tsx'
import css from './error-note.css?inline'
import type { ErrorWords } from './error-words.ts'

export interface ErrorNoteProps {
  readonly words: ErrorWords
  /** Whether the code is shown only on demand, as the message and the explanation are. */
  readonly codeLater?: boolean
}

/**
 * Shows an error's code, which the visitor can copy. On demand, shows the message for developers, and the explanation if the
 * advice doesn't show it.
 */
export function ErrorNote({ words, codeLater }: ErrorNoteProps) {
  useStyles(css)
  const { say } = useLanguage()
  const [asked, setAsked] = useState(false)
  if (!words.code) return null
  const code = (
    <Copy
      text={`${words.code}: ${words.detail ?? words.advice}`}
      label={say(explainWords, 'copy')}
      className="plain"
    >
      <code dir="ltr">{words.code}</code>
    </Copy>
  )
  return (
    <div className="code">
      {!codeLater && code}
      <button
        type="button"
        className="plain"
        aria-expanded={asked}
        data-testid="what-is-this"
        onClick={() => setAsked(!asked)}
      >
        {say(explainWords, 'explain')}
        <Icon name="forward" size={14} />
      </button>
      <div className="explained" role="status" hidden={!asked}>
        {asked && words.known !== false && <ErrorExplanation code={words.code} />}
        {asked && codeLater && code}
        {asked && words.detail !== undefined && (
          <p lang="en" dir="ltr" data-testid="error-detail">
            {words.detail}
          </p>
        )}
      </div>
    </div>
  )
}
