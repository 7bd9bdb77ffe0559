import { useEffect, useState } from 'react'
import { downloadsOf } from '../../../core/wallet/links/downloads.ts'
import { type WalletPlatform, walletPlatforms } from '../../../core/wallet/links/platforms.ts'
import type { CatalogueWallet } from '../../../core/wallet/list/catalogue-wallet.ts'
import { installedAs } from '../../../core/wallet/list/known-wallets.ts'
import { usePairing } from '../../hooks/use-pairing.ts'
import { usePhone } from '../../hooks/use-phone.ts'
import { useStyles } from '../../hooks/use-styles.ts'
import { linkWords, platformWords } from '../../language/english/pairing.ts'
import { useLanguage } from '../../language/use-language.ts'
import { usePrefetch } from '../../prefetch.ts'
import { useRuntime } from '../../runtime.ts'
import { LazyPart } from '../lazy-part.tsx'
import { PairingCode } from '../pairing/pairing-code.tsx'
import { Tabs } from '../tabs.tsx'
import { chooseConnector } from './choose-connector.ts'
import { ConnectorPicture } from './connector-picture.tsx'
import { WalletPicture } from './wallet-picture.tsx'
import css from './wallet-ways.css?inline'

/** The label of each platform (S3.4.4). A QR code is labeled as mobile, since a phone scans it. */
const labels = {
  browser: 'browser',
  mobile: 'mobile',
  qrcode: 'mobile',
  web: 'web',
  desktop: 'desktop',
  unsupported: 'browser',
} as const satisfies Record<WalletPlatform, string>

const linkPanel = async () => (await import('./link-panel.tsx')).LinkPanel

const inAppPanel = async () => (await import('./in-app-panel.tsx')).InAppPanel

export interface WalletPlatformsProps {
  readonly wallet: CatalogueWallet
  readonly name: string
}

/** Shows the ways to connect a wallet: a choice, or the in-app browser if it is the only way (S3.4.3, S3.4.4). */
export function WalletPlatforms({ wallet, name }: WalletPlatformsProps) {
  const { latchkey } = useRuntime()
  const [inApp] = useState(() => latchkey.pairing.inAppLink(wallet))
  if (inApp) return <LazyPart load={inAppPanel} wallet={wallet} name={name} link={inApp} />
  return <PairedWays wallet={wallet} name={name} />
}

/** Shows a QR code, a link, or the installed wallet (S3.4.4). */
function PairedWays({ wallet, name }: WalletPlatformsProps) {
  useStyles(css)
  const { say } = useLanguage()
  const { latchkey } = useRuntime()
  usePrefetch('Downloads')
  const pairing = usePairing()
  const mobile = usePhone()
  const installed = installedAs(wallet, latchkey.connector.state.connectors)
  const platforms = walletPlatforms(wallet, { mobile, installed: installed !== undefined, adapters: true })
  const [chosen, setChosen] = useState(platforms[0])
  const platform = platforms.includes(chosen) ? chosen : platforms[0]
  // Remember the wallet when it connects through the QR code. A wallet with a link is remembered when the link is opened.
  useEffect(() => {
    if (platform === 'qrcode') latchkey.pairing.choose({ ...wallet })
  }, [latchkey, platform, wallet])
  return (
    <>
      {platforms.length > 1 && (
        <Tabs
          label={say(platformWords, 'label')}
          tabs={platforms.map((id) => ({ id, label: say(platformWords, labels[id]) }))}
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
          <PairingCode pairing={pairing} name={name} logo={<WalletPicture wallet={wallet} />} />
        )}
        {(platform === 'mobile' || platform === 'web' || platform === 'desktop') && (
          <LazyPart load={linkPanel} pairing={pairing} wallet={wallet} name={name} platform={platform} />
        )}
        {platform === 'browser' && installed && (
          <div className="center">
            <ConnectorPicture connector={installed} name={name} size={80} />
            <h2>{say(linkWords, 'continue', { wallet: name })}</h2>
            <p className="quiet">{say(linkWords, 'installed')}</p>
            <div className="actions">
              <button
                type="button"
                className="primary"
                onClick={() => chooseConnector(latchkey, { connector: installed, wallet })}
              >
                {say(linkWords, 'connect')}
              </button>
            </div>
          </div>
        )}
        {platform === 'unsupported' && <NotDetected wallet={wallet} name={name} />}
      </div>
      {!installed && downloadsOf(wallet).length > 0 && (
        <div className="center">
          <button
            type="button"
            className={platform === 'unsupported' ? 'primary' : 'plain'}
            data-testid="get-this-wallet"
            onClick={() => latchkey.router.push('Downloads', { wallet })}
          >
            {say(linkWords, 'get', { wallet: name })}
          </button>
        </div>
      )}
    </>
  )
}

function NotDetected({ wallet, name }: { readonly wallet: CatalogueWallet; readonly name: string }) {
  const { say } = useLanguage()
  return (
    <div className="center">
      <WalletPicture wallet={wallet} size={80} />
      <h2>{say(linkWords, 'notDetected')}</h2>
      <p className="quiet">{say(linkWords, 'notInstalled', { wallet: name })}</p>
    </div>
  )
}
