import type { OnRampProvider } from '../../core/wallet/payments/onramp.ts'
import type { MeldOnRampOptions } from './options.ts'

export type { MeldOnRampOptions } from './options.ts'

/**
 * Creates an on-ramp provider for the option `onRampProviders`. Visitors buy on Meld's page. The provider has no quotes. Unlike
 * with the option `meld`, Meld's page already shows the visitor's coin, network, currency and amount. The provider's name is
 * `meld-onramp`, because `meld` is the name of the provider that the option `meld` sets. The provider's code loads at its first
 * use. Meld sees the account's address and the visitor's IP address when Meld's page opens.
 */
export function meld(options: MeldOnRampOptions): OnRampProvider {
  return {
    ...{
      name: 'meld-onramp',
      label: 'Meld.io',
      feeRange: options.feeRange,
      supportedChains: ['eip155', 'solana'],
    },
    link: async (order) => (await import('./meld-onramp.ts')).meldLink(options, order),
  }
}
