import { invalid } from '../output/cli-error.ts'

/**
 * Parses a decimal amount, returned in the smallest unit.
 * @throws a usage error naming `field`
 */
export async function amountOf(
  field: string,
  text: string,
  decimals: number,
  options?: { readonly max?: bigint; readonly allowZero?: boolean },
): Promise<bigint> {
  const { isLatchkeyError, parseAmount } = await import('latchkey')
  try {
    return parseAmount(text, decimals, options)
  } catch (error) {
    throw isLatchkeyError(error) ? invalid(field, String(error.values.reason)) : error
  }
}
