import { expect, onTestFinished } from 'vitest'
import { createLatchkey } from '../../src/client/create-latchkey.ts'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import type { AnyAdapterFactory, ChainAdapter } from '../../src/core/wallet/adapter.ts'
import type { LatchkeyOptions } from '../../src/index.ts'
import { openHistoryIndex } from '../../src/servers/data/stored-index/history-index.ts'
import type { Database } from '../../src/servers/database/database.ts'
import { ownNodesHandler } from '../../src/servers/upstream/own-nodes.ts'
import { memoryPlatform } from '../../src/testing/memory-platform.ts'
import { startDesk } from './desk.ts'
import { quickClock } from './loopback.ts'

/** Starts a data service with an index of one network. A new index starts at block `startBlock`, by default at the first block. */
export async function startHistory(database: Database, network: ChainNetwork, startBlock?: number) {
  const { caipNetworkId: id, name, nativeCurrency, rpcUrls, cosmos } = network
  const [rpcUrl = ''] = rpcUrls.default.http
  const failures: string[] = []
  const index = await openHistoryIndex({
    database,
    ...(startBlock !== undefined && { startBlocks: { [id]: startBlock } }),
    onFailure: (message, error) => void failures.push(`${message}: ${error}`),
  })
  const data = await ownNodesHandler({
    networks: [{ id, name, nativeCurrency, rpcUrl, cosmos: cosmos as never }],
    ...{ index, now: Date.now },
    onLeftOut: (_, reason) => void failures.push(reason),
  })
  const desk = await startDesk({ database, data })
  return {
    ...{ desk, failures },
    async stop() {
      await desk.stop()
      await index.close()
    },
  }
}

export interface HistoryVisit {
  readonly network: ChainNetwork
  readonly adapter: AnyAdapterFactory
  /** The wallet with the id `keys`. */
  readonly connector: NonNullable<LatchkeyOptions['connectors']>[number]
  /** The URL of the data service. Default: none. */
  readonly data?: string | undefined
}

/** Creates a client that is connected to the wallet. Disposes it when the test ends. */
export async function historyClient({ network, adapter, connector, data }: HistoryVisit) {
  const latchkey = createLatchkey({
    networks: [network],
    adapters: [adapter],
    connectors: [connector],
    ...(data !== undefined && { projectId: 'app', endpoints: { data } }),
    platform: memoryPlatform({ clock: quickClock(20, 1), fetch: (input, init) => fetch(input, init) }),
    name: `history-${Math.random()}`,
  })
  onTestFinished(() => latchkey.dispose())
  await latchkey.connect({ connectorId: 'keys' })
  const { caipAddress } = latchkey.account.active
  return {
    latchkey,
    /** Sends a payment, and resolves with its hash when the transaction is confirmed. */
    async send(to: string, asset: string | undefined, amount: bigint) {
      const chain: ChainAdapter = await latchkey.adapter(network.chainNamespace as never)
      const sent = await chain.send({ from: caipAddress, to, asset, amount } as never)
      await chain.waitForTransaction(network.caipNetworkId as never, sent)
      return sent.hash
    },
  }
}

/** Reads the account data of a data service that has an index of the network. `service` returns the running service. */
export function historyReader(
  service: () => Awaited<ReturnType<typeof startHistory>>,
  { caipNetworkId }: ChainNetwork,
) {
  const read = async (path: string) =>
    (await fetch(`${service().desk.services.url}${path}projectId=app`)).json()
  return {
    served: () =>
      expect
        .poll(async () => (await read('/v1/supported-chains?')).http, { message: 'the index is complete' })
        .toEqual([caipNetworkId]),
    listed: (address: string | undefined, hash: string) =>
      expect
        .poll(
          async () =>
            JSON.stringify([
              await read(`/v1/account/${address}/history?chainId=${caipNetworkId}&`),
              service().failures,
            ]),
          { message: `${hash} is listed` },
        )
        .toContain(hash),
  }
}
