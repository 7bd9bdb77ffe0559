import { type ContractWorld, memoryPlatform } from 'latchkey/testing'
import type { ChainNamespace } from '../../src/core/chain/namespace.ts'
import type { AdapterFactory } from '../../src/core/wallet/adapter.ts'
import type { Connector, ConnectorContext } from '../../src/core/wallet/connector.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import { openEsploraPool } from '../../src/transport/esplora-pool.ts'
import { createRpcPool } from '../../src/transport/json-rpc/rpc-pool.ts'
import { dearerFetch } from './dearer-node.ts'

/**
 * The parts of a `ContractWorld` without the adapter and the connector: the chains, the wallet with its keys, and the libraries
 * that verify the results.
 */
export type Surroundings<N extends ChainNamespace> = Omit<
  ContractWorld<N>,
  'adapter' | 'connector' | 'reload' | 'capabilities' | 'dispose'
>

export interface FamilyWorldOptions<N extends ChainNamespace> {
  readonly factory: AdapterFactory<N>
  readonly surroundings: Surroundings<N>
  /** Creates a connector to the wallet. Called once for each page load. */
  connect(context: ConnectorContext): Connector | Promise<Connector>
  /** Stops what the surroundings have started. */
  readonly release?: (() => unknown) | undefined
}

/**
 * Creates what a test of the contract suite needs (`ContractWorld`), for any family, with a wallet that runs in this
 * process.
 */
export async function openFamilyWorld<N extends ChainNamespace>({
  factory,
  surroundings,
  connect,
  release,
}: FamilyWorldOptions<N>): Promise<ContractWorld<N>> {
  const { networks } = surroundings
  const releases: (() => unknown)[] = []
  const node = dearerFetch(factory.namespace)
  const platform = memoryPlatform({ clock: systemClock, fetch: node.fetch })
  const context: ConnectorContext = { ...platform, networks }

  const make = async () => {
    const pools = new Map(
      networks.map(({ caipNetworkId, rpcUrls }) => [
        caipNetworkId as string,
        createRpcPool({ ...platform, urls: rpcUrls.default.http, retries: 0 }),
      ]),
    )
    const apis = new Map(
      networks.map(({ caipNetworkId, rpcUrls }) => [
        caipNetworkId as string,
        openEsploraPool(rpcUrls.default.http, { retries: 0 }, platform, caipNetworkId, () => {}),
      ]),
    )
    const adapter = await factory.create({
      ...platform,
      networks,
      endpoints: (network) =>
        networks.find(({ caipNetworkId }) => caipNetworkId === network)?.rpcUrls.default.http ?? [],
      rpc: (network) => pools.get(network)!,
      http: (network) => apis.get(network)!,
    })
    const connector = await connect(context)
    releases.push(
      () => adapter.dispose(),
      () => connector.dispose(),
      ...[...pools.values(), ...apis.values()].map((pool) => () => pool.dispose()),
    )
    return { adapter, connector }
  }

  return {
    ...surroundings,
    chain: { ...surroundings.chain, raiseFee: node.raise },
    capabilities: factory.capabilities,
    ...(await make()),
    reload: make,
    async dispose() {
      for (const each of releases.splice(0)) await each()
      await release?.()
    },
  }
}
