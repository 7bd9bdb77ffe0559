import { useContext } from 'react'
import type { Latchkey } from '../../client/create-latchkey.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { type Runtime, RuntimeContext } from '../runtime.ts'

/** What the nearest provider shares, for components and hooks that a host places. */
export function useProvided(): Runtime {
  const runtime = useContext(RuntimeContext)
  if (runtime) return runtime
  throw latchkeyError('config/not-created')
}

/**
 * The client of the nearest `LatchkeyProvider`.
 * @throws `config/not-created` outside of one.
 */
export function useLatchkey(): Latchkey {
  return useProvided().latchkey
}
