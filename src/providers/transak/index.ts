import type { OnRampProvider } from '../../core/wallet/payments/onramp.ts'
import type { TransakOptions } from './options.ts'

export type { TransakCurrency, TransakOptions } from './options.ts'

/**
 * Creates an on-ramp provider with quotes for the option `onRampProviders`. Visitors buy on Transak's page. Your `latchkey serve`
 * creates the links, because Transak requires a session that only a server can create. The provider's code loads at its first
 * use. Transak sees the visitor's IP address at the first quote. When the visitor opens Transak's page, your server sends Transak
 * the account's address.
 */
export function transak(options: TransakOptions): OnRampProvider {
  const load = () => import('./transak-onramp.ts')
  return {
    ...{
      name: 'transak',
      label: 'Transak',
      feeRange: options.feeRange,
      supportedChains: ['eip155', 'solana'],
    },
    quote: async (order, opts) => (await load()).transakQuote(options, order, opts),
    link: async (order, opts) => (await load()).transakLink(options, order, opts),
  }
}
