import type { CaipAddress } from '../../../core/chain/caip.ts'
import type { ChainNetwork } from '../../../core/chain/network.ts'
import { isLatchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { ChainAdapter } from '../../../core/wallet/adapter.ts'

/**
 * Returns the largest amount of the native coin that one send can move: the balance less the fee, and less the amount that must
 * stay in the account.
 */
export async function withoutFee(
  adapter: ChainAdapter,
  network: ChainNetwork,
  value: bigint,
  { from, to }: { readonly from: CaipAddress; readonly to: string },
  signal: AbortSignal | undefined,
): Promise<bigint> {
  /** Returns what is left of the balance after a send of this amount, or the largest amount if the adapter knows it. */
  const leftAfter = async (amount: bigint) => {
    try {
      const { total, maxFee, reserve } = await adapter.estimateFee({ from, to, amount }, { signal })
      return value - reserve - (isExact(network) ? total.value : maxFee)
    } catch (error) {
      const most = isLatchkeyError(error) ? error.values.most : undefined
      if (most === undefined) throw error
      return BigInt(most)
    }
  }
  // If the fee depends on the amount (bip122 coin selection), estimate the fee again for nearly the whole balance.
  const about = await leftAfter(value / 2n)
  const most = isExact(network) && about > 0n ? await leftAfter(about) : about
  return most > 0n ? most : 0n
}

/**
 * Whether to use the expected fee instead of the maximum. On Solana, the fee must be exact, because a remainder below the rent
 * minimum isn't allowed.
 */
function isExact({ chainNamespace }: ChainNetwork): boolean {
  return chainNamespace === 'solana' || chainNamespace === 'bip122'
}
