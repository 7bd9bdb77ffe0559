import { isLatchkeyError } from 'latchkey'
import { useEffect, useState } from 'react'
import { switchNetworkWords } from '../../language/english/networks.ts'
import { nameWords } from '../../language/english/shell.ts'
import { useLanguage } from '../../language/use-language.ts'
import { walletName } from '../../parts/names.ts'
import { NetworkPicture } from '../../parts/network/network-picture.tsx'
import { Waiting } from '../../parts/waiting.tsx'
import { WalletIcon } from '../../parts/wallet/wallet-icon.tsx'
import { useRuntime } from '../../runtime.ts'

/** Asks the wallet to switch the network, and waits. If the switch fails, the modal goes one view back and shows the reason. */
export function SwitchNetworkView() {
  const language = useLanguage()
  const { say } = language
  const { latchkey } = useRuntime()
  const [{ network }] = useState(() => latchkey.router.state.data ?? {})
  const namespace = network?.chainNamespace ?? latchkey.network.state.activeNamespace
  const { connectedWalletInfo: info } = latchkey.account.state[namespace]
  const wallet = walletName(language, info?.name ?? say(nameWords, 'yourWallet'))
  const [turn, setTurn] = useState(0)
  const [error, setError] = useState<unknown>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each retry changes `turn`, and sends one request.
  useEffect(() => {
    const control = new AbortController()
    setError(undefined)
    if (network)
      latchkey.switchNetwork(network.caipNetworkId, control).catch((failure: unknown) => {
        if (!control.signal.aborted && !isLatchkeyError(failure, 'flow/superseded')) setError(failure)
      })
    // StrictMode unmounts and remounts at once. Abort later, so that the remounted view uses the same request.
    return () => void setTimeout(() => control.abort(), 0)
  }, [latchkey, network, turn])
  const name = network?.name ?? say(nameWords, 'theNetwork')
  return (
    <Waiting
      attempt={{ phase: error ? 'failed' : 'waiting', error, retry: () => setTurn(turn + 1) }}
      name={wallet}
      round
      picture={
        network ? (
          <NetworkPicture network={network} size={80} />
        ) : (
          <WalletIcon name={name} size={80} round family={namespace} />
        )
      }
      title={say(switchNetworkWords, 'heading', { wallet })}
      advice={say(switchNetworkWords, 'advice', { network: name })}
      other={{ label: say(switchNetworkWords, 'stay'), go: () => latchkey.modal.goBack() }}
    />
  )
}
