import { tokenSymbol } from '../../../core/amounts/token-symbol.ts'

/** A token as a service lists it. */
export interface ListedToken {
  /** In lower case. */
  readonly address: string
  readonly name: string
  readonly symbol: string
  readonly isFungible: boolean
  /** Undefined if it isn't a whole number from 0 to 77. */
  readonly decimals: number | undefined
  readonly iconUrl?: string | undefined
}

/** The address in lower case; undefined if the value isn't an address. */
export function readAddress(value: unknown): string | undefined {
  return typeof value === 'string' && /^0x[\da-f]{40}$/i.test(value) ? value.toLowerCase() : undefined
}

export function readDecimals(value: unknown): number | undefined {
  return /^\d{1,2}$/.test(`${value}`) && Number(value) <= 77 ? Number(value) : undefined
}

/** The name or symbol of a token, cleaned for display. */
export function readWord(value: unknown): string {
  return tokenSymbol(typeof value === 'string' ? value.slice(0, 2048) : '')
}

/** The `https` URL of a picture; undefined for any other value. */
export function readIcon(value: unknown): string | undefined {
  return typeof value === 'string' && /^https:\/\/[^/]/.test(value) && value.length <= 2048
    ? value
    : undefined
}
