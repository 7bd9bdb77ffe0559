import { useState } from 'react'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { useRuntime } from '../runtime.ts'
import { useShowError } from './use-show-error.ts'

/** Returns a function that disconnects, and shows a snackbar if this fails. `leaving` is true while the function runs. */
export function useDisconnectWithSnackbar(namespace?: ChainNamespace): {
  readonly leaving: boolean
  readonly disconnect: () => Promise<void>
} {
  const { latchkey } = useRuntime()
  const showError = useShowError()
  const [leaving, setLeaving] = useState(false)
  const disconnect = async () => {
    setLeaving(true)
    try {
      await latchkey.disconnect(namespace)
    } catch (error) {
      showError(error)
    } finally {
      setLeaving(false)
    }
  }
  return { leaving, disconnect }
}
