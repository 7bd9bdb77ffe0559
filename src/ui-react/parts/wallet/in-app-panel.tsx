import { useEffect, useRef } from 'react'
import type { OpenLink } from '../../../controllers/coordinators/pairing.ts'
import type { CatalogueWallet } from '../../../core/wallet/list/catalogue-wallet.ts'
import { connectingWords } from '../../language/english/connecting.ts'
import { linkWords } from '../../language/english/pairing.ts'
import { useLanguage } from '../../language/use-language.ts'
import { useRuntime } from '../../runtime.ts'
import { Icon } from '../icon.tsx'
import { WalletPicture } from './wallet-picture.tsx'

/**
 * Shows a link that opens this page in the wallet's own browser, where the visitor then connects. Used for wallets that support no
 * other way to connect (S3.4.3).
 */
export function InAppPanel(props: {
  readonly wallet: CatalogueWallet
  readonly name: string
  readonly link: OpenLink
}) {
  const { wallet, name, link } = props
  const { say } = useLanguage()
  const { latchkey } = useRuntime()
  const opened = useRef(latchkey.router.state.data?.opened === true)
  // If the wallet's link wasn't known when the visitor chose the wallet, open the wallet now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on mount.
  useEffect(() => {
    if (opened.current) return
    opened.current = latchkey.pairing.openWallet({ ...wallet }, true)
  }, [])
  return (
    <div className="center">
      <WalletPicture wallet={wallet} size={80} />
      <h2>{say(linkWords, 'continue', { wallet: name })}</h2>
      <p className="quiet">{say(linkWords, 'inApp')}</p>
      <div className="actions">
        <a
          className="primary"
          href={link.open}
          target={link.target}
          rel="noreferrer noopener"
          data-testid="open-wallet"
          onClick={(event) => latchkey.pairing.follow(link) || event.preventDefault()}
        >
          {say(linkWords, 'open', { wallet: name })}
          <Icon name="out" size={18} />
        </a>
        <button type="button" className="secondary" onClick={() => latchkey.modal.goBack()}>
          {say(connectingWords, 'other')}
        </button>
      </div>
    </div>
  )
}
