import type { CaipNetworkId } from '../../../core/chain/caip.ts'
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

/** An account on a network. */
export interface Holder {
  readonly owner: string
  readonly network: CaipNetworkId
  /** All accounts that the wallet shows. Undefined if the account isn't connected. */
  readonly accounts: readonly AccountRecord[] | undefined
}

/**
 * Returns whether an account may hold coins with inscriptions or runes. This is the case if the account is connected, and its
 * wallet shows no separate account for such coins on this network. A session can contain several accounts. Then a separate account
 * counts only for the account whose derivation path differs from its path in nothing but the purpose (BIP-43). If the path is
 * unknown, there must be as many separate accounts as payment accounts.
 */
export function isMixed({ owner, network, accounts }: Holder): boolean {
  if (!accounts) return false
  const here = accounts.filter(({ networks }) => networks?.includes(network) ?? true)
  const ordinals = here.filter(({ type }) => type === 'ordinal')
  const payments = here.filter(({ type }) => type === 'payment')
  if (ordinals.some(({ address }) => address === owner)) return false
  if (ordinals.length === 0 || payments.length < 2) return ordinals.length === 0
  const place = afterPurpose(payments.find(({ address }) => address === owner))
  if (place === undefined) return ordinals.length < payments.length
  return !ordinals.some((account) => afterPurpose(account) === place)
}

/** Returns the part of an account's path after the purpose. In `m/84'/0'/1'/0/0`, this is `0'/1'/0/0`. */
function afterPurpose(account: AccountRecord | undefined): string | undefined {
  return account?.path?.replaceAll('h', "'").split('/').slice(2).join('/') || undefined
}

/**
 * Separates the coins that a send may spend from the coins that it must not spend. The host's rule decides. Without such a rule,
 * a send must not spend the small coins of an account that may hold inscriptions or runes.
 */
export async function sortCoins(
  coins: readonly Coin[],
  holder: Holder,
  isProtected: ProtectCoin | undefined,
): Promise<SortedCoins> {
  const mixed = isMixed(holder)
  const keeps = async ({ txid, vout, value }: Coin): Promise<boolean> => {
    if (!isProtected) return mixed && value <= mostProtected
    try {
      return (await isProtected({ txid, vout, value, address: holder.owner })) !== false
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
