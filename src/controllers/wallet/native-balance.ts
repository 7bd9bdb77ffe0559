import { sharedRuns } from '../../core/async/shared-run.ts'
import type { CaipAddress } from '../../core/chain/caip.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { Amount } from '../../core/wallet/transaction.ts'
import type { CallOptions, Clock } from '../../ports.ts'
import type { Persistence } from '../../services/persistence.ts'
import type { Adapters } from './adapters.ts'
import { nativeBalances } from './stored-balances.ts'

export type BalanceReader = (
  namespace: ChainNamespace,
  account: CaipAddress,
  opts: CallOptions & { readonly fresh?: boolean },
) => Promise<Amount>

/**
 * Reads native balances: from the cache while valid, unless `fresh` is set, otherwise from the network. Equal reads at the same time
 * are one.
 */
export function createBalanceReader(deps: {
  readonly adapters: Pick<Adapters, 'get'>
  readonly persistence: Pick<Persistence, 'getCache' | 'setCache'>
  readonly clock: Pick<Clock, 'now'>
}): BalanceReader {
  const runs = sharedRuns<Amount>()
  async function read(namespace: ChainNamespace, account: CaipAddress, fresh: boolean, signal: AbortSignal) {
    const known = nativeBalances(deps.persistence, deps.clock)
    const cached = fresh ? undefined : known.get(account)
    const { value, decimals, symbol } =
      cached ?? (await (await deps.adapters.get(namespace)).getBalance(account, undefined, { signal }))
    const balance = { value, decimals, symbol }
    if (!cached) known.set(account, balance)
    return balance
  }
  return (namespace, account, { signal, fresh = false }) =>
    runs(`${fresh} ${account}`, (inner) => read(namespace, account, fresh, inner), signal)
}
