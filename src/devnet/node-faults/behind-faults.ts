import type { ChainNetwork } from '../../core/chain/network.ts'
import type { DevnetNode, StartOptions } from '../family-devnet.ts'
import { startAll } from '../start-all.ts'
import { startNodeFaults } from './start-node-faults.ts'

/** Puts a proxy in front of each node. The result has the URLs of the proxies. */
export async function behindFaults({
  networks,
  nodes,
  faults,
  allowedOrigins,
}: Pick<StartOptions, 'allowedOrigins'> & {
  readonly networks: readonly ChainNetwork[]
  readonly nodes: readonly DevnetNode[]
  readonly faults: readonly string[]
}) {
  const proxies = await startAll(
    nodes.map(({ url }) => startNodeFaults({ target: url, faults, allowedOrigins })),
  )
  const urls = new Map(nodes.map(({ url }, at) => [url, proxies[at]?.url ?? url]))
  const proxyOf = (url: string) => urls.get(url) ?? url
  return {
    networks: networks.map((network): ChainNetwork => {
      const { cosmos, rpcUrls } = network
      return {
        ...network,
        rpcUrls: { ...rpcUrls, default: { http: rpcUrls.default.http.map(proxyOf) } },
        ...(cosmos?.restUrl !== undefined && { cosmos: { ...cosmos, restUrl: proxyOf(cosmos.restUrl) } }),
      }
    }),
    nodes: nodes.map(
      (node): DevnetNode => ({
        ...node,
        url: proxyOf(node.url),
        behind: node.url,
        get pid() {
          return node.pid
        },
      }),
    ),
    stop: async () => void (await Promise.all(proxies.map((proxy) => proxy.stop()))),
  }
}
