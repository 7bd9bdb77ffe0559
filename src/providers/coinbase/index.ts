import type { OnRampProvider } from '../../core/wallet/payments/onramp.ts'
import type { CoinbaseOptions } from './options.ts'

export type { CoinbaseCurrency, CoinbaseOptions } from './options.ts'

/**
 * Creates an on-ramp provider for the option `onRampProviders`. Visitors buy on Coinbase's page. The provider has no quotes. Your
 * `latchkey serve` creates the links, because Coinbase requires a session token that only a server can create. The provider's
 * name is `coinbase-onramp`, because the name `coinbase` already stands for the service behind `endpoints.data`. The provider's
 * code loads at its first use. When the visitor opens Coinbase's page, your server sends Coinbase the account's address and the
 * visitor's IP address.
 */
export function coinbase(options: CoinbaseOptions): OnRampProvider {
  const load = () => import('./coinbase-onramp.ts')
  return {
    ...{
      name: 'coinbase-onramp',
      label: 'Coinbase',
      feeRange: options.feeRange,
      supportedChains: ['eip155', 'solana'],
    },
    link: async (order, opts) => (await load()).coinbaseLink(options, order, opts),
  }
}
