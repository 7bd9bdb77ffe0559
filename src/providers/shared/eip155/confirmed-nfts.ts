import type { ReportedNft } from '../../../core/wallet/nft.ts'
import type { CallOptions, JsonRpcPort } from '../../../ports.ts'
import { isFailedCall } from './failed-call.ts'

/** The maximum number of NFTs per page. It is low, because each NFT needs a call to the node. */
export const mostNfts = 100
/** The maximum lengths, in characters. Longer texts are cut, and longer picture URLs are dropped. */
const longest = { text: 2048, picture: 150_000 } as const

/**
 * Returns the NFTs of a list that the account really holds, according to the host's own node. So a wrong answer of a service can
 * hide an NFT, but can't add one.
 */
export async function confirmedNfts(
  node: JsonRpcPort,
  account: string,
  listed: readonly ReportedNft[],
  opts: CallOptions,
): Promise<readonly ReportedNft[]> {
  const owner = account.slice(2).toLowerCase()
  async function confirmed(nft: ReportedNft): Promise<readonly ReportedNft[]> {
    const { standard, contract: to, tokenId } = nft
    const id = tokenId.toString(16).padStart(64, '0')
    // The calls `ownerOf(uint256)` of ERC-721, and `balanceOf(address,uint256)` of ERC-1155.
    const data = standard === 'erc721' ? `0x6352211e${id}` : `0x00fdd58e${owner.padStart(64, '0')}${id}`
    try {
      const answer = await node.request({ method: 'eth_call', params: [{ to, data }, 'latest'] }, opts)
      if (typeof answer !== 'string' || !/^0x[\da-f]{64}$/i.test(answer)) return []
      const value = BigInt(answer)
      const quantity = standard === 'erc1155' ? value : value === BigInt(account) ? 1n : 0n
      return quantity > 0n ? [{ ...nft, quantity }] : []
    } catch (error) {
      if (isFailedCall(error)) return []
      throw error
    }
  }
  return (await Promise.all(listed.slice(0, mostNfts).map(confirmed))).flat()
}

export function nftText(value: unknown): string | undefined {
  return typeof value === 'string' ? value.slice(0, longest.text) : undefined
}

export function nftPictureUrl(value: unknown): string | undefined {
  // A URL that was cut would show no picture. So drop a long URL.
  return typeof value === 'string' && value.length <= longest.picture ? value : undefined
}
