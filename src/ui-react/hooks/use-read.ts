import type { LatchkeyError } from 'latchkey'
import { useCallback, useEffect, useInsertionEffect, useRef, useState } from 'react'
import type { CallOptions } from '../../ports.ts'
import { asError } from './use-request.ts'

/** The result of every hook that reads, with the field names of TanStack Query. */
export interface ReadState<Data> {
  /** The last answer for these parameters. This answer stays during the next read, and after a failed read. */
  readonly data: Data | undefined
  /** Why the last read failed. Undefined once a read succeeds. */
  readonly error: LatchkeyError | undefined
  /** True until there is an answer or an error. Also true while there is nothing to read. */
  readonly isPending: boolean
  /** Whether a read is running. */
  readonly isFetching: boolean
  /** Reads again now, for the current parameters. Resolves with the answer, and rejects with the error. */
  readonly refetch: (opts?: CallOptions) => Promise<Data>
}

interface Outcome<Data> {
  readonly about: string
  readonly source: object
  readonly data?: Data | undefined
  readonly error?: LatchkeyError | undefined
  readonly isFetching: boolean
}

/**
 * Reads data, and reads it again when `about` or `source` changes. Never shows an answer that belongs to other parameters.
 * Unmounting aborts a read, but not a read by `refetch`.
 * @param source The source of the data, such as the client.
 * @param about All parameters as one string. If undefined, nothing is read.
 * @param read `again` is true for a read by `refetch`.
 * @example
 * const latchkey = useLatchkey()
 * const { data, refetch } = useRead(latchkey, `fee ${network}`, ({ signal }) => readFee(network, signal))
 */
export function useRead<Data>(
  source: object,
  about: string | undefined,
  read: (opts: CallOptions, again: boolean) => Promise<Data>,
): ReadState<Data> {
  const [outcome, setOutcome] = useState<Outcome<Data>>()
  const turn = useRef(0)

  const run = async (opts: CallOptions, again: boolean): Promise<Data> => {
    const mine = ++turn.current
    const show = (next: Partial<Outcome<Data>>) => {
      if (mine !== turn.current || about === undefined) return
      setOutcome((last) => {
        const known = last?.about === about && last.source === source ? last : undefined
        return { ...known, about, source, isFetching: false, ...next }
      })
    }
    show({ isFetching: true })
    try {
      const data = await read(opts, again)
      show({ data, error: undefined })
      return data
    } catch (error) {
      show({ error: asError(error) })
      throw error
    }
  }
  // A `refetch` that the page kept from an earlier render also reads for the current parameters. These are the parameters of the
  // shown screen: React may discard a render, for example of a transition that suspends.
  const latest = useRef(run)
  useInsertionEffect(() => {
    latest.current = run
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new source is read too.
  useEffect(() => {
    if (about === undefined) return
    const left = new AbortController()
    // The hook's result contains the error.
    latest.current({ signal: left.signal }, false).catch(() => {})
    return () => {
      turn.current++
      left.abort()
    }
  }, [source, about])

  // biome-ignore lint/correctness/useExhaustiveDependencies: an effect that polls starts again for other parameters.
  const refetch = useCallback((opts: CallOptions = {}) => latest.current(opts, true), [source, about])
  const known = outcome?.about === about && outcome?.source === source ? outcome : undefined
  const { data, error } = known ?? {}
  return {
    data,
    error,
    isPending: data === undefined && error === undefined,
    isFetching: about !== undefined && (known?.isFetching ?? true),
    refetch,
  }
}
