import type { Hex } from '../../core/chain/caip.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { checksumAddress } from '../shared/eip55.ts'

/**
 * The recipient's address in its EIP-55 form.
 * @throws `validation/invalid-address` for text that isn't an address, and for mixed case with a wrong checksum (EIP-55).
 */
export function recipientAddress(value: string): Hex {
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
