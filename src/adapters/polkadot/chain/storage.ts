import { hexToBytes } from '@noble/hashes/utils'
import type { Hex } from '../../../core/chain/caip.ts'
import { bytesPattern } from '../../../core/chain/eip155.ts'
import { isLatchkeyError, latchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { CallOptions, JsonRpcPort } from '../../../ports.ts'
import { invalidAnswer, type Runtime } from './runtime.ts'

/** The members of the library's values that this code uses. */
export interface Value {
  toString(): string
  toHex(): Hex
  toJSON(): unknown
}

export interface ReadOptions extends CallOptions {
  /** The hash of the block. Default: the newest block. */
  readonly at?: Hex | undefined
}

/** The members of the library's storage items that this code uses. */
interface Item {
  key(...keys: readonly unknown[]): string
  readonly creator: { readonly meta: { readonly modifier: { readonly isOptional: boolean } } }
}

/**
 * Reads a storage item. Resolves with undefined if the item is missing and the runtime has no default.
 * @throws `adapter/unsupported` if the chain doesn't have the pallet.
 */
export async function readStorage<T extends Value>(
  port: JsonRpcPort,
  { api }: Runtime,
  [pallet, name]: readonly [pallet: string, name: string],
  keys: readonly unknown[],
  { at, ...opts }: ReadOptions = {},
): Promise<T | undefined> {
  const item = (api.query as unknown as Record<string, Record<string, Item> | undefined>)[pallet]?.[name]
  if (!item)
    throw latchkeyError('adapter/unsupported', {
      values: { capability: `${pallet}.${name}`, subject: 'this chain' },
    })
  const method = 'state_getStorage'
  const params = [item.key(...keys), ...(at ? [at] : [])]
  const data = await port.request<Hex | null>({ method, params }, opts)
  if (data !== null && (typeof data !== 'string' || !bytesPattern.test(data))) throw invalidAnswer(method)
  if (data === null && item.creator.meta.modifier.isOptional) return undefined
  const key = api.registry.createType('StorageKey', [item.creator, keys])
  return decoded(method, () => {
    const type = (key as unknown as { outputType: string }).outputType
    const fallback = (item.creator.meta as unknown as { fallback: Value }).fallback
    // Pass bytes, because the library reads hex numbers as big-endian, but SCALE numbers are
    // little-endian.
    const bytes = hexToBytes((data ?? fallback.toHex()).slice(2))
    return api.registry.createTypeUnsafe(type, [bytes]) as unknown as T
  })
}

/** Runs code that decodes an answer, and converts the library's errors to `LatchkeyError`. */
export function decoded<T>(method: string, run: () => T): T {
  try {
    return run()
  } catch (cause) {
    if (isLatchkeyError(cause)) throw cause
    throw latchkeyError('rpc/invalid-value', { values: { method }, cause })
  }
}
