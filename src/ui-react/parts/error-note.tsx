import { version } from 'latchkey'
import { useStyles } from '../runtime.ts'
import { Copy } from './copy.tsx'
import type { ErrorWords } from './error-words.ts'
import { Icon } from './icon.tsx'

const noteCss = `
.code{display:flex;flex-wrap:wrap;gap:4px 14px;align-items:center;justify-content:center;margin-top:8px;font-size:calc(var(--f)*1.2);color:var(--n6)}
.code .plain,.code a{font-size:inherit;color:inherit}
.code a{display:inline-flex;align-items:center;gap:4px;min-height:24px}
code{font-family:ui-monospace,SFMono-Regular,Menlo,monospace;font-size:.95em}
`

/** The code of a failure, small: copyable, and linked to where it is explained. */
export function ErrorNote({ words }: { readonly words: ErrorWords }) {
  useStyles(noteCss)
  if (!words.code || !words.docs) return null
  return (
    <p className="code">
      <Copy text={`${words.code}: ${words.advice}`} label="Copy the error" className="plain">
        <code>{words.code}</code>
      </Copy>
      <a
        href={`https://unpkg.com/latchkey@${version}/${words.docs}`}
        target="_blank"
        rel="noreferrer noopener"
      >
        What is this? <Icon name="out" size={14} />
      </a>
    </p>
  )
}
