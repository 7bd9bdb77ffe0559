import { useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import { Lazily } from '../parts/lazily.tsx'
import { PairingCode } from '../parts/pairing-code.tsx'
import { clip } from '../parts/row.tsx'
import { useRuntime } from '../runtime.ts'
import { usePairing } from '../use-pairing.ts'

const walletWays = async () => (await import('../parts/wallet-ways.tsx')).WalletWays

/** Reaches a wallet through WalletConnect: any wallet by its code, a chosen one by each of the ways that it has. */
export function ConnectingWalletConnectView() {
  const { latchkey } = useRuntime()
  const [{ wallet }] = useState(() => latchkey.router.state.data ?? {})
  const pairing = usePairing()
  const name = clip(wallet?.name ?? 'WalletConnect')
  if (wallet) return <Lazily load={walletWays} wallet={wallet} name={name} pairing={pairing} />
  return (
    <PairingCode
      pairing={pairing}
      name={name}
      logo={
        <span className="tile s40">
          <Icon name="wallet" size={24} />
        </span>
      }
    />
  )
}
