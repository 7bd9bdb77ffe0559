// @module-tag ci
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { polkadot } from '../../src/adapters/polkadot/index.ts'
import { injectedWeb3Connector } from '../../src/connectors/index.ts'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import type { Devnet } from '../../src/devnet/start-devnet.ts'
import { postgres } from '../../src/servers/database/postgres.ts'
import { createPolkadotWallet } from '../../src/testing/wallets/polkadot.ts'
import { historyClient, historyReader, startHistory } from '../support/history-service.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { emptyDatabase, hasPostgres } from '../support/real-postgres.ts'
import { snapshotDatabase } from '../support/snapshot-database.ts'

let devnet: Devnet
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['polkadot'] })
}, leaseTimeout)
afterAll(() => devnet?.stop())

/** Returns the number of the newest block. Other tests use the same node, and reading all their blocks would take long. */
async function newestBlock({ rpcUrls }: ChainNetwork): Promise<number> {
  const call = { jsonrpc: '2.0', id: 1, method: 'chain_getHeader', params: [] }
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(rpcUrls.default.http[0]!, {
    ...{ method: 'POST', headers, body: JSON.stringify(call) },
  })
  return Number((await response.json()).result.number)
}

describe('a data service with an index of a polkadot chain', () => {
  it('serves balances and history to a client before and after a restart', async () => {
    const database = await snapshotDatabase()
    onTestFinished(() => database.close())
    const [network] = devnet.networks as [ChainNetwork]
    let service = await startHistory(database, network, await newestBlock(network))
    onTestFinished(() => service.stop())
    const { caipNetworkId } = network
    const { alice, bob } = devnet.accounts
    const { served, listed } = historyReader(() => service, network)
    await served()

    const wallet = createPolkadotWallet({ secrets: [alice!.polkadot!.secret] })
    const connector = injectedWeb3Connector({ id: 'keys', name: 'Keys', provider: wallet.injected })
    const visit = () =>
      historyClient({ network, adapter: polkadot(), connector, data: service.desk.services.url })
    const { latchkey, send } = await visit()
    const { address, caipAddress } = latchkey.account.active
    const adapter = await latchkey.adapter('polkadot')
    const toBob = await send(bob!.polkadot!.address, `${caipNetworkId}/asset:1984`, 1_500_000n)
    await listed(address, toBob)

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
    service = await startHistory(database, network)
    await served()
    await listed(address, coins)
    const { latchkey: later } = await visit()
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
    'lists each transfer once if two processes share one Postgres and one of them ends',
    async () => {
      const { url, stop } = await emptyDatabase()
      onTestFinished(stop)
      const [network] = devnet.networks as [ChainNetwork]
      const { caipNetworkId } = network
      const { alice, bob } = devnet.accounts
      const wallet = createPolkadotWallet({ secrets: [alice!.polkadot!.secret] })
      const connector = injectedWeb3Connector({ id: 'keys', name: 'Keys', provider: wallet.injected })
      const { send } = await historyClient({ network, adapter: polkadot(), connector })
      const to = bob!.polkadot!.address
      const pay = (amount: bigint) => send(to, undefined, amount)
      const start = await newestBlock(network)
      const open = async () => {
        const database = await postgres(url)
        const service = await startHistory(database, network, start)
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
