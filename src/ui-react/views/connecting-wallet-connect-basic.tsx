import { Icon } from '../parts/icon.tsx'
import { walletConnect } from '../parts/names.ts'
import { PairingCode } from '../parts/pairing-code.tsx'
import { AllWalletsRow, ListedRow } from '../parts/wallet-row.tsx'
import { usePrefetch } from '../prefetch.ts'
import { usePairing } from '../use-pairing.ts'
import { usePhone } from '../use-phone.ts'
import { useWalletRows } from '../use-wallet-rows.ts'

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
