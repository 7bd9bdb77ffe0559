import type { DataProviderContext, ProvidedPage } from '../../core/wallet/data-provider.ts'
import type { CallOptions } from '../../ports.ts'
import { type BlockList, blockPage, highestBlock } from '../shared/eip155/block-pages.ts'
import type { Explorer } from './explorer.ts'
import { readTransaction, readTransfer } from './rows.ts'

/** The number of rows per list and page. */
const perPage = 50

/**
 * Creates a function that reads an account's history. It merges the list of the account's transactions with the lists of its
 * token transfers and NFT transfers.
 */
export function accountHistory(
  { network, list, invalid }: Explorer,
  { clock, coin }: Pick<DataProviderContext, 'clock' | 'coin'>,
) {
  return async (address: string, cursor?: string, opts?: CallOptions): Promise<ProvidedPage> => {
    const owner = address.toLowerCase()
    const endblock = highestBlock(cursor, owner)
    const ask = async (
      action: string,
      read: (row: unknown) => BlockList['items'][number] | undefined,
    ): Promise<BlockList> => {
      const params = { address, endblock, page: 1, offset: perPage, sort: 'desc' }
      const rows = await list(action, params, opts)
      if (rows.length > perPage) throw invalid('a page of the asked size')
      const items = rows.flatMap((row) => read(row) ?? [])
      // The last valid row decides where the next page starts. If no row is valid, there can't be a next page.
      if (rows.length > 0 && items.length === 0) throw invalid('rows')
      return { items, isFull: rows.length === perPage }
    }
    // Reads one list after the other, because the free plan allows three requests a second.
    const lists = [
      await ask('txlist', (row) => readTransaction(row, owner, invalid)),
      await ask('tokentx', (row) => readTransfer(row, owner, invalid)),
      await ask('tokennfttx', (row) => readTransfer(row, owner, invalid, false)),
    ]
    const about = { network, coin: coin(network), owner }
    return blockPage(about, endblock, lists, { now: clock.now(), invalid })
  }
}
