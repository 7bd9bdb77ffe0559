import { isLatchkeyError, latchkeyError } from '../../core/errors/latchkey-error.ts'
import { isObject } from '../../core/json/is-object.ts'
import type { DataProviderContext } from '../../core/wallet/data-provider.ts'
import type { ReportedNft, ReportedNftPage } from '../../core/wallet/nft.ts'
import type { CallOptions } from '../../ports.ts'
import { type Instance, isQuery } from './instance.ts'
import { readAddress } from './token.ts'

/** The most NFTs to read per page, because each NFT needs a call to the node. */
const mostItems = 100
/** In characters. Longer texts are cut, and longer picture URLs are dropped. */
const longest = { text: 2048, picture: 150_000 } as const

const standards: Readonly<Record<string, ReportedNft['standard']>> = {
  'ERC-721': 'erc721',
  'ERC-1155': 'erc1155',
}

/**
 * The NFTs that Blockscout lists, page by page. The host's own node confirms that the account holds each NFT. So a wrong answer
 * from Blockscout can hide an NFT, but can't add one.
 */
export function heldNfts({ network, page }: Instance, { rpc }: Pick<DataProviderContext, 'rpc'>) {
  return async (
    account: string,
    cursor: string | undefined,
    opts: CallOptions = {},
  ): Promise<ReportedNftPage> => {
    const node = rpc(network)
    const owner = account.slice(2).toLowerCase()
    async function confirmed(nft: ReportedNft): Promise<readonly ReportedNft[]> {
      const { standard, contract: to, tokenId } = nft
      const id = tokenId.toString(16).padStart(64, '0')
      // `ownerOf(uint256)` of ERC-721, and `balanceOf(address,uint256)` of ERC-1155.
      const data = standard === 'erc721' ? `0x6352211e${id}` : `0x00fdd58e${owner.padStart(64, '0')}${id}`
      try {
        const answer = await node.request({ method: 'eth_call', params: [{ to, data }, 'latest'] }, opts)
        if (typeof answer !== 'string' || !/^0x[\da-f]{64}$/i.test(answer)) return []
        const value = BigInt(answer)
        const quantity = standard === 'erc1155' ? value : value === BigInt(account) ? 1n : 0n
        return quantity > 0n ? [{ ...nft, quantity }] : []
      } catch (error) {
        if (isLatchkeyError(error, 'node/execution-reverted')) return []
        throw error
      }
    }
    const query = { ...(cursor === undefined ? {} : queryFrom(cursor)), type: 'ERC-721,ERC-1155' }
    const answer = await page(`addresses/${account}/nft`, query, opts)
    const listed = answer.items.slice(0, mostItems).flatMap((item) => readNft(item) ?? [])
    const next = answer.next && JSON.stringify(answer.next)
    return { nfts: (await Promise.all(listed.map(confirmed))).flat(), next }
  }

  function queryFrom(cursor: string): object {
    try {
      const query: unknown = JSON.parse(cursor)
      if (isQuery(query)) return query
    } catch {
      // Throws below.
    }
    throw latchkeyError('validation/invalid-input', {
      values: { field: 'cursor', reason: 'must come from this provider' },
    })
  }
}

/** Undefined for an item that isn't an NFT. */
function readNft(item: unknown): ReportedNft | undefined {
  if (!isObject(item) || !isObject(item.token)) return undefined
  const { id, token, metadata, image_url: image, token_type: type } = item
  const standard = standards[`${type ?? token.type}`]
  // Older versions call it `address`.
  const contract = readAddress(token.address_hash ?? token.address)
  if (!standard || contract === undefined || !/^\d{1,78}$/.test(`${id}`)) return undefined
  const about = isObject(metadata) ? metadata : {}
  return {
    ...{ standard, contract, tokenId: BigInt(`${id}`), quantity: 0n },
    name: text(about.name),
    description: text(about.description),
    collection: text(token.name),
    imageUrl: text(image, longest.picture) ?? text(about.image, longest.picture),
    isSpam: token.reputation === 'scam',
  }
}

function text(value: unknown, most: number = longest.text): string | undefined {
  if (typeof value !== 'string') return undefined
  // Part of a picture URL can't be shown.
  return most === longest.text ? value.slice(0, most) : value.length <= most ? value : undefined
}
