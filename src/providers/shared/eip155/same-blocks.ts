import type { CaipNetworkId } from '../../../core/chain/caip.ts'
import { isObject } from '../../../core/json/is-object.ts'
import type { DataProviderContext } from '../../../core/wallet/data-provider.ts'
import type { CallOptions } from '../../../ports.ts'
import { nodeNumber } from './node-number.ts'

/**
 * In blocks: how far the compared block is below the newest block. At this depth, both the service and the node usually have the
 * block.
 */
const depth = 64n

interface Compared {
  readonly network: CaipNetworkId
  /** Reads a block of the service. Resolves with undefined if the service doesn't have the block. */
  readonly block: (height: bigint, opts?: CallOptions) => Promise<unknown>
  /**
   * True if the host didn't set the service's URL for this network. The check then returns false if
   * the blocks differ or one is missing. If `isSingle` is false, the check throws instead.
   */
  readonly isSingle: boolean
  readonly invalid: (expected: string) => Error
}

/**
 * Returns a function that checks whether the service serves the network. The function compares the hash of one block at the
 * service with the hash at the host's node. The result is kept for later calls if both have the block.
 */
export function sameBlocks({ network, block, isSingle, invalid }: Compared, rpc: DataProviderContext['rpc']) {
  let known: boolean | undefined
  return async (opts?: CallOptions): Promise<boolean> => {
    if (known !== undefined) return known
    const node = rpc(network)
    const method = 'eth_blockNumber'
    const newest = nodeNumber(await node.request({ method }, opts), method)
    const height = newest > depth ? newest - depth : 0n
    const params = [`0x${height.toString(16)}`, false]
    const [own, theirs] = await Promise.all([
      node.request({ method: 'eth_getBlockByNumber', params }, opts),
      block(height, opts),
    ])
    const hashOf = (block: unknown) => isObject(block) && String(block.hash).toLowerCase()
    const isSame = Boolean(hashOf(own)) && hashOf(own) === hashOf(theirs)
    if (!isSame && !isSingle) throw invalid(`the blocks of ${network}`)
    // If a block is missing, the service or the node lags behind. So compare again later.
    if (own != null && theirs != null) known = isSame
    return isSame
  }
}
