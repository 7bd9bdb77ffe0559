import type { CaipNetworkId } from '../chain/caip.ts'

/** One transfer of a transaction. */
export interface PastTransfer {
  readonly direction?: 'in' | 'out' | 'self' | undefined
  /** Exact decimal text, in whole coins or tokens. */
  readonly quantity: string
  /** The symbol of the coin or token; empty for an NFT. */
  readonly symbol: string
  readonly name: string
  readonly nft: boolean
  /** The `https` URL of the token's image. */
  readonly imageUrl?: string | undefined
}

/** A transaction in an account's activity (S1.3). */
export interface PastTransaction {
  readonly id: string
  readonly hash: string
  readonly network: CaipNetworkId
  /** Unix time in ms. */
  readonly at: number
  /** Such as `send` or `trade`: a key of `activityWords`. */
  readonly operation: string
  /**
   * `replaced`: another transaction took its place. Only transactions that this client sent can have this status. `unknown`: no
   * node shows the transaction, but it may still arrive; or the service's word for the status isn't known.
   */
  readonly status: 'confirmed' | 'failed' | 'pending' | 'replaced' | 'unknown'
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly transfers: readonly PastTransfer[]
  /**
   * Whether the transaction is a "transfer" that moves nothing, with which scammers place look-alike addresses in an account's
   * activity. Such a transaction is de-emphasized, and its addresses are never suggested.
   */
  readonly isPoisoning: boolean
}
