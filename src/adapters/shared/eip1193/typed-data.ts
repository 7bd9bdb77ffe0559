import type { CaipAddress } from '../../../core/chain/caip.ts'
import { parseCaipAddress } from '../../../core/chain/caip-10.ts'
import { eip155Network } from '../../../core/chain/eip155.ts'
import { domainType } from '../../../core/chain/eip712.ts'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { hexOf } from './hex.ts'

/**
 * Serializes typed data (EIP-712) for `eth_signTypedData_v4`. Bigints stay exact, bytes become hex,
 * and a missing `EIP712Domain` is added.
 * @throws `validation/invalid-input` for data that isn't EIP-712, and for a domain of a network
 * other than the account's network. Also throws this error for numbers that aren't exact, and for
 * objects other than plain objects, lists and bytes.
 */
export function typedDataText(account: CaipAddress<'eip155'>, typedData: unknown): string {
  const { domain, types, primaryType, message } = recordOf(typedData) ?? {}
  const domainRecord = recordOf(domain) ?? fail('domain', 'expected an object')
  const typeTable = recordOf(types) ?? fail('types', 'expected an object')
  if (!recordOf(message)) fail('message', 'expected an object')
  if (typeof primaryType !== 'string' || !Array.isArray(typeTable[primaryType]))
    fail('primaryType', 'expected the name of one of the types')

  const { chainId } = domainRecord
  const { networkId } = parseCaipAddress(account)
  const named = eip155Network(typeof chainId === 'bigint' ? String(chainId) : chainId)
  if (chainId !== undefined && named !== networkId)
    fail('domain.chainId', `${chainId} isn't the chain of ${account}`)

  const EIP712Domain = typeTable.EIP712Domain ?? domainType(domainRecord)
  const text = {
    types: { EIP712Domain, ...typeTable },
    domain: named ? { ...domainRecord, chainId: Number(chainId) } : domainRecord,
    primaryType,
    message,
  }
  return JSON.stringify(text, function (this: Record<string, unknown>, field) {
    // Reads the field again, because `toJSON` of a Buffer or a Date has already changed the second argument.
    return jsonValue(field, this[field])
  })
}

function jsonValue(field: string, value: unknown): unknown {
  const bytes = bytesOf(value)
  if (bytes) return hexOf(bytes)
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'number' && !(Math.abs(value) <= Number.MAX_SAFE_INTEGER))
    fail(field, 'a number this large loses precision: pass a string or a bigint')
  if (typeof value === 'function' || typeof value === 'symbol' || !isPlain(value))
    fail(field, 'expected text, a number, true or false, bytes, a list or a plain object')
  return value
}

/** Returns the bytes of a buffer or of a view on a buffer, even from another frame. */
function bytesOf(value: unknown): Uint8Array | undefined {
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
  const tag = Object.prototype.toString.call(value)
  if (tag !== '[object ArrayBuffer]' && tag !== '[object SharedArrayBuffer]') return undefined
  return new Uint8Array(value as ArrayBuffer)
}

/** Returns whether a value is a primitive, a list, or an object that isn't an instance of a class. */
function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return true
  const prototype = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

function recordOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}

function fail(field: string, reason: string): never {
  throw latchkeyError('validation/invalid-input', { values: { field: `typedData.${field}`, reason } })
}
