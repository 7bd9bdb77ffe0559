import type { Read } from './readers.ts'

/** JSON has no bigint, so quantities are stored as decimal strings. */
export const readQuantity: Read<bigint> = (value) =>
  (typeof value === 'bigint' || typeof value === 'string') && /^\d{1,80}$/.test(`${value}`)
    ? BigInt(value)
    : undefined
