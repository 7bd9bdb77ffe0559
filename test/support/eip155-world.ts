import type { Devnet } from 'latchkey/devnet'
import { announceEip6963, type ContractWorld, memoryPlatform } from 'latchkey/testing'
import { externalConnector } from '../../src/connectors/external.ts'
import { discoverEip6963 } from '../../src/connectors/injected/eip6963.ts'
import type { AdapterFactory } from '../../src/core/wallet/adapter.ts'
import type { Connector, ConnectorContext } from '../../src/core/wallet/connector.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import { createRpcPool } from '../../src/transport/rpc-pool.ts'
import { eip155Surroundings } from './eip155-surroundings.ts'

export interface Eip155WorldOptions {
  readonly devnet: Devnet
  readonly factory: AdapterFactory<'eip155'>
  /** How the wallet is reached. */
  readonly reach: 'injected' | 'external'
}

/** A world for the contract suite in this process. */
export async function openEip155World({
  devnet,
  factory,
  reach,
}: Eip155WorldOptions): Promise<ContractWorld<'eip155'>> {
  const { keys, ...surroundings } = eip155Surroundings(devnet)
  const { networks } = surroundings
  const releases: (() => unknown)[] = []
  const platform = memoryPlatform({ clock: systemClock, fetch: (input, init) => fetch(input, init) })
  const context: ConnectorContext = { ...platform, networks }

  const make = async () => {
    const pools = new Map(
      networks.map(({ caipNetworkId, rpcUrls }) => [
        caipNetworkId as string,
        createRpcPool({ ...platform, urls: rpcUrls.default.http, retries: 0 }),
      ]),
    )
    const adapter = await factory.create({
      ...platform,
      networks,
      endpoints: (network) =>
        networks.find(({ caipNetworkId }) => caipNetworkId === network)?.rpcUrls.default.http ?? [],
      rpc: (network) => pools.get(network)!,
    })
    const connector = reach === 'injected' ? discovered() : external()
    releases.push(
      () => adapter.dispose(),
      () => connector.dispose(),
      ...[...pools.values()].map((pool) => () => pool.dispose()),
    )
    return { adapter, connector }
  }
  const external = () => externalConnector({ id: 'test', name: 'Test', provider: keys.provider })(context)
  const discovered = () => {
    const found: Connector[] = []
    const stopAnnouncing = announceEip6963(context.page, keys.provider)
    const stopListening = discoverEip6963(context, (connector) => void found.push(connector))
    stopAnnouncing()
    stopListening()
    return found[0]!
  }

  return {
    ...surroundings,
    capabilities: factory.capabilities,
    ...(await make()),
    reload: make,
    async dispose() {
      for (const release of releases.splice(0)) await release()
    },
  }
}
