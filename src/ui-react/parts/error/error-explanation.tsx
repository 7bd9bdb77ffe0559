import { useEffect, useState } from 'react'
import { explainWords } from '../../language/english/failed.ts'
import { shellWords } from '../../language/english/shell.ts'
import { useLanguage } from '../../language/use-language.ts'

/** Shows the explanation of an error code from docs/errors.md, loaded on demand. */
export function ErrorExplanation({ code }: { readonly code: string }) {
  const { explain, say } = useLanguage()
  const [text, setText] = useState<string>()
  useEffect(() => {
    let gone = false
    explain(code).then(
      (explained) => !gone && setText(explained ?? say(explainWords, 'unknown')),
      () => !gone && setText(say(shellWords, 'partUnreachable')),
    )
    return () => {
      gone = true
    }
  }, [explain, say, code])
  if (text === undefined) return <span className="room" aria-busy="true" />
  return <span data-testid="error-explanation">{text}</span>
}
