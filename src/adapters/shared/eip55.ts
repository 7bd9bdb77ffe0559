import { keccak_256 } from '@noble/hashes/sha3'
import { isAddressFormat } from '../../core/chain/address.ts'
import type { Hex } from '../../core/chain/caip.ts'

/** Normalizes an Ethereum address to its EIP-55 checksum form, on every network. Undefined for text that isn't an address. */
export function checksumAddress(value: string): Hex | undefined {
  if (!isAddressFormat('eip155', value)) return undefined
  const lower = value.slice(-40).toLowerCase()
  const hash = keccak_256(lower)
  const digits = [...lower].map((digit, index) => {
    const nibble = ((hash[index >> 1] ?? 0) >> (index % 2 === 0 ? 4 : 0)) & 15
    return nibble > 7 ? digit.toUpperCase() : digit
  })
  return `0x${digits.join('')}`
}
