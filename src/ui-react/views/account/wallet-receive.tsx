import { paymentUri } from '../../../core/wallet/payments/payment-uri.ts'
import { useController } from '../../hooks/use-controller.ts'
import { useStyles } from '../../hooks/use-styles.ts'
import { receiveWords } from '../../language/english/send.ts'
import { useLanguage } from '../../language/use-language.ts'
import { WholeAddress } from '../../parts/account/whole-address.tsx'
import { Copy } from '../../parts/copy.tsx'
import { Icon } from '../../parts/icon.tsx'
import { compatibleNetworks } from '../../parts/network/compatible-networks.ts'
import { NetworkPicture } from '../../parts/network/network-picture.tsx'
import { QrCode, useQrStyles } from '../../parts/pairing/qr.tsx'
import { usePrefetch } from '../../prefetch.ts'
import { useRuntime } from '../../runtime.ts'
import css from './wallet-receive.css?inline'

/** The maximum number of networks that are shown by their pictures. */
const maxPictures = 5

/**
 * Shows the account's full address, as a QR code and as text to copy, and the networks on which the account can receive (S3.9.4).
 */
export function WalletReceiveView() {
  useStyles(css)
  useQrStyles()
  const { say } = useLanguage()
  const { latchkey } = useRuntime()
  const { activeNamespace, activeNetworks, requestedNetworks } = useController(latchkey.network)
  const account = useController(latchkey.account)[activeNamespace]
  const { address } = account
  usePrefetch('WalletCompatibleNetworks')
  const network = activeNetworks[activeNamespace]
  if (!address || !network) return null
  const networks = compatibleNetworks(account, network, requestedNetworks)
  return (
    <div className="center receive">
      <div className="qr">
        <QrCode text={paymentUri(network, address)} label={say(receiveWords, 'code')} whole />
      </div>
      <WholeAddress address={address} />
      <p className="quiet">{say(receiveWords, 'only')}</p>
      <button
        type="button"
        className="plain"
        data-testid="receive-networks"
        onClick={() => latchkey.router.push('WalletCompatibleNetworks')}
      >
        <span className="strip">
          {networks.slice(0, maxPictures).map((one) => (
            <NetworkPicture key={one.caipNetworkId} network={one} size={24} />
          ))}
        </span>
        <span>{say(receiveWords, 'networks')}</span>
        <Icon name="forward" size={16} />
      </button>
      <div className="actions">
        <Copy
          className="primary"
          text={address}
          label={say(receiveWords, 'copy')}
          done={say(receiveWords, 'copied')}
          testId="receive-copy"
        >
          {say(receiveWords, 'copy')}
        </Copy>
      </div>
    </div>
  )
}
