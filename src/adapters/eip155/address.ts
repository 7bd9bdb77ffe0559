import type { Hex } from '../../core/chain/caip.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { checksumAddress, isMistyped } from '../shared/eip55.ts'

/**
 * Returns the recipient's address in its EIP-55 form.
 * @throws `validation/invalid-address` for text that isn't an address, and for mixed case with a wrong checksum (EIP-55, or
 * EIP-1191 on Rootstock).
 */
export function recipientAddress(value: string, network?: Pick<ChainNetwork, 'id'>): Hex {
  const address = checksumAddress(value)
  if (!address)
    throw latchkeyError('validation/invalid-address', { values: { reason: 'expected 0x and 40 hex digits' } })
  if (isMistyped(value, network))
    throw latchkeyError('validation/invalid-address', {
      values: { reason: 'the checksum does not match: a character was mistyped' },
    })
  return address
}
