import { base58 } from '@scure/base'
import { isAddressFormat } from '../../core/chain/address.ts'

/**
 * Returns the address unchanged if it is 32 bytes in base58. This is the only form of an address, on every network. Returns
 * undefined for any other text.
 */
export function normalizeAddress(text: string): string | undefined {
  if (!isAddressFormat('solana', text)) return undefined
  return base58.decode(text).length === 32 ? text : undefined
}
