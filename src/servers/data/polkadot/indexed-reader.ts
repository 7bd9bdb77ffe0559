import { generalPrefix } from '../../../adapters/polkadot/ss58.ts'
import type { CaipNetworkId } from '../../../core/chain/caip.ts'
import type { ServiceNetwork } from '../../../core/wallet/wallet-service.ts'
import type { ChainReader } from '../chain-reader.ts'
import type { IndexedReaderOptions } from '../cosmos/indexed-reader.ts'
import type { NodeCalls } from '../node-calls.ts'
import { reasonOfStart } from '../stored-index/history-index.ts'
import { finalizedHead, polkadotBlocks } from './blocks.ts'
import { polkadotReader } from './polkadot-reader.ts'
import { Runtimes } from './runtimes.ts'

/** Starts to follow a polkadot network, and returns its reader. Returns the reason if the network can't have an index. */
export async function indexedPolkadotReader(
  {
    id,
    nativeCurrency: native,
    ss58Prefix: prefix = generalPrefix,
  }: Pick<ServiceNetwork, 'nativeCurrency' | 'ss58Prefix'> & { readonly id: CaipNetworkId<'polkadot'> },
  { node, index, mostBlocks, now }: IndexedReaderOptions,
): Promise<ChainReader | string> {
  if (!index) return 'the history needs an index in a database'
  const reference = id.slice('polkadot:'.length)
  // An index that the database contains continues, even if the node is down or the chain now exceeds the limit of blocks.
  const first =
    (await index.firstBlock(id)) ?? index.startBlocks[id] ?? (await firstOf(node, reference, mostBlocks))
  if (typeof first === 'string') return first
  const runtimes = new Runtimes(node)
  const source = polkadotBlocks(node, runtimes, reference)
  // Starts at block 1 at the earliest, because block 0 has no parent and no transactions.
  const store = await index.follow(id, source, { first: Math.max(1, first), onReplaced() {} })
  return polkadotReader({ chain: id, native, prefix, node, runtimes, store, now })
}

async function firstOf(node: NodeCalls, reference: string, mostBlocks: number): Promise<number | string> {
  try {
    const count = await finalizedHead(node, reference)
    return count > mostBlocks ? `the network has ${count} blocks` : 1
  } catch (error) {
    return reasonOfStart(error)
  }
}
