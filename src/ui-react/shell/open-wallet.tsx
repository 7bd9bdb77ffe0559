import type { RequestLink } from '../../controllers/coordinators/pairing.ts'
import { useStyles } from '../hooks/use-styles.ts'
import { linkWords } from '../language/english/pairing.ts'
import { useLanguage } from '../language/use-language.ts'
import { Icon } from '../parts/icon.tsx'
import { clip } from '../parts/row.tsx'
import { useRuntime } from '../runtime.ts'
import css from './open-wallet.css?inline'

/** While a request waits in an app on this device, shows a link to the app below every view. */
export function OpenWallet({ link }: { readonly link: RequestLink }) {
  useStyles(css)
  const { say } = useLanguage()
  const { latchkey } = useRuntime()
  return (
    <div className="open-wallet">
      <a
        className="primary"
        href={link.open}
        target={link.target}
        rel="noreferrer noopener"
        data-testid="open-requested-wallet"
        onClick={(event) => latchkey.pairing.follow(link) || event.preventDefault()}
      >
        {say(linkWords, 'open', { wallet: clip(link.name) })}
        <Icon name="out" size={18} />
      </a>
    </div>
  )
}
