import type { CaipAddress } from '../../../core/chain/caip.ts'
import type { ChainNetwork } from '../../../core/chain/network.ts'
import type { ChainAdapter } from '../../../core/wallet/adapter.ts'
import type { TokenBalance } from '../../../core/wallet/token-balance.ts'

/** The native balance less the fee of sending it. */
export async function withoutFee(
  adapter: ChainAdapter,
  network: ChainNetwork,
  { amount: { value } }: TokenBalance,
  { from, to }: { readonly from: CaipAddress; readonly to: string },
  signal: AbortSignal | undefined,
): Promise<bigint> {
  const feeOf = async (amount: bigint) => {
    const { total, maxFee } = await adapter.estimateFee({ from, to, amount }, { signal })
    return isExact(network) ? total.value : maxFee
  }
  // Where the fee depends on the amount (bip122 coin selection), estimate it again for nearly the whole balance.
  const about = await feeOf(value / 2n)
  if (about >= value) return 0n
  const fee = isExact(network) ? await feeOf(value - about).catch(() => about) : about
  return value > fee ? value - fee : 0n
}

/** Whether the estimate is exact. On Solana a remainder below the rent minimum is not allowed, so it must be. */
function isExact({ chainNamespace }: ChainNetwork): boolean {
  return chainNamespace === 'solana' || chainNamespace === 'bip122'
}
