import type { Answering } from './blockscout.ts'
import { rpcAnswer } from './rpc-answer.ts'
import {
  allItems,
  type ScoutNft,
  type ScoutToken,
  type ScoutTransaction,
  type ScoutTransfer,
} from './scout-items.ts'

interface Asked {
  readonly blockchain?: string | readonly string[]
  readonly address?: string | readonly string[]
  readonly walletAddress?: string
  readonly fromBlock?: number
  readonly toBlock?: number
  readonly pageSize?: number
}

const hex = (value: bigint | number | string) => `0x${BigInt(value).toString(16)}`

/**
 * Ankr's Advanced API for a devnet's eip155 networks: https://www.ankr.com/docs/advanced-api/overview/. The data comes from the
 * fakes of Blockscout. In this fake API, each network's name is its CAIP-2 id.
 */
export function ankrOf(scouts: ReadonlyMap<string, Answering>): Answering {
  /** Reads the parameters that all methods have. */
  function partsOf(params: unknown) {
    const asked = params as Asked
    const blockchain = `${asked.blockchain}`
    const scout = scouts.get(blockchain)
    const address = asked.walletAddress ?? `${asked.address}`
    return { ...asked, blockchain, address, owner: address.toLowerCase(), scout }
  }
  /** Returns an account's items up to the block `toBlock`, newest first. */
  async function itemsOf<T extends ScoutTransaction | ScoutTransfer>(params: unknown, name: string) {
    const { scout, address, toBlock = Number.POSITIVE_INFINITY } = partsOf(params)
    const all = scout ? await allItems<T>(scout, address, name) : []
    return all.filter(({ block_number: block }) => block <= toBlock)
  }
  async function transfersOf(params: unknown, isFungible: boolean) {
    const { blockchain, pageSize = 100 } = partsOf(params)
    const all = await itemsOf<ScoutTransfer>(params, 'token-transfers')
    const found = all.filter(({ token }) => (token.type === 'ERC-20') === isFungible)
    return found.slice(0, pageSize).map((item) => ({
      ...{ blockchain, blockHeight: item.block_number, timestamp: secondsOf(item) },
      ...{ fromAddress: lower(item.from.hash), toAddress: lower(item.to?.hash) },
      ...{ contractAddress: lower(item.token.address_hash), transactionHash: item.transaction_hash },
      ...(isFungible ? amountOf(item) : nftOf(item)),
    }))
  }

  const call = rpcAnswer({
    async ankr_getBlocks([params]) {
      const { scout, blockchain, fromBlock = 0 } = partsOf(params)
      const block = await scout?.(`blocks/${fromBlock}`, new URLSearchParams())
      return { blocks: block ? [{ blockchain, ...block }] : [] }
    },
    async ankr_getAccountBalance([params]) {
      const { scout, blockchain, address, owner, pageSize } = partsOf(params)
      const held = scout ? await allItems<Held>(scout, address, 'tokens') : []
      const assets = held.map(({ token: { address_hash: contract, name, symbol, decimals }, value }) => ({
        ...{ blockchain, tokenName: name, tokenSymbol: symbol, tokenDecimals: Number(decimals) },
        ...{ tokenType: 'ERC20', contractAddress: lower(contract), holderAddress: owner },
        ...{ balanceRawInteger: value, thumbnail: '' },
      }))
      return { totalBalanceUsd: '0', totalCount: assets.length, assets: assets.slice(0, pageSize) }
    },
    async ankr_getTransactionsByAddress([params]) {
      const { blockchain, pageSize = 100 } = partsOf(params)
      const found = await itemsOf<ScoutTransaction>(params, 'transactions')
      const transactions = found.slice(0, pageSize).map((item) => ({
        ...{
          blockchain,
          hash: item.hash,
          blockNumber: hex(item.block_number),
          timestamp: hex(secondsOf(item)),
        },
        ...{ from: lower(item.from.hash), to: lower(item.to?.hash), value: hex(item.value) },
        ...{
          status: item.status === 'ok' ? '0x1' : '0x0',
          contractAddress: lower(item.created_contract?.hash),
        },
        input: '0x',
      }))
      return { transactions, nextPageToken: '' }
    },
    ankr_getTokenTransfers: async ([params]) => ({ transfers: await transfersOf(params, true) }),
    ankr_getNftTransfers: async ([params]) => ({ transfers: await transfersOf(params, false) }),
    async ankr_getNFTsByOwner([params]) {
      const { scout, blockchain, address, owner, pageSize = 10 } = partsOf(params)
      const nfts = scout ? await allItems<ScoutNft>(scout, address, 'nft') : []
      const assets = nfts.map(({ id: tokenId, token_type: type, token, metadata }) => ({
        ...{ blockchain, tokenId, name: metadata.name ?? '', imageUrl: metadata.image ?? '' },
        ...{ collectionName: token.name, contractAddress: lower(token.address_hash) },
        contractType: type.replace('-', ''),
      }))
      return { owner, assets: assets.slice(0, pageSize), nextPageToken: '' }
    },
  })
  // The path is the API key. If a proxy adds the key, the path is empty.
  return async (path, _query, body) => (/^[^/]*$/.test(path) ? call(body) : undefined)
}

interface Held {
  readonly token: ScoutToken
  readonly value: string
}

function lower(address: string | undefined): string {
  return (address ?? '').toLowerCase()
}

function secondsOf({ timestamp }: ScoutTransaction | ScoutTransfer): number {
  return Date.parse(timestamp) / 1000
}

function amountOf({ token: { name, symbol, decimals }, total }: ScoutTransfer) {
  const tokenDecimals = Number(decimals)
  return { tokenName: name, tokenSymbol: symbol, tokenDecimals, value: '', valueRawInteger: total.value }
}

function nftOf({ token: { name, symbol, type } }: ScoutTransfer) {
  return { collectionName: name, collectionSymbol: symbol, type: type.replace('-', ''), value: '1' }
}
