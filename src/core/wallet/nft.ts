import type { CaipAssetId } from '../chain/caip.ts'
import type { LatchkeyError } from '../errors/latchkey-error.ts'
import type { NftDetails, TokenBalance } from './token-balance.ts'

/**
 * An NFT that an account holds. Its `amount` has 0 decimals. Its `asset` is the CAIP-19 id with the token's id, such as
 * `eip155:1/erc721:0x…/42`. On solana, the id contains the mint: `solana:…/token:…`. An NFT can be sent like a token.
 */
export interface NftBalance extends TokenBalance {
  readonly asset: CaipAssetId
  readonly address: string
  readonly nft: NftDetails
}

/** An NFT as a service or provider reports it. Its data aren't validated. */
export interface ReportedNft {
  readonly standard: NftDetails['standard']
  /** The contract's address. For Metaplex, the mint's address. */
  readonly contract: string
  /** The token's id. Ignored for Metaplex. */
  readonly tokenId: bigint
  readonly quantity: bigint
  readonly name?: string | undefined
  readonly collection?: string | undefined
  readonly description?: string | undefined
  /** The URL of the image: `https:`, `ipfs:` or `data:image/`. Images with other schemes aren't shown. */
  readonly imageUrl?: string | undefined
  readonly isSpam?: boolean | undefined
}

/** One page of an account's NFTs. A page can be empty even if more pages follow. */
export interface ReportedNftPage {
  readonly nfts: readonly ReportedNft[]
  /** The cursor of the next page. Undefined on the last page. */
  readonly next: string | undefined
}

/** The NFTs of the active account on its network. */
export interface NftList {
  /** The NFTs in the order of the source, without duplicates. Includes NFTs that may be spam. */
  readonly items: readonly NftBalance[]
  readonly loading: boolean
  /** Whether the first page was read. */
  readonly known: boolean
  /** Whether there are more pages to read. */
  readonly more: boolean
  /** The error if the last page failed to load. */
  readonly error: LatchkeyError | undefined
}
