import { useController } from '../../hooks/use-controller.ts'
import { usePhone } from '../../hooks/use-phone.ts'
import { useStyles } from '../../hooks/use-styles.ts'
import { socialWords } from '../../language/english/embedded.ts'
import { linkWords } from '../../language/english/pairing.ts'
import { useLanguage } from '../../language/use-language.ts'
import { Copy } from '../../parts/copy.tsx'
import { Icon } from '../../parts/icon.tsx'
import { QrCode, useQrStyles } from '../../parts/pairing/qr.tsx'
import { Ring } from '../../parts/ring.tsx'
import { SocialIcon } from '../../parts/social/social-icon.tsx'
import { useRuntime } from '../../runtime.ts'
import css from './connecting-social.css?inline'

function Waits() {
  useStyles(css)
  return (
    <Ring state="waiting" round>
      <span className="tile s80 social">
        <SocialIcon name="farcaster" size={36} />
      </span>
    </Ring>
  )
}

/**
 * Shows a QR code that opens Farcaster on the phone that scans it. If the page itself is on a phone, shows a link instead
 * (S3.9.3).
 */
export function ConnectingFarcasterView() {
  useQrStyles()
  const { say } = useLanguage()
  const { embeddedWallet } = useRuntime().latchkey
  const social = useController(embeddedWallet, (state) => state.social)
  const phone = usePhone()
  const uri = social?.uri
  if (social?.phase === 'user')
    return (
      <div className="center">
        <Waits />
        <p className="quiet" role="status">
          {say(socialWords, 'loadingUser')}
        </p>
      </div>
    )
  const copy = (
    <Copy
      text={uri ?? ''}
      label={say(linkWords, 'copy')}
      done={say(linkWords, 'copied')}
      disabled={!uri}
      className={phone ? 'secondary' : 'plain'}
      testId="copy-farcaster-uri"
    >
      {say(linkWords, 'copy')}
    </Copy>
  )
  if (phone)
    return (
      <div className="center">
        <Waits />
        <div className="says" role="status">
          <h2>{say(socialWords, 'continueInFarcaster')}</h2>
          <p className="quiet">{say(socialWords, 'approveInFarcaster')}</p>
        </div>
        <div className="actions">
          {uri ? (
            <a
              className="primary"
              href={uri}
              target="_blank"
              rel="noreferrer noopener"
              data-testid="open-farcaster"
            >
              {say(socialWords, 'openFarcaster')}
              <Icon name="out" size={18} />
            </a>
          ) : (
            <button type="button" className="primary" disabled>
              {say(socialWords, 'openFarcaster')}
            </button>
          )}
          {copy}
        </div>
      </div>
    )
  return (
    <div className="center">
      <div className={uri ? 'qr' : 'qr skeleton'} aria-busy={!uri}>
        <QrCode text={uri} label={say(socialWords, uri ? 'code' : 'makingCode')} />
        {uri && (
          <span className="logo">
            <span className="tile s40">
              <SocialIcon name="farcaster" size={24} />
            </span>
          </span>
        )}
      </div>
      <p className="quiet">{say(socialWords, 'scan')}</p>
      {copy}
    </div>
  )
}
