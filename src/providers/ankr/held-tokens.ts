import type { DataProviderContext } from '../../core/wallet/data-provider.ts'
import type { CallOptions } from '../../ports.ts'
import { confirmedTokens, mostTokens } from '../shared/eip155/confirmed-tokens.ts'
import { type ListedToken, readAddress, readDecimals, readIcon, readWord } from '../shared/eip155/token.ts'
import type { Endpoint } from './endpoint.ts'

/**
 * Creates a function that returns an account's balances: the native coin, and the tokens that Ankr lists. The amounts come from
 * the host's own node.
 */
export function heldTokens({ network, list, invalid }: Endpoint, { rpc }: Pick<DataProviderContext, 'rpc'>) {
  const confirmed = confirmedTokens(() => rpc(network))
  return (account: string, opts: CallOptions = {}) => confirmed(account, (own) => listed(account, own), opts)

  /** See https://www.ankr.com/docs/advanced-api/token-methods/#ankr_getaccountbalance */
  async function listed(account: string, opts: CallOptions): Promise<readonly ListedToken[]> {
    // Request one more asset, because the native coin is also an asset. Ankr lists only tokens that CoinGecko knows.
    const params = { walletAddress: account, pageSize: mostTokens + 1 }
    const [, assets] = await list('ankr_getAccountBalance', 'assets', params, opts)
    const found = new Map<string, ListedToken>()
    for (const item of assets) {
      if (readAddress(item.holderAddress) !== account.toLowerCase())
        throw invalid('the account of the request')
      const address = readAddress(item.contractAddress)
      if (address === undefined) continue
      const [name, symbol] = [readWord(item.tokenName), readWord(item.tokenSymbol)]
      const decimals = readDecimals(item.tokenDecimals)
      found.set(address, {
        address,
        name,
        symbol,
        decimals,
        isFungible: true,
        iconUrl: readIcon(item.thumbnail),
      })
    }
    return [...found.values()]
  }
}
