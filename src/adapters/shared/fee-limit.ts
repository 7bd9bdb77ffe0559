import { formatUnits } from '../../core/amounts/units.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'

/**
 * Checks a transaction's fee against the caller's limit. Fee and limit are in the native coin's smallest unit.
 * @throws `wallet/fee-above-limit`
 */
export function requireFeeWithin(
  maxFee: bigint | undefined,
  fee: bigint,
  { nativeCurrency: { decimals, symbol } }: Pick<ChainNetwork, 'nativeCurrency'>,
): void {
  if (maxFee === undefined || fee <= maxFee) return
  const text = (value: bigint) => `${formatUnits(value, decimals)} ${symbol}`
  throw latchkeyError('wallet/fee-above-limit', { values: { fee: text(fee), limit: text(maxFee) } })
}
