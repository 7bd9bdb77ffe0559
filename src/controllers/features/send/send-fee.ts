import type { CaipAddress, CaipAssetId } from '../../../core/chain/caip.ts'
import type { ChainNetwork } from '../../../core/chain/network.ts'
import { isLatchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { ChainAdapter } from '../../../core/wallet/adapter.ts'

/**
 * Returns the maximum amount of a balance that one send can move: the balance minus the amount that must stay in the account. For
 * the native coin, also minus the fee.
 */
export async function withoutFee(
  adapter: ChainAdapter,
  network: ChainNetwork,
  value: bigint,
  {
    from,
    to,
    asset,
  }: { readonly from: CaipAddress; readonly to: string; readonly asset?: CaipAssetId | undefined },
  signal: AbortSignal | undefined,
): Promise<bigint> {
  /**
   * Returns the balance minus the reserve and the fee of a send of this amount. If the adapter rejects the amount and reports the
   * maximum, returns the maximum instead.
   */
  const leftAfter = async (amount: bigint) => {
    try {
      // Allow every recipient here: the review says if no key controls the recipient.
      const options = network.chainNamespace === 'solana' ? { allowOffCurve: true } : undefined
      const params = { from, to, amount, asset, options }
      const { total, maxFee, reserve } = await adapter.estimateFee(params, { signal })
      return value - reserve - (asset ? 0n : isExact(network) ? total.value : maxFee)
    } catch (error) {
      const most = isLatchkeyError(error) ? error.values.most : undefined
      if (most === undefined) throw error
      return BigInt(most)
    }
  }
  if (value === 0n) return 0n
  const { chainNamespace: family } = network
  // The whole balance leaves nothing for the fee, so the bip122 adapter reports the exact maximum. Half of the balance would
  // include the fee of a change output.
  const about = await leftAfter(family === 'bip122' ? value : (value + 1n) / 2n)
  // On Solana, the fee can depend on the amount, and is exact. So estimate it again, for almost the whole balance.
  const most = family === 'solana' && about > 0n ? await leftAfter(about) : about
  return most > 0n ? most : 0n
}

/**
 * Returns whether to subtract the expected fee instead of the maximum fee. True for bip122, and for Solana, where a small
 * remainder in the account would be below the rent minimum.
 */
function isExact({ chainNamespace }: ChainNetwork): boolean {
  return chainNamespace === 'solana' || chainNamespace === 'bip122'
}
