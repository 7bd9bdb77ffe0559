import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { ServiceNetwork } from '../../core/wallet/wallet-service.ts'
import type { ChainReader } from '../data/chain-reader.ts'
import { dataHandler } from '../data/data-handler.ts'
import { eip155Reader } from '../data/eip155/eip155-reader.ts'
import { KnownAssets } from '../data/known-assets.ts'
import { NodeCalls, NodeFailure, type PostToNode } from '../data/node-calls.ts'
import type { DataAnswer, DataRequest } from '../data/requests.ts'
import { solanaReader } from '../data/solana/solana-reader.ts'
import { ask, UpstreamFailure } from './ask.ts'

export interface OwnNodes {
  /** Of eip155 and solana, each with the URL of its node, which may have a key in it: it stays here. */
  readonly networks: readonly ServiceNetwork[]
  /** Told of each network whose history is not served, and why. */
  readonly onLeftOut: (id: CaipNetworkId, reason: string) => void
  readonly now: () => number
}

/** How many blocks the index in memory reads: a chain of one's own, and no public one. */
const mostBlocks = 500_000
const pageSize = 50

/**
 * The data service over nodes of the operator's: calls to nodes, accounts and their history. A chain that is too long for an index
 * in memory is served by its node alone; it is not among the supported chains, so that clients read it there.
 */
export async function ownNodesHandler({
  networks,
  onLeftOut,
  now,
}: OwnNodes): Promise<(request: DataRequest) => Promise<DataAnswer>> {
  const nodes = new Map(networks.map(({ id, rpcUrl }) => [id, postTo(rpcUrl)] as const))
  const readers = await Promise.all(
    networks.map(async ({ id, nativeCurrency: native }): Promise<readonly ChainReader[]> => {
      const node = new NodeCalls(nodes.get(id) as PostToNode)
      if (isOf(id, 'solana')) return [solanaReader({ chain: id, native, node, tokens: [] })]
      if (!isOf(id, 'eip155')) return []
      const reason = await node.call<string>('eth_blockNumber', []).then(
        (height) => (Number(height) > mostBlocks ? `it has ${Number(height)} blocks` : undefined),
        (error: Error) => error.message,
      )
      if (reason === undefined) return [eip155Reader({ chain: id, native, node, tokens: [], now })]
      onLeftOut(id, reason)
      return []
    }),
  )
  const known = networks.map(({ id, nativeCurrency: { name, symbol } }) => ({
    chain: id,
    name,
    symbol,
    iconUrl: '',
  }))
  return dataHandler({ readers: readers.flat(), known: new KnownAssets(known), pageSize, nodes })
}

function isOf<N extends 'eip155' | 'solana'>(id: CaipNetworkId, family: N): id is CaipNetworkId<N> {
  return id.startsWith(`${family}:`)
}

function postTo(rpcUrl: string): PostToNode {
  const url = new URL(rpcUrl)
  return async (body, signal) => {
    try {
      const { status, text } = await ask({ method: 'POST', url, body, signal })
      if (status === 200) return text
      throw new NodeFailure(`The node answered with ${status}`)
    } catch (error) {
      throw error instanceof UpstreamFailure
        ? new NodeFailure(error.message.replace('upstream', 'node'))
        : error
    }
  }
}
