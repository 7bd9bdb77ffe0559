import { isCaipNetworkId } from '../../../core/chain/caip.ts'
import { isCaipAssetId } from '../../../core/chain/caip-19.ts'
import { readQuantity } from '../../../core/json/read-quantity.ts'
import { type Read, readIf, readList, readObject, readOneOf, readText } from '../../../core/json/readers.ts'
import { cacheLifetimes } from '../../../core/limits.ts'
import { type CacheStore, type TimedCache, timedCache } from '../../../core/timed-cache.ts'
import type { TokenBalance } from '../../../core/wallet/token-balance.ts'
import type { LockedAmount } from '../../../core/wallet/transaction.ts'
import type { Clock } from '../../../ports.ts'
import type { Holdings } from './holdings.ts'
import type { PortfolioSource } from './portfolio.ts'

/**
 * The maximum number of balances to store. Longer lists would take too much of the page's storage. The specification has no
 * such limit.
 */
export const mostStored = 500

const number = readIf((value): value is number => Number.isFinite(value))
const line: Read<string> = (value) => (value === '' ? '' : readText(value))
const reasons: readonly LockedAmount['reason'][] = ['vesting', 'frozen', 'reserved', 'protected', 'scattered']
const locked: Read<readonly LockedAmount[]> = readList(
  readObject({ value: readQuantity, reason: readOneOf(...reasons) }),
  reasons.length,
  ({ reason }) => reason,
)
const balance: Read<TokenBalance> = readObject(
  {
    name: line,
    network: readIf(isCaipNetworkId),
    amount: readObject(
      { value: readQuantity, decimals: number, symbol: line },
      { locked, multiplier: number },
    ),
  },
  { asset: readIf(isCaipAssetId), address: readText, price: number, value: number, iconUrl: readText },
)
const holdings: Read<Holdings> = readObject(
  {
    source: readOneOf<PortfolioSource>('wallet', 'service', 'chain'),
    balances: readList(balance, mostStored, ({ asset }) => asset),
  },
  { total: number },
)

/** Returns the cached balances by account. Each entry is valid for 30 s. */
export function storedHoldings(store: CacheStore, clock: Pick<Clock, 'now'>): TimedCache<Holdings> {
  return timedCache(store, clock, 'portfolioCache', cacheLifetimes.portfolio, holdings)
}
