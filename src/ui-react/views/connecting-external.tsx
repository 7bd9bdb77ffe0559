import { useState } from 'react'
import { continueAsking } from '../asking.ts'
import { clip } from '../parts/row.tsx'
import { Waiting } from '../parts/waiting.tsx'
import { imageOf, WalletIcon } from '../parts/wallet-icon.tsx'
import { useRuntime } from '../runtime.ts'
import { useAttempt } from '../use-attempt.ts'

/** Asks an installed wallet, and waits for the visitor with them. */
export function ConnectingExternalView() {
  const runtime = useRuntime()
  const { latchkey } = runtime
  // As it was chosen: going back clears the router's data while the view is still seen.
  const [data] = useState(() => latchkey.router.state.data ?? {})
  const { connector, wallet } = data
  const attempt = useAttempt((signal) => continueAsking(runtime, data, signal))
  const name = clip(connector?.name ?? wallet?.name ?? 'your wallet')
  return (
    <Waiting
      attempt={attempt}
      name={name}
      picture={
        <WalletIcon name={name} src={imageOf(connector, latchkey.options.state.connectorImages)} size={80} />
      }
      title={`Open ${name} and approve`}
      advice="Confirm the connection in the wallet."
      other={{ label: 'Use another wallet', go: () => latchkey.modal.goBack() }}
    />
  )
}
