import { formatUnits } from '../../core/amounts/units.ts'
import { isObject } from '../../core/json/is-object.ts'
import type { DataProviderContext, ProvidedPage } from '../../core/wallet/data-provider.ts'
import type { CallOptions } from '../../ports.ts'
import { type BlockList, blockPage, highestBlock } from '../shared/eip155/block-pages.ts'
import { readHex } from '../shared/eip155/read-hex.ts'
import { readAddress, readDecimals, readWord } from '../shared/eip155/token.ts'
import type { Endpoint } from './endpoint.ts'

/** The number of transfers per list and page. */
const perPage = 50

/**
 * Creates a function that reads an account's history. It merges two lists: the transfers that the account sent, and the transfers
 * that it received. Alchemy doesn't list failed transactions:
 * https://www.alchemy.com/docs/data/transfers-api/transfers-endpoints/alchemy-get-asset-transfers
 */
export function accountHistory(
  { network, call, invalid }: Endpoint,
  { clock, coin }: Pick<DataProviderContext, 'clock' | 'coin'>,
) {
  return async (account: string, cursor?: string, opts: CallOptions = {}): Promise<ProvidedPage> => {
    const owner = account.toLowerCase()
    const highest = highestBlock(cursor, owner)
    async function list(side: 'from' | 'to'): Promise<BlockList> {
      const params = {
        [`${side}Address`]: account,
        ...(highest !== undefined && { toBlock: `0x${highest.toString(16)}` }),
        category: ['external', 'erc20', 'erc721', 'erc1155'],
        ...{ order: 'desc', withMetadata: true, excludeZeroValue: false },
        maxCount: `0x${perPage.toString(16)}`,
      }
      const page = await call('alchemy_getAssetTransfers', [params], opts)
      if (!isObject(page) || !Array.isArray(page.transfers) || page.transfers.length > perPage)
        throw invalid('a page of transfers')
      const items = page.transfers.flatMap((item) => {
        if (!isObject(item) || readAddress(item[side]) !== owner) throw invalid('the account of the request')
        return readTransfer(item) ?? []
      })
      // The last valid transfer decides where the next page starts. If no transfer is valid, there can't be a next page.
      if (page.transfers.length > 0 && items.length === 0) throw invalid('transfers')
      return { items, isFull: page.transfers.length === perPage || Boolean(page.pageKey) }
    }
    const [sent, received] = await Promise.all([list('from'), list('to')])
    // Both lists contain the transfers that the account sent to itself. So take them from the first list only.
    const others = { ...received, items: received.items.filter(({ from }) => from !== owner) }
    const about = { network, coin: coin(network), owner }
    return blockPage(about, highest, [sent, others], { now: clock.now(), invalid })
  }
}

function readTransfer(item: Readonly<Record<string, unknown>>): BlockList['items'][number] | undefined {
  const { hash, category, asset, rawContract: raw, metadata } = item
  const block = readHex(item.blockNum)
  const at = Date.parse(isObject(metadata) ? String(metadata.blockTimestamp) : '')
  if (typeof hash !== 'string' || !/^0x[\da-f]{64}$/i.test(hash) || !isObject(raw)) return undefined
  if (block === undefined || block > 10n ** 14n || !(at >= 0)) return undefined
  const [from, to] = [readAddress(item.from), readAddress(item.to)]
  const shared = { hash: hash.toLowerCase(), block: Number(block), at, from, to }
  const value = readHex(raw.value)
  if (category === 'external')
    return value === undefined
      ? undefined
      : { ...shared, value, failed: false, method: to === undefined ? 'deploy' : undefined }
  const address = readAddress(raw.address)
  const hidden = { ...shared, isHidden: true } as const
  if (address === undefined) return hidden
  const symbol = readWord(asset)
  const token = { address, name: symbol, symbol, isFungible: category === 'erc20', decimals: undefined }
  if (category === 'erc721') return { ...shared, token, quantity: '1' }
  if (category === 'erc1155') {
    const parts = Array.isArray(item.erc1155Metadata) ? item.erc1155Metadata.filter(isObject) : []
    const count = parts.reduce((sum, part) => sum + (readHex(part.value) ?? 0n), 0n)
    return { ...shared, token, quantity: String(count || 1n) }
  }
  const decimals = readDecimals(readHex(raw.decimal))
  if (category !== 'erc20') return undefined
  if (value === undefined || decimals === undefined) return hidden
  return { ...shared, token: { ...token, decimals }, quantity: formatUnits(value, decimals) }
}
