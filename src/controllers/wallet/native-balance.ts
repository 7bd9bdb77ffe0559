import type { CaipAddress } from '../../core/chain/caip.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { Amount } from '../../core/wallet/transaction.ts'
import type { CallOptions, Clock } from '../../ports.ts'
import type { Persistence } from '../../services/persistence.ts'
import type { Adapters } from './adapters.ts'
import { nativeBalances } from './stored-balances.ts'

/** Returns an account's native balance: from the cache while valid, unless `fresh` is set, otherwise from the network. */
export async function readBalance(
  deps: {
    readonly adapters: Pick<Adapters, 'get'>
    readonly persistence: Pick<Persistence, 'getCache' | 'setCache'>
    readonly clock: Pick<Clock, 'now'>
  },
  namespace: ChainNamespace,
  account: CaipAddress,
  { signal, fresh }: CallOptions & { readonly fresh?: boolean },
): Promise<Amount> {
  const known = nativeBalances(deps.persistence, deps.clock)
  const cached = fresh ? undefined : known.get(account)
  const { value, decimals, symbol } =
    cached ?? (await (await deps.adapters.get(namespace)).getBalance(account, undefined, { signal }))
  const balance = { value, decimals, symbol }
  if (!cached) known.set(account, balance)
  return balance
}
