import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex } from '@noble/hashes/utils'
import { keyTypes } from '../../core/wallet/permissions.ts'
import { objectAt, refused, textAt } from './refused.ts'

/** A contract function. */
export interface AllowedFunction {
  /** The function as the page names it: its signature or its selector. */
  readonly name: string
  /** The selector: four bytes in lower-case hex. */
  readonly selector: string
}

/** A permission to grant. Amounts are in the smallest unit, times in seconds, addresses in lower case. */
export type GrantedPermission =
  | { readonly type: 'native-token-transfer'; readonly allowance: bigint }
  | {
      readonly type: 'native-token-recurring-allowance'
      readonly allowance: bigint
      readonly start: number
      readonly period: number
    }
  | { readonly type: 'erc20-token-transfer'; readonly address: string; readonly allowance: bigint }
  | {
      readonly type: 'contract-call'
      readonly address: string
      readonly functions: readonly AllowedFunction[]
    }

export type GrantedPolicy =
  | { readonly type: 'gas-limit'; readonly limit: bigint }
  | { readonly type: 'call-limit'; readonly count: number }
  | { readonly type: 'rate-limit'; readonly count: number; readonly interval: number }

/** A page's decoded request to grant permissions (ERC-7715). */
export interface RequestedGrant {
  readonly chainId: bigint
  /** The account that grants. Undefined if the wallet may choose it. */
  readonly account: string | undefined
  /** When the session ends, in Unix seconds. */
  readonly expiry: number
  /** The session's signer. `keys` has its public keys, or the account's address. `keys` is empty if the wallet itself signs. */
  readonly signer: {
    readonly type: 'wallet' | 'key' | 'keys' | 'account'
    readonly keys: readonly string[]
  }
  readonly permissions: readonly GrantedPermission[]
  readonly policies: readonly GrantedPolicy[]
}

/** The maximum number of entries of each kind. No user reads more before approving. */
const most = { requests: 10, permissions: 20, functions: 50, policies: 10, keys: 10 }

/**
 * Decodes the parameters of `wallet_grantPermissions`.
 * @throws `validation/invalid-input`, which names a field that is invalid or that this wallet doesn't know.
 */
export function decodePermissionRequests(params: readonly unknown[]): readonly RequestedGrant[] {
  return listAt(params, 'permissions', most.requests).map((one, at) => decodeOne(one, `permissions[${at}]`))
}

/** Returns the context in `wallet_revokePermissions`. Returns undefined if the call revokes EIP-2255 permissions instead. */
export function revokedContext(params: readonly unknown[]): string | undefined {
  const [first] = params
  if (typeof first !== 'object' || first === null || !('permissionContext' in first)) return undefined
  exactly(objectAt(first, 'params'), 'params', ['permissionContext'])
  return contextAt(first.permissionContext, 'params.permissionContext')
}

/**
 * Returns the context of the permission that the batch names. A batch that uses a permission needs no prompt. Returns undefined
 * if the batch names no permission.
 */
export function batchContext(batch: unknown): string | undefined {
  const { capabilities } = (batch ?? {}) as { readonly capabilities?: unknown }
  if (typeof capabilities !== 'object' || capabilities === null || !('permissions' in capabilities))
    return undefined
  const field = 'capabilities.permissions'
  const named = exactly(objectAt(capabilities.permissions, field), field, ['context'])
  return contextAt(named.context, `${field}.context`)
}

function decodeOne(value: unknown, field: string): RequestedGrant {
  const names = ['chainId', 'address', 'expiry', 'signer', 'permissions', 'policies']
  const given = exactly(objectAt(value, field), field, names)
  const permissions = listAt(given.permissions, `${field}.permissions`, most.permissions).map((one, at) =>
    decodePermission(one, `${field}.permissions[${at}]`),
  )
  const policies =
    given.policies === undefined
      ? []
      : listAt(given.policies, `${field}.policies`, most.policies, 0).map((one, at) =>
          decodePolicy(one, `${field}.policies[${at}]`),
        )
  once(permissions.map(scopeOf), `${field}.permissions`)
  once(
    policies.map(({ type }) => type),
    `${field}.policies`,
  )
  return {
    chainId: quantityAt(given.chainId, `${field}.chainId`),
    account: given.address === undefined ? undefined : addressAt(given.address, `${field}.address`),
    expiry: secondsAt(given.expiry, `${field}.expiry`),
    signer: decodeSigner(given.signer, `${field}.signer`),
    permissions,
    policies,
  }
}

function decodeSigner(value: unknown, field: string): RequestedGrant['signer'] {
  const { type, data = {} } = exactly(objectAt(value, field), field, ['type', 'data'])
  const at = `${field}.data`
  const given = objectAt(data, at)
  switch (type) {
    case 'wallet':
      exactly(given, at, [])
      return { type, keys: [] }
    case 'key':
      return { type, keys: [keyAt(given, at)] }
    case 'keys': {
      const { keys } = exactly(given, at, ['keys'])
      const list = listAt(keys, `${at}.keys`, most.keys)
      return { type, keys: list.map((one, index) => keyAt(one, `${at}.keys[${index}]`)) }
    }
    case 'account': {
      const { address } = exactly(given, at, ['address'])
      return { type, keys: [addressAt(address, `${at}.address`)] }
    }
    default:
      throw refused(`${field}.type`, "isn't supported by this wallet")
  }
}

