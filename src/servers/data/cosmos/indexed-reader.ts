import type { CaipNetworkId } from '../../../core/chain/caip.ts'
import type { ServiceNetwork } from '../../../core/wallet/wallet-service.ts'
import type { ChainReader } from '../chain-reader.ts'
import type { NodeCalls } from '../node-calls.ts'
import { type HistoryIndex, reasonOfStart } from '../stored-index/history-index.ts'
import { cosmosBlocks, cosmosHeights } from './blocks.ts'
import { cosmosReader } from './cosmos-reader.ts'

export interface IndexedReaderOptions {
  readonly node: NodeCalls
  readonly index: HistoryIndex | undefined
  /** A network with more blocks than this needs a start block, or an index that already exists. */
  readonly mostBlocks: number
  readonly now: () => number
}

/** Starts to follow a cosmos network, and returns its reader. Returns the reason if the network can't have an index. */
export async function indexedCosmosReader(
  {
    id,
    nativeCurrency: native,
    cosmos,
  }: Pick<ServiceNetwork, 'nativeCurrency' | 'cosmos'> & { readonly id: CaipNetworkId<'cosmos'> },
  { node, index, mostBlocks, now }: IndexedReaderOptions,
): Promise<ChainReader | string> {
  if (!index) return 'the history needs an index in a database'
  if (!cosmos) return "the denomination of the network's coin isn't known"
  const reference = id.slice('cosmos:'.length)
  // An index that the database contains continues, even if the node is down or the chain now exceeds the limit of blocks.
  const first =
    (await index.firstBlock(id)) ?? index.startBlocks[id] ?? (await firstOf(node, reference, mostBlocks))
  if (typeof first === 'string') return first
  const store = await index.follow(id, cosmosBlocks(node, reference), {
    first: Math.max(1, first),
    onReplaced() {},
  })
  return cosmosReader({ chain: id, native, cosmos, node, store, now })
}

async function firstOf(node: NodeCalls, reference: string, mostBlocks: number): Promise<number | string> {
  try {
    const { latest, earliest } = await cosmosHeights(node, reference)
    const count = latest - earliest + 1
    return count > mostBlocks ? `the network has ${count} blocks` : earliest
  } catch (error) {
    return reasonOfStart(error)
  }
}
