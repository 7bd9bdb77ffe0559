import type { CaipAddress } from '../../core/chain/caip.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { Amount } from '../../core/wallet/transaction.ts'
import type { CallOptions, Clock } from '../../ports.ts'
import type { Persistence } from '../../services/persistence.ts'
import type { Adapters } from './adapters.ts'

/** The native balance of an account: the stored one while it is valid, unless `fresh` is asked for, else the chain's. */
export async function readBalance(
  deps: {
    readonly adapters: Pick<Adapters, 'get'>
    readonly persistence: Pick<Persistence, 'get' | 'set'>
    readonly clock: Pick<Clock, 'now'>
  },
  namespace: ChainNamespace,
  account: CaipAddress,
  { signal, fresh }: CallOptions & { readonly fresh?: boolean },
): Promise<Amount> {
  const { adapters, persistence, clock } = deps
  const cached = fresh ? undefined : persistence.get('nativeBalanceCache')?.[account]
  const { value, decimals, symbol } =
    cached ?? (await (await adapters.get(namespace)).getBalance(account, undefined, { signal }))
  const balance = { value, decimals, symbol }
  if (!cached) {
    const entry = { ...balance, timestamp: clock.now() }
    persistence.set('nativeBalanceCache', { ...persistence.get('nativeBalanceCache'), [account]: entry })
  }
  return balance
}
