import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { polkadot } from '../../src/adapters/polkadot/index.ts'
import { createLatchkey } from '../../src/client/create-latchkey.ts'
import { injectedWeb3Connector } from '../../src/connectors/index.ts'
import type { Devnet } from '../../src/devnet/start-devnet.ts'
import { openHistoryIndex } from '../../src/servers/data/stored-index/history-index.ts'
import type { Database } from '../../src/servers/database/database.ts'
import { postgres } from '../../src/servers/database/postgres.ts'
import { ownNodesHandler } from '../../src/servers/upstream/own-nodes.ts'
import { memoryPlatform } from '../../src/testing/memory-platform.ts'
import { createPolkadotWallet } from '../../src/testing/wallets/polkadot.ts'
import { startDesk } from '../support/desk.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { quickClock } from '../support/loopback.ts'
import { emptyDatabase, hasPostgres } from '../support/real-postgres.ts'
import { snapshotDatabase } from '../support/snapshot-database.ts'

let devnet: Devnet
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['polkadot'] })
}, leaseTimeout)
afterAll(() => devnet?.stop())

/** Starts a data service with an index of the devnet's first polkadot network. */
async function start(database: Database) {
  const [network] = devnet.networks
  const { caipNetworkId: id, name, nativeCurrency, rpcUrls } = network!
  const [rpcUrl = ''] = rpcUrls.default.http
  const failures: string[] = []
  const index = await openHistoryIndex({
    database,
    onFailure: (message, error) => void failures.push(`${message}: ${error}`),
  })
  const data = await ownNodesHandler({
    networks: [{ id, name, nativeCurrency, rpcUrl }],
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

describe('a data service with an index of a polkadot chain', () => {
  it('serves balances and history to a client, also after a restart', async () => {
    const database = await snapshotDatabase()
    onTestFinished(() => database.close())
    let service = await start(database)
    onTestFinished(() => service.stop())
    const [network] = devnet.networks
    const { caipNetworkId } = network!
    const { alice, bob } = devnet.accounts
    const read = async (path: string) =>
      (await fetch(`${service.desk.services.url}${path}projectId=app`)).json()
    const served = () =>
      expect
        .poll(async () => (await read('/v1/supported-chains?')).http, { message: 'the index is complete' })
        .toEqual([caipNetworkId])
    await served()

    const wallet = createPolkadotWallet({ secrets: [alice!.polkadot!.secret] })
    const client = () =>
      createLatchkey({
        networks: [network!],
        adapters: [polkadot()],
        connectors: [injectedWeb3Connector({ id: 'keys', name: 'Keys', provider: wallet.injected })],
        ...{ projectId: 'app', endpoints: { data: service.desk.services.url } },
        platform: memoryPlatform({ clock: quickClock(20, 1), fetch: (input, init) => fetch(input, init) }),
        name: `history-polkadot-${Math.random()}`,
      })
    const latchkey = client()
    onTestFinished(() => latchkey.dispose())
    await latchkey.connect({ connectorId: 'keys' })
    const { address, caipAddress } = latchkey.account.active
    const adapter = await latchkey.adapter('polkadot')
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
    const toBob = await send(bob!.polkadot!.address, `${caipNetworkId}/asset:1984`, 1_500_000n)
    await listed(toBob)

    await latchkey.portfolio.refresh()
    const { balances, error, source } = latchkey.portfolio.state
    expect({ error, source }).toEqual({ error: undefined, source: 'service' })
    expect(balances.map(({ amount: { symbol } }) => symbol)).toEqual(expect.arrayContaining(['UNIT', 'tUSD']))
    for (const { asset, amount } of balances) {
      const own = await adapter.getBalance(caipAddress as never, asset as never)
      expect(amount).toMatchObject({ value: own.value, decimals: own.decimals })
    }

    await service.stop()
    const coins = await send(bob!.polkadot!.address, undefined, 2_000_000_000_000n)
    service = await start(database)
    await served()
    await listed(coins)
    const later = client()
    onTestFinished(() => later.dispose())
    await later.connect({ connectorId: 'keys' })
    await later.activity.load()
    const { transactions, error: failure } = later.activity.state
    expect(failure).toBeUndefined()
    expect(transactions.slice(0, 2)).toMatchObject([
      {
        ...{ hash: coins, operation: 'send', status: 'confirmed', from: address, to: bob!.polkadot!.address },
        transfers: [{ direction: 'out', quantity: '2', symbol: 'UNIT' }],
      },
      {
        ...{ hash: toBob, operation: 'send', status: 'confirmed', from: address, to: bob!.polkadot!.address },
        transfers: [{ direction: 'out', quantity: '1.5', symbol: 'tUSD' }],
      },
    ])
    expect(await service.desk.read('/metrics')).toMatch(
      new RegExp(`latchkey_history_lag_blocks{network="${caipNetworkId}"} [01]\n`),
    )
    expect(service.failures).toEqual([])
  })

  it.skipIf(!hasPostgres)(
    'lists each transfer once in two processes on one Postgres, also after one process ends',
    async () => {
      const { url, stop } = await emptyDatabase()
      onTestFinished(stop)
      const { caipNetworkId } = devnet.networks[0]!
      const { alice, bob } = devnet.accounts
      const wallet = createPolkadotWallet({ secrets: [alice!.polkadot!.secret] })
      const latchkey = createLatchkey({
        networks: [devnet.networks[0]!],
        adapters: [polkadot()],
        connectors: [injectedWeb3Connector({ id: 'keys', name: 'Keys', provider: wallet.injected })],
        platform: memoryPlatform({ clock: quickClock(20, 1), fetch: (input, init) => fetch(input, init) }),
        name: `history-two-${Math.random()}`,
      })
      onTestFinished(() => latchkey.dispose())
      await latchkey.connect({ connectorId: 'keys' })
      const { caipAddress } = latchkey.account.active
      const to = bob!.polkadot!.address
      const pay = async (amount: bigint) => {
        const sending = await latchkey.adapter('polkadot')
        const sent = await sending.send({ from: caipAddress, to, amount } as never)
        await sending.waitForTransaction(caipNetworkId as never, sent)
        return sent.hash
      }
      const open = async () => {
        const database = await postgres(url)
        const service = await start(database)
        let isStopped = false
        const end = async () => {
          if (isStopped) return
          isStopped = true
          await service.stop()
          await database.close()
        }
        onTestFinished(end)
        return { ...service, database, end }
      }
      const [first, second] = [await open(), await open()]
      const history = async ({ desk }: typeof first) => {
        const path = `/v1/account/${to}/history?projectId=app&chainId=${caipNetworkId}`
        const { data = [] } = await (await fetch(`${desk.services.url}${path}`)).json()
        return (data as { id: string; metadata: { operationType: string } }[]).map(
          ({ id, metadata }) => `${metadata.operationType} ${id}`,
        )
      }
      const one = await pay(1_000_000_000_000n)
      for (const service of [first, second])
        await expect
          .poll(() => history(service), { message: 'both processes list the transfer' })
          .toContain(`receive ${one}`)
      await first.end()
      const two = await pay(2_000_000_000_000n)
      await expect
        .poll(() => history(second), { message: 'the other process lists the next transfer' })
        .toContain(`receive ${two}`)
      const listed = await history(second)
      expect(new Set(listed).size).toBe(listed.length)
      expect([...first.failures, ...second.failures]).toEqual([])
    },
  )
})
