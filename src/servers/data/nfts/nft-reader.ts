import type { CaipNetworkId } from '../../../core/chain/caip.ts'

/** An NFT that an account has, as its contract describes it. */
export interface OwnedNft {
  readonly standard: 'erc721' | 'erc1155'
  /** In lower case. */
  readonly contract: string
  readonly tokenId: bigint
  readonly quantity: bigint
  /** The collection's name; empty if the contract has none. */
  readonly collection: string
  /** Where its metadata is; empty if the contract doesn't say. */
  readonly uri: string
}

/** Where a page continues: below this log. `part` counts within a log that lists several NFTs. */
export type Position = readonly [block: number, log: number, part: number]

export interface NftPage {
  /** Those received last first. */
  readonly owned: readonly OwnedNft[]
  /** Undefined on the last page. A page may be empty and not be the last one. */
  readonly next: Position | undefined
}

/** Lists the NFTs of one network's accounts. */
export interface NftReader {
  readonly chain: CaipNetworkId
  /** Returns the normalized address; undefined if the text is not an address of this family. */
  addressOf(text: string): string | undefined
  page(account: string, from: Position | undefined, signal?: AbortSignal): Promise<NftPage>
}
