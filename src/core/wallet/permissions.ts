import type { Hex } from '../chain/caip.ts'

// ERC-7715 as its drafts had it that wallets have built: one request with several permissions and the policies over all of them.

/** The kinds of keys that may use a session. */
export const keyTypes = ['secp256r1', 'secp256k1'] as const

/** A key; `publicKey` is `0x` and its bytes in hex. */
export interface PermissionKey {
  readonly type: (typeof keyTypes)[number]
  readonly publicKey: Hex
}

/** Who may use what was granted: the wallet itself for the page that asked, one key, several keys, or another account. */
export type PermissionSigner =
  | { readonly type: 'wallet'; readonly data?: Readonly<Record<string, never>> | undefined }
  | { readonly type: 'key'; readonly data: PermissionKey }
  | { readonly type: 'keys'; readonly data: { readonly keys: readonly PermissionKey[] } }
  | { readonly type: 'account'; readonly data: { readonly address: Hex } }

/** What is allowed. An `allowance` is a hex quantity: wei, or the smallest unit of the token. */
export type Permission =
  /** In the whole session. */
  | { readonly type: 'native-token-transfer'; readonly data: { readonly allowance: Hex } }
  /** Anew in each `period`, which is in s, from `start` on, which is Unix time in s. */
  | {
      readonly type: 'native-token-recurring-allowance'
      readonly data: { readonly allowance: Hex; readonly start: number; readonly period: number }
    }
  | {
      readonly type: 'erc20-token-transfer'
      readonly data: { readonly address: Hex; readonly allowance: Hex }
    }
  /** `calls` are functions of the contract: `transfer(address,uint256)`, or the four bytes of one in hex. */
  | {
      readonly type: 'contract-call'
      readonly data: { readonly address: Hex; readonly calls: readonly string[] }
    }

/** What bounds all permissions of a request together. */
export type PermissionPolicy =
  /** `limit` is a hex quantity of gas. */
  | { readonly type: 'gas-limit'; readonly data: { readonly limit: Hex } }
  | { readonly type: 'call-limit'; readonly data: { readonly count: number } }
  /** `interval` is in s. */
  | { readonly type: 'rate-limit'; readonly data: { readonly count: number; readonly interval: number } }

/** The parameter of `wallet_grantPermissions`. */
export interface PermissionRequest {
  /** In hex, such as `0x1`. */
  readonly chainId: Hex
  /** The account that grants. Absent: the one that is connected. */
  readonly address?: Hex | undefined
  /** Unix time in s. */
  readonly expiry: number
  readonly signer: PermissionSigner
  readonly permissions: readonly [Permission, ...Permission[]] | readonly Permission[]
  readonly policies?: readonly PermissionPolicy[] | undefined
}

/** What a wallet answers: what it has granted, which may be less than what was asked for. */
export interface PermissionResponse extends PermissionRequest {
  /** By which the session is used and revoked. */
  readonly context: Hex
  readonly accountMeta?: { readonly factory: Hex; readonly factoryData: Hex } | undefined
  readonly signerMeta?:
    | { readonly userOpBuilder?: Hex | undefined; readonly delegationManager?: Hex | undefined }
    | undefined
}

/** What a wallet says that it can grant on one network. Absent lists: it does not say. */
export interface PermissionSupport {
  readonly supported: boolean
  readonly signerTypes?: readonly string[] | undefined
  readonly permissionTypes?: readonly string[] | undefined
  readonly policyTypes?: readonly string[] | undefined
}
