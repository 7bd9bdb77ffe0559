import type { CaipNetworkId } from '../chain/caip.ts'

/** What one transaction moved. */
export interface PastTransfer {
  readonly direction?: 'in' | 'out' | 'self' | undefined
  /** Exact decimal text, in whole coins or tokens. */
  readonly quantity: string
  /** Of the coin or token; empty for an NFT. */
  readonly symbol: string
  readonly name: string
  readonly nft: boolean
  /** An `https` URL of its picture. */
  readonly imageUrl?: string | undefined
}

/** A transaction of an account as its list of activity shows it. Specification 1, section 3, "Transaction". */
export interface PastTransaction {
  readonly id: string
  readonly hash: string
  readonly network: CaipNetworkId
  /** In ms. */
  readonly at: number
  /** Such as `send` or `trade`: the key of its word in `activityWords`. */
  readonly operation: string
  readonly status: 'confirmed' | 'failed' | 'pending'
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly transfers: readonly PastTransfer[]
  /**
   * Moves nothing at all, though it is said to be a transfer: so strangers put an address like a known one into a list of
   * activity. It is shown less, and its addresses are not offered. `reliability` T8.
   */
  readonly worthless: boolean
}
