import type { ChainNetwork } from '../../core/chain/network.ts'
import type { Asset, ChainReader } from '../../servers/data/chain-reader.ts'
import { BlockIndex } from '../../servers/data/eip155/block-index.ts'
import type { MinedTransaction } from '../../servers/data/eip155/mined-transaction.ts'
import { TokenFacts } from '../../servers/data/eip155/token-facts.ts'
import { NftMetadataReader } from '../../servers/data/nfts/nft-metadata.ts'
import type { NftReader } from '../../servers/data/nfts/nft-reader.ts'
import { NodeCalls } from '../../servers/data/node-calls.ts'
import { nftReaderOf, readerOf } from '../data/chain-readers.ts'
import { postTo } from '../node-http.ts'

/** The number of items per page, as at the real Blockscout. */
const perPage = 50

/** Answers a path below the service's base URL; undefined for an unknown path (404). */
export type Answering = (path: string, query: URLSearchParams, body?: string) => Promise<unknown>

/** Blockscout's API for a devnet's eip155 network: https://docs.blockscout.com/devs/apis/rest. Undefined for another family. */
export function blockscoutOf(network: ChainNetwork, tokens: readonly Asset[]): Answering | undefined {
  const [url] = network.rpcUrls.default.http
  const reader = readerOf(network, tokens)
  const nfts = nftReaderOf(network)
  if (network.chainNamespace !== 'eip155' || url === undefined || !reader || !nfts) return undefined
  return answering(new NodeCalls(postTo(url)), reader, nfts)
}

const outcomes = {
  confirmed: { status: 'ok', result: 'success' },
  failed: { status: 'error', result: 'execution reverted' },
  unknown: { status: null, result: 'pending' },
} as const

function answering(node: NodeCalls, reader: ChainReader, nfts: NftReader): Answering {
  const facts = new TokenFacts(node)
  const index = new BlockIndex(node, () => facts.forget())
  const metadata = new NftMetadataReader({ now: () => Date.now(), allowPrivate: true })
  const lists: Readonly<Record<string, (account: string) => Promise<readonly unknown[]>>> = {
    async tokens(account) {
      const holdings = await reader.holdings(account)
      return holdings.flatMap(({ asset, amount }) =>
        asset.address === undefined
          ? []
          : [{ token: tokenOf(asset), token_id: null, token_instance: null, value: String(amount) }],
      )
    },
    async transactions(account) {
      const mined = (await index.transactionsOf(account)).toReversed()
      return mined
        .filter(({ from, to, created }) => [from, to, created].includes(account))
        .map((one) => ({
          ...placeOf(one),
          hash: one.hash,
          from: party(one.from),
          to: one.to === undefined ? null : party(one.to),
          created_contract: one.created === undefined ? null : party(one.created),
          value: String(one.value),
          ...outcomes[one.status],
          method: null,
        }))
    },
    async 'token-transfers'(account) {
      const mined = (await index.transactionsOf(account)).toReversed()
      const moves = mined.flatMap((one) => one.transfers.map((move) => ({ one, move })))
      const own = moves.filter(({ move: { from, to } }) => from === account || to === account)
      const assets = await facts.of(own.map(({ move }) => move.token))
      return own.flatMap(({ one, move: { token, from, to, amount } }) => {
        const asset = assets.get(token)
        if (!asset) return []
        return [
          {
            ...placeOf(one),
            transaction_hash: one.hash,
            ...{ from: party(from), to: party(to), token: tokenOf(asset), type: 'token_transfer' },
            total: { decimals: String(asset.decimals), value: String(amount) },
          },
        ]
      })
    },
    async nft(account) {
      const owned = []
      let page = await nfts.page(account, undefined)
      for (;;) {
        owned.push(...page.owned)
        if (!page.next) break
        page = await nfts.page(account, page.next)
      }
      return Promise.all(
        owned.map(async ({ standard, contract, tokenId, quantity, collection, uri }) => {
          const { name, description, image } = await metadata.of(uri)
          const type = standard === 'erc721' ? 'ERC-721' : 'ERC-1155'
          return {
            ...{ id: String(tokenId), token_type: type, value: String(quantity), image_url: image || null },
            token: { address_hash: contract, name: collection, symbol: '', type, decimals: null },
            metadata: { name, description, image },
          }
        }),
      )
    },
  }

  return async (path, query) => {
    const [, number] = /^blocks\/(\d{1,15})$/.exec(path) ?? []
    if (number !== undefined) {
      const params = [`0x${Number(number).toString(16)}`, false]
      const block = await node.call<{ readonly hash: string } | null>('eth_getBlockByNumber', params)
      return block ? { height: Number(number), hash: block.hash } : undefined
    }
    const [, account = '', list = ''] = /^addresses\/(0x[\da-f]{40})\/([a-z-]+)$/i.exec(path) ?? []
    const all = Object.hasOwn(lists, list) ? await lists[list]?.(account.toLowerCase()) : undefined
    if (!all) return undefined
    const from = Number(query.get('index') ?? 0)
    const next = from + perPage
    return {
      items: all.slice(from, next),
      next_page_params: next < all.length ? { index: next, items_count: perPage } : null,
    }
  }
}

function placeOf({ block, seconds }: MinedTransaction) {
  return { block_number: block, timestamp: new Date(seconds * 1000).toISOString() }
}

function party(hash: string) {
  return { hash, is_contract: false, is_scam: false, name: null }
}

function tokenOf({ address, name, symbol, decimals }: Asset) {
  return { address_hash: address, name, symbol, decimals: String(decimals), type: 'ERC-20', reputation: 'ok' }
}
