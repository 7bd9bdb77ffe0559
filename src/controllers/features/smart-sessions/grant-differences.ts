import type {
  Permission,
  PermissionPolicy,
  PermissionRequest,
  PermissionResponse,
} from '../../../core/wallet/permissions.ts'
import type { GrantDifference } from './smart-sessions.ts'

/**
 * Compares the grant with the request. Returns the first field with a difference that makes the grant unusable, or undefined if
 * there is no such field.
 */
export function mismatchedField(
  asked: PermissionRequest & { readonly address: string },
  granted: PermissionResponse,
): 'chainId' | 'address' | 'signer' | undefined {
  if (BigInt(granted.chainId) !== BigInt(asked.chainId)) return 'chainId'
  if (granted.address !== undefined && !same(granted.address, asked.address)) return 'address'
  return same(signerText(asked.signer), signerText(granted.signer)) ? undefined : 'signer'
}

/**
 * Returns the differences that don't make the grant unusable: the visitor may grant less or more in the wallet than the page
 * requested.
 */
export function grantDifferences(
  asked: PermissionRequest,
  granted: PermissionResponse,
): readonly GrantDifference[] {
  const differences: GrantDifference[] = []
  if (asked.expiry !== granted.expiry)
    differences.push({ part: 'expiry', wider: granted.expiry > asked.expiry })
  compare(asked.permissions, granted.permissions, permissionKey, isWiderPermission, true)
  compare(asked.policies ?? [], granted.policies ?? [], ({ type }) => type, isWiderPolicy, false)
  return differences

  /** Compares two lists. `more`: whether an additional item widens the grant. True for permissions, false for policies. */
  function compare<T extends Permission | PermissionPolicy>(
    before: readonly T[],
    after: readonly T[],
    keyOf: (one: T) => string,
    isWider: (from: T, to: T) => boolean,
    more: boolean,
  ): void {
    const left = new Map(before.map((one) => [keyOf(one), one]))
    for (const to of after) {
      const from = left.get(keyOf(to))
      left.delete(keyOf(to))
      if (!from) differences.push({ ...partOf(to), wider: more })
      else if (comparableText(from.data) !== comparableText(to.data))
        differences.push({ ...partOf(to), wider: isWider(from, to) })
    }
    for (const one of left.values()) differences.push({ ...partOf(one), wider: !more })
  }
}

function partOf({ type, data }: Permission | PermissionPolicy): Pick<GrantDifference, 'part' | 'address'> {
  return 'address' in data ? { part: type, address: data.address } : { part: type }
}

function permissionKey(permission: Permission): string {
  return 'address' in permission.data
    ? `${permission.type} ${permission.data.address.toLowerCase()}`
    : permission.type
}

function isWiderPermission(from: Permission, to: Permission): boolean {
  if (from.type === 'contract-call' && to.type === 'contract-call')
    return to.data.calls.some((one) => !from.data.calls.includes(one))
  if (from.type === 'native-token-recurring-allowance' && to.type === 'native-token-recurring-allowance')
    return (
      BigInt(to.data.allowance) > BigInt(from.data.allowance) ||
      to.data.period < from.data.period ||
      to.data.start < from.data.start
    )
  if (from.type === 'native-token-transfer' && to.type === 'native-token-transfer')
    return BigInt(to.data.allowance) > BigInt(from.data.allowance)
  if (from.type === 'erc20-token-transfer' && to.type === 'erc20-token-transfer')
    return BigInt(to.data.allowance) > BigInt(from.data.allowance)
  return true
}

function isWiderPolicy(from: PermissionPolicy, to: PermissionPolicy): boolean {
  if (from.type === 'gas-limit' && to.type === 'gas-limit')
    return BigInt(to.data.limit) > BigInt(from.data.limit)
  if (from.type === 'call-limit' && to.type === 'call-limit') return to.data.count > from.data.count
  if (from.type === 'rate-limit' && to.type === 'rate-limit')
    return to.data.count > from.data.count || to.data.interval < from.data.interval
  return true
}

function signerText({ type, data }: PermissionRequest['signer']): string {
  return `${type} ${comparableText(data ?? {})}`
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

/** Serializes a value for comparison. Ignores the order of keys and the spelling of hex texts. */
function comparableText(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === 'string') return /^0x[0-9a-f]+$/i.test(part) ? hexText(part) : part
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}

/** Normalizes a hex text. Addresses, keys and selectors keep their length. Quantities lose leading zeros. */
function hexText(text: string): string {
  return text.length === 42 || text.length === 10 || text.length > 66
    ? text.toLowerCase()
    : `0x${BigInt(text).toString(16)}`
}
