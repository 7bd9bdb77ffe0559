import { raceAbort } from '../../core/async/abort.ts'
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
 * Reads native balances. Without `fresh`, returns the cached balance if it is still valid. Concurrent reads of a balance share
 * one request. But a `fresh` read doesn't share a request that was already sent, because a payment may have changed the balance
 * after that request. It sends its own request when this reader's earlier requests have ended, because the transport shares one
 * request among equal reads. The answer to an older request never replaces the answer to a newer request.
 */
export function createBalanceReader(deps: {
  readonly adapters: Pick<Adapters, 'get'>
  readonly persistence: Pick<Persistence, 'getCache' | 'setCache'>
  readonly clock: Pick<Clock, 'now'>
}): BalanceReader {
  const runs = sharedRuns<Amount>()
  /**
   * How many requests were sent for each account. `newest` has the number of the latest answered request, and the balance in the
   * answer.
   */
  const sent = new Map<CaipAddress, number>()
  const newest = new Map<CaipAddress, { readonly request: number; readonly balance: Amount }>()
  /** For each account, settles when all requests that were sent have ended. */
  const ended = new Map<CaipAddress, Promise<unknown>>()

  async function read(namespace: ChainNamespace, account: CaipAddress, fresh: boolean, signal: AbortSignal) {
    const known = nativeBalances(deps.persistence, deps.clock)
    const cached = fresh ? undefined : known.get(account)
    if (cached) return { value: cached.value, decimals: cached.decimals, symbol: cached.symbol }
    const adapter = await deps.adapters.get(namespace)
    const earlier = ended.get(account)
    if (fresh) {
      if (earlier) await raceAbort(earlier, signal)
      // The cached balance may be outdated. If this read fails, later reads must not return it as if it were up to date.
      known.remove(account)
    }
    const request = sentOf(account) + 1
    sent.set(account, request)
    const asked = raceAbort(adapter.getBalance(account, undefined, { signal }), signal)
    const all = Promise.allSettled([ended.get(account), asked])
    // Drop the results, which would contain the results of all earlier requests.
    ended.set(
      account,
      all.then(() => {}),
    )
    const { value, decimals, symbol } = await asked
    const newer = newest.get(account)
    if (newer && newer.request > request) return newer.balance
    const balance = { value, decimals, symbol }
    newest.set(account, { request, balance })
    known.set(account, balance)
    return balance
  }
  const sentOf = (account: CaipAddress) => sent.get(account) ?? 0
  return (namespace, account, { signal, fresh = false }) =>
    runs(`${fresh && sentOf(account)} ${account}`, (inner) => read(namespace, account, fresh, inner), signal)
}
