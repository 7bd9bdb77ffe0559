import type { CaipNetworkId } from '../../../core/chain/caip.ts'
import { DataRefusal } from '../data-refusal.ts'

export interface OwnedNft {
  readonly standard: 'erc721' | 'erc1155' | 'metaplex'
  /** The contract's address in lower case. For Metaplex: the mint. */
  readonly contract: string
  /** For Metaplex: 0, because each NFT has a mint of its own. */
  readonly tokenId: bigint
  readonly quantity: bigint
  /** The collection's name; empty if the contract has none. */
  readonly collection: string
  /** The NFT's name on the chain, if it has one. It is shown if the metadata has no name, or can't be read. */
  readonly name?: string | undefined
  /** The URI of the metadata; empty if the contract has none. */
  readonly uri: string
}

/**
 * Where the next page starts. On eip155, the next page starts below this log. `part` is the position within a log
 * that lists several NFTs. On solana, the three numbers encode the last mint of the page.
 */
export type Position = readonly [block: number, log: number, part: number]

export interface NftPage {
  /** On eip155, the NFTs that the account received last come first. */
  readonly owned: readonly OwnedNft[]
  /** Undefined on the last page. An empty page can have a next page. */
  readonly next: Position | undefined
}

/** Lists the NFTs of one network's accounts. */
export interface NftReader {
  readonly chain: CaipNetworkId
  /** Returns the normalized address; undefined if the text is not an address of this family. */
  addressOf(text: string): string | undefined
  page(account: string, from: Position | undefined, signal?: AbortSignal): Promise<NftPage>
}

export function notServed(chain: string): DataRefusal {
  return new DataRefusal(404, 'chainId', `NFTs of ${chain.slice(0, 100)} are not served`)
}
