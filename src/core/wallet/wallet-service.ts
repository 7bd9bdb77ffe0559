import type { CaipNetworkId } from '../chain/caip.ts'

/**
 * What the embedded wallet, in its frame, and its service say to each other: JSON over HTTP on one origin, under `/api`. Every
 * request is signed by the device (`deviceHeaders`), each once; all but the logins and the refresh also carry `authorization: Bearer` with the access
 * token. A refusal is `{ code, message }` under a status of HTTP, whose message may be shown to a visitor.
 */

/** A device by its public key, ECDSA on P-256, whose private half never leaves its browser. */
export type DeviceKey = Readonly<Pick<JsonWebKey, 'kty' | 'crv' | 'x' | 'y'>>

/**
 * The headers by which a device proves who it is. The signature, base64url, is ECDSA with SHA-256 over the lines
 * `METHOD`, path with query, time (ms since 1970) and the SHA-256 of the body in hex, joined by `\n`.
 */
export const deviceHeaders = {
  key: 'x-device-key' /* the public key: base64url of its JSON */,
  time: 'x-device-time',
  proof: 'x-device-proof',
} as const

/** What a device signs. */
export function deviceProofText(method: string, path: string, time: number, bodyHash: string): string {
  return [method, path, time, bodyHash].join('\n')
}

/** `GET /api/config`, which anybody may ask. */
export interface ServiceConfig {
  /** The origins of the pages in whose frame the wallet works. */
  readonly origins: readonly string[]
  /** The networks that it has, with the node of each. The first of a family is its default. */
  readonly networks: readonly ServiceNetwork[]
  /** The providers for social login that are set up. */
  readonly socials: readonly string[]
  readonly farcaster: boolean
  /** The eip155 chains with smart accounts. */
  readonly smartAccounts: readonly ServiceSmartAccounts[]
}

/** Where the smart accounts of one chain are made, and who takes their operations. ERC-4337, EntryPoint 0.7. */
export interface ServiceSmartAccounts {
  readonly chainId: number
  readonly bundlerUrl: string
  /** The contract that makes the accounts. */
  readonly factory: string
  /** Who pays for them, where somebody does (ERC-7677). Without, each account pays for itself. */
  readonly paymasterUrl?: string | undefined
}

export interface ServiceNetwork {
  readonly id: CaipNetworkId
  readonly name: string
  readonly rpcUrl: string
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  readonly testnet?: boolean | undefined
}

/**
 * `POST /api/login/email` `{ email, site? }`; the origin of the page is named in the mail where it is an allowed one. A code is mailed with VERIFY_OTP; with VERIFY_DEVICE a link, by which the owner of an
 * account lets in a device that it does not know, and the code afterwards.
 */
export interface LoginStarted {
  /** Names the login in the calls that follow; of use to the device that began it only. */
  readonly login: string
  readonly action: 'VERIFY_DEVICE' | 'VERIFY_OTP'
}

/** `POST /api/login/device` `{ login }`: waits up to 25 s for the link to be used. Then the code has been mailed. */
export interface DeviceAnswer {
  readonly approved: boolean
}

/**
 * `POST /api/login/social` `{ provider, site }`: where the visitor logs in, in a window. Afterwards the window posts its address,
 * as `{ resultUri }`, to the page of `site` that opened it, and `POST /api/login/social/finish` `{ uri }` of the device that
 * began it answers with the `ServiceSession`.
 */
export interface SocialStarted {
  readonly uri: string
}

/**
 * `POST /api/login/farcaster` `{ site }`: what the visitor approves on a phone, and the name of the login in the calls of this
 * device that follow.
 */
export interface FarcasterStarted {
  readonly login: string
  readonly url: string
}

/** `POST /api/login/farcaster/wait` `{ login }`: waits up to 25 s for the approval. */
export type FarcasterAnswer = { readonly approved: false } | ({ readonly approved: true } & ServiceSession)

/** `POST /api/login/code` `{ login, code }` and `POST /api/session` `{ refresh }`. */
export interface ServiceSession {
  /** Good for minutes. */
  readonly access: string
  /**
   * Good once; whoever uses it a second time ends the session. The same device may repeat the last use for 30 s, and gets the
   * same answer.
   */
  readonly refresh: string
  /** When `access` ends, in ms since 1970. */
  readonly ends: number
  readonly user: ServiceUser
}

/** Also `GET /api/user`. `DELETE /api/session` `{ refresh }` signs this device out, also where the access token has ended. */
export interface ServiceUser {
  readonly id: string
  readonly email?: string | undefined
  readonly userName?: string | undefined
  /** How the visitor logs in: `email`, or a social provider. */
  readonly provider: string
  readonly wallet?: ServiceWallet | undefined
}

/** What everybody may know of a wallet. `version` counts how often its key was split anew, from 1. */
export interface ServiceWallet {
  readonly version: number
  /** When that version was made, in ms since 1970: recovery files of an earlier one have ended then. */
  readonly splitAt: number
  readonly addresses: { readonly eip155: string; readonly solana: string }
}

/** `GET /api/wallet/share`: the service's share of the key, in base64. */
export interface ServiceShare {
  readonly version: number
  readonly share: string
}

/**
 * `PUT /api/wallet`: the wallet is made, or its key is split anew, where `after` is the version that there is now (0: none).
 * Another one is refused with `wallet/other-version` (409), and nothing changes. The addresses of a wallet stay. It answers
 * with the `ServiceWallet`.
 */
export interface WalletUpdate {
  readonly after: number
  readonly addresses: ServiceWallet['addresses']
  readonly share: string
}

/**
 * `GET /api/wallet/passkeys`, and `PUT` of one: the visitor's share of the key, sealed by a secret that the passkey alone has.
 * One that is kept is never changed; when the key is split anew they are gone.
 */
export interface ServicePasskey {
  /** Of the credential, base64url. */
  readonly id: string
  /** Of the wallet whose share it is. */
  readonly version: number
  /** In base64. */
  readonly sealed: string
}

/** `GET /api/devices`; `DELETE /api/devices/<device>` forgets one and ends its sessions. */
export interface ServiceDevice {
  /** The thumbprint of its key, RFC 7638. */
  readonly device: string
  /** When it was let in, in ms since 1970. */
  readonly knownAt: number
  /** Whether it is the one that asks. */
  readonly isThis: boolean
  readonly isLoggedIn: boolean
}

/**
 * `POST /api/email` `{ email }`; then `POST /api/email/primary` `{ code }` and `POST /api/email/secondary` `{ code }`,
 * which answers with the `ServiceUser`.
 */
export interface EmailUpdateStarted {
  readonly action: 'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP'
}
