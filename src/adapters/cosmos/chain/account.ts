import { isLatchkeyError, latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { bytesIn, decodeProto, numberIn, type ProtoField, textIn } from '../../../core/protobuf.ts'
import type { chainQueries } from './client.ts'

/** The account number and the sequence. They are bigints, because they have 64 bits, and CosmJS's numbers would lose digits. */
export interface AccountState {
  readonly accountNumber: bigint
  readonly sequence: bigint
}

/**
 * Reads the state of an account. Resolves with undefined for an account that isn't on the chain yet, because it never received
 * anything.
 */
export async function readAccount(
  queries: ReturnType<typeof chainQueries>,
  address: string,
): Promise<AccountState | undefined> {
  const any = await queries.account(address).catch((error: unknown) => {
    if (isLatchkeyError(error, 'rpc/not-found')) return undefined
    throw error
  })
  if (!any) return undefined
  const fields = baseAccount(any.value, address)
  if (!fields) throw latchkeyError('rpc/invalid-value', { values: { method: any.typeUrl } })
  return { accountNumber: numberIn(fields, 3), sequence: numberIn(fields, 4) }
}

/**
 * Returns the fields of the base account. In vesting, module and other accounts, the base account is the first field, sometimes
 * two levels deep.
 */
function baseAccount(bytes: Uint8Array, address: string): readonly ProtoField[] | undefined {
  let fields = decodeProto(bytes)
  for (let depth = 0; fields && depth < 4; depth++) {
    if (textIn(fields, 1) === address) return fields
    fields = decodeProto(bytesIn(fields, 1)[0] ?? new Uint8Array())
  }
  return undefined
}
