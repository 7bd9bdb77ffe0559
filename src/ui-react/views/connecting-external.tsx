import { useState } from 'react'
import { clip } from '../parts/row.tsx'
import { Waiting } from '../parts/waiting.tsx'
import { imageOf, WalletIcon } from '../parts/wallet-icon.tsx'
import { useRuntime } from '../runtime.ts'
import { useAttempt } from '../use-attempt.ts'

/** Asks an installed wallet, and waits for the visitor with them. */
export function ConnectingExternalView() {
  const { latchkey } = useRuntime()
  // As it was chosen: going back clears the router's data while the view is still seen.
  const [{ connector, wallet, network, switchToChain }] = useState(() => latchkey.router.state.data ?? {})
  // The family that was chosen, or that the modal was opened for.
  const family = switchToChain ?? latchkey.connector.state.filterByNamespace
  const attempt = useAttempt((signal) => {
    const only = family && connector?.chains.includes(family)
    return latchkey.connect(
      {
        connectorId: connector?.id ?? '',
        namespaces: only ? [family] : undefined,
        network:
          network && connector?.chains.includes(network.chainNamespace) ? network.caipNetworkId : undefined,
      },
      { signal },
    )
  })
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
