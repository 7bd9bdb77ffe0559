import { useEffect, useRef, useState } from 'react'
import { unknownScheme } from '../../../core/wallet/links/deep-links.ts'
import type { WalletPlatform } from '../../../core/wallet/links/platforms.ts'
import type { CatalogueWallet } from '../../../core/wallet/list/catalogue-wallet.ts'
import type { ShownPairing } from '../../hooks/use-pairing.ts'
import { walletWords } from '../../language/english/connect.ts'
import { linkWords } from '../../language/english/pairing.ts'
import { useLanguage } from '../../language/use-language.ts'
import { useRuntime } from '../../runtime.ts'
import { Copy } from '../copy.tsx'
import { Icon } from '../icon.tsx'
import { BrowserLink } from '../pairing/browser-link.tsx'
import { Waiting } from '../waiting.tsx'
import { useAnotherWallet } from './use-another-wallet.ts'
import { WalletPicture } from './wallet-picture.tsx'

/**
 * Shows a link that opens the wallet. On a phone, also opens the link without another tap, if the
 * link is available soon after the tap on the wallet.
 */
export function LinkPanel({
  pairing,
  wallet,
  name,
  platform,
}: {
  readonly pairing: ShownPairing
  readonly wallet: CatalogueWallet
  readonly name: string
  readonly platform: Extract<WalletPlatform, 'mobile' | 'web' | 'desktop'>
}) {
  const { say } = useLanguage()
  const { latchkey } = useRuntime()
  const { uri } = pairing
  const link = latchkey.pairing.linkFor(wallet, platform)
  const browser = platform === 'mobile' ? latchkey.pairing.browserLink() : undefined
  const scheme = link && unknownScheme(link.open, latchkey.options.state.customWallets)
  const blocked = browser?.needed === true && link?.target !== '_blank'
  const [opened] = useState(() => latchkey.router.state.data?.opened === true)
  const followed = useRef(opened)
  const another = useAnotherWallet()

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the first link, not for renewed ones.
  useEffect(() => {
    // Open the wallet only while the tap on the row is still active. Later, a phone would block the link or ask the visitor.
    if (platform !== 'mobile' || !link || followed.current) return
    followed.current = latchkey.pairing.openWallet({ ...wallet }, true)
  }, [link !== undefined])

  return (
    <Waiting
      attempt={pairing}
      name={name}
      picture={<WalletPicture wallet={wallet} size={80} />}
      title={uri ? say(linkWords, 'continue', { wallet: name }) : say(linkWords, 'preparing')}
      advice={say(linkWords, uri ? (blocked ? 'blocked' : 'accept') : 'moment', { wallet: name })}
      other={pairing.phase === 'failed' ? another : undefined}
    >
      {blocked && uri ? (
        <BrowserLink link={browser} className="primary" />
      ) : link ? (
        <a
          className="primary"
          href={link.open}
          target={link.target}
          rel="noreferrer noopener"
          data-testid="open-wallet"
          onClick={(event) => latchkey.pairing.follow(link, { ...wallet }) || event.preventDefault()}
        >
          {say(linkWords, 'open', { wallet: name })}
          <Icon name="out" size={18} />
        </a>
      ) : (
        <button type="button" className="primary" disabled>
          {uri ? say(linkWords, 'unsafe') : say(linkWords, 'open', { wallet: name })}
        </button>
      )}
      {scheme && <p className="quiet careful">{say(walletWords, 'scheme', { scheme })}</p>}
      <Copy
        text={uri ?? ''}
        label={say(linkWords, 'copy')}
        done={say(linkWords, 'copied')}
        disabled={!uri}
        className="secondary"
        testId="copy-wc2-uri"
        onCopy={() => latchkey.pairing.choose({ ...wallet })}
      >
        {say(linkWords, 'copy')}
      </Copy>
      {browser && !blocked && <BrowserLink link={browser} className="secondary" />}
    </Waiting>
  )
}
