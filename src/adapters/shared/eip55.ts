import { keccak_256 } from '@noble/hashes/sha3'
import { isAddressFormat } from '../../core/chain/address.ts'
import type { Hex } from '../../core/chain/caip.ts'

/** Normalizes an Ethereum address to its EIP-55 checksum form, on every network. Undefined for text that isn't an address. */
export function checksumAddress(value: string): Hex | undefined {
  return isAddressFormat('eip155', value) ? checksummed(value.slice(-40).toLowerCase(), '') : undefined
}

/** The networks whose wallets use the checksums of EIP-1191, which contain the chain id: Rootstock and its test network. */
const withChainId = ['30', '31']

/**
 * Whether an address in mixed case contradicts its checksum: EIP-55, or also EIP-1191 on networks that use it. False for text that
 * isn't an address.
 */
export function isMistyped(value: string, network?: { readonly id: number | string }): boolean {
  if (!isAddressFormat('eip155', value)) return false
  const digits = value.slice(-40)
  if (!/[a-f]/.test(digits) || !/[A-F]/.test(digits)) return false
  const id = String(network?.id)
  const prefixes = withChainId.includes(id) ? ['', `${id}0x`] : ['']
  return !prefixes.some((prefix) => checksummed(digits.toLowerCase(), prefix) === `0x${digits}`)
}

/** @param prefix The text that is hashed before the digits: empty (EIP-55), or the chain id and 0x (EIP-1191). */
function checksummed(lower: string, prefix: string): Hex {
  const hash = keccak_256(prefix + lower)
  const digits = [...lower].map((digit, index) => {
    const nibble = ((hash[index >> 1] ?? 0) >> (index % 2 === 0 ? 4 : 0)) & 15
    return nibble > 7 ? digit.toUpperCase() : digit
  })
  return `0x${digits.join('')}`
}
