import { readQuantity } from '../../core/json/read-quantity.ts'
import { type Read, readIf, readObject, readText } from '../../core/json/readers.ts'
import { cacheLifetimes } from '../../core/limits.ts'
import { type CacheStore, type TimedCache, timedCache } from '../../core/timed-cache.ts'
import type { Amount } from '../../core/wallet/transaction.ts'
import type { Clock } from '../../ports.ts'

const number = readIf((value): value is number => Number.isFinite(value))
const symbol: Read<string> = (value) => (value === '' ? '' : readText(value))

export type NativeBalance = Pick<Amount, 'value' | 'decimals' | 'symbol'>
const readNativeBalance = readObject({ value: readQuantity, decimals: number, symbol })

/** The key of the cache in the storage. */
export type NativeBalanceCache = 'nativeBalanceCache'

/**
 * Returns the cached native balances by account. Each entry is valid for 30 s. This module is separate, so that only code that
 * reads balances loads it.
 */
export function nativeBalances(store: CacheStore, clock: Pick<Clock, 'now'>): TimedCache<NativeBalance> {
  const key: NativeBalanceCache = 'nativeBalanceCache'
  return timedCache(store, clock, key, cacheLifetimes.nativeBalance, readNativeBalance)
}
