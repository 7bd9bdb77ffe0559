import { useEffect } from 'react'
import { useController } from '../hooks/use-controller.ts'
import { backgroundOf } from '../prefetch.ts'
import { useRuntime } from '../runtime.ts'

/**
 * Fetches the code of the account view once a wallet is connected, because the visitor's next tap is likely on the account
 * button. A phone has no hover that could start the load before the tap. This is a component of its own, so that the wallet's
 * answer doesn't render the modal around it.
 */
export function AccountAhead() {
  const runtime = useRuntime()
  const { account } = runtime.latchkey
  const connected = useController(account, () => account.connectedNamespaces.length > 0)
  useEffect(() => {
    if (connected) return backgroundOf(runtime).later(() => runtime.load?.('Account'))
  }, [connected, runtime])
  return null
}
