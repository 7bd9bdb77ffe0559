import type { Connector, ConnectorContext } from '../../core/wallet/connector.ts'
import { walletBounds } from '../../core/wallet-limits.ts'
import { LazyConnector } from '../lazy-connector.ts'
import type { WalletStandardConnectorOptions } from './wallet-standard-connector.ts'

const image = /^data:image\/(svg\+xml|webp|png|gif);base64,/

/** A wallet of the wallet-standard, loaded when it is first spoken to. */
export function lazyWalletStandard(
  options: WalletStandardConnectorOptions,
  context: ConnectorContext,
): Connector {
  const { wallet, families } = options
  const { icon } = wallet
  const shown = typeof icon === 'string' && icon.length <= walletBounds.iconLength && image.test(icon)
  const face = {
    ...options,
    provider: wallet,
    chains: families.map(({ namespace }) => namespace),
    imageUrl: options.imageUrl ?? (shown ? icon : undefined),
  }
  return new LazyConnector(face, async () => {
    const { WalletStandardConnector } = await import('./wallet-standard-connector.ts')
    return new WalletStandardConnector(options, context)
  })
}
