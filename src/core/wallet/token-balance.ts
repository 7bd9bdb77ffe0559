import type { CaipAssetId, CaipNetworkId } from '../chain/caip.ts'
import type { NftDetails } from './nft.ts'
import type { Amount } from './transaction.ts'

/** An account's balance of one asset (S1.3). */
export interface TokenBalance {
  readonly name: string
  readonly network: CaipNetworkId
  /** Absent for the native coin. */
  readonly asset?: CaipAssetId | undefined
  /** The contract or mint, in the family's usual format. */
  readonly address?: string | undefined
  /** Exact, in the smallest unit. */
  readonly amount: Amount
  /** Price per unit in US dollars, if known. For display only, not for calculations. */
  readonly price?: number | undefined
  /** Total value in US dollars, if the price is known. For display only, not for calculations. */
  readonly value?: number | undefined
  /** An `https` URL. */
  readonly iconUrl?: string | undefined
  /** Only of an NFT. */
  readonly nft?: NftDetails | undefined
}

/** A balance reported by a service or a wallet, whose addresses aren't validated yet. */
export interface ReportedBalance {
  readonly name: string
  readonly symbol: string
  /** Absent for the native coin. */
  readonly address?: string | undefined
  readonly decimals: number
  /** In the smallest unit. */
  readonly value: bigint
  readonly locked?: Amount['locked']
  readonly price?: number | undefined
  readonly iconUrl?: string | undefined
}