function decodePermission(value: unknown, field: string): GrantedPermission {
  const { type, data } = exactly(objectAt(value, field), field, ['type', 'data'])
  const at = `${field}.data`
  const given = objectAt(data, at)
  switch (type) {
    case 'native-token-transfer': {
      const { allowance } = exactly(given, at, ['allowance'])
      return { type, allowance: quantityAt(allowance, `${at}.allowance`) }
    }
    case 'native-token-recurring-allowance': {
      const { allowance, start, period } = exactly(given, at, ['allowance', 'start', 'period'])
      return {
        type,
        allowance: quantityAt(allowance, `${at}.allowance`),
        start: secondsAt(start, `${at}.start`),
        period: secondsAt(period, `${at}.period`),
      }
    }
    case 'erc20-token-transfer': {
      const { address, allowance } = exactly(given, at, ['address', 'allowance'])
      return {
        type,
        address: addressAt(address, `${at}.address`),
        allowance: quantityAt(allowance, `${at}.allowance`),
      }
    }
    case 'contract-call': {
      const { address, calls } = exactly(given, at, ['address', 'calls'])
      const functions = listAt(calls, `${at}.calls`, most.functions).map((one, index) =>
        functionAt(one, `${at}.calls[${index}]`),
      )
      return { type, address: addressAt(address, `${at}.address`), functions }
    }
    default:
      throw refused(`${field}.type`, "isn't supported by this wallet")
  }
}

function decodePolicy(value: unknown, field: string): GrantedPolicy {
  const { type, data } = exactly(objectAt(value, field), field, ['type', 'data'])
  const at = `${field}.data`
  const given = objectAt(data, at)
  switch (type) {
    case 'gas-limit': {
      const { limit } = exactly(given, at, ['limit'])
      return { type, limit: quantityAt(limit, `${at}.limit`) }
    }
    case 'call-limit': {
      const { count } = exactly(given, at, ['count'])
      return { type, count: secondsAt(count, `${at}.count`) }
    }
    case 'rate-limit': {
      const { count, interval } = exactly(given, at, ['count', 'interval'])
      return {
        type,
        count: secondsAt(count, `${at}.count`),
        interval: secondsAt(interval, `${at}.interval`),
      }
    }
    default:
      throw refused(`${field}.type`, "isn't supported by this wallet")
  }
}

/** Returns the scope of a permission. A request must not have two permissions with the same scope. */
function scopeOf(permission: GrantedPermission): string {
  const kind = permission.type.replace('recurring-allowance', 'transfer')
  return 'address' in permission ? `${kind} ${permission.address}` : kind
}

function once(texts: readonly string[], field: string): void {
  const again = texts.findIndex((text, at) => texts.indexOf(text) < at)
  if (again >= 0) throw refused(`${field}[${again}]`, 'repeats an earlier entry')
}

function exactly(
  given: Readonly<Record<string, unknown>>,
  field: string,
  names: readonly string[],
): Readonly<Record<string, unknown>> {
  const unknown = Object.keys(given).find((name) => !names.includes(name) && given[name] !== undefined)
  if (unknown !== undefined) throw refused(`${field}.${unknown}`, "isn't supported by this wallet")
  return given
}

function listAt(value: unknown, field: string, max: number, min = 1): readonly unknown[] {
  if (Array.isArray(value) && value.length >= min && value.length <= max) return value
  throw refused(field, `must be an array of ${min} to ${max}`)
}

function addressAt(value: unknown, field: string): string {
  const text = textAt(value, field)
  if (/^0x[0-9a-f]{40}$/i.test(text)) return text.toLowerCase()
  throw refused(field, "isn't an address")
}

/** Reads an amount above zero. */
function quantityAt(value: unknown, field: string): bigint {
  const text = textAt(value, field)
  if (!/^0x[0-9a-f]{1,64}$/i.test(text)) throw refused(field, "isn't a hex number")
  const amount = BigInt(text)
  if (amount === 0n) throw refused(field, 'must be above zero')
  return amount
}

/** Reads a time in seconds or a count: a whole number above zero, up to the latest time that `Date` supports. */
function secondsAt(value: unknown, field: string): number {
  if (typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= 8_640_000_000_000)
    return value
  throw refused(field, 'must be a whole number above zero')
}

function keyAt(value: unknown, field: string): string {
  const { type, publicKey } = exactly(objectAt(value, field), field, ['type', 'publicKey'])
  if (!keyTypes.some((known) => known === type)) throw refused(`${field}.type`, "isn't a key type")
  const text = textAt(publicKey, `${field}.publicKey`)
  if (/^0x([0-9a-f]{2}){32,65}$/i.test(text)) return text.toLowerCase()
  throw refused(`${field}.publicKey`, "isn't a public key in hex")
}

function functionAt(value: unknown, field: string): AllowedFunction {
  const name = textAt(value, field)
  if (/^0x[0-9a-f]{8}$/i.test(name)) return { name, selector: name.toLowerCase() }
  // The function's signature in the form that is hashed: only types, no spaces.
  if (name.length > 200 || !/^[a-z_$][\w$]*\([a-z0-9,()[\]]*\)$/i.test(name))
    throw refused(field, "isn't a function, such as transfer(address,uint256)")
  const hash = keccak_256(new TextEncoder().encode(name))
  return { name, selector: `0x${bytesToHex(hash.slice(0, 4))}` }
}

function contextAt(value: unknown, field: string): string {
  const text = textAt(value, field)
  if (/^0x([0-9a-f]{2}){1,2048}$/i.test(text)) return text.toLowerCase()
  throw refused(field, "isn't a context in hex")
}
