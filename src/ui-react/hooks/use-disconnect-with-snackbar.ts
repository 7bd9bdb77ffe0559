import { useState } from 'react'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { useRuntime } from '../runtime.ts'
import { useShowError } from './use-show-error.ts'

/** Disconnects, and shows a snackbar when that fails. */
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
