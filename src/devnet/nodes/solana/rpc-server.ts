import { byPlace, serveJsonRpc } from '../../server/json-rpc.ts'
import type { LoopbackServer, LoopbackServerOptions } from '../../server/loopback-server.ts'
import type { Cluster } from './cluster.ts'
import { rpcMethods } from './rpc-methods.ts'
import { serveSubscriptions } from './subscriptions.ts'

/** How many pairs of ports to try, because the second port may be taken. */
const attempts = 20

/** Serves a cluster on loopback: JSON-RPC over HTTP on a free port, and WebSocket on the next port, where web3.js expects it. */
export async function serveCluster(
  cluster: Cluster,
  { allowedOrigins }: Pick<LoopbackServerOptions, 'allowedOrigins'> = {},
): Promise<Pick<LoopbackServer, 'url' | 'stop'>> {
  const methods = byPlace(rpcMethods(cluster))
  for (let attempt = 1; ; attempt++) {
    const http = await serveJsonRpc(methods, { allowedOrigins })
    try {
      const subscriptions = await serveSubscriptions(cluster, { allowedOrigins, port: http.port + 1 })
      return {
        url: http.url,
        stop: async () => void (await Promise.all([subscriptions.stop(), http.stop()])),
      }
    } catch (error) {
      await http.stop()
      if (attempt === attempts) throw error
    }
  }
}
