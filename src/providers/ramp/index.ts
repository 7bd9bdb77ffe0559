import type { OnRampProvider } from '../../core/wallet/payments/onramp.ts'
import type { RampOptions } from './options.ts'

export type { RampOptions } from './options.ts'

/**
 * Creates an on-ramp provider with quotes for the option `onRampProviders`. Visitors buy on Ramp Network's page. You need no
 * server for it. The provider's code loads at its first use. Ramp sees the visitor's IP address at the first quote, and the
 * account's address when Ramp's page opens.
 */
export function ramp(options: RampOptions): OnRampProvider {
  const load = () => import('./ramp-onramp.ts')
  return {
    ...{ name: 'ramp', label: 'Ramp', feeRange: options.feeRange, supportedChains: ['eip155', 'solana'] },
    quote: async (order, opts) => (await load()).rampQuote(options, order, opts),
    link: async (order) => (await load()).rampLink(options, order),
  }
}
