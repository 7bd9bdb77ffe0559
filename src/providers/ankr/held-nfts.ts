import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { DataProviderContext } from '../../core/wallet/data-provider.ts'
import type { ReportedNft, ReportedNftPage } from '../../core/wallet/nft.ts'
import type { CallOptions } from '../../ports.ts'
import { confirmedNfts, nftPictureUrl, nftText } from '../shared/eip155/confirmed-nfts.ts'
import { readAddress } from '../shared/eip155/token.ts'
import type { Endpoint, Item } from './endpoint.ts'

const standards: Readonly<Record<string, ReportedNft['standard']>> = { ERC721: 'erc721', ERC1155: 'erc1155' }
/** The number of NFTs per page. Ankr allows 50. */
const perPage = 50
/** Matches Ankr's page tokens. They are texts in base58, but other encodings are accepted too. */
const tokenPattern = /^[\w+/=-]{1,1000}$/

/**
 * Creates a function that returns the NFTs of an account. Ankr lists them, and the host's own node confirms them:
 * https://www.ankr.com/docs/advanced-api/nft-methods/#ankr_getnftsbyowner
 */
export function heldNfts({ network, list, invalid }: Endpoint, { rpc }: Pick<DataProviderContext, 'rpc'>) {
  return async (
    owner: string,
    pageToken: string | undefined,
    opts: CallOptions = {},
  ): Promise<ReportedNftPage> => {
    if (pageToken !== undefined && !tokenPattern.test(pageToken))
      throw latchkeyError('validation/invalid-input', {
        values: { field: 'cursor', reason: 'must come from this provider' },
      })
    const params = { walletAddress: owner, pageSize: perPage, ...(pageToken !== undefined && { pageToken }) }
    const [page, assets] = await list('ankr_getNFTsByOwner', 'assets', params, opts)
    if (readAddress(page.owner) !== owner.toLowerCase()) throw invalid('the account of the request')
    const listed = assets.slice(0, perPage).flatMap((item) => readNft(item) ?? [])
    const { nextPageToken: token } = page
    const next = typeof token === 'string' && tokenPattern.test(token) ? token : undefined
    if (next !== undefined && next === pageToken) throw invalid('another page')
    return { nfts: await confirmedNfts(rpc(network), owner, listed, opts), next }
  }
}

/** Reads an NFT. Returns undefined for an item that isn't an NFT. */
function readNft({ contractAddress, contractType, tokenId, ...item }: Item): ReportedNft | undefined {
  const standard = standards[`${contractType}`]
  const contract = readAddress(contractAddress)
  if (!standard || contract === undefined || !/^\d{1,78}$/.test(`${tokenId}`)) return undefined
  return {
    ...{ standard, contract, tokenId: BigInt(`${tokenId}`), quantity: 0n },
    name: nftText(item.name),
    collection: nftText(item.collectionName),
    imageUrl: nftPictureUrl(item.imageUrl),
  }
}
