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
    const left = [...before]
    const take = (matches: (one: T) => boolean): T | undefined => {
      const at = left.findIndex(matches)
      return at < 0 ? undefined : left.splice(at, 1)[0]
    }
    // A request may have several items with one key. So first pair the equal items.
    const changed = after.filter(
      (to) => !take((one) => keyOf(one) === keyOf(to) && dataText(one) === dataText(to)),
    )
    for (const to of changed) {
      const from = take((one) => keyOf(one) === keyOf(to))
      differences.push({ ...partOf(to), wider: from ? isWider(from, to) : more })
    }
    for (const one of left) differences.push({ ...partOf(one), wider: !more })
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

/** Serializes the data of an item for comparison. Ignores the order of functions. */
function dataText({ data }: Permission | PermissionPolicy): string {
  return comparableText('calls' in data ? { ...data, calls: selectorsOf(data.calls).sort() } : data)
}

/** Converts selectors to lower case. Leaves signatures unchanged. */
function selectorsOf(calls: readonly string[]): string[] {
  return calls.map((one) => (/^0x/i.test(one) ? one.toLowerCase() : one))
}

function isWiderPermission(from: Permission, to: Permission): boolean {
  if (from.type === 'contract-call' && to.type === 'contract-call')
    return selectorsOf(to.data.calls).some((one) => !selectorsOf(from.data.calls).includes(one))
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
