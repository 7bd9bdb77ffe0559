import type { CaipAddress } from '../../core/chain/caip.ts'
import { parseCaipAddress } from '../../core/chain/caip-10.ts'
import { HttpError } from '../../core/errors/latchkey-error.ts'
import type { ReportedNftPage } from '../../core/wallet/nft.ts'
import type { CallOptions } from '../../ports.ts'
import { type DataRequests, type DataServiceOptions, inPath } from './data-requests.ts'

export interface NftService {
  /** Returns one page of NFTs, in the service's order. Resolves with undefined if the service doesn't list the network's NFTs. */
  nfts(
    account: CaipAddress,
    cursor: string | undefined,
    opts?: CallOptions,
  ): Promise<ReportedNftPage | undefined>
}

export function createNfts(
  { get }: DataRequests,
  { answers }: Pick<DataServiceOptions, 'answers'>,
): NftService {
  return {
    async nfts(account, cursor, opts) {
      const { networkId, address } = parseCaipAddress(account)
      const params = { cursor, chainId: networkId }
      try {
        const { items, next } = await get(`v1/account/${inPath(address)}/nfts`, params, answers.nfts, opts)
        const nfts = items
          .filter(({ chainId }) => chainId === networkId)
          .map(({ tokenId, quantity, collection, ...more }) => ({
            ...{
              ...more,
              tokenId: BigInt(tokenId),
              quantity: BigInt(quantity),
              collection: collection?.name,
            },
          }))
        return { nfts, next }
      } catch (error) {
        // Many services answer with 404, because they don't have this route, or have it only for other networks.
        if (error instanceof HttpError && error.status === 404) return undefined
        throw error
      }
    },
  }
}
