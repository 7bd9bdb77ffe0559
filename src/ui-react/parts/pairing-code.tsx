import type { ReactNode } from 'react'
import { pairing as limits } from '../../core/limits.ts'
import { useNow } from '../use-now.ts'
import type { ShownPairing } from '../use-pairing.ts'
import { usePhone } from '../use-phone.ts'
import { Copy } from './copy.tsx'
import { Failure } from './failure.tsx'
import { Icon } from './icon.tsx'
import { QrCode } from './qr.tsx'

const lastMinute = 60_000

/** The code that a phone scans: a skeleton of its size at once, a countdown in its last minute, then a new one. */
export function PairingCode({
  pairing,
  name,
  logo,
}: {
  readonly pairing: ShownPairing
  readonly name: string
  readonly logo: ReactNode
}) {
  const { uri, expiresAt, phase, error, retry } = pairing
  const now = useNow(uri !== undefined)
  const phone = usePhone()
  if (phase === 'failed')
    return (
      <Failure error={error}>
        <div className="actions">
          <button type="button" className="primary" data-testid="try-again" onClick={retry}>
            <Icon name="retry" size={18} />
            Try again
          </button>
        </div>
      </Failure>
    )
  const left = expiresAt === undefined ? lastMinute : expiresAt - limits.expiredWithin - now
  const seconds = Math.max(0, Math.ceil(left / 1000))
  return (
    <div className="center">
      <div className={uri ? 'qr' : 'qr skeleton'} aria-busy={!uri}>
        <QrCode text={uri} label={uri ? `QR code to connect ${name}` : 'The code is being made'} />
        {uri && <span className="logo">{logo}</span>}
      </div>
      <p className="quiet">
        {left < lastMinute ? (
          <span className="amount">
            New code in {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
          </span>
        ) : phone ? (
          'Paste the link in your wallet, or scan it from another screen'
        ) : (
          'Scan this code with your phone'
        )}
      </p>
      <Copy
        text={uri ?? ''}
        label="Copy link"
        done="Link copied"
        disabled={!uri}
        className={phone ? 'primary' : 'plain'}
        testId="copy-wc2-uri"
      >
        Copy link
      </Copy>
    </div>
  )
}
