import { DataRefusal } from '../data-refusal.ts'
import { type DataRequest, param } from '../requests.ts'
import type { WireNft } from '../wire.ts'
import type { NftMetadataReader } from './nft-metadata.ts'
import { type NftReader, notServed, type Position } from './nft-reader.ts'

export interface NftSource {
  readonly readers: readonly NftReader[]
  readonly metadata: NftMetadataReader
}

/** How many node calls a page counts as, for the client's limit. */
const cost = 20

/**
 * Answers `GET /v1/account/{address}/nfts`. The cursor is a `Position`. So if the account gets an NFT between two pages, no other
 * NFT is listed twice or skipped because of it. An empty page can have a next page. An NFT that the account received several times
 * can be on several pages, because a page doesn't search the logs of the earlier pages again. The client lists it once.
 * @throws DataRefusal
 */
export async function nftsOf(
  { readers, metadata }: NftSource,
  address: string,
  request: DataRequest,
): Promise<{ readonly data: readonly WireNft[]; readonly next: string | null }> {
  const chain = param(request, 'chainId') ?? ''
  const reader = readers.find((one) => one.chain === chain)
  if (!reader) throw notServed(chain)
  const account = reader.addressOf(address)
  if (account === undefined)
    throw new DataRefusal(400, 'address', `${address.slice(0, 100)} isn't an address on ${chain}`)
  const after = param(request, 'cursor')
  const from = after === undefined ? undefined : positionFrom(after)
  request.spend?.(cost)
  const { owned, next } = await reader.page(account, from, request.signal)
  const data = await Promise.all(
    owned.map(async ({ uri, ...nft }): Promise<WireNft> => {
      const { standard, contract, tokenId, quantity, collection } = nft
      const { name, description, image } = await metadata.of(uri)
      return {
        ...{ chainId: chain, standard, contract, tokenId: String(tokenId), quantity: String(quantity) },
        ...{ name: name || (nft.name ?? ''), description, imageUrl: image, collection: { name: collection } },
      }
    }),
  )
  return { data, next: next ? next.join('-') : null }
}

function positionFrom(text: string): Position {
  const [, block, log, part] = /^(\d{1,15})-(\d{1,9})-(\d{1,9})$/.exec(text) ?? []
  if (block === undefined) throw new DataRefusal(400, 'cursor', "This service didn't issue it")
  return [Number(block), Number(log), Number(part)]
}
