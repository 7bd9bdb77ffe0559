import { parseCaipAddress } from '../../core/chain/caip-10.ts'
import type { DataProvider, DataProviderContext } from '../../core/wallet/data-provider.ts'
import type { CallOptions } from '../../ports.ts'
import { type BlockList, blockPage, highestBlock } from '../shared/eip155/block-pages.ts'
import { confirmedTokens } from '../shared/eip155/confirmed-tokens.ts'
import type { ListedToken } from '../shared/eip155/token.ts'
import { served } from '../shared/served.ts'
import { createExplorer } from './explorer.ts'
import type { EtherscanOptions } from './options.ts'
import { readTransaction, readTransfer } from './rows.ts'

/** Rows per list and page of history. */
const perPage = 50
/** The free plan returns no more rows per request. */
const mostTransfers = 1000

/**
 * Reads balances and history from https://docs.etherscan.io. The list of an account's tokens needs a paid plan there. So the tokens
 * are those of the account's last transfers, and the host's own node says which of them the account still has.
 */
export function etherscanData(options: EtherscanOptions, context: DataProviderContext): DataProvider {
  const { rpc, coin, clock } = context
  const serving = served((network) => {
    const explorer = createExplorer(network, options, context)
    if (!explorer) return undefined
    const { list, invalid } = explorer
    const confirmed = confirmedTokens(() => rpc(network))

    return {
      serves: explorer.serves,
      balances: (address: string, opts?: CallOptions) =>
        confirmed(
          address,
          async (own) => {
            const params = { address, page: 1, offset: mostTransfers, sort: 'desc' }
            const tokens = new Map<string, ListedToken>()
            for (const row of await list('tokentx', params, own)) {
              const token = readTransfer(row, address.toLowerCase(), invalid)?.token
              if (token && !tokens.has(token.address)) tokens.set(token.address, token)
            }
            return [...tokens.values()]
          },
          opts,
        ),
      async history(address: string, cursor: string | undefined, opts?: CallOptions) {
        const owner = address.toLowerCase()
        const endblock = highestBlock(cursor, owner)
        const ask = async (
          action: string,
          read: (row: unknown) => BlockList['items'][number] | undefined,
        ): Promise<BlockList> => {
          const params = { address, endblock, page: 1, offset: perPage, sort: 'desc' }
          const rows = await list(action, params, opts)
          if (rows.length > perPage) throw invalid('a page of the asked size')
          const items = rows.flatMap((row) => read(row) ?? [])
          // The next page would begin below the last valid row.
          if (rows.length > 0 && items.length === 0) throw invalid('rows')
          return { items, isFull: rows.length === perPage }
        }
        // One after another, because the free plan allows three requests a second.
        const lists = [
          await ask('txlist', (row) => readTransaction(row, owner, invalid)),
          await ask('tokentx', (row) => readTransfer(row, owner, invalid)),
          await ask('tokennfttx', (row) => readTransfer(row, owner, invalid, false)),
        ]
        const about = { network, coin: coin(network), owner }
        return blockPage(about, endblock, lists, { now: clock.now(), invalid })
      },
    }
  })

  return {
    serves: async (network, opts) => (await serving(network, opts)) !== undefined,
    async balances(account, opts) {
      const { networkId, address } = parseCaipAddress(account)
      return (await serving(networkId, opts))?.balances(address, opts)
    },
    async transactions(account, cursor, opts) {
      const { networkId, address } = parseCaipAddress(account)
      return (await serving(networkId, opts))?.history(address, cursor, opts)
    },
  }
}
