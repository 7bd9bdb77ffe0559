import { usePairing } from '../../hooks/use-pairing.ts'
import { usePhone } from '../../hooks/use-phone.ts'
import { useWalletRows } from '../../hooks/use-wallet-rows.ts'
import { Icon } from '../../parts/icon.tsx'
import { walletConnect } from '../../parts/names.ts'
import { PairingCode } from '../../parts/pairing/pairing-code.tsx'
import { AllWalletsRow, ListedRow } from '../../parts/wallet/wallet-row.tsx'
import { usePrefetch } from '../../prefetch.ts'

/** Shown when WalletConnect is the only way to connect (S3.9.3). */
export function ConnectingWalletConnectBasicView() {
  usePrefetch('AllWallets')
  return usePhone() ? <OnPhone /> : <Elsewhere />
}

function Elsewhere() {
  return (
    <>
      <PairingCode
        pairing={usePairing()}
        name={walletConnect}
        logo={
          <span className="tile s40">
            <Icon name="wallet" size={24} />
          </span>
        }
      />
      <div className="list">
        <AllWalletsRow />
      </div>
    </>
  )
}

function OnPhone() {
  const rows = useWalletRows()
  return (
    <div className="list">
      {rows.map(
        (row) => 'wallet' in row && <ListedRow key={row.wallet.id} wallet={row.wallet} why={row.why} />,
      )}
      <AllWalletsRow />
    </div>
  )
}
