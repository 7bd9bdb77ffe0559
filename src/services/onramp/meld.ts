import { parseCaipAddress } from '../../core/chain/caip-10.ts'
import type { MeldOptions } from '../../core/options/options.ts'
import type { OnRampOrder } from '../../core/wallet/payments/onramp.ts'

/**
 * Creates the provider Meld. This provider sends no requests, because the URL of Meld's page contains the account and the
 * currency to buy (S3.3.9). The visitor chooses the amount on Meld's page.
 */
export function meld(
  { publicKey, url: page }: MeldOptions,
  projectId: string | undefined,
): { link(order: Pick<OnRampOrder, 'account'>): Promise<string> } {
  return {
    async link({ account }) {
      const { namespace, address } = parseCaipAddress(account)
      const url = new URL(page)
      url.searchParams.set('publicKey', publicKey)
      url.searchParams.set('destinationCurrencyCode', namespace === 'solana' ? 'SOL' : 'USDC')
      url.searchParams.set('walletAddress', address)
      if (projectId) url.searchParams.set('externalCustomerId', projectId)
      return url.href
    },
  }
}
