import type { StartOptions } from '../../family-devnet.ts'
import { serveJsonRpc } from '../../server/json-rpc.ts'
import type { ApplicationOptions } from './application.ts'
import { cometMethods } from './comet-methods.ts'
import type { CosmosNode } from './cosmos-node.ts'
import { LoopbackChain } from './loopback-chain.ts'

/**
 * Starts a simulator of a Cosmos chain in the calling process, for machines without `simd`. It checks signatures, sequences, fees
 * and balances as the SDK does. It supports only bank sends.
 */
export async function startLoopbackNode(
  chainId: string,
  options: Pick<StartOptions, 'allowedOrigins'> & ApplicationOptions = {},
): Promise<CosmosNode> {
  const chain = new LoopbackChain(chainId, options)
  const server = await serveJsonRpc(cometMethods(chain), options)
  let stopped = false
  return {
    url: server.url,
    get pid() {
      return stopped ? undefined : process.pid
    },
    simulator: true,
    async stop() {
      stopped = true
      chain.stop()
      await server.stop()
    },
  }
}
