import { useState } from 'react'
import { useNetworkImage } from '../parts/network-row.tsx'
import { Waiting } from '../parts/waiting.tsx'
import { WalletIcon } from '../parts/wallet-icon.tsx'
import { useRuntime } from '../runtime.ts'
import { useAttempt } from '../use-attempt.ts'

/** Takes the visitor to a network. When that fails the modal goes one step back, and says why. */
export function SwitchNetworkView() {
  const { latchkey } = useRuntime()
  const [{ network }] = useState(() => latchkey.router.state.data ?? {})
  const namespace = network?.chainNamespace ?? latchkey.network.state.activeNamespace
  const wallet = latchkey.account.state[namespace].connectedWalletInfo?.name ?? 'your wallet'
  const attempt = useAttempt(async (signal) => {
    if (network) await latchkey.switchNetwork(network.caipNetworkId, { signal })
  })
  const name = network?.name ?? 'the network'
  return (
    <Waiting
      attempt={attempt}
      name={wallet}
      round
      picture={<WalletIcon name={name} src={useNetworkImage(network)} size={80} round family={namespace} />}
      title={`Approve in ${wallet}`}
      advice={`It is asked to go to ${name}.`}
      other={{ label: 'Stay where you are', go: () => latchkey.modal.goBack() }}
    />
  )
}
