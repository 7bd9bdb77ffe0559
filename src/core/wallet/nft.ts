import type { CaipAssetId } from '../chain/caip.ts'
import type { LatchkeyError } from '../errors/latchkey-error.ts'
import type { NftDetails, TokenBalance } from './token-balance.ts'

/**
 * An NFT that an account has. Its `amount` has 0 decimals, and its `asset` is the CAIP-19 id with the token's id, such as
 * `eip155:1/erc721:0x…/42`; on solana, with its mint: `solana:…/token:…`. It can be sent like a token.
 */
export interface NftBalance extends TokenBalance {
  readonly asset: CaipAssetId
  readonly address: string
  readonly nft: NftDetails
}

/** An NFT as a service or provider reports it. Nothing of it is checked yet. */
export interface ReportedNft {
  readonly standard: NftDetails['standard']
  /** Of Metaplex, the mint. */
  readonly contract: string
  /** Ignored of Metaplex. */
  readonly tokenId: bigint
  readonly quantity: bigint
  readonly name?: string | undefined
  readonly collection?: string | undefined
  readonly description?: string | undefined
  /** `https:`, `ipfs:` or `data:image/`; others aren't shown. */
  readonly imageUrl?: string | undefined
  readonly isSpam?: boolean | undefined
}

/** One page of an account's NFTs. It may be empty and not be the last one. */
export interface ReportedNftPage {
  readonly nfts: readonly ReportedNft[]
  /** The cursor of the next page; undefined on the last one. */
  readonly next: string | undefined
}

/** The NFTs of the active account on its network. */
export interface NftList {
  /** In the order of the source, without duplicates. Includes those that may be spam. */
  readonly items: readonly NftBalance[]
  readonly loading: boolean
  /** Whether a first page was read. */
  readonly known: boolean
  /** Whether there are more. */
  readonly more: boolean
  /** Why the last page failed to load. */
  readonly error: LatchkeyError | undefined
}
