import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { isObject } from '../../core/json/is-object.ts'
import type { DataProviderContext } from '../../core/wallet/data-provider.ts'
import type { ReportedNft, ReportedNftPage } from '../../core/wallet/nft.ts'
import type { CallOptions } from '../../ports.ts'
import { confirmedNfts, mostNfts, nftPictureUrl, nftText } from '../shared/eip155/confirmed-nfts.ts'
import { readAddress } from '../shared/eip155/token.ts'
import type { Endpoint } from './endpoint.ts'

const standards: Readonly<Record<string, ReportedNft['standard']>> = { ERC721: 'erc721', ERC1155: 'erc1155' }
/** The maximum length of a page's key, in characters. Alchemy's keys are UUIDs. */
const longestKey = 500

/**
 * Creates a function that returns the NFTs of an account. Alchemy lists them, and the host's own node confirms them:
 * https://www.alchemy.com/docs/reference/getnftsforowner-v3
 */
export function heldNfts({ network, nft, invalid }: Endpoint, { rpc }: Pick<DataProviderContext, 'rpc'>) {
  return async (
    owner: string,
    pageKey: string | undefined,
    opts: CallOptions = {},
  ): Promise<ReportedNftPage> => {
    if (pageKey !== undefined && (pageKey === '' || pageKey.length > longestKey))
      throw latchkeyError('validation/invalid-input', {
        values: { field: 'cursor', reason: 'must come from this provider' },
      })
    const params = { owner, withMetadata: true, pageSize: mostNfts, pageKey }
    const page = await nft('getNFTsForOwner', params, opts)
    if (!isObject(page) || !Array.isArray(page.ownedNfts)) throw invalid('a list of NFTs')
    const listed = page.ownedNfts.slice(0, mostNfts).flatMap((item) => readNft(item) ?? [])
    const { pageKey: key } = page
    const next = typeof key === 'string' && key !== '' && key.length <= longestKey ? key : undefined
    if (next !== undefined && next === pageKey) throw invalid('another page')
    return { nfts: await confirmedNfts(rpc(network), owner, listed, opts), next }
  }
}

/** Reads an NFT. Returns undefined for an item that isn't an NFT. */
function readNft(item: unknown): ReportedNft | undefined {
  if (!isObject(item) || !isObject(item.contract)) return undefined
  const { contract: from, tokenId, name, description } = item
  const standard = standards[`${item.tokenType ?? from.tokenType}`]
  const contract = readAddress(from.address)
  if (!standard || contract === undefined || !/^\d{1,78}$/.test(`${tokenId}`)) return undefined
  const image = isObject(item.image) ? item.image : {}
  return {
    ...{ standard, contract, tokenId: BigInt(`${tokenId}`), quantity: 0n },
    name: nftText(name),
    description: nftText(description),
    collection: nftText(from.name),
    imageUrl: nftPictureUrl(image.cachedUrl) ?? nftPictureUrl(image.originalUrl),
    isSpam: from.isSpam === true,
  }
}
