import { useEffect, useRef, useState } from 'react'
import { linkTo } from '../../core/wallet/deep-links.ts'
import { platformLabels, type WalletPlatform, walletPlatforms } from '../../core/wallet/platforms.ts'
import { type Listed, useParts } from '../catalogue.ts'
import { Copy } from '../parts/copy.tsx'
import { Icon } from '../parts/icon.tsx'
import { PairingCode } from '../parts/pairing-code.tsx'
import { clip } from '../parts/row.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { Waiting } from '../parts/waiting.tsx'
import { WalletIcon } from '../parts/wallet-icon.tsx'
import { useRuntime } from '../runtime.ts'
import { type ShownPairing, usePairing } from '../use-pairing.ts'
import { usePhone } from '../use-phone.ts'

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
          <PairingCode pairing={pairing} name={name} logo={<Logo wallet={wallet} />} />
        )}
        {(platform === 'mobile' || platform === 'web' || platform === 'desktop') && (
          <LinkPanel pairing={pairing} wallet={wallet} name={name} platform={platform} />
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

/** A link into the wallet; on a phone it is followed by itself when it is there. */
function LinkPanel({
  pairing,
  wallet,
  name,
  platform,
}: {
  readonly pairing: ShownPairing
  readonly wallet: Listed | undefined
  readonly name: string
  readonly platform: Extract<WalletPlatform, 'mobile' | 'web' | 'desktop'>
}) {
  const { latchkey } = useRuntime()
  const { pairing: part } = useParts()
  const { uri } = pairing
  const link =
    wallet && uri
      ? linkTo(wallet, platform, uri, {
          traits: surroundings(),
          framed: window.top !== window,
          preferUniversal: latchkey.options.state.experimental_preferUniversalLinks,
        })
      : undefined
  const followed = useRef(false)
  const follow = () => part?.choose?.(wallet, link && { name, href: link.href })

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the first link, not for those that renew it.
  useEffect(() => {
    if (platform !== 'mobile' || !link || followed.current || link.target === '_blank') return
    followed.current = true
    follow()
    window.open(link.open, link.target, 'noreferrer,noopener')
  }, [link !== undefined])

  return (
    <Waiting
      attempt={pairing}
      name={name}
      picture={<WalletIcon name={name} src={wallet?.image_url} size={80} />}
      title={`Continue in ${name}`}
      advice="Accept the connection request in the wallet."
    >
      {pairing.phase !== 'failed' && (
        <>
          {link ? (
            <a
              className="primary"
              href={link.open}
              target={link.target}
              rel="noreferrer noopener"
              data-testid="open-wallet"
              onClick={follow}
            >
              Open {name}
              <Icon name="out" size={18} />
            </a>
          ) : (
            <button type="button" className="primary" disabled>
              {uri && wallet ? 'This link is not safe to open' : `Open ${name}`}
            </button>
          )}
          <Copy
            text={uri ?? ''}
            label="Copy link"
            done="Link copied"
            disabled={!uri}
            className="secondary"
            testId="copy-wc2-uri"
          >
            Copy link
          </Copy>
        </>
      )}
    </Waiting>
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

function surroundings() {
  return {
    telegram: 'TelegramWebviewProxy' in window,
    android: /android/i.test(navigator.userAgent),
  }
}
