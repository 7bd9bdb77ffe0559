import { tokenSymbol } from '../../../core/amounts/token-symbol.ts'

/** A token in a service's list. */
export interface ListedToken {
  /** The contract's address, in lower case. */
  readonly address: string
  readonly name: string
  readonly symbol: string
  readonly isFungible: boolean
  /** The token's decimals. Undefined if the service's value isn't a whole number from 0 to 77. */
  readonly decimals: number | undefined
  readonly iconUrl?: string | undefined
}

/** Returns an address in lower case. Returns undefined if the value isn't an address. */
export function readAddress(value: unknown): string | undefined {
  return typeof value === 'string' && /^0x[\da-f]{40}$/i.test(value) ? value.toLowerCase() : undefined
}

export function readDecimals(value: unknown): number | undefined {
  return /^\d{1,2}$/.test(`${value}`) && Number(value) <= 77 ? Number(value) : undefined
}

/** Returns the name or symbol of a token, cleaned for display. */
export function readWord(value: unknown): string {
  return tokenSymbol(typeof value === 'string' ? value.slice(0, 2048) : '')
}

/** Returns the `https` URL of a picture. Returns undefined for any other value. */
export function readIcon(value: unknown): string | undefined {
  return typeof value === 'string' && /^https:\/\/[^/]/.test(value) && value.length <= 2048
    ? value
    : undefined
}
