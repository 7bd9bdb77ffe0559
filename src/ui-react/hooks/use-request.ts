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
  /** Clears the result. A pending request continues, but its result is ignored. */
  readonly reset: () => void
}

type Outcome<Data> = Pick<RequestState<Data>, 'status' | 'data' | 'error'>
const idle = { status: 'idle', data: undefined, error: undefined } as const

/** Runs a request and tracks its state. Only the latest call's result is kept. */
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

/** A client's promises reject with `LatchkeyError` only; this covers errors thrown before the client is called. */
export function asError(error: unknown): LatchkeyError {
  if (error instanceof LatchkeyError) return error
  return latchkeyError('internal/unexpected', {
    cause: error,
    values: { message: error instanceof Error ? error.message : String(error) },
  })
}
