import { type Abi, type DecodeFunctionDataReturnType, decodeFunctionData, encodeFunctionData } from 'viem'
import type { Hex } from '../../../../core/chain/caip.ts'
import { latchkeyError } from '../../../../core/errors/latchkey-error.ts'

/** Creates the error for a swap call in which one field can't be proven. */
export function refused(field: string, reason: string): Error {
  return latchkeyError('swap/mismatch', { values: { field, reason } })
}

/**
 * Decodes a call. Returns undefined for a non-canonical encoding too, because its bytes can contain more than the decoded values.
 * @param tail The maximum number of bytes after the arguments, for contracts that ignore such bytes.
 */
export function decodeCall<const A extends Abi>(
  abi: A,
  data: Hex,
  tail = 0,
): DecodeFunctionDataReturnType<A> | undefined {
  try {
    const decoded = decodeFunctionData({ abi, data } as never) as DecodeFunctionDataReturnType<A>
    const encoded = encodeFunctionData({ abi, ...(decoded as object) } as never)
    const same = data.toLowerCase().startsWith(encoded) && data.length <= encoded.length + 2 * tail
    return same ? decoded : undefined
  } catch {
    return undefined
  }
}
