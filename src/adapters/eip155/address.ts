import { keccak_256 } from '@noble/hashes/sha3'
import { isAddressFormat } from '../../core/chain/address.ts'
import type { Hex } from '../../core/chain/caip.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'

/** The normal form of an address on every network: with the checksum of EIP-55. Undefined for a text that is no address. */
export function normalizeAddress(value: string): Hex | undefined {
  if (!isAddressFormat('eip155', value)) return undefined
  const lower = value.slice(-40).toLowerCase()
  const hash = keccak_256(lower)
  const digits = [...lower].map((digit, index) => {
    const nibble = ((hash[index >> 1] ?? 0) >> (index % 2 === 0 ? 4 : 0)) & 15
    return nibble > 7 ? digit.toUpperCase() : digit
  })
  return `0x${digits.join('')}`
}

/**
 * The address to send to.
 * @throws `validation/invalid-address` for a text that is no address, and for mixed case with a wrong checksum (EIP-55).
 */
export function receiverAddress(value: string): Hex {
  const address = normalizeAddress(value)
  if (!address)
    throw latchkeyError('validation/invalid-address', { values: { reason: 'expected 0x and 40 hex digits' } })
  const digits = value.slice(-40)
  const mixed = /[a-f]/.test(digits) && /[A-F]/.test(digits)
  if (mixed && digits !== address.slice(2))
    throw latchkeyError('validation/invalid-address', {
      values: { reason: 'the checksum does not match: a character was mistyped' },
    })
  return address
}
