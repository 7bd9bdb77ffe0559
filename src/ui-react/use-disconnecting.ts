import { useState } from 'react'
import type { ChainNamespace } from '../core/chain/namespace.ts'
import { useRuntime } from './runtime.ts'
import { useTelling } from './use-telling.ts'

/** Disconnects, and shows a snackbar when that fails. */
export function useDisconnecting(namespace?: ChainNamespace): {
  readonly leaving: boolean
  readonly disconnect: () => Promise<void>
} {
  const { latchkey } = useRuntime()
  const tell = useTelling()
  const [leaving, setLeaving] = useState(false)
  const disconnect = async () => {
    setLeaving(true)
    try {
      await latchkey.disconnect(namespace)
    } catch (error) {
      tell(error)
    } finally {
      setLeaving(false)
    }
  }
  return { leaving, disconnect }
}
