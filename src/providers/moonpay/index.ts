import type { OnRampProvider } from '../../core/wallet/payments/onramp.ts'
import type { MoonpayOptions } from './options.ts'

export type { MoonpayOptions } from './options.ts'

/**
 * Creates an on-ramp provider with quotes for the option `onRampProviders`. Visitors buy on MoonPay's page. Your `latchkey serve`
 * signs the links, because MoonPay requires a signature for the account's address. The provider's code loads at its first use.
 * MoonPay sees the visitor's IP address at the first quote, and the account's address when MoonPay's page opens.
 */
export function moonpay(options: MoonpayOptions): OnRampProvider {
  const load = () => import('./moonpay-onramp.ts')
  return {
    ...{
      name: 'moonpay',
      label: 'MoonPay',
      feeRange: options.feeRange,
      supportedChains: ['eip155', 'solana'],
    },
    quote: async (order, opts) => (await load()).moonpayQuote(options, order, opts),
    link: async (order, opts) => (await load()).moonpayLink(options, order, opts),
  }
}
