import { LatchkeyError } from 'latchkey'
import { useCallback, useEffect, useRef, useState } from 'react'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'

export interface RequestState<Data> {
  readonly status: 'idle' | 'pending' | 'success' | 'error'
  readonly data: Data | undefined
  readonly error: LatchkeyError | undefined
  readonly isPending: boolean
  readonly isSuccess: boolean
  readonly isError: boolean
  /** Forgets the outcome; what is under way goes on unseen. */
  readonly reset: () => void
}

type Outcome<Data> = Pick<RequestState<Data>, 'status' | 'data' | 'error'>
const idle = { status: 'idle', data: undefined, error: undefined } as const

/** Runs something the visitor asked for and shows how it went. The latest call is the one that is shown. */
export function useRequest<Args extends readonly unknown[], Data>(
  run: (...args: Args) => Promise<Data>,
): readonly [(...args: Args) => Promise<Data>, RequestState<Data>] {
  const [outcome, setOutcome] = useState<Outcome<Data>>(idle)
  const latest = useRef(run)
  const turn = useRef(0)
  latest.current = run
  useEffect(
    () => () => {
      turn.current++
    },
    [],
  )

  const call = useCallback(async (...args: Args) => {
    const mine = ++turn.current
    const show = (next: Outcome<Data>) => {
      if (mine === turn.current) setOutcome(next)
    }
    show({ ...idle, status: 'pending' })
    try {
      const data = await latest.current(...args)
      show({ status: 'success', data, error: undefined })
      return data
    } catch (error) {
      show({ status: 'error', data: undefined, error: asError(error) })
      throw error
    }
  }, [])
  const reset = useCallback(() => {
    turn.current++
    setOutcome(idle)
  }, [])
  const { status } = outcome
  return [
    call,
    {
      ...outcome,
      isPending: status === 'pending',
      isSuccess: status === 'success',
      isError: status === 'error',
      reset,
    },
  ]
}

/** A client's promises reject with nothing else; this is for what happens before it is asked. */
function asError(error: unknown): LatchkeyError {
  if (error instanceof LatchkeyError) return error
  return latchkeyError('internal/unexpected', {
    cause: error,
    values: { message: error instanceof Error ? error.message : String(error) },
  })
}
