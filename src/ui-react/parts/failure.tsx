import type { ReactNode } from 'react'
import { ErrorNote } from './error-note.tsx'
import { errorWords } from './error-words.ts'
import { Icon } from './icon.tsx'

/** What happened, what to do, and the way out. */
export function Failure({ error, children }: { readonly error: unknown; readonly children?: ReactNode }) {
  const words = errorWords(error)
  return (
    <div className="center" role="alert">
      <span className="badge">
        <Icon name="alert" size={28} />
      </span>
      <h2>{words.title}</h2>
      <p className="quiet">{words.advice}</p>
      {children}
      <ErrorNote words={words} />
    </div>
  )
}
