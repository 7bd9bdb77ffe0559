import { tokenSymbol } from '../../core/amounts/token-symbol.ts'
import { isObject } from '../../core/json/is-object.ts'

/** A token as Blockscout lists it. */
export interface ListedToken {
  /** In lower case. */
  readonly address: string
  readonly name: string
  readonly symbol: string
  readonly isFungible: boolean
  /** Undefined if it isn't a whole number from 0 to 77. */
  readonly decimals: number | undefined
  readonly iconUrl: string | undefined
}

/** The address in lower case; undefined if the value isn't an address. */
export function readAddress(value: unknown): string | undefined {
  return typeof value === 'string' && /^0x[\da-f]{40}$/i.test(value) ? value.toLowerCase() : undefined
}

/** The token; undefined if it's invalid, or if the instance calls it a scam. */
export function readToken(value: unknown): ListedToken | undefined {
  if (!isObject(value) || value.reputation === 'scam') return undefined
  // Older versions call it `address`.
  const address = readAddress(value.address_hash ?? value.address)
  if (address === undefined) return undefined
  const text = (word: unknown) => tokenSymbol(typeof word === 'string' ? word.slice(0, 2048) : '')
  const { icon_url: icon } = value
  return {
    address,
    name: text(value.name),
    symbol: text(value.symbol),
    isFungible: value.type === 'ERC-20',
    decimals: readDecimals(value.decimals),
    iconUrl:
      typeof icon === 'string' && /^https:\/\/[^/]/.test(icon) && icon.length <= 2048 ? icon : undefined,
  }
}

export function readDecimals(value: unknown): number | undefined {
  return /^\d{1,2}$/.test(`${value}`) && Number(value) <= 77 ? Number(value) : undefined
}
