import type { Answering } from './blockscout.ts'
import { rpcAnswer } from './rpc-answer.ts'
import {
  allItems,
  type ScoutNft,
  type ScoutToken,
  type ScoutTransaction,
  type ScoutTransfer,
} from './scout-items.ts'

const hex = (value: bigint | number | string) => `0x${BigInt(value).toString(16)}`
const word = (value: string) => `0x${BigInt(value).toString(16).padStart(64, '0')}`

/** Alchemy's API for a devnet's eip155 network: https://www.alchemy.com/docs/reference/api-overview. The data is from the fake of Blockscout. */
export function alchemyOf(scout: Answering): Answering {
  const tokens = new Map<string, ScoutToken>()
  const call = rpcAnswer({
    eth_getBlockByNumber: async ([height]) =>
      (await scout(`blocks/${Number(height)}`, new URLSearchParams())) ?? null,
    async alchemy_getTokenBalances([address]) {
      const held = await allItems<{ readonly token: ScoutToken; readonly value: string }>(
        scout,
        `${address}`,
        'tokens',
      )
      for (const { token } of held) tokens.set(token.address_hash.toLowerCase(), token)
      const tokenBalances = held.map(({ token, value }) => ({
        contractAddress: token.address_hash.toLowerCase(),
        tokenBalance: word(value),
        error: null,
      }))
      return { address, tokenBalances }
    },
    async alchemy_getTokenMetadata([contract]) {
      const { name, symbol, decimals } = tokens.get(`${contract}`.toLowerCase()) ?? {}
      const known = decimals === undefined ? null : Number(decimals)
      return { name: name ?? null, symbol: symbol ?? null, decimals: known, logo: null }
    },
    async alchemy_getAssetTransfers([asked]) {
      const { fromAddress, toAddress, toBlock, maxCount } = asked as Readonly<
        Record<string, string | undefined>
      >
      const [side, address = ''] =
        fromAddress === undefined ? (['to', toAddress] as const) : (['from', fromAddress] as const)
      const end = toBlock === undefined ? Number.POSITIVE_INFINITY : Number(toBlock)
      const own = (await allItems<ScoutTransaction>(scout, address, 'transactions')).filter(
        ({ status }) => status === 'ok',
      )
      const moved = await allItems<ScoutTransfer>(scout, address, 'token-transfers')
      const transfers = [
        ...own.map((one) => ({ item: one, hash: one.hash, ...coins(one) })),
        ...moved.map((one) => ({ item: one, hash: one.transaction_hash, ...token(one) })),
      ]
        .filter(
          ({ item }) => item[side]?.hash.toLowerCase() === address.toLowerCase() && item.block_number <= end,
        )
        .sort((one, two) => two.item.block_number - one.item.block_number)
        .slice(0, Number(maxCount ?? 1000))
        .map(({ item, ...about }) => ({
          ...{ blockNum: hex(item.block_number), from: item.from.hash, to: item.to?.hash ?? null },
          metadata: { blockTimestamp: item.timestamp },
          ...about,
        }))
      return { transfers }
    },
  })
  return async (path, query, body) => {
    if (/^v2(\/[^/]+)?$/.test(path)) return call(body)
    if (!/^nft\/v3\/([^/]+\/)?getNFTsForOwner$/.test(path)) return undefined
    const owned = await allItems<ScoutNft>(scout, query.get('owner') ?? '', 'nft')
    return { ownedNfts: owned.map(ownedNft), totalCount: owned.length, pageKey: null }
  }
}

function coins({ value }: ScoutTransaction) {
  return {
    asset: 'ETH',
    category: 'external',
    rawContract: { value: hex(value), address: null, decimal: '0x12' },
  }
}

function token({ token, total: { value } }: ScoutTransfer) {
  const isFungible = token.type === 'ERC-20'
  const rawContract = {
    value: isFungible ? hex(value) : null,
    address: token.address_hash,
    decimal: isFungible ? hex(token.decimals) : null,
  }
  return { asset: token.symbol, category: isFungible ? 'erc20' : 'erc721', rawContract }
}

function ownedNft({
  id,
  token_type: type,
  value,
  token: { address_hash: address, name },
  metadata,
}: ScoutNft) {
  const tokenType = type.replace('-', '')
  const about = { name: metadata.name ?? null, description: metadata.description ?? null }
  const image = { cachedUrl: null, originalUrl: metadata.image ?? null }
  return {
    contract: { address, name, tokenType, isSpam: null },
    tokenId: id,
    tokenType,
    ...about,
    image,
    balance: value,
  }
}
