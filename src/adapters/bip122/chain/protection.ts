import type { AccountRecord } from '../../../core/wallet/connection.ts'
import type { Coin } from '../coin-selection.ts'
import type { ProtectCoin } from '../protect-coin.ts'

/**
 * The largest value of a protected coin, in sats. Wallets create inscriptions and runes in coins of 330, 546, 1000 or 10,000
 * sats.
 */
const mostProtected = 10_000n

export interface SortedCoins {
  readonly spendable: readonly Coin[]
  /** Coins that may carry inscriptions or runes. */
  readonly kept: readonly Coin[]
}

/**
 * Returns whether an account may hold coins with inscriptions or runes. This is the case if the account is connected, and its
 * wallet shows no separate account for such coins.
 */
export function isMixed(accounts: readonly AccountRecord[] | undefined): boolean {
  return accounts !== undefined && !accounts.some(({ type }) => type === 'ordinal')
}

/**
 * Separates the coins that a send may spend from the coins that it must not spend. The host's rule decides. Without such a rule,
 * a send must not spend the small coins of an account that may hold inscriptions or runes.
 */
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
      // If the host's rule fails, protect the coin.
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
