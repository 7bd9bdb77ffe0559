import { isLatchkeyError } from '../../core/errors/latchkey-error.ts'
import type { DataProviderContext } from '../../core/wallet/data-provider.ts'
import type { ReportedBalance } from '../../core/wallet/token-balance.ts'
import type { CallOptions } from '../../ports.ts'
import { readIcon, readWord } from '../shared/eip155/token.ts'
import { assetParts, isMint } from './asset.ts'
import type { Cluster } from './cluster.ts'
import { ownNode } from './own-node.ts'

/**
 * Creates a function that returns an account's balances: the native coin, and at most 100 tokens that Helius lists. The amounts
 * and decimals come from the host's own node. Leaves out a token if Helius and the node report different decimals.
 */
export function heldTokens({ network, assets }: Cluster, { rpc }: DataProviderContext) {
  return async (account: string, opts: CallOptions = {}): Promise<readonly ReportedBalance[]> => {
    const node = ownNode(rpc(network))
    const [value, listed] = await Promise.all([
      node.coins(account, opts),
      assets(account, 'fungible', 1, opts),
    ])
    async function held(item: (typeof listed)[number]): Promise<readonly ReportedBalance[]> {
      const { metadata, links, tokenInfo } = assetParts(item)
      const { id: address } = item
      if (!isMint(address)) return []
      const [amount, decimals] = await Promise.all([
        node.amount(account, address, opts),
        // Read the decimals at each call. If the authority of a Token-2022 mint sets a multiplier, the plain amount is wrong,
        // and `decimals` returns undefined.
        node.decimals(address, opts),
      ]).catch((error: unknown) => {
        // A node refuses a mint that it doesn't have. In that case, count the amount as 0.
        if (isLatchkeyError(error, 'rpc/invalid-params')) return [0n, undefined] as const
        throw error
      })
      if (decimals === undefined || decimals !== tokenInfo.decimals) return []
      const [name, symbol] = [readWord(metadata.name), readWord(metadata.symbol ?? tokenInfo.symbol)]
      return amount > 0n
        ? [{ name, symbol, address, decimals, value: amount, iconUrl: readIcon(links.image) }]
        : []
    }
    const unique = [...new Map(listed.map((item) => [item.id, item])).values()]
    const balances = await Promise.all(unique.map(held))
    return [{ name: 'Solana', symbol: 'SOL', decimals: 9, value }, ...balances.flat()]
  }
}
