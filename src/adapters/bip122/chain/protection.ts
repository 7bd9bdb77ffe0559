import type { AccountRecord } from '../../../core/wallet/connection.ts'
import type { Coin } from '../coin-selection.ts'
import type { ProtectCoin } from '../protect-coin.ts'

/** In sats. The wallets that create inscriptions and runes put them into coins of 330, 546, 1000 or 10,000 sats. */
const mostProtected = 10_000n

export interface SortedCoins {
  readonly spendable: readonly Coin[]
  /** Coins that may carry inscriptions or runes. */
  readonly kept: readonly Coin[]
}

/** Whether an account may hold coins with inscriptions or runes, because its wallet shows no separate account for them. */
export function isMixed(accounts: readonly AccountRecord[] | undefined): boolean {
  return accounts !== undefined && !accounts.some(({ type }) => type === 'ordinal')
}

/** Sorts out the coins that a send must not spend: by the host's rule, or else the small coins of an account that may hold inscriptions or runes. */
export async function sortCoins(
  coins: readonly Coin[],
  address: string,
  accounts: readonly AccountRecord[] | undefined,
  isProtected: ProtectCoin | undefined,
): Promise<SortedCoins> {
  const mixed = isMixed(accounts)
  const keeps = async ({ txid, vout, value }: Coin): Promise<boolean> => {
    if (!isProtected) return mixed && value <= mostProtected
    try {
      return (await isProtected({ txid, vout, value, address })) !== false
    } catch {
      // Without an answer from the host, protect the coin.
      return true
    }
  }
  const kept = await Promise.all(coins.map(keeps))
  return {
    spendable: coins.filter((_, index) => !kept[index]),
    kept: coins.filter((_, index) => kept[index]),
  }
}

export function sumOf(coins: readonly Coin[]): bigint {
  return coins.reduce((sum, { value }) => sum + value, 0n)
}
