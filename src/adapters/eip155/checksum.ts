import { keccak_256 } from '@noble/hashes/sha3'
import { isAddressFormat } from '../../core/chain/address.ts'
import type { Hex } from '../../core/chain/caip.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'

/** An address as EIP-55 spells it. Undefined when the text is none. */
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

/**
 * The address to send to.
 * @throws `validation/invalid-address` for anything else, and for mixed case that EIP-55 would spell otherwise.
 */
export function receiverAddress(value: string): Hex {
  const address = checksumAddress(value)
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
