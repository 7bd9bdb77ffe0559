import { latchkeyError, type ValidationError } from '../errors/latchkey-error.ts'

const uint256 = 2n ** 256n - 1n

export interface ParseAmountOptions {
  /** The largest accepted amount, in the smallest unit. Default: 2²⁵⁶−1. */
  readonly max?: bigint | undefined
  readonly allowZero?: boolean | undefined
}

/**
 * Converts a typed amount to the smallest unit, such as wei, lamports or sats. Never rounds, so it refuses text with more
 * decimals than the token has.
 * @throws `validation/invalid-amount`. `values.reason` contains the reason.
 */
export function parseAmount(text: string, decimals: number, options: ParseAmountOptions = {}): bigint {
  // Check the length first. The digits are untrusted, and converting a megabyte of digits would take seconds.
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
