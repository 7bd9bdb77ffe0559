import { latchkeyError } from '../../core/errors/latchkey-error.ts'

/**
 * Checks an amount.
 * @param most The largest amount that the chain can transfer, in the asset's smallest unit.
 * @param name The text of `most` in the error message, such as `2^64 - 1`.
 * @throws `validation/invalid-amount` unless the amount is a bigint from 1 to `most`.
 */
export function checkAmount(amount: bigint, most: bigint, name: string): void {
  if (typeof amount !== 'bigint' || amount <= 0n || amount > most)
    throw latchkeyError('validation/invalid-amount', {
      values: { reason: `expected a whole number from 1 to ${name}` },
    })
}

/** @throws `validation/invalid-input` unless `maxFee` is undefined or a bigint of at least 0. */
export function checkMaxFee(maxFee: unknown): void {
  if (maxFee !== undefined && (typeof maxFee !== 'bigint' || maxFee < 0n))
    throw latchkeyError('validation/invalid-input', {
      values: { field: 'maxFee', reason: 'expected a bigint from 0' },
    })
}
