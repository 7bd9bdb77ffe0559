import { base58 } from '@scure/base'
import { ethereumCoinType, solanaCoinType } from '../../../core/chain/coin-type.ts'
import { addressPattern } from '../../../core/chain/eip155.ts'

/** True for Ether and for every chain of eip155. */
export function isEip155CoinType(coinType: number): boolean {
  return coinType === ethereumCoinType || (coinType >= 0x80000000 && coinType <= 0xffffffff)
}

/** An address as the name contracts keep it (EIP-2304); undefined for what is none of the coin type's family. */
export function addressBytes(coinType: number, address: string): Uint8Array | undefined {
  if (isEip155CoinType(coinType))
    return addressPattern.test(address) ? Buffer.from(address.slice(2), 'hex') : undefined
  if (coinType !== solanaCoinType || !/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address)) return undefined
  const bytes = base58.decode(address)
  return bytes.length === 32 ? bytes : undefined
}

/** As its family writes it; of a family that is not known here, its bytes in hex. */
export function addressText(coinType: number, bytes: Uint8Array): string {
  return coinType === solanaCoinType ? base58.encode(bytes) : `0x${Buffer.from(bytes).toString('hex')}`
}

/** The coin type by which an address of unknown family is looked up. */
export function mainCoinType(address: string): number | undefined {
  return [ethereumCoinType, solanaCoinType].find((coinType) => addressBytes(coinType, address))
}
