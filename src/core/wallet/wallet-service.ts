import type { CaipNetworkId } from '../chain/caip.ts'
import type { CosmosChain } from '../chain/cosmos.ts'

/**
 * The API between the embedded wallet's frame and its service: JSON over HTTP on one origin, under `/api`. The device signs each
 * request except `GET /api/config` (`deviceHeaders`), and the service accepts each signature once. All signed requests except
 * logins, the refresh and the logout also carry the access token, as `authorization: Bearer`. Errors are `{ code, message }` with
 * an HTTP status. The message can be shown to visitors. Exception: `/api/node` forwards JSON-RPC calls and answers with JSON-RPC
 * errors. Only calls to bundlers and paymasters are signed there.
 */

/** A device's public key (ECDSA, P-256). The private key never leaves the device's browser. */
export type DeviceKey = Readonly<Pick<JsonWebKey, 'kty' | 'crv' | 'x' | 'y'>>

/**
 * The headers that authenticate a device. The signature is ECDSA with SHA-256, in base64url. The signed text consists of the
 * method, the path with the query, the time (Unix time in ms) and the hex SHA-256 of the body, joined by `\n`.
 */
export const deviceHeaders = {
  key: 'x-device-key' /* the public key: base64url of its JSON */,
  time: 'x-device-time',
  proof: 'x-device-proof',
} as const

/** Returns the text that a device signs. */
export function deviceProofText(method: string, path: string, time: number, bodyHash: string): string {
  return [method, path, time, bodyHash].join('\n')
}

/** The answer to `GET /api/config`, which needs no authentication. */
export interface ServiceConfig {
  /** The origins of the pages that may embed the wallet. */
  readonly origins: readonly string[]
  /**
   * The origins, out of `origins`, whose visitors approve each request in the frame, inside the page. On other origins, visitors
   * approve requests in a window of the wallet. On all origins, visitors approve a plain sign-in in the frame: a request that
   * only signs in to the page itself.
   */
  readonly approveInFrame: readonly string[]
  /** The supported networks. The first network of a family is the family's default. */
  readonly networks: readonly ServiceNetwork[]
  /** The social logins that the operator configured. */
  readonly socials: readonly string[]
  /**
   * Whether a login without a popup is allowed: the provider redirects to the host's page, and the page passes the answer to the
   * frame.
   */
  readonly socialOnPage: boolean
  readonly farcaster: boolean
  /** The smart-account configurations of EVM networks. */
  readonly smartAccounts: readonly ServiceSmartAccounts[]
}

/** The smart-account configuration of one network (ERC-4337, EntryPoint 0.7). */
export interface ServiceSmartAccounts {
  readonly chainId: number
  readonly bundlerUrl: string
  /** The account factory contract. */
  readonly factory: string
  /** The URL of the paymaster service (ERC-7677). Without a paymaster, each account pays its own fees. */
  readonly paymasterUrl?: string | undefined
}

export interface ServiceNetwork {
  readonly id: CaipNetworkId
  readonly name: string
  /** The URL of the preferred node. */
  readonly rpcUrl: string
  /** The URLs of more nodes, which are tried in this order. */
  readonly rpcUrls?: readonly string[] | undefined
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  readonly testnet?: boolean | undefined
  /**
   * eip155: the tokens that the operator vouches for. Approvals show these tokens by their symbol. The data of other tokens are
   * read from the node and shown as unverified. Default: none.
   */
  readonly tokens?: readonly ServiceToken[] | undefined
  /** cosmos: the network's parameters. Only the data service uses them. */
  readonly cosmos?: CosmosChain | undefined
  /**
   * polkadot: the SS58 prefix of addresses in the history. Only the data service uses this prefix. Default: 42, which belongs to
   * no network.
   */
  readonly ss58Prefix?: number | undefined
}

export interface ServiceToken {
  /** The address of the contract. */
  readonly contract: string
  readonly symbol: string
  readonly decimals: number
}

/**
 * The answer to `POST /api/login/email` `{ email, site? }`. VERIFY_OTP means that the service sent a code by email. VERIFY_DEVICE
 * means that the service doesn't know the device and sent a link by email. The account's owner opens the link to approve the
 * device. The service sends the code after the approval. The email names the page's origin if the origin is allowed.
 */
export interface LoginStarted {
  /** Identifies the login in later calls. Valid only on the device that started the login. */
  readonly login: string
  readonly action: 'VERIFY_DEVICE' | 'VERIFY_OTP'
}

