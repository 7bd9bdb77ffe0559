import type { DataProviderContext } from '../../core/wallet/data-provider.ts'
import type { ReportedBalance } from '../../core/wallet/token-balance.ts'
import type { CallOptions } from '../../ports.ts'
import type { Endpoint } from './endpoint.ts'
import { ownNode } from './own-node.ts'
import type { UnitOf } from './units.ts'

/** The maximum number of tokens to read. It is low, because each token needs calls to the node. */
const mostTokens = 100

/**
 * Creates a function that returns an account's balances: the native coin, and the denominations that the REST API lists. The
 * amounts and decimals come from the host's own node. So a wrong answer of the API can hide a token, but can't change an amount.
 * A denomination without known decimals is left out.
 */
export function heldCoins(
  { network, chain, denoms }: Endpoint,
  unitOf: UnitOf,
  { rpc }: Pick<DataProviderContext, 'rpc'>,
) {
  return async (owner: string, opts: CallOptions = {}): Promise<readonly ReportedBalance[]> => {
    const node = ownNode(rpc(network))
    async function native(): Promise<readonly ReportedBalance[]> {
      const [unit, total, free] = await Promise.all([
        unitOf(chain.denom, opts),
        node.balance(owner, chain.denom, opts),
        node.spendable(owner, chain.denom, opts),
      ])
      if (!unit) return []
      const value = free !== undefined && free < total ? free : total
      const locked = value < total ? [{ value: total - value, reason: 'vesting' as const }] : undefined
      return [{ ...unit, value, locked }]
    }
    async function held(denom: string): Promise<readonly ReportedBalance[]> {
      const [unit, value] = await Promise.all([unitOf(denom, opts), node.balance(owner, denom, opts)])
      return unit && value > 0n ? [{ ...unit, address: denom, value }] : []
    }
    const [coin, listed] = await Promise.all([native(), denoms(owner, opts)])
    // Anyone can send an account many tokens. Put the tokens that the host lists first, so that other tokens can't crowd them out
    // of the answer.
    const own = (chain.currencies ?? []).map(({ denom }) => denom).filter((denom) => listed.has(denom))
    const tokens = [...new Set([...own, ...listed])].filter((denom) => denom !== chain.denom)
    const balances = await Promise.all(tokens.slice(0, mostTokens).map(held))
    return [...coin, ...balances.flat()]
  }
}
