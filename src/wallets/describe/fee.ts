import { feeWarning } from '../../core/amounts/fee-limits.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { type Cost, nativeAmount, type Row } from './described.ts'

/** The default fee above which to warn: ten times the cost of a plain transfer on a busy day. */
function usualFeeCap({ chainNamespace, nativeCurrency }: ChainNetwork): bigint {
  return (feeWarning.caps[chainNamespace] * 10n ** BigInt(nativeCurrency.decimals)) / 1_000_000n
}

/** The fee in words, such as `up to 0.00042 ETH`. */
export function feeText(
  { fee, extraCost, unknown = "the fee can't be estimated" }: Cost,
  network?: ChainNetwork,
): string {
  const text = fee === undefined ? `unknown: ${unknown}` : `up to ${nativeAmount(fee, network)}`
  return extraCost === undefined ? text : `${text}, and ${extraCost}`
}

/**
 * Warnings about an unusual fee, one sentence each. A warning doesn't block the request: the user decides.
 * @param cap Replaces the default cap, in the native token's smallest unit.
 */
export function feeWarnings(
  { fee, amount = 0n }: Cost,
  network?: ChainNetwork,
  cap?: bigint,
): readonly string[] {
  if (fee === undefined) return ['the fee is unknown']
  const warnings: string[] = []
  if (amount > 0n && fee * feeWarning.partOfAmount > amount)
    warnings.push(
      fee >= amount
        ? 'the fee is at least as high as the amount'
        : `the fee is up to ${(fee * 100n) / amount}% of the amount`,
    )
  const limit = cap ?? (network && usualFeeCap(network))
  if (limit !== undefined && fee > limit) {
    const why = cap === undefined ? ', ten times a plain transfer on a busy day' : ''
    warnings.push(`the fee is above ${nativeAmount(limit, network)}${why}`)
  }
  return warnings
}

/** The fee and its warnings as rows. */
export function feeRows(cost: Cost, network?: ChainNetwork, cap?: bigint): readonly Row[] {
  return [
    ['fee', feeText(cost, network)],
    ...feeWarnings(cost, network, cap).map((warning) => ['WARNING', warning] as const),
  ]
}
