import { feeWarning } from '../../core/amounts/fee-limits.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { type Cost, nativeAmount, type Row } from './described.ts'

/** Returns the default for the highest usual fee: ten times the cost of a plain transfer on a busy day. */
function usualFeeCap({ chainNamespace, nativeCurrency }: ChainNetwork): bigint {
  return (feeWarning.caps[chainNamespace] * 10n ** BigInt(nativeCurrency.decimals)) / 1_000_000n
}

/** Returns the fee as text, such as `up to 0.00042 ETH`. */
export function feeText(
  { fee, extraCost, unknown = "the fee can't be estimated" }: Cost,
  network?: ChainNetwork,
): string {
  const text = fee === undefined ? `unknown: ${unknown}` : `up to ${nativeAmount(fee, network)}`
  return extraCost === undefined ? text : `${text}, and ${extraCost}`
}

/**
 * Returns warnings about an unusual fee, one sentence each. A warning doesn't block the request, because the user decides.
 * @param cap The highest usual fee, in the native token's smallest unit. Default: see `usualFeeCap`.
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

/** Returns rows for the fee and its warnings. */
export function feeRows(cost: Cost, network?: ChainNetwork, cap?: bigint): readonly Row[] {
  return [
    ['fee', feeText(cost, network)],
    ...feeWarnings(cost, network, cap).map((warning) => ['WARNING', warning] as const),
  ]
}
