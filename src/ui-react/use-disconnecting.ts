import { useState } from 'react'
import type { ChainNamespace } from '../core/chain/namespace.ts'
import { useRuntime } from './runtime.ts'

/** Disconnects, and says so when that fails. */
export function useDisconnecting(namespace?: ChainNamespace): {
  readonly leaving: boolean
  readonly disconnect: () => Promise<void>
} {
  const { latchkey } = useRuntime()
  const [leaving, setLeaving] = useState(false)
  const disconnect = async () => {
    setLeaving(true)
    try {
      await latchkey.disconnect(namespace)
    } catch (error) {
      latchkey.snackbar.showError(error)
    } finally {
      setLeaving(false)
    }
  }
  return { leaving, disconnect }
}
