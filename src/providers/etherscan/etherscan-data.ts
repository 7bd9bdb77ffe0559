import { loadOnce } from '../../core/async/load-once.ts'
import type { DataProvider, DataProviderContext } from '../../core/wallet/data-provider.ts'
import type { CallOptions } from '../../ports.ts'
import { confirmedTokens } from '../shared/eip155/confirmed-tokens.ts'
import type { ListedToken } from '../shared/eip155/token.ts'
import { servedData } from '../shared/served.ts'
import { createExplorer } from './explorer.ts'
import type { EtherscanOptions } from './options.ts'
import { readTransfer } from './rows.ts'

/** The maximum number of rows per request in the free plan. */
const mostTransfers = 1000

/**
 * Creates the reader of balances and history. The API: https://docs.etherscan.io. Etherscan's list of an account's tokens needs a
 * paid plan. So the reader takes the tokens from the account's last transfers, and asks the host's own node which of these tokens
 * the account still has.
 */
export function etherscanData(options: EtherscanOptions, context: DataProviderContext): DataProvider {
  const { nfts: _, ...data } = servedData((network) => {
    const explorer = createExplorer(network, options, context)
    if (!explorer) return undefined
    const { list, invalid } = explorer
    const confirmed = confirmedTokens(() => context.rpc(network))

    return {
      serves: explorer.serves,
      balances: (address: string, opts?: CallOptions) =>
        confirmed(
          address,
          async (own) => {
            const params = { address, page: 1, offset: mostTransfers, sort: 'desc' }
            const tokens = new Map<string, ListedToken>()
            for (const row of await list('tokentx', params, own)) {
              const transfer = readTransfer(row, address.toLowerCase(), invalid)
              if (!transfer || 'isHidden' in transfer) continue
              const { token } = transfer
              if (!tokens.has(token.address)) tokens.set(token.address, token)
            }
            return [...tokens.values()]
          },
          opts,
        ),
      // The history loads at its first use, because many pages show only balances.
      history: loadOnce(async () => (await import('./history.ts')).accountHistory(explorer, context)).load,
    }
  })
  return data
}
