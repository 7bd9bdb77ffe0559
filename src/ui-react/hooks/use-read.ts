import type { LatchkeyError } from 'latchkey'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { CallOptions } from '../../ports.ts'
import { asError } from './use-request.ts'

/** What every hook that reads returns, in the words of TanStack Query. */
export interface ReadState<Data> {
  /** The last answer for these parameters. It stays while they are read again, and after a read that failed. */
  readonly data: Data | undefined
  /** Why the last read failed. Undefined once a read succeeds. */
  readonly error: LatchkeyError | undefined
  /** Whether there is neither an answer nor an error yet, also while there is nothing to read. */
  readonly isPending: boolean
  /** Whether a read is running. */
  readonly isFetching: boolean
  /** Reads again now. Resolves with the answer, and rejects with the error. */
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
 * Reads something, and again when `about` or `source` changes: an answer is never shown for other parameters than its own. Leaving
 * the page aborts a read.
 * @param source Where it's read from, such as the client.
 * @param about All parameters, as one text. Undefined: nothing is read.
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
  const latest = useRef(read)
  latest.current = read
  const turn = useRef(0)

  const run = useCallback(
    async (opts: CallOptions, again: boolean): Promise<Data> => {
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
        const data = await latest.current(opts, again)
        show({ data, error: undefined })
        return data
      } catch (error) {
        show({ error: asError(error) })
        throw error
      }
    },
    [source, about],
  )
  useEffect(() => {
    if (about === undefined) return
    const left = new AbortController()
    // The state carries the error.
    run({ signal: left.signal }, false).catch(() => {})
    return () => {
      turn.current++
      left.abort()
    }
  }, [about, run])

  const refetch = useCallback((opts: CallOptions = {}) => run(opts, true), [run])
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
