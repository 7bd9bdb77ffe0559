import { isLatchkeyError, LatchkeyError } from 'latchkey'
import { useCallback, useInsertionEffect, useRef, useState } from 'react'
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

/** One call. `earlier` is the call that was still pending when this call started. */
interface Turn<Data> {
  readonly earlier: Turn<Data> | undefined
  outcome: Outcome<Data>
  /** Whether the call was refused because another call is pending. */
  refused?: boolean
}

/** Returns the call whose outcome is shown. A refused call doesn't replace the outcome of the earlier call. */
function shown<Data>(turn: Turn<Data>): Turn<Data> {
  return turn.refused && turn.earlier ? shown(turn.earlier) : turn
}

/**
 * Runs a request and tracks its state. Keeps only the result of the latest call. A double click on a button makes two calls, and
 * the second call is refused with `wallet/send-in-progress` or `wallet/request-pending`. A refused call doesn't replace the first
 * call, which may still succeed.
 */
export function useRequest<Args extends readonly unknown[], Data>(
  run: (...args: Args) => Promise<Data>,
): readonly [(...args: Args) => Promise<Data>, RequestState<Data>] {
  const [outcome, setOutcome] = useState<Outcome<Data>>(idle)
  const latest = useRef(run)
  const newest = useRef<Turn<Data> | undefined>(undefined)
  // Not while rendering: React may discard a render, for example of a transition that suspends.
  useInsertionEffect(() => {
    latest.current = run
  })

  const call = useCallback(async (...args: Args) => {
    const before = newest.current && shown(newest.current)
    const earlier = before?.outcome.status === 'pending' ? before : undefined
    const mine: Turn<Data> = { earlier, outcome: { ...idle, status: 'pending' } }
    const show = () => {
      if (newest.current) setOutcome(shown(newest.current).outcome)
    }
    newest.current = mine
    show()
    try {
      const data = await latest.current(...args)
      mine.outcome = { status: 'success', data, error: undefined }
      show()
      return data
    } catch (error) {
      mine.outcome = { status: 'error', data: undefined, error: asError(error) }
      mine.refused =
        isLatchkeyError(error, 'wallet/send-in-progress') || isLatchkeyError(error, 'wallet/request-pending')
      show()
      throw error
    }
  }, [])
  const reset = useCallback(() => {
    newest.current = undefined
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

/**
 * Converts an error to a `LatchkeyError`. A client's promises reject with `LatchkeyError` only, but errors can also be thrown
 * before the client is called.
 */
export function asError(error: unknown): LatchkeyError {
  if (error instanceof LatchkeyError) return error
  return latchkeyError('internal/unexpected', {
    cause: error,
    values: { message: error instanceof Error ? error.message : String(error) },
  })
}
