import { type ComponentType, useLayoutEffect, useState } from 'react'
import { shellWords } from '../language/english/shell.ts'
import { useLanguage } from '../language/use-language.ts'

/** A part of a view that loads when it is rendered; until then, a placeholder of a typical size. */
export function LazyPart<Props extends object>({
  load,
  ...props
}: { readonly load: () => Promise<ComponentType<Props>> } & Props) {
  const { say } = useLanguage()
  const [state, setState] = useState<{ readonly Part?: ComponentType<Props>; readonly error?: unknown }>({})
  useLayoutEffect(() => {
    let gone = false
    load().then(
      (Part) => !gone && setState({ Part }),
      (error: unknown) => !gone && setState({ error }),
    )
    return () => {
      gone = true
    }
  }, [load])
  const { Part, error } = state
  if (Part) return <Part {...(props as unknown as Props)} />
  if (!error) return <div className="room" aria-busy="true" />
  return (
    <p className="quiet" role="alert">
      {say(shellWords, 'partUnreachable')}
    </p>
  )
}
