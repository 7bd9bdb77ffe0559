import type { CaipNetworkId } from '../chain/caip.ts'

/**
 * The API between the embedded wallet's frame and its service: JSON over HTTP on one origin, under `/api`. The device signs
 * each request (`deviceHeaders`), and no signature is accepted twice. All requests but the logins and the refresh also carry
 * `authorization: Bearer` with the access token. Errors are `{ code, message }` with an HTTP status; the message can be shown
 * to visitors.
 */

/** A device's public key (ECDSA, P-256). The private key never leaves its browser. */
export type DeviceKey = Readonly<Pick<JsonWebKey, 'kty' | 'crv' | 'x' | 'y'>>

/**
 * The headers that authenticate a device. The signature is base64url ECDSA with SHA-256 over the method, the path with query,
 * the time (Unix time in ms) and the hex SHA-256 of the body, joined by `\n`.
 */
export const deviceHeaders = {
  key: 'x-device-key' /* the public key: base64url of its JSON */,
  time: 'x-device-time',
  proof: 'x-device-proof',
} as const

/** The text that a device signs. */
export function deviceProofText(method: string, path: string, time: number, bodyHash: string): string {
  return [method, path, time, bodyHash].join('\n')
}

/** The answer to `GET /api/config`, which needs no authentication. */
export interface ServiceConfig {
  /** Origins of pages that may embed the wallet. */
  readonly origins: readonly string[]
  /** The origins among `origins` where visitors may approve everything in the frame, inside the page. */
  readonly approveInFrame: readonly string[]
  /** The supported networks, each with a node. The first of a family is its default. */
  readonly networks: readonly ServiceNetwork[]
  /** The configured social logins. */
  readonly socials: readonly string[]
  /** Whether the page may pass the answer of a social login that ran without a window. */
  readonly socialOnPage: boolean
  readonly farcaster: boolean
  /** EVM networks with smart accounts. */
  readonly smartAccounts: readonly ServiceSmartAccounts[]
}

/** The smart-account configuration of one network (ERC-4337, EntryPoint 0.7). */
export interface ServiceSmartAccounts {
  readonly chainId: number
  readonly bundlerUrl: string
  /** The account factory contract. */
  readonly factory: string
  /** The paymaster service (ERC-7677). Without one, each account pays its own fees. */
  readonly paymasterUrl?: string | undefined
}

export interface ServiceNetwork {
  readonly id: CaipNetworkId
  readonly name: string
  /** The preferred node. */
  readonly rpcUrl: string
  /** More nodes, tried in this order. */
  readonly rpcUrls?: readonly string[] | undefined
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  readonly testnet?: boolean | undefined
  /**
   * eip155: the tokens that the operator vouches for, which approvals name by their symbol. Other tokens are read from the node,
   * and shown as unverified. Default: none.
   */
  readonly tokens?: readonly ServiceToken[] | undefined
}

export interface ServiceToken {
  /** The address of the contract. */
  readonly contract: string
  readonly symbol: string
  readonly decimals: number
}

/**
 * The answer to `POST /api/login/email` `{ email, site? }`. With VERIFY_OTP, a code is emailed. With VERIFY_DEVICE, the device is
 * unknown: a link is emailed, with which the account's owner approves the device. Then the code is emailed. The email names the
 * page's origin if the origin is allowed.
 */
export interface LoginStarted {
  /** Identifies the login in later calls; only valid on the device that started it. */
  readonly login: string
  readonly action: 'VERIFY_DEVICE' | 'VERIFY_OTP'
}

/**
 * The answer to `POST /api/login/device` `{ login }`, which waits up to 25 s for the link to be opened. Once approved, the code
 * is emailed.
 */
export interface DeviceAnswer {
  readonly approved: boolean
}

