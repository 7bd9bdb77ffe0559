import type { Hex } from '../../core/chain/caip.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { isObject } from '../../core/json/is-object.ts'

/** The maximum length of call data, in characters. The longest calls of aggregators have about 20,000. */
const longestData = 100_000

/** The address that aggregators use for the native coin. */
export const nativeToken = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

/** Returns the value at a path such as `tx.to`. Returns undefined if the answer has no such value. */
export function valueAt(answer: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), answer)
}

/**
 * Reads a field of an answer. Throws if the field is invalid, because an error about money must not be ignored.
 * @throws `swap/mismatch` with the name of the field.
 */
export function field<T>(answer: unknown, path: string, read: (value: unknown) => T | undefined): T {
  const value = read(valueAt(answer, path))
  if (value !== undefined) return value
  throw latchkeyError('swap/mismatch', { values: { field: path, reason: 'its format is invalid' } })
}

/** Reads an amount in the smallest unit: only digits, without sign, fraction or exponent. */
export function readUnits(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^\d{1,78}$/.test(value) ? BigInt(value) : undefined
}

/** Reads a transaction's value in wei. Some services write it in hex. */
export function readValue(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^0x[\da-f]{1,64}$/i.test(value) ? BigInt(value) : readUnits(value)
}

export function readAddress(value: unknown): Hex | undefined {
  return typeof value === 'string' && /^0x[\da-f]{40}$/i.test(value) ? (value as Hex) : undefined
}

export function readData(value: unknown): Hex | undefined {
  const isData = typeof value === 'string' && value.length <= longestData && /^0x([\da-f]{2})*$/i.test(value)
  return isData ? (value as Hex) : undefined
}

/** Reads a chain id. Some services write it as text. */
export function readChain(value: unknown): string | undefined {
  return /^\d{1,16}$/.test(`${value}`) ? `${value}` : undefined
}
