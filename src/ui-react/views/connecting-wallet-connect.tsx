import { useState } from 'react'
import { platformLabels, walletPlatforms } from '../../core/wallet/platforms.ts'
import type { Listed } from '../catalogue.ts'
import { Icon } from '../parts/icon.tsx'
import { Lazily } from '../parts/lazily.tsx'
import { clip } from '../parts/row.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { WalletIcon } from '../parts/wallet-icon.tsx'
import { useRuntime } from '../runtime.ts'
import { usePairing } from '../use-pairing.ts'
import { usePhone } from '../use-phone.ts'

// One of them is needed, seldom both.
const linkPanel = async () => (await import('../parts/link-panel.tsx')).LinkPanel
const pairingCode = async () => (await import('../parts/pairing-code.tsx')).PairingCode

/** Reaches a wallet through WalletConnect, by each of the ways that it has. Facts 4.4. */
export function ConnectingWalletConnectView() {
  const { latchkey } = useRuntime()
  const [{ wallet }] = useState(() => latchkey.router.state.data ?? {})
  const mobile = usePhone()
  const installed = latchkey.connector.state.connectors.find(
    ({ rdns, explorerId }) => wallet && (explorerId === wallet.id || (rdns && rdns === wallet.rdns)),
  )
  const platforms = walletPlatforms(wallet, { mobile, installed: installed !== undefined, adapters: true })
  const [chosen, setChosen] = useState(platforms[0])
  const platform = platforms.includes(chosen) ? chosen : platforms[0]
  const pairing = usePairing()
  const name = clip(wallet?.name ?? 'WalletConnect')
  return (
    <>
      {platforms.length > 1 && (
        <Tabs
          label="Where the wallet is"
          tabs={platforms.map((id) => ({ id, label: platformLabels[id] }))}
          selected={platform}
          onSelect={setChosen}
        />
      )}
      <div
        key={platform}
        className="panel"
        {...(platforms.length > 1 && { id: 'lk-panel', role: 'tabpanel' })}
      >
        {platform === 'qrcode' && (
          <Lazily load={pairingCode} pairing={pairing} name={name} logo={<Logo wallet={wallet} />} />
        )}
        {(platform === 'mobile' || platform === 'web' || platform === 'desktop') && (
          <Lazily load={linkPanel} pairing={pairing} wallet={wallet} name={name} platform={platform} />
        )}
        {platform === 'browser' && installed && (
          <div className="center">
            <WalletIcon name={name} src={installed.imageUrl} size={80} />
            <h2>Continue in {name}</h2>
            <p className="quiet">It is installed in this browser.</p>
            <div className="actions">
              <button
                type="button"
                className="primary"
                onClick={() => latchkey.router.push('ConnectingExternal', { connector: installed, wallet })}
              >
                Connect
              </button>
            </div>
          </div>
        )}
        {platform === 'unsupported' && <NotDetected wallet={wallet} name={name} />}
      </div>
    </>
  )
}

function Logo({ wallet }: { readonly wallet: Listed | undefined }) {
  return wallet ? (
    <WalletIcon name={wallet.name} src={wallet.image_url} />
  ) : (
    <span className="tile s40">
      <Icon name="wallet" size={24} />
    </span>
  )
}

function NotDetected({ wallet, name }: { readonly wallet: Listed | undefined; readonly name: string }) {
  return (
    <div className="center">
      <WalletIcon name={name} src={wallet?.image_url} size={80} />
      <h2>Not Detected</h2>
      <p className="quiet">{name} is not installed in this browser. If it is, switch it on for this site.</p>
      {wallet?.homepage?.startsWith('https://') && (
        <div className="actions">
          <a className="secondary" href={wallet.homepage} target="_blank" rel="noreferrer noopener">
            Get {name}
          </a>
        </div>
      )}
    </div>
  )
}