/**
 * The answer to `POST /api/login/social` `{ provider, site }`: the service's page, to open in a popup. The page sets a cookie and
 * goes on to the provider. When the popup comes back, in the same browser, it posts its URL as `{ socialAnswer }` to the wallet's
 * frames in its opener, and a URL without the answer as `{ resultUri }` to the opener at `site`. The device that started the login
 * then sends `POST /api/login/social/finish` `{ uri }` with the answer and gets a `ServiceSession`.
 */
export interface SocialStarted {
  readonly uri: string
}

/**
 * The answer to `POST /api/login/farcaster` `{ site }`: the URL that the visitor approves on a phone, and the login's id for
 * later calls by this device.
 */
export interface FarcasterStarted {
  readonly login: string
  readonly url: string
}

/** The answer to `POST /api/login/farcaster/wait` `{ login }`, which waits up to 25 s for the approval. */
export type FarcasterAnswer = { readonly approved: false } | ({ readonly approved: true } & ServiceSession)

/** The answer to `POST /api/login/code` `{ login, code }` and `POST /api/session` `{ refresh }`. */
export interface ServiceSession {
  /** Valid for minutes. */
  readonly access: string
  /** Valid once: using it a second time ends the session. The same device may repeat the last use for 30 s and gets the same answer. */
  readonly refresh: string
  /** When `access` expires, as Unix time in ms. */
  readonly ends: number
  readonly user: ServiceUser
}

/**
 * The user; also the answer to `GET /api/user`. `DELETE /api/session` `{ refresh }` logs this device out, even if the access token
 * has expired.
 */
export interface ServiceUser {
  readonly id: string
  readonly email?: string | undefined
  readonly userName?: string | undefined
  /** The login method: `email`, or a social provider. */
  readonly provider: string
  readonly wallet?: ServiceWallet | undefined
}

/** The public part of a wallet. `version` counts from 1 and grows each time the key is split again. */
export interface ServiceWallet {
  readonly version: number
  /** When this version was created, as Unix time in ms. A new version invalidates recovery files of earlier versions. */
  readonly splitAt: number
  readonly addresses: { readonly eip155: string; readonly solana: string }
}

/** The answer to `GET /api/wallet/share`: the service's key share, in base64. */
export interface ServiceShare {
  readonly version: number
  readonly share: string
}

/**
 * The body of `PUT /api/wallet`, which creates a wallet or stores a new split of its key, and answers with the `ServiceWallet`.
 * `after` must be the current version (0 if there's none): any other is refused with `wallet/other-version` (409). The addresses of
 * a wallet never change. A login alone can't replace a split: the update also needs `proof`.
 */
export interface WalletUpdate {
  readonly after: number
  readonly addresses: ServiceWallet['addresses']
  readonly share: string
  /**
   * Unless `after` is 0: the signature of the wallet's eip155 key over the SHA-256 hash of `splitProofText`, in hex: r, s and the
   * recovery bit. The wallet signs nothing else by SHA-256 with this key, so no page can request such a signature.
   */
  readonly proof?: string | undefined
  /**
   * The former split to restore. The service refuses a former split with `wallet/other-version` unless the split has the same share as the update.
   * The passkey of that split is restored in the same step.
   */
  readonly former?: { readonly version: number; readonly passkey?: UsedPasskey | undefined } | undefined
}

/** A passkey that the visitor has just used, with the public key that its secret gives to confirm devices. */
export interface UsedPasskey {
  /** The credential's id, base64url. */
  readonly id: string
  /** The Ed25519 public key, base64url. */
  readonly confirmKey: string
}

/**
 * Returns the text that the wallet's key signs to replace its split: the set of key shares into which the key is divided.
 * @param user The user's id.
 */
export function splitProofText(user: string, { after, addresses, share }: WalletUpdate): string {
  return ['wallet split 1', user, after, addresses.eip155, addresses.solana, share].join('\n')
}

/**
 * The text that the wallet's key signs, in the same way, for `POST /api/wallet/former` `{ time, proof }`, which answers with
 * `FormerSplit[]`. @param time Now, as Unix time in ms.
 */
