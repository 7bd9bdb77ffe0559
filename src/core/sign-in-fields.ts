import type { CaipNetworkId } from './chain/caip.ts'

/** What a sign-in message says. CAIP-122; facts 6.1. Times are those of RFC 3339, such as `2026-01-31T12:00:00.000Z`. */
export interface SignInFields {
  /** The host to which the visitor signs in, with its port where that is not the usual one: an authority of RFC 3986. */
  readonly domain: string
  /** Plain, as the family spells it. */
  readonly accountAddress: string
  readonly chainId: CaipNetworkId
  /** Why the visitor signs: one line. */
  readonly statement?: string | undefined
  /** The page, or what is signed in to. */
  readonly uri: string
  /** `1`. */
  readonly version: string
  /** At least 8 letters and digits, which the server gave out once. */
  readonly nonce: string
  readonly issuedAt?: string | undefined
  readonly expirationTime?: string | undefined
  readonly notBefore?: string | undefined
  readonly requestId?: string | undefined
  /** URIs. */
  readonly resources?: readonly string[] | undefined
}
