import type { CaipAddress } from '../../../core/chain/caip.ts'
import { parseCaipAddress } from '../../../core/chain/caip-10.ts'
import { eip155Network } from '../../../core/chain/eip155.ts'
import { domainType } from '../../../core/chain/eip712.ts'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { hexOf } from './hex.ts'

/**
 * Serializes typed data (EIP-712) for `eth_signTypedData_v4`. Bigints stay exact, bytes become hex, and a missing `EIP712Domain`
 * is derived.
 * @throws `validation/invalid-input` for data that isn't EIP-712, for numbers that aren't exact, and for another chain than the
 * account's.
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
  return JSON.stringify(text, (field, value: unknown) => {
    if (typeof value === 'bigint') return String(value)
    if (value instanceof Uint8Array) return hexOf(value)
    if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER)
      fail(field, 'a number this large loses precision: pass a string or a bigint')
    return value
  })
}

function recordOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}

function fail(field: string, reason: string): never {
  throw latchkeyError('validation/invalid-input', { values: { field: `typedData.${field}`, reason } })
}