export function formerProofText(user: string, time: number): string {
  return ['wallet former splits 1', user, time].join('\n')
}

/** An earlier set of key shares (a split) that was replaced in the last 30 days. */
export interface FormerSplit {
  readonly version: number
  readonly share: string
  readonly passkeys: readonly ServicePasskey[]
}

/**
 * The visitor's key share, encrypted with a secret that only the passkey has. Entries are never changed; when the key is split again,
 * they're kept with the former split.
 */
export interface ServicePasskey {
  /** The credential's id, base64url. */
  readonly id: string
  /** The version of the wallet that the share belongs to. */
  readonly version: number
  /** In base64. */
  readonly sealed: string
  /** The Ed25519 public key, base64url, of the key that the passkey's secret gives for `confirmDeviceText`. Only in the answer about former splits. */
  readonly confirmKey?: string | undefined
}

/** The answer to `GET /api/wallet/passkeys` lists these. */
export interface ListedPasskey extends ServicePasskey {
  /** When the passkey was stored, as Unix time in ms. */
  readonly madeAt: number
  /** The name of the device that stored it, as in `ServiceDevice`. */
  readonly madeBy?: string | undefined
  /**
   * Whether another device stored the passkey since the visitor last saw a notice about passkeys on this device, which `POST
   * /api/wallet/passkeys/told` `{ until }` records.
   */
  readonly isNews: boolean
}

/**
 * The body of `PUT /api/wallet/passkeys`, which stores a passkey, and tells the owner by mail and on the other devices. A passkey confirms new devices, so a
 * login alone can't store one: without a valid `proof`, the answer is `wallet/wrong-proof`.
 */
export interface NewPasskey extends ServicePasskey {
  /** The signature of the wallet's eip155 key over `passkeyProofText`, in the form of `WalletUpdate`. */
  readonly proof?: string | undefined
}

/** Returns the text that the wallet's key signs to store a passkey. @param user The user's id. */
export function passkeyProofText(
  user: string,
  { id, version, sealed, confirmKey = '' }: ServicePasskey,
): string {
  return ['wallet passkey 1', user, version, id, sealed, confirmKey].join('\n')
}

/** The answer to `GET /api/devices`. `DELETE /api/devices/<device>` removes a device and ends its sessions. */
export interface ServiceDevice {
  /** The thumbprint of the device's key (RFC 7638). */
  readonly device: string
  /** When the device was approved, as Unix time in ms. */
  readonly knownAt: number
  /** Whether this is the requesting device. */
  readonly isThis: boolean
  readonly isLoggedIn: boolean
  /**
   * Whether the device was added since the visitor last saw a notice on this device, which `POST /api/devices/told` `{ until }`
   * records.
   */
  readonly isNews: boolean
  /** Such as `Chrome on Windows`, as the device describes itself. */
  readonly name?: string | undefined
  /** The page of the device's first login. */
  readonly site?: string | undefined
  /**
   * When the device may use the key, as Unix time in ms; absent if the device may use the key already. Until then, the key's calls answer
   * `device/waiting`.
   */
  readonly readyAt?: number | undefined
}

/**
 * The text that a passkey's confirmation key (`ServicePasskey.confirmKey`) signs for `POST /api/devices/confirm` `{ passkey, knownAt,
 * proof }`, which ends the wait of the requesting device. `proof` is the Ed25519 signature, base64url.
 */
export function confirmDeviceText(
  user: string,
  { device, knownAt }: Pick<ServiceDevice, 'device' | 'knownAt'>,
): string {
  return ['wallet device 1', user, device, knownAt].join('\n')
}

/**
 * The answer to `POST /api/email` `{ email, site? }`, within ten minutes of a login. `POST /api/email/primary` `{ code }` and `POST /api/email/secondary` `{ code }`
 * follow; the last one answers with the `ServiceUser`.
 */
export interface EmailUpdateStarted {
  readonly action: 'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP'
}
