import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { isObject } from '../../core/json/is-object.ts'
import type { DataProviderContext } from '../../core/wallet/data-provider.ts'
import type { ReportedNft, ReportedNftPage } from '../../core/wallet/nft.ts'
import type { CallOptions } from '../../ports.ts'
import { confirmedNfts, mostNfts, nftPictureUrl, nftText } from '../shared/eip155/confirmed-nfts.ts'
import { readAddress } from '../shared/eip155/token.ts'
import { type Instance, isQuery } from './instance.ts'

const standards: Readonly<Record<string, ReportedNft['standard']>> = {
  'ERC-721': 'erc721',
  'ERC-1155': 'erc1155',
}

/**
 * Creates a function that returns the NFTs that Blockscout lists, page by page. The host's own node confirms that the account
 * holds each NFT. So a wrong answer of Blockscout can hide an NFT, but can't add one.
 */
export function heldNfts({ network, page }: Instance, { rpc }: Pick<DataProviderContext, 'rpc'>) {
  return async (
    account: string,
    cursor: string | undefined,
    opts: CallOptions = {},
  ): Promise<ReportedNftPage> => {
    const query = { ...(cursor === undefined ? {} : queryFrom(cursor)), type: 'ERC-721,ERC-1155' }
    const answer = await page(`addresses/${account}/nft`, query, opts)
    const listed = answer.items.slice(0, mostNfts).flatMap((item) => readNft(item) ?? [])
    const next = answer.next && JSON.stringify(answer.next)
    return { nfts: await confirmedNfts(rpc(network), account, listed, opts), next }
  }

  function queryFrom(cursor: string): object {
    try {
      const query: unknown = JSON.parse(cursor)
      if (isQuery(query)) return query
    } catch {
      // Invalid JSON is refused below.
    }
    throw latchkeyError('validation/invalid-input', {
      values: { field: 'cursor', reason: 'must come from this provider' },
    })
  }
}

/** Reads an NFT. Returns undefined for an item that isn't an NFT. */
function readNft(item: unknown): ReportedNft | undefined {
  if (!isObject(item) || !isObject(item.token)) return undefined
  const { id, token, metadata, image_url: image, token_type: type } = item
  const standard = standards[`${type ?? token.type}`]
  // In older versions, the field is called `address`.
  const contract = readAddress(token.address_hash ?? token.address)
  if (!standard || contract === undefined || !/^\d{1,78}$/.test(`${id}`)) return undefined
  const about = isObject(metadata) ? metadata : {}
  return {
    ...{ standard, contract, tokenId: BigInt(`${id}`), quantity: 0n },
    name: nftText(about.name),
    description: nftText(about.description),
    collection: nftText(token.name),
    imageUrl: nftPictureUrl(image) ?? nftPictureUrl(about.image),
    isSpam: token.reputation === 'scam',
  }
}
