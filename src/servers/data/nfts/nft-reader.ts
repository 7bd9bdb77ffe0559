import type { CaipNetworkId } from '../../../core/chain/caip.ts'

/** An NFT that an account has, as its contract describes it. */
export interface OwnedNft {
  readonly standard: 'erc721' | 'erc1155' | 'metaplex'
  /** In lower case. Of Metaplex, the mint. */
  readonly contract: string
  /** Of Metaplex, 0: each NFT has its own mint. */
  readonly tokenId: bigint
  readonly quantity: bigint
  /** The collection's name; empty if the contract has none. */
  readonly collection: string
  /** Its name on the chain, if it has one there. For metadata that can't be read. */
  readonly name?: string | undefined
  /** Where its metadata is; empty if the contract doesn't say. */
  readonly uri: string
}

/**
 * Where a page continues. On eip155: below this log, where `part` counts within a log that lists several NFTs. On solana: after this
 * mint.
 */
export type Position = readonly [block: number, log: number, part: number]

export interface NftPage {
  /** On eip155, those received last first. */
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
