import { version } from 'latchkey'
import { Copy } from './copy.tsx'
import type { ErrorWords } from './error-words.ts'
import { Icon } from './icon.tsx'

/** The code of a failure, small: copyable, and linked to where it is explained. */
export function ErrorNote({ words }: { readonly words: ErrorWords }) {
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
