import { isObject } from '../../core/json/is-object.ts'
import { type ListedToken, readAddress, readDecimals, readIcon, readWord } from '../shared/eip155/token.ts'

/** Reads a token. Returns undefined if the token is invalid, or if the instance calls it a scam. */
export function readToken(value: unknown): ListedToken | undefined {
  if (!isObject(value) || value.reputation === 'scam') return undefined
  // In older versions, the field is called `address`.
  const address = readAddress(value.address_hash ?? value.address)
  if (address === undefined) return undefined
  return {
    address,
    name: readWord(value.name),
    symbol: readWord(value.symbol),
    isFungible: value.type === 'ERC-20',
    decimals: readDecimals(value.decimals),
    iconUrl: readIcon(value.icon_url),
  }
}
