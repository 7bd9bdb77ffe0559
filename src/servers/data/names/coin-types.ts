import { base58 } from '@scure/base'
import { ethereumCoinType, solanaCoinType } from '../../../core/chain/coin-type.ts'
import { addressPattern } from '../../../core/chain/eip155.ts'

export function isEip155CoinType(coinType: number): boolean {
  return coinType === ethereumCoinType || (coinType >= 0x80000000 && coinType <= 0xffffffff)
}

/** Encodes an address as the name contracts store it (EIP-2304); undefined if the address doesn't fit the coin type. */
export function addressBytes(coinType: number, address: string): Uint8Array | undefined {
  if (isEip155CoinType(coinType))
    return addressPattern.test(address) ? Buffer.from(address.slice(2), 'hex') : undefined
  if (coinType !== solanaCoinType || !/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address)) return undefined
  const bytes = base58.decode(address)
  return bytes.length === 32 ? bytes : undefined
}

/** Formats an address as its family does. The format is hex if the family is unknown. */
export function addressText(coinType: number, bytes: Uint8Array): string {
  return coinType === solanaCoinType ? base58.encode(bytes) : `0x${Buffer.from(bytes).toString('hex')}`
}

export function mainCoinType(address: string): number | undefined {
  return [ethereumCoinType, solanaCoinType].find((coinType) => addressBytes(coinType, address))
}
