import { useCallback, useState } from 'react'
import { usePairing } from '../../hooks/use-pairing.ts'
import { Icon } from '../../parts/icon.tsx'
import { LazyPart } from '../../parts/lazy-part.tsx'
import { walletConnect } from '../../parts/names.ts'
import { PairingCode } from '../../parts/pairing/pairing-code.tsx'
import { clip } from '../../parts/row.tsx'
import { useRuntime } from '../../runtime.ts'

/** Connects through WalletConnect: any wallet by QR code, or a chosen wallet in each way that it supports. */
export function ConnectingWalletConnectView() {
  const { latchkey } = useRuntime()
  const [{ wallet }] = useState(() => latchkey.router.state.data ?? {})
  // Prepare the pairing first, because only the pairing's code knows whether the wallet has an in-app browser.
  const load = useCallback(async () => {
    const [{ WalletPlatforms }] = await Promise.all([
      import('../../parts/wallet/wallet-platforms.tsx'),
      latchkey.pairing.prepare(),
    ])
    return WalletPlatforms
  }, [latchkey])
  if (wallet) return <LazyPart load={load} wallet={wallet} name={clip(wallet.name)} />
  return <AnyWallet />
}

function AnyWallet() {
  return (
    <PairingCode
      pairing={usePairing()}
      name={walletConnect}
      logo={
        <span className="tile s40">
          <Icon name="wallet" size={24} />
        </span>
      }
    />
  )
}
