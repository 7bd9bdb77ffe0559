import { parseCaipAddress } from '../../core/chain/caip-10.ts'
import type { MeldOptions } from '../../core/options.ts'
import type { OnRampProvider } from '../../core/wallet/onramp.ts'

/**
 * Meld, whose page is told what to buy and for whom in its address; nobody is asked for it. Facts 3.9. How much is said on the
 * page.
 */
export function meld(
  { publicKey, url: page }: MeldOptions,
  projectId: string | undefined,
): Pick<OnRampProvider, 'link'> {
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
