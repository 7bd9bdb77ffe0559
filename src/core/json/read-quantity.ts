import type { Read } from './readers.ts'

/** Reads a quantity that is stored as a decimal string, because JSON has no bigint. */
export const readQuantity: Read<bigint> = (value) =>
  (typeof value === 'bigint' || typeof value === 'string') && /^\d{1,80}$/.test(`${value}`)
    ? BigInt(value)
    : undefined
