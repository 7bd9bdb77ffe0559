import { formatUnits } from '../../core/amounts/units.ts'
import { readQuantity } from '../../core/json/read-quantity.ts'
import type { DataProviderContext, ProvidedPage } from '../../core/wallet/data-provider.ts'
import type { CallOptions } from '../../ports.ts'
import { type BlockList, blockPage, highestBlock } from '../shared/eip155/block-pages.ts'
import { readHex } from '../shared/eip155/read-hex.ts'
import { readAddress, readDecimals, readWord } from '../shared/eip155/token.ts'
import type { Endpoint, Item } from './endpoint.ts'

type Read = BlockList['items'][number]

/** The number of items per list and page. */
const perPage = 50
/** The selector of `approve(address,uint256)` of ERC-20. */
const approve = '0x095ea7b3'

/**
 * Creates a function that reads an account's history. It merges the list of the account's transactions with the lists of its
 * token transfers and NFT transfers.
 */
export function accountHistory(
  { network, list, invalid }: Endpoint,
  { clock, coin }: Pick<DataProviderContext, 'clock' | 'coin'>,
) {
  return async (account: string, cursor?: string, opts: CallOptions = {}): Promise<ProvidedPage> => {
    const owner = account.toLowerCase()
    const toBlock = highestBlock(cursor, owner)
    async function ask(
      [method, name]: readonly [method: string, name: string],
      address: string | readonly string[],
      parties: readonly string[],
      read: (item: Item) => Read | undefined,
    ): Promise<BlockList> {
      const params = {
        address,
        descOrder: true,
        pageSize: perPage,
        ...(toBlock !== undefined && { toBlock }),
      }
      const [page, rows] = await list(method, name, params, opts)
      if (rows.length > perPage) throw invalid('a page of the asked size')
      const items = rows.flatMap((item) => {
        if (!parties.some((party) => readAddress(item[party]) === owner))
          throw invalid('the account of the request')
        return read(item) ?? []
      })
      // The last valid item decides where the next page starts. If no item is valid, there can't be a next page.
      if (rows.length > 0 && items.length === 0) throw invalid(name)
      return { items, isFull: rows.length === perPage || Boolean(page.nextPageToken) }
    }
    const sides = ['fromAddress', 'toAddress']
    const lists = await Promise.all([
      // The method takes only one address: https://www.ankr.com/docs/advanced-api/query-methods/#ankr_gettransactionsbyaddress.
      // If a transaction creates a contract, `contractAddress` is this contract.
      ask(
        ['ankr_getTransactionsByAddress', 'transactions'],
        account,
        ['from', 'to', 'contractAddress'],
        readTransaction,
      ),
      // https://www.ankr.com/docs/advanced-api/token-methods/#ankr_gettokentransfers
      ask(['ankr_getTokenTransfers', 'transfers'], [account], sides, readTransfer),
      // https://www.ankr.com/docs/advanced-api/nft-methods/#ankr_getnfttransfers
      ask(['ankr_getNftTransfers', 'transfers'], [account], sides, readNftTransfer),
    ])
    const about = { network, coin: coin(network), owner }
    return blockPage(about, toBlock, lists, { now: clock.now(), invalid })
  }
}

/** Reads a number in hex or decimal form. Returns NaN for any other value. */
function readNumber(value: unknown): number {
  return /^(0x[\da-f]{1,12}|\d{1,14})$/i.test(`${value}`) ? Number(value) : Number.NaN
}

/** Reads the fields that transactions and transfers have in common. Returns undefined if one of them is invalid. */
function placeOf(hash: unknown, height: unknown, time: unknown) {
  const [block, seconds] = [readNumber(height), readNumber(time)]
  const isHash = typeof hash === 'string' && /^0x[\da-f]{64}$/i.test(hash)
  if (!isHash || Number.isNaN(block) || Number.isNaN(seconds)) return undefined
  return { hash: hash.toLowerCase(), block, at: seconds * 1000 }
}

function readTransaction({ status, input, ...item }: Item): Read | undefined {
  const place = placeOf(item.hash, item.blockNumber, item.timestamp)
  const value = readHex(item.value)
  if (!place || value === undefined) return undefined
  const [from, to] = [readAddress(item.from), readAddress(item.to)]
  const called = `${input}`.startsWith(approve) ? 'approve' : undefined
  return {
    ...{ ...place, from, to, value, failed: status === '0x0', open: status !== '0x0' && status !== '0x1' },
    method: to === undefined ? 'deploy' : called,
  }
}

/** Reads the fields that token transfers and NFT transfers have in common. Returns undefined if the hash, the block or the time is invalid. */
function readShared(item: Item) {
  const place = placeOf(item.transactionHash, item.blockHeight, item.timestamp)
  return place && { ...place, from: readAddress(item.fromAddress), to: readAddress(item.toAddress) }
}

function readTransfer(item: Item): Read | undefined {
  const place = readShared(item)
  if (!place) return undefined
  const hidden = { ...place, isHidden: true } as const
  const [address, decimals] = [readAddress(item.contractAddress), readDecimals(item.tokenDecimals)]
  if (address === undefined || decimals === undefined) return hidden
  const [name, symbol] = [readWord(item.tokenName), readWord(item.tokenSymbol)]
  const raw = readQuantity(item.valueRawInteger)
  // Some items have the amount only in whole tokens.
  const quantity = raw === undefined ? item.value : formatUnits(raw, decimals)
  if (typeof quantity !== 'string' || !/^\d{1,80}(\.\d{1,77})?$/.test(quantity)) return hidden
  return { ...place, token: { address, name, symbol, isFungible: true, decimals }, quantity }
}

function readNftTransfer(item: Item): Read | undefined {
  const place = readShared(item)
  const address = readAddress(item.contractAddress)
  if (!place) return undefined
  if (address === undefined) return { ...place, isHidden: true }
  const [name, symbol] = [readWord(item.collectionName), readWord(item.collectionSymbol)]
  const quantity = item.type === 'ERC1155' ? String(readQuantity(item.value) ?? 1n) : '1'
  return { ...place, token: { address, name, symbol, isFungible: false, decimals: undefined }, quantity }
}
