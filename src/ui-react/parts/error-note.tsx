import { useState } from 'react'
import { explainWords } from '../language/english/failed.ts'
import { useLanguage } from '../language/use-language.ts'
import { useStyles } from '../use-styles.ts'
import { Copy } from './copy.tsx'
import { ErrorExplanation } from './error-explanation.tsx'
import type { ErrorWords } from './error-words.ts'

const noteCss = `
.code{display:flex;flex-wrap:wrap;gap:4px 14px;align-items:center;justify-content:center;margin-top:8px;font-size:calc(var(--f)*1.2);color:var(--n6)}
.code .plain{font-size:inherit;color:inherit}.code .room{height:32px}
.explained{width:100%;text-wrap:balance;overflow-wrap:anywhere}
code{font-family:ui-monospace,SFMono-Regular,Menlo,monospace;font-size:.95em}
`

/** An error's code, which can be copied, with its explanation on demand. */
export function ErrorNote({ words }: { readonly words: ErrorWords }) {
  useStyles(noteCss)
  const { say } = useLanguage()
  const [asked, setAsked] = useState(false)
  if (!words.code) return null
  return (
    <div className="code">
      <Copy text={`${words.code}: ${words.advice}`} label={say(explainWords, 'copy')} className="plain">
        <code dir="ltr">{words.code}</code>
      </Copy>
      <button
        type="button"
        className="plain"
        aria-expanded={asked}
        data-testid="what-is-this"
        onClick={() => setAsked(!asked)}
      >
        {say(explainWords, 'explain')}
      </button>
      <div className="explained" role="status" hidden={!asked}>
        {asked && <ErrorExplanation code={words.code} />}
      </div>
    </div>
  )
}
