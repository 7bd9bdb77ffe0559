import { latchkeyError, type ValidationError } from './errors/latchkey-error.ts'

const uint256 = 2n ** 256n - 1n

export interface ParseAmountOptions {
  /** In the smallest unit; 2²⁵⁶−1 unless given. */
  readonly max?: bigint | undefined
  readonly allowZero?: boolean | undefined
}

/**
 * Reads what a person typed as a quantity in the smallest unit. Nothing is rounded: `1.0000005` of a token with 6
 * decimals is refused.
 * @throws `validation/invalid-amount`; `values.reason` says what is wrong.
 */
export function parseAmount(text: string, decimals: number, options: ParseAmountOptions = {}): bigint {
  // Length first: the digits come from outside, and a megabyte of them would take seconds to convert.
  const [, whole = '', fraction = ''] = (text.length <= 512 && /^(\d*)\.?(\d*)$/.exec(text)) || []
  if (whole + fraction === '') throw refuse(text === '' ? 'is missing' : 'is not a decimal number')
  if (fraction.length > decimals) throw refuse(`has more than ${decimals} decimals`)
  const value = BigInt(whole + fraction.padEnd(decimals, '0'))
  if (value > (options.max ?? uint256)) throw refuse('is too large')
  if (value === 0n && !options.allowZero) throw refuse('must be more than zero')
  return value
}

function refuse(reason: string): ValidationError {
  return latchkeyError('validation/invalid-amount', { values: { field: 'amount', reason } })
}
