import type { Hex } from '../chain/caip.ts'

// The draft of ERC-7715 that wallets have implemented. In this draft, a request has several permissions, and each policy of the
// request applies to all of its permissions.

/** The types of keys that can use a session. */
export const keyTypes = ['secp256r1', 'secp256k1'] as const

/** A key; `publicKey` is in hex with `0x`. */
export interface PermissionKey {
  readonly type: (typeof keyTypes)[number]
  readonly publicKey: Hex
}

/**
 * The signer that can use the permissions: the wallet on behalf of the requesting page, one key, several keys, or another
 * account.
 */
export type PermissionSigner =
  | { readonly type: 'wallet'; readonly data?: Readonly<Record<string, never>> | undefined }
  | { readonly type: 'key'; readonly data: PermissionKey }
  | { readonly type: 'keys'; readonly data: { readonly keys: readonly PermissionKey[] } }
  | { readonly type: 'account'; readonly data: { readonly address: Hex } }

/** A permission. `allowance` is a hex quantity, in wei or the token's smallest unit. */
export type Permission =
  /** The allowance is for the whole session. */
  | { readonly type: 'native-token-transfer'; readonly data: { readonly allowance: Hex } }
  /** The allowance is for each `period` in seconds, starting at `start` (Unix time in seconds). */
  | {
      readonly type: 'native-token-recurring-allowance'
      readonly data: { readonly allowance: Hex; readonly start: number; readonly period: number }
    }
  | {
      readonly type: 'erc20-token-transfer'
      readonly data: { readonly address: Hex; readonly allowance: Hex }
    }
  /**
   * `calls` lists functions of the contract, each as a signature, such as `transfer(address,uint256)`, or as a 4-byte selector in
   * hex.
   */
  | {
      readonly type: 'contract-call'
      readonly data: { readonly address: Hex; readonly calls: readonly string[] }
    }

/** A limit that applies to all permissions of a request together. */
export type PermissionPolicy =
  /** `limit` is a hex quantity of gas. */
  | { readonly type: 'gas-limit'; readonly data: { readonly limit: Hex } }
  | { readonly type: 'call-limit'; readonly data: { readonly count: number } }
  /** `interval` is in seconds. */
  | { readonly type: 'rate-limit'; readonly data: { readonly count: number; readonly interval: number } }

/** The parameter of `wallet_grantPermissions`. */
export interface PermissionRequest {
  /** The chain id in hex, such as `0x1`. */
  readonly chainId: Hex
  /** The account that grants the permissions. Default: the connected account. */
  readonly address?: Hex | undefined
  /** The expiry, as Unix time in seconds. */
  readonly expiry: number
  readonly signer: PermissionSigner
  readonly permissions: readonly [Permission, ...Permission[]] | readonly Permission[]
  readonly policies?: readonly PermissionPolicy[] | undefined
}

/** The wallet's response. The wallet may grant fewer permissions than requested. */
export interface PermissionResponse extends PermissionRequest {
  /** Identifies the session when you use or revoke it. */
  readonly context: Hex
  readonly accountMeta?: { readonly factory: Hex; readonly factoryData: Hex } | undefined
  readonly signerMeta?:
    | { readonly userOpBuilder?: Hex | undefined; readonly delegationManager?: Hex | undefined }
    | undefined
}

/** The permissions that a wallet can grant on a network. A list is absent if the wallet doesn't report this information. */
export interface PermissionSupport {
  readonly supported: boolean
  readonly signerTypes?: readonly string[] | undefined
  readonly permissionTypes?: readonly string[] | undefined
  readonly policyTypes?: readonly string[] | undefined
}
