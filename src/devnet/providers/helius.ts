import type { ChainNetwork } from '../../core/chain/network.ts'
import type { Asset, Movement } from '../../servers/data/chain-reader.ts'
import { NodeCalls } from '../../servers/data/node-calls.ts'
import { nftReaderOf, readerOf } from '../data/chain-readers.ts'
import { postTo } from '../node-http.ts'
import type { Answering } from './blockscout.ts'
import { rpcAnswer } from './rpc-answer.ts'

/** Helius's APIs for a devnet's solana network: https://www.helius.dev/docs/das-api. Undefined for another family. */
export function heliusOf(network: ChainNetwork, tokens: readonly Asset[]): Answering | undefined {
  const [url] = network.rpcUrls.default.http
  const [reader, nfts] = [readerOf(network, tokens), nftReaderOf(network)]
  if (network.chainNamespace !== 'solana' || url === undefined || !reader || !nfts) return undefined
  const node = new NodeCalls(postTo(url))
  const known = new Map<string, Asset>()
  const assetOf = ({ address = '', name, symbol, decimals }: Asset, owner?: string) => ({
    ...{ interface: 'FungibleToken', id: address, content: { metadata: { name, symbol } } },
    ...{ ownership: { owner }, token_info: { decimals } },
  })
  const call = rpcAnswer({
    getGenesisHash: () => node.call('getGenesisHash', []),
    async searchAssets([asked]) {
      const { ownerAddress = '', tokenType } = asked as Readonly<Record<string, string | undefined>>
      if (tokenType === 'nonFungible') {
        const { owned } = await nfts.page(ownerAddress, undefined)
        const items = owned.map(({ contract: id, name = '' }) => {
          return {
            interface: 'V1_NFT',
            id,
            content: { metadata: { name } },
            ownership: { owner: ownerAddress },
          }
        })
        return { total: items.length, limit: 100, page: 1, items }
      }
      const held = (await reader.holdings(ownerAddress)).map(({ asset }) => asset)
      const items = held
        .filter(({ address }) => address !== undefined)
        .map((asset) => assetOf(asset, ownerAddress))
      return { total: items.length, limit: 100, page: 1, items }
    },
    async getAssetBatch([asked]) {
      const { ids } = asked as { readonly ids: readonly string[] }
      return ids.map((id) => {
        const asset = known.get(id)
        return asset ? assetOf(asset) : null
      })
    },
  })

  return async (path, query, body) => {
    if (path === '') return call(body)
    const [, address = ''] = /^v0\/addresses\/([^/]+)\/transactions$/.exec(path) ?? []
    if (address === '') return undefined
    const all = (await reader.activity(address)).filter(({ block }) => Number.isFinite(block))
    const sorted = all.toSorted((one, two) => two.block - one.block || two.place - one.place)
    const before = query.get('before-signature')
    const from = sorted.findIndex(({ hash }) => hash === before) + 1
    return sorted.slice(from, from + Number(query.get('limit') ?? 100)).map((one) => {
      for (const { asset } of one.movements) if (asset.address !== undefined) known.set(asset.address, asset)
      const coins = one.movements.filter(({ asset }) => asset.address === undefined)
      const moved = one.movements.filter(({ asset }) => asset.address !== undefined)
      return {
        ...{ type: 'UNKNOWN', source: 'UNKNOWN', fee: 5000, feePayer: one.from, signature: one.hash },
        ...{ slot: one.block, timestamp: one.seconds, tokenTransfers: [] },
        nativeTransfers: coins.map(({ direction, amount }) => ({
          fromUserAccount: direction === 'in' ? one.from : address,
          toUserAccount: direction === 'in' ? address : one.to,
          amount: Number(amount),
        })),
        accountData: [{ account: address, nativeBalanceChange: 0, tokenBalanceChanges: moved.map(change) }],
        transactionError: one.status === 'failed' ? { InstructionError: [0, 'Custom'] } : null,
      }
    })

    function change({ direction, amount, asset: { address: mint, decimals } }: Movement) {
      const sign = direction === 'out' ? '-' : ''
      return { userAccount: address, mint, rawTokenAmount: { tokenAmount: `${sign}${amount}`, decimals } }
    }
  }
}
