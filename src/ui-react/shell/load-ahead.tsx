import { useEffect } from 'react'
import { useController } from '../hooks/use-controller.ts'
import { loginParts } from '../parts/login-parts.ts'
import { backgroundOf } from '../prefetch.ts'
import { type Runtime, useRuntime } from '../runtime.ts'

/**
 * Fetches the code that the visitor's next tap likely needs: once a wallet is connected, the account view, and before that, the
 * login of the embedded wallet. A phone has no hover that could start the load before the tap. This is a component of its own, so
 * that the wallet's answer doesn't render the modal around it.
 */
export function LoadAhead() {
  const runtime = useRuntime()
  const { account, connector } = runtime.latchkey
  const connected = useController(account, () => account.connectedNamespaces.length > 0)
  const embedded = useController(connector, ({ connectors }) =>
    connectors.some(({ type }) => type === 'AUTH'),
  )
  useEffect(() => {
    if (connected) return backgroundOf(runtime).later(() => runtime.load?.('Account'))
    if (embedded) return backgroundOf(runtime).later(() => loadLogin(runtime))
  }, [connected, embedded, runtime])
  return null
}

/** Loads the login's parts too, so that the wallet list renders them at once. */
function loadLogin({ load }: Runtime): Promise<unknown> {
  return Promise.all([load?.('EmailLogin'), loginParts.email.load(), loginParts.social.load()])
}