/**
 * The answer to `POST /api/login/device` `{ login }`. The service waits up to 25 s for the owner to open the link. When the link
 * is opened, the service sends the code by email.
 */
export interface DeviceAnswer {
  readonly approved: boolean
}

/**
 * The answer to `POST /api/login/social` `{ provider, site }`: the URL of a page of the service, to open in a popup. This page
 * sets a cookie and redirects to the provider. The provider redirects to another page of the service, whose URL then contains the
 * provider's answer. If this happens in the same browser, the popup posts two messages. The wallet's frames in the page that
 * opened the popup get the complete URL, as `{ socialAnswer }`. The page itself gets the URL without the provider's answer, as `{
 * resultUri }`, if its origin is `site`. The device that started the login then sends the complete URL with `POST
 * /api/login/social/finish` `{ uri }` and gets a `ServiceSession`.
 */
export interface SocialStarted {
  readonly uri: string
}

/**
 * The answer to `POST /api/login/farcaster` `{ site }`. It contains the URL that the visitor opens on a phone, and the login's id
 * for later calls by this device.
 */
export interface FarcasterStarted {
  readonly login: string
  readonly url: string
}

/** The answer to `POST /api/login/farcaster/wait` `{ login }`. The service waits up to 25 s for the approval. */
export type FarcasterAnswer = { readonly approved: false } | ({ readonly approved: true } & ServiceSession)

/**
 * The answer to `POST /api/login/code` `{ login, code }` and `POST /api/session` `{ refresh }`. To end the session and log the
 * device out, send `DELETE /api/session` `{ refresh }`. This call works even if the access token has expired.
 */
export interface ServiceSession {
  /** The access token. It is valid for minutes. */
  readonly access: string
  /**
   * The refresh token. Each token can be used once: a second use ends the session. Exception: if the same device repeats the use
   * within 30 s, it gets the same new refresh token as at the first use.
   */
  readonly refresh: string
  /** When `access` expires, as Unix time in ms. */
  readonly ends: number
  readonly user: ServiceUser
}

/** The user. `GET /api/user` also answers with this object. */
export interface ServiceUser {
  readonly id: string
  readonly email?: string | undefined
  readonly userName?: string | undefined
  /** The login method: `email`, or a social provider. */
  readonly provider: string
  readonly wallet?: ServiceWallet | undefined
}

/**
 * The public part of a wallet. The wallet's key is split into key shares. `version` starts at 1 and increases each time the key
 * is split again.
 */
export interface ServiceWallet {
  readonly version: number
  /** When this version was created, as Unix time in ms. Recovery files of earlier versions are invalid. */
  readonly splitAt: number
  readonly addresses: { readonly eip155: string; readonly solana: string }
}

/** The answer to `GET /api/wallet/share`: the service's key share, in base64. */
export interface ServiceShare {
  readonly version: number
  readonly share: string
}

/**
 * The body of `PUT /api/wallet`, which creates a wallet or stores a new split of its key. A split is the set of shares into which
 * the key is divided. The answer is the `ServiceWallet`. `after` must be the current version, or 0 if there is no wallet. If
 * `after` is any other number, the service refuses the update with `wallet/other-version` (409). The addresses of a wallet never
 * change. A login alone can't replace a split: the update also needs `proof`.
 */
export interface WalletUpdate {
  readonly after: number
  readonly addresses: ServiceWallet['addresses']
  readonly share: string
  /**
   * The signature of the wallet's eip155 key over the SHA-256 hash of `splitProofText`: r, s and the recovery bit, in hex.
   * Required unless `after` is 0. No page can request such a signature, because the wallet never signs a page's data by SHA-256
   * with this key.
   */
  readonly proof?: string | undefined
  /**
   * The earlier split to restore. If the service's share of this split differs from `share`, the service refuses the update with
   * `wallet/other-version`. The passkey of the earlier split is restored in the same step.
   */
  readonly former?: { readonly version: number; readonly passkey?: UsedPasskey | undefined } | undefined
}

/**
 * The passkey that the visitor has just used. `confirmKey` verifies the signature with which this passkey confirms a new device.
 * The key pair of `confirmKey` is derived from the passkey's secret.
 */
export interface UsedPasskey {
  /** The credential's id, base64url. */
  readonly id: string
  /** The Ed25519 public key, base64url. */
  readonly confirmKey: string
}

/**
 * Returns the text that the wallet's key signs to replace its split. A split is the set of key shares into which the key is
 * divided.
 * @param user The user's id.
 */
