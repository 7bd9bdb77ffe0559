import { parseCaipAddress } from '../../core/chain/caip-10.ts'
import type { OnRampOrder } from '../../core/wallet/payments/onramp.ts'
import { codeOf } from '../shared/onramp-order.ts'
import type { MeldOnRampOptions } from './options.ts'

/**
 * The codes of coins in Meld's documentation: https://docs.meld.io/docs/url-parameters and
 * https://docs.meld.io/v2023-12-19/docs/transfer-flow
 */
const codes: NonNullable<MeldOnRampOptions['currencies']> = {
  'eip155:1': { ETH: 'ETH_ETHEREUM', USDC: 'USDC_ETHEREUM' },
  'eip155:42161': { ETH: 'ETH_ARBITRUM' },
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': { SOL: 'SOL_SOLANA' },
}

/**
 * Returns the URL of Meld's page: https://docs.meld.io/docs/url-parameters. Visitors can't change the parameters that end in
 * `Locked`, so they can't buy a coin that the account's network doesn't have. They can change the currency, because not every
 * currency is available in every country.
 */
export function meldLink({ key, page, currencies }: MeldOnRampOptions, order: OnRampOrder): string {
  const { account, paymentCurrency, paymentAmount } = order
  const url = new URL(page)
  const params = {
    ...{ publicKey: key, transactionType: 'BUY' },
    destinationCurrencyCodeLocked: codeOf('Meld', order, codes, currencies),
    walletAddressLocked: parseCaipAddress(account).address,
    sourceCurrencyCode: paymentCurrency.id,
    ...(paymentAmount !== undefined && { sourceAmount: paymentAmount }),
  }
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
  return url.href
}
