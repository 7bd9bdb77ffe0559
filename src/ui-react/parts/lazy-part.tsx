import { type ComponentType, useLayoutEffect, useReducer, useState } from 'react'
import { shellWords } from '../language/english/shell.ts'
import { useLanguage } from '../language/use-language.ts'
import { Icon } from './icon.tsx'

/**
 * Shows a part of a view. The part's code loads at the first render. Until the code is loaded, shows a placeholder of a typical
 * size. If the code is already loaded, pass the part as `loaded`, so that the part renders together with the view.
 */
export function LazyPart<Props extends object>({
  load,
  loaded,
  ...props
}: {
  readonly load: () => Promise<ComponentType<Props>>
  readonly loaded?: ComponentType<Props> | undefined
} & Props) {
  const [attempt, again] = useReducer((count: number) => count + 1, 0)
  const [state, setState] = useState<{
    readonly Part?: ComponentType<Props> | undefined
    readonly error?: unknown
  }>({})
  // The part may load between the first render and the effects, if the view renders ahead (see `RenderedAhead`).
  const Part = state.Part ?? loaded
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads again for each attempt.
  useLayoutEffect(() => {
    if (Part) return
    let gone = false
    load().then(
      (Part) => !gone && setState({ Part }),
      (error: unknown) => !gone && setState({ error }),
    )
    return () => {
      gone = true
    }
  }, [load, attempt])
  const { error } = state
  if (Part) return <Part {...(props as unknown as Props)} />
  if (!error) return <div className="room" aria-busy="true" />
  const retry = () => {
    setState({})
    again()
  }
  return <PartUnreachable retry={retry} />
}

/** Tells the visitor that a part couldn't be loaded, and loads it again on a click. */
export function PartUnreachable({ retry }: { readonly retry: () => void }) {
  const { say } = useLanguage()
  return (
    <div className="center" role="alert">
      <p className="quiet">{say(shellWords, 'partUnreachable')}</p>
      <button type="button" className="plain" data-testid="load-again" onClick={retry}>
        <Icon name="retry" size={16} />
        {say(shellWords, 'tryAgain')}
      </button>
    </div>
  )
}
