import { keccak_256 } from '@noble/hashes/sha3'
import { isAddressFormat } from '../../core/chain/address.ts'
import type { Hex } from '../../core/chain/caip.ts'

/**
 * Normalizes an Ethereum address to its EIP-55 checksum form, for any network. Returns undefined for text that isn't an address.
 */
export function checksumAddress(value: string): Hex | undefined {
  return isAddressFormat('eip155', value) ? checksummed(value.slice(-40).toLowerCase(), '') : undefined
}

/** The networks where wallets use the checksums of EIP-1191, which include the chain id: Rootstock and its test network. */
const withChainId = ['30', '31']

/**
 * Returns whether the checksum of an address in mixed case is wrong. The checksum may be EIP-55, or on some networks also
 * EIP-1191. Returns false for text that isn't an address.
 */
export function isMistyped(value: string, network?: { readonly id: number | string }): boolean {
  if (!isAddressFormat('eip155', value)) return false
  const digits = value.slice(-40)
  if (!/[a-f]/.test(digits) || !/[A-F]/.test(digits)) return false
  const id = String(network?.id)
  const prefixes = withChainId.includes(id) ? ['', `${id}0x`] : ['']
  return !prefixes.some((prefix) => checksummed(digits.toLowerCase(), prefix) === `0x${digits}`)
}

/** @param prefix The text that is hashed before the digits. Empty for EIP-55, the chain id and `0x` for EIP-1191. */
function checksummed(lower: string, prefix: string): Hex {
  const hash = keccak_256(prefix + lower)
  const digits = [...lower].map((digit, index) => {
    const nibble = ((hash[index >> 1] ?? 0) >> (index % 2 === 0 ? 4 : 0)) & 15
    return nibble > 7 ? digit.toUpperCase() : digit
  })
  return `0x${digits.join('')}`
}
