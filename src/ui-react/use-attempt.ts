import { isLatchkeyError } from 'latchkey'
import { useCallback, useEffect, useRef, useState } from 'react'

export interface Attempt {
  readonly phase: 'waiting' | 'failed' | 'done'
  readonly error: unknown
  readonly retry: () => void
}

/**
 * Runs when the view appears, and again on `retry`; leaving the view aborts it. StrictMode leaves and comes back at once:
 * the abort waits for that, and the second run joins the first, so that the wallet is asked once. With `idle` it waits for
 * the first `retry`.
 */
export function useAttempt(
  run: (signal: AbortSignal) => Promise<unknown>,
  { idle = false }: { readonly idle?: boolean } = {},
): Attempt {
  const [state, setState] = useState<Omit<Attempt, 'retry'>>({ phase: 'waiting', error: undefined })
  const [turn, setTurn] = useState(0)
  const latest = useRef(run)
  latest.current = run

  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn is one attempt.
  useEffect(() => {
    if (idle && turn === 0) return
    const control = new AbortController()
    let gone = false
    latest.current(control.signal).then(
      () => !gone && setState({ phase: 'done', error: undefined }),
      (error: unknown) => {
        if (gone || isLatchkeyError(error, 'flow/aborted') || isLatchkeyError(error, 'flow/superseded'))
          return
        setState({ phase: 'failed', error })
      },
    )
    return () => {
      gone = true
      setTimeout(() => control.abort(), 0)
    }
  }, [turn])

  const retry = useCallback(() => {
    setState({ phase: 'waiting', error: undefined })
    setTurn((last) => last + 1)
  }, [])
  return { ...state, retry }
}
