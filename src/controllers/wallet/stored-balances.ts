import type { CaipAddress } from '../../core/chain/caip.ts'
import { cacheLifetimes } from '../../core/limits.ts'
import { isFresh } from '../../core/timing.ts'
import { type Read, readIf, readObject, readRecord, readText } from '../../core/usable.ts'
import type { Amount } from '../../core/wallet/transaction.ts'
import type { Clock } from '../../ports.ts'
import type { Persistence } from '../../services/persistence.ts'

const key = 'nativeBalanceCache'

const number = readIf((value): value is number => Number.isFinite(value))
/** JSON has no bigint: it is written as decimal text and read back exactly. */
const quantity: Read<bigint> = (value) =>
  (typeof value === 'bigint' || typeof value === 'string') && /^\d{1,80}$/.test(`${value}`)
    ? BigInt(value)
    : undefined
const symbol: Read<string> = (value) => (value === '' ? '' : readText(value))

const readEntry = readObject({ value: quantity, decimals: number, symbol, timestamp: number })

export type NativeBalance = Pick<Amount, 'value' | 'decimals' | 'symbol'>

/** The balances that were read a moment ago, by account; each for 30 s. It is fetched with what reads balances. */
export function nativeBalances(
  persistence: Pick<Persistence, 'getCache' | 'setCache'>,
  clock: Pick<Clock, 'now'>,
) {
  const entries = readRecord<CaipAddress, NonNullable<ReturnType<typeof readEntry>>>(
    (_account, { timestamp }) => isFresh(timestamp, cacheLifetimes.nativeBalance, clock.now()),
    readEntry,
  )
  /** Nothing when all are too old, so that they are removed. */
  const usable: typeof entries = (value) => {
    const found = entries(value)
    return found && Object.keys(found).length > 0 ? found : undefined
  }
  const stored = () => persistence.getCache(key, usable)
  return {
    get: (account: CaipAddress): NativeBalance | undefined => stored()?.[account],
    set(account: CaipAddress, balance: NativeBalance): void {
      const entry = { ...balance, timestamp: clock.now() }
      // It becomes the last one: where there are too many, the first ones go.
      const { [account]: _, ...others } = stored() ?? {}
      persistence.setCache(key, { ...others, [account]: entry }, usable)
    },
  }
}
