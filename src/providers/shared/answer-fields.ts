import type { Hex } from '../../core/chain/caip.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { isObject } from '../../core/json/is-object.ts'

/** In characters. The longest calls of aggregators have about 20,000. */
const longestData = 100_000

/** The address that aggregators use for the native token. */
export const nativeToken = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

/** The value at a path such as `tx.to`; undefined if the answer has none. */
export function valueAt(answer: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), answer)
}

/**
 * Reads a field of an answer. An error about money must not be ignored, so an invalid field fails the call.
 * @throws `swap/mismatch`, which names the field.
 */
export function field<T>(answer: unknown, path: string, read: (value: unknown) => T | undefined): T {
  const value = read(valueAt(answer, path))
  if (value !== undefined) return value
  throw latchkeyError('swap/mismatch', { values: { field: path, reason: 'its format is invalid' } })
}

/** An amount in the smallest unit: digits only, no sign, fraction or exponent. */
export function readUnits(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^\d{1,78}$/.test(value) ? BigInt(value) : undefined
}

/** A transaction's value in wei. Some services write it in hex. */
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

/** A chain's number; some services write it as text. */
export function readChain(value: unknown): string | undefined {
  return /^\d{1,16}$/.test(`${value}`) ? `${value}` : undefined
}
