import { type ReactNode, useEffect, useState } from 'react'
import { pairing as limits } from '../../../core/limits.ts'
import { useNow } from '../../hooks/use-now.ts'
import type { ShownPairing } from '../../hooks/use-pairing.ts'
import { usePhone } from '../../hooks/use-phone.ts'
import { linkWords, pairingWords } from '../../language/english/pairing.ts'
import { useLanguage } from '../../language/use-language.ts'
import { useRuntime } from '../../runtime.ts'
import { Copy } from '../copy.tsx'
import { loadFailed } from '../error/load-failed.ts'
import { Icon } from '../icon.tsx'
import { LazyPart } from '../lazy-part.tsx'
import { useAnotherWallet } from '../wallet/use-another-wallet.ts'
import { BrowserLink } from './browser-link.tsx'
import { QrCode, useQrStyles } from './qr.tsx'

const lastMinute = 60_000

/**
 * Shows the pairing QR code. While the code loads, shows a skeleton of the same size. In the code's last minute, shows a
 * countdown. Then shows a new code.
 */
export function PairingCode({
  pairing,
  name,
  logo,
}: {
  readonly pairing: ShownPairing
  readonly name: string
  readonly logo: ReactNode
}) {
  useQrStyles()
  const { say, clock } = useLanguage()
  const { uri, expiresAt, phase, error, retry } = pairing
  const now = useNow(uri !== undefined)
  const phone = usePhone()
  const another = useAnotherWallet()
  if (phase === 'failed')
    return (
      <div className="center">
        <span className="badge">
          <Icon name="alert" size={28} />
        </span>
        <LazyPart load={loadFailed} error={error} retry={retry} other={another} />
      </div>
    )
  const left = expiresAt === undefined ? lastMinute : expiresAt - limits.expiredWithin - now
  const seconds = Math.max(0, Math.ceil(left / 1000))
  return (
    <div className="center">
      <div className={uri ? 'qr' : 'qr skeleton'} aria-busy={!uri}>
        <QrCode
          text={uri}
          label={uri ? say(pairingWords, 'code', { wallet: name }) : say(pairingWords, 'making')}
        />
        {uri ? (
          <span className="logo">{logo}</span>
        ) : (
          <span className="logo making" aria-hidden="true">
            {say(pairingWords, 'making')}
          </span>
        )}
      </div>
      <p className="quiet">
        {left < lastMinute ? (
          <span className="amount">{say(pairingWords, 'newCode', { time: clock(seconds) })}</span>
        ) : (
          say(pairingWords, phone ? 'onPhone' : 'scan')
        )}
      </p>
      {phone ? (
        <div className="actions">
          <OpenAny />
          <CopyLink uri={uri} className="secondary" />
        </div>
      ) : (
        <CopyLink uri={uri} className="plain" />
      )}
    </div>
  )
}

/** Shows a link that opens any wallet on this phone that handles pairing links. */
function OpenAny() {
  const { say } = useLanguage()
  const { pairing } = useRuntime().latchkey
  const [prepared, setPrepared] = useState(false)
  // Load the module that creates links. If the host connects by itself, this module may not be loaded yet.
  useEffect(() => {
    let gone = false
    pairing.prepare().then(() => !gone && setPrepared(true))
    return () => {
      gone = true
    }
  }, [pairing])
  const link = prepared ? pairing.linkForAny() : undefined
  if (!link)
    return (
      <button type="button" className="primary" disabled>
        {say(pairingWords, 'openAny')}
      </button>
    )
  const browser = pairing.browserLink()
  if (browser?.needed) return <BrowserLink link={browser} className="primary" />
  return (
    <a
      className="primary"
      href={link.open}
      target={link.target}
      rel="noreferrer noopener"
      data-testid="open-wallet"
      onClick={(event) => pairing.follow(link) || event.preventDefault()}
    >
      {say(pairingWords, 'openAny')}
      <Icon name="out" size={18} />
    </a>
  )
}

function CopyLink({ uri, className }: { readonly uri: string | undefined; readonly className: string }) {
  const { say } = useLanguage()
  const { pairing } = useRuntime().latchkey
  return (
    <Copy
      text={uri ?? ''}
      label={say(linkWords, 'copy')}
      done={say(linkWords, 'copied')}
      disabled={!uri}
      className={className}
      testId="copy-wc2-uri"
      // The visitor may copy the code for a wallet on another device, so no app on this device counts as chosen.
      onCopy={() => pairing.choose(undefined)}
    >
      {say(linkWords, 'copy')}
    </Copy>
  )
}
