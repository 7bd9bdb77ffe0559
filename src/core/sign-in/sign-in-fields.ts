import type { CaipNetworkId } from '../chain/caip.ts'

/** The fields of a sign-in message (CAIP-122, S3.6.1). Times are RFC 3339, such as `2026-01-31T12:00:00.000Z`. */
export interface SignInFields {
  /** The host that the visitor signs in to (an RFC 3986 authority). Contains the port, unless it is the default port. */
  readonly domain: string
  /** The address without its CAIP prefix, in the family's usual format. */
  readonly accountAddress: string
  readonly chainId: CaipNetworkId
  /** The reason for signing, in one line. */
  readonly statement?: string | undefined
  /** The page or resource that the visitor signs in to. */
  readonly uri: string
  /** Always `1`. */
  readonly version: string
  /** Consists of letters and digits, at least 8 in total. The server issues each nonce once. */
  readonly nonce: string
  readonly issuedAt?: string | undefined
  readonly expirationTime?: string | undefined
  readonly notBefore?: string | undefined
  readonly requestId?: string | undefined
  readonly resources?: readonly string[] | undefined
}