export function splitProofText(user: string, { after, addresses, share }: WalletUpdate): string {
  return ['wallet split 1', user, after, addresses.eip155, addresses.solana, share].join('\n')
}

/**
 * Returns the text that the wallet's key signs for `POST /api/wallet/former` `{ time, proof }`. The signature has the same form
 * as `WalletUpdate.proof`. The answer is `FormerSplit[]`.
 * @param time The current Unix time in ms.
 */
export function formerProofText(user: string, time: number): string {
  return ['wallet former splits 1', user, time].join('\n')
}

/** An earlier split of the key, which was replaced in the last 30 days. */
export interface FormerSplit {
  readonly version: number
  readonly share: string
  readonly passkeys: readonly ServicePasskey[]
}

/**
 * The visitor's key share, encrypted with a secret that only the passkey has. This object never changes. When the key is split
 * again, the object stays with the earlier split.
 */
export interface ServicePasskey {
  /** The credential's id, base64url. */
  readonly id: string
  /** The wallet version to which the share belongs. */
  readonly version: number
  /** The encrypted share, in base64. */
  readonly sealed: string
  /**
   * The Ed25519 public key for `confirmDeviceText`, base64url. It is derived from the passkey's secret. The service returns it
   * only in the answer about former splits.
   */
  readonly confirmKey?: string | undefined
}

/** An entry of the answer to `GET /api/wallet/passkeys`. */
export interface ListedPasskey extends ServicePasskey {
  /** When the passkey was stored, as Unix time in ms. */
  readonly madeAt: number
  /** The name of the device that stored the passkey, as in `ServiceDevice`. */
  readonly madeBy?: string | undefined
  /**
   * Whether another device has stored the passkey since this device last showed a notice about passkeys. `POST
   * /api/wallet/passkeys/told` `{ until }` records that the visitor saw a notice.
   */
  readonly isNews: boolean
}

/**
 * The body of `PUT /api/wallet/passkeys`, which stores a passkey. The service informs the owner by mail and on the other devices.
 * A login alone can't store a passkey, because a passkey confirms new devices: without a valid `proof`, the answer is
 * `wallet/wrong-proof`.
 */
export interface NewPasskey extends ServicePasskey {
  /** The signature of the wallet's eip155 key over `passkeyProofText`, in the form of `WalletUpdate.proof`. */
  readonly proof?: string | undefined
}

/**
 * Returns the text that the wallet's key signs to store a passkey.
 * @param user The user's id.
 */
export function passkeyProofText(
  user: string,
  { id, version, sealed, confirmKey = '' }: ServicePasskey,
): string {
  return ['wallet passkey 1', user, version, id, sealed, confirmKey].join('\n')
}

/** An entry of the answer to `GET /api/devices`. `DELETE /api/devices/<device>` removes a device and ends its sessions. */
export interface ServiceDevice {
  /** The thumbprint of the device's key (RFC 7638). */
  readonly device: string
  /** When the device was approved, as Unix time in ms. */
  readonly knownAt: number
  /** Whether this device sent the request. */
  readonly isThis: boolean
  readonly isLoggedIn: boolean
  /**
   * Whether the device was added since the requesting device last showed the visitor a notice about devices. `POST
   * /api/devices/told` `{ until }` records that the visitor saw a notice.
   */
  readonly isNews: boolean
  /** The device's description of itself, such as `Chrome on Windows`. */
  readonly name?: string | undefined
  /** The page where the device first logged in. */
  readonly site?: string | undefined
  /**
   * When the device may first use the key, as Unix time in ms. Before that time, calls that use the key answer `device/waiting`.
   * Absent if the device may already use the key.
   */
  readonly readyAt?: number | undefined
}

/**
 * Returns the text that a passkey's confirmation key (`ServicePasskey.confirmKey`) signs for `POST /api/devices/confirm` `{
 * passkey, knownAt, proof }`. After this call, the calling device may use the key at once, before its
 * `ServiceDevice.readyAt`. `proof` is the Ed25519 signature, base64url.
 */
export function confirmDeviceText(
  user: string,
  { device, knownAt }: Pick<ServiceDevice, 'device' | 'knownAt'>,
): string {
  return ['wallet device 1', user, device, knownAt].join('\n')
}

/**
 * The answer to `POST /api/email` `{ email, site? }`, which is allowed for ten minutes after a login. `POST /api/email/primary`
 * `{ code }` and `POST /api/email/secondary` `{ code }` follow. The last call answers with the `ServiceUser`.
 */
export interface EmailUpdateStarted {
  readonly action: 'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP'
}
