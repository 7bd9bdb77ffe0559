import { isLatchkeyError } from 'latchkey'
import { useEffect, useState } from 'react'
import { useNetworkImage } from '../parts/network-row.tsx'
import { Waiting } from '../parts/waiting.tsx'
import { WalletIcon } from '../parts/wallet-icon.tsx'
import { useRuntime } from '../runtime.ts'

/** Takes the visitor to a network. When that fails the modal goes one step back, and says why. */
export function SwitchNetworkView() {
  const { latchkey } = useRuntime()
  const [{ network }] = useState(() => latchkey.router.state.data ?? {})
  const namespace = network?.chainNamespace ?? latchkey.network.state.activeNamespace
  const wallet = latchkey.account.state[namespace].connectedWalletInfo?.name ?? 'your wallet'
  const [turn, setTurn] = useState(0)
  const [error, setError] = useState<unknown>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn asks once.
  useEffect(() => {
    const control = new AbortController()
    setError(undefined)
    if (network)
      latchkey.switchNetwork(network.caipNetworkId, control).catch((failure: unknown) => {
        if (!control.signal.aborted && !isLatchkeyError(failure, 'flow/superseded')) setError(failure)
      })
    // StrictMode leaves and comes back at once: the abort waits for that, and the second run joins the first.
    return () => void setTimeout(() => control.abort(), 0)
  }, [latchkey, network, turn])
  const name = network?.name ?? 'the network'
  return (
    <Waiting
      attempt={{ phase: error ? 'failed' : 'waiting', error, retry: () => setTurn(turn + 1) }}
      name={wallet}
      round
      picture={<WalletIcon name={name} src={useNetworkImage(network)} size={80} round family={namespace} />}
      title={`Approve in ${wallet}`}
      advice={`It is asked to go to ${name}.`}
      other={{ label: 'Stay where you are', go: () => latchkey.modal.goBack() }}
    />
  )
}
