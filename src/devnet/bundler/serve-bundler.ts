import { byPlace, serveJsonRpc } from '../server/json-rpc.ts'
import type { LoopbackServer, LoopbackServerOptions } from '../server/loopback-server.ts'
import type { Bundler } from './bundler.ts'

export function serveBundler(
  bundler: Bundler,
  options: Pick<LoopbackServerOptions, 'allowedOrigins'> = {},
): Promise<LoopbackServer> {
  const methods = byPlace({
    eth_chainId: () => bundler.chainId(),
    eth_supportedEntryPoints: () => bundler.supportedEntryPoints(),
    eth_sendUserOperation: ([operation, entryPoint]) => bundler.send(operation, entryPoint),
    eth_estimateUserOperationGas: ([operation, entryPoint]) => bundler.estimate(operation, entryPoint),
    eth_getUserOperationByHash: ([hash]) => bundler.byHash(hash),
    eth_getUserOperationReceipt: ([hash]) => bundler.receipt(hash),
    web3_clientVersion: () => 'Latchkey devnet bundler, one operation a bundle',
  })
  return serveJsonRpc(methods, options)
}
