import type { CaipAssetId, CaipNetworkId } from '../chain/caip.ts'
import type { Amount } from './transaction.ts'

/** An account's balance of one asset (S1.3). */
export interface TokenBalance {
  readonly name: string
  readonly network: CaipNetworkId
  /** Absent for the native coin. */
  readonly asset?: CaipAssetId | undefined
  /**
   * The address of the contract or mint, in the family's usual format. On cosmos: the denomination. On polkadot: the asset's id.
   */
  readonly address?: string | undefined
  /** The exact amount, in the smallest unit. */
  readonly amount: Amount
  /** The price of one whole token in the currency of the option `currency`, if known. For display only, not for calculations. */
  readonly price?: number | undefined
  /**
   * The value of the amount in the currency of the option `currency`, if the price is known. For display only, not for
   * calculations.
   */
  readonly value?: number | undefined
  /** An `https` URL. */
  readonly iconUrl?: string | undefined
  /** Only for an NFT. */
  readonly nft?: NftDetails | undefined
}

/** The description of an NFT. The texts come from an untrusted source, and are cleaned for display. */
export interface NftDetails {
  readonly standard: 'erc721' | 'erc1155' | 'metaplex'
  /** The token's id in decimal digits. For Metaplex, the mint's address. */
  readonly tokenId: string
  /** The collection's name. Empty if the collection has no name. */
  readonly collection: string
  readonly description: string
  /** An `https` URL, or a `data:image/` URI. Show the image only in an `<img>`, which runs no scripts. */
  readonly imageUrl: string | undefined
  /** Whether the NFT is probably spam: the source marks it as spam, or its texts advertise a website. */
  readonly isSpam: boolean
}

/** A balance that a service or a wallet reports. Its addresses aren't validated. */
export interface ReportedBalance {
  readonly name: string
  readonly symbol: string
  /** Absent for the native coin. */
  readonly address?: string | undefined
  readonly decimals: number
  /** In the smallest unit. */
  readonly value: bigint
  /** The multiplier of the amount: see `Amount.multiplier`. */
  readonly multiplier?: number | undefined
  readonly locked?: Amount['locked']
  readonly price?: number | undefined
  readonly iconUrl?: string | undefined
}
