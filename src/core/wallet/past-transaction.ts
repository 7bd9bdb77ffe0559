import type { CaipNetworkId } from '../chain/caip.ts'

export interface PastTransfer {
  readonly direction?: 'in' | 'out' | 'self' | undefined
  /** The amount in whole coins or tokens, as exact decimal text. */
  readonly quantity: string
  /** The symbol of the coin or token. Empty for an NFT. */
  readonly symbol: string
  readonly name: string
  readonly nft: boolean
  /** The `https` URL of the token's image. */
  readonly imageUrl?: string | undefined
}

/** The phases of the second half of a swap between networks: the payment on the other network. See `SwapArrival`. */
export type BridgePhase = 'pending' | 'arrived' | 'partial' | 'refunded' | 'failed' | 'unknown'

/** A transaction in an account's activity (S1.3). */
export interface PastTransaction {
  readonly id: string
  readonly hash: string
  readonly network: CaipNetworkId
  /** The time of the transaction, as Unix time in ms. */
  readonly at: number
  /** The kind of the transaction, such as `send` or `trade`: a key of `activityWords`. */
  readonly operation: string
  /**
   * `replaced`: another transaction replaced this one. Only transactions of this client can have this status. `unknown`: no node
   * shows the transaction, but it may still arrive. A status that Latchkey doesn't know is also `unknown`.
   */
  readonly status: 'confirmed' | 'failed' | 'pending' | 'replaced' | 'unknown'
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly transfers: readonly PastTransfer[]
  /**
   * Whether the transaction is a fake transfer that moves nothing. Scammers send such transfers to place look-alike addresses in
   * an account's activity. The modal shows such a transaction less prominently, and never suggests its addresses.
   */
  readonly isPoisoning: boolean
  /**
   * The network and the phase of the second half of a swap between networks. Set only if this client sent the swap in the last 24
   * hours.
   */
  readonly bridge?: { readonly network: CaipNetworkId; readonly phase: BridgePhase } | undefined
}
