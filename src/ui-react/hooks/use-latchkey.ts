import { useContext } from 'react'
import type { Latchkey } from '../../client/create-latchkey.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { type Runtime, RuntimeContext } from '../runtime.ts'

/**
 * Returns the runtime of the nearest provider, for components and hooks that a host uses directly.
 * @throws `config/not-created` outside a provider.
 */
export function useRuntimeOrThrow(): Runtime {
  const runtime = useContext(RuntimeContext)
  if (runtime) return runtime
  throw latchkeyError('config/not-created')
}

/**
 * Returns the client of the nearest `LatchkeyProvider`.
 * @throws `config/not-created` outside a provider.
 */
export function useLatchkey(): Latchkey {
  return useRuntimeOrThrow().latchkey
}
