import { isLatchkeyError, latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { DataProviderContext } from '../../core/wallet/data-provider.ts'
import type { ReportedNft, ReportedNftPage } from '../../core/wallet/nft.ts'
import type { CallOptions } from '../../ports.ts'
import { nftPictureUrl, nftText } from '../shared/eip155/confirmed-nfts.ts'
import { assetParts, isMint } from './asset.ts'
import { type Cluster, perPage } from './cluster.ts'
import { ownNode } from './own-node.ts'

/**
 * Creates a function that returns an account's NFTs. Helius lists the NFTs. The function returns only the NFTs that the host's
 * own node shows in a token account of the owner. So compressed NFTs and Metaplex Core NFTs are left out, because they have no
 * token account.
 */
export function heldNfts({ network, assets }: Cluster, { rpc }: Pick<DataProviderContext, 'rpc'>) {
  return async (account: string, cursor = '1', opts: CallOptions = {}): Promise<ReportedNftPage> => {
    if (!/^[1-9]\d{0,3}$/.test(cursor))
      throw latchkeyError('validation/invalid-input', {
        values: { field: 'cursor', reason: 'must come from this provider' },
      })
    const node = ownNode(rpc(network))
    const items = await assets(account, 'nonFungible', Number(cursor), opts)
    async function confirmed(item: (typeof items)[number]): Promise<readonly ReportedNft[]> {
      const { id } = item
      const { metadata, links, file, compression, collection } = assetParts(item)
      if (!isMint(id) || compression.compressed === true) return []
      const [amount, decimals] = await Promise.all([
        node.amount(account, id, opts),
        node.decimals(id, opts),
      ]).catch((error: unknown) => {
        // A node refuses a mint that it doesn't have. In that case, count the amount as 0.
        if (isLatchkeyError(error, 'rpc/invalid-params')) return [0n, undefined] as const
        throw error
      })
      if (amount <= 0n || decimals !== 0) return []
      return [
        {
          ...{ standard: 'metaplex', contract: id, tokenId: 0n, quantity: amount },
          name: nftText(metadata.name),
          description: nftText(metadata.description),
          collection: nftText(collection.name),
          imageUrl: nftPictureUrl(links.image) ?? nftPictureUrl(file.uri),
        },
      ]
    }
    const nfts = await Promise.all(items.map(confirmed))
    return { nfts: nfts.flat(), next: items.length === perPage ? String(Number(cursor) + 1) : undefined }
  }
}
