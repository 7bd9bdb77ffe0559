import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { cosmos } from '../../src/adapters/cosmos/index.ts'
import { createLatchkey } from '../../src/client/create-latchkey.ts'
import { keplrConnector } from '../../src/connectors/index.ts'
import type { Devnet } from '../../src/devnet/start-devnet.ts'
import { openHistoryIndex } from '../../src/servers/data/stored-index/history-index.ts'
import type { Database } from '../../src/servers/database/database.ts'
import { ownNodesHandler } from '../../src/servers/upstream/own-nodes.ts'
import { memoryPlatform } from '../../src/testing/memory-platform.ts'
import { createCosmosWallet } from '../../src/testing/wallets/cosmos.ts'
import { startDesk } from '../support/desk.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { quickClock } from '../support/loopback.ts'
import { snapshotDatabase } from '../support/snapshot-database.ts'

let devnet: Devnet
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['cosmos'] })
}, leaseTimeout)
afterAll(() => devnet?.stop())

/** Starts a data service with an index of the devnet's first cosmos network. */
async function start(database: Database) {
  const [network] = devnet.networks
  const { caipNetworkId: id, name, nativeCurrency, rpcUrls, cosmos } = network!
  const [rpcUrl = ''] = rpcUrls.default.http
  const failures: string[] = []
  const index = await openHistoryIndex({
    database,
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

describe('a data service with an index of a cosmos chain', () => {
  it('serves balances and history to a client, also after a restart', async () => {
    const database = await snapshotDatabase()
    onTestFinished(() => database.close())
    let service = await start(database)
    onTestFinished(() => service.stop())
    const [network] = devnet.networks
    const { id, caipNetworkId } = network!
    const { alice, bob } = devnet.accounts
    const read = async (path: string) =>
      (await fetch(`${service.desk.services.url}${path}projectId=app`)).json()
    const served = () =>
      expect
        .poll(async () => (await read('/v1/supported-chains?')).http, { message: 'the index is complete' })
        .toEqual([caipNetworkId])
    await served()

    const keys = createCosmosWallet({
      privateKeys: [alice!.cosmos!.secret],
      chains: [{ id: String(id), bech32Prefix: 'cosmos' }],
    })
    const client = () =>
      createLatchkey({
        networks: [network!],
        adapters: [cosmos()],
        connectors: [keplrConnector({ id: 'keys', name: 'Keys', provider: keys.provider })],
        ...{ projectId: 'app', endpoints: { data: service.desk.services.url } },
        platform: memoryPlatform({ clock: quickClock(20, 1), fetch: (input, init) => fetch(input, init) }),
        name: `history-cosmos-${Math.random()}`,
      })
    const latchkey = client()
    onTestFinished(() => latchkey.dispose())
    await latchkey.connect({ connectorId: 'keys' })
    const { address, caipAddress } = latchkey.account.active
    const adapter = await latchkey.adapter('cosmos')
    const send = async (to: string, asset: string | undefined, amount: bigint) => {
      const sent = await adapter.send({ from: caipAddress, to, asset, amount } as never)
      await adapter.waitForTransaction(caipNetworkId as never, sent)
      return sent.hash
    }
    const listed = async (hash: string) => {
      const history = () => read(`/v1/account/${address}/history?chainId=${caipNetworkId}&`)
      await expect
        .poll(async () => JSON.stringify([await history(), service.failures]), {
          message: `${hash} is listed`,
        })
        .toContain(hash)
    }
    const toBob = await send(bob!.cosmos!.address, `${caipNetworkId}/native:utusd`, 1_500_000n)
    await listed(toBob)

    await latchkey.portfolio.refresh()
    const { balances, error, source } = latchkey.portfolio.state
    expect({ error, source }).toEqual({ error: undefined, source: 'service' })
    expect(balances.map(({ amount: { symbol } }) => symbol).sort()).toEqual(['ATOM', 'LKT', 'tUSD'])
    for (const { asset, amount } of balances) {
      const own = await adapter.getBalance(caipAddress as never, asset as never)
      expect(amount).toMatchObject({ value: own.value, decimals: own.decimals })
    }

    await service.stop()
    const toSelf = await send(address!, undefined, 2_000_000n)
    service = await start(database)
    await served()
    await listed(toSelf)
    const later = client()
    onTestFinished(() => later.dispose())
    await later.connect({ connectorId: 'keys' })
    await later.activity.load()
    const { transactions, error: failure } = later.activity.state
    expect(failure).toBeUndefined()
    expect(transactions.slice(0, 2)).toMatchObject([
      {
        ...{ hash: toSelf, operation: 'send', status: 'confirmed', from: address, to: address },
        transfers: [{ direction: 'self', quantity: '2', symbol: 'ATOM' }],
      },
      {
        ...{ hash: toBob, operation: 'send', status: 'confirmed', from: address, to: bob!.cosmos!.address },
        transfers: [{ direction: 'out', quantity: '1.5', symbol: 'tUSD' }],
      },
    ])
    expect(await service.desk.read('/metrics')).toMatch(
      new RegExp(`latchkey_history_lag_blocks{network="${caipNetworkId}"} [01]\n`),
    )
    expect(service.failures).toEqual([])
  })
})
