// @module-tag ci
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { cosmos } from '../../src/adapters/cosmos/index.ts'
import { keplrConnector } from '../../src/connectors/index.ts'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import type { Devnet } from '../../src/devnet/start-devnet.ts'
import { createCosmosWallet } from '../../src/testing/wallets/cosmos.ts'
import { historyClient, historyReader, startHistory } from '../support/history-service.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { snapshotDatabase } from '../support/snapshot-database.ts'

let devnet: Devnet
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['cosmos'] })
}, leaseTimeout)
afterAll(() => devnet?.stop())

describe('a data service with an index of a cosmos chain', () => {
  it('serves balances and history to a client before and after a restart', async () => {
    const database = await snapshotDatabase()
    onTestFinished(() => database.close())
    const [network] = devnet.networks as [ChainNetwork]
    let service = await startHistory(database, network)
    onTestFinished(() => service.stop())
    const { id, caipNetworkId } = network
    const { alice, bob } = devnet.accounts
    const { served, listed } = historyReader(() => service, network)
    await served()

    const keys = createCosmosWallet({
      privateKeys: [alice!.cosmos!.secret],
      chains: [{ id: String(id), bech32Prefix: 'cosmos' }],
    })
    const connector = keplrConnector({ id: 'keys', name: 'Keys', provider: keys.provider })
    const visit = () =>
      historyClient({ network, adapter: cosmos(), connector, data: service.desk.services.url })
    const { latchkey, send } = await visit()
    const { address, caipAddress } = latchkey.account.active
    const adapter = await latchkey.adapter('cosmos')
    const toBob = await send(bob!.cosmos!.address, `${caipNetworkId}/native:utusd`, 1_500_000n)
    await listed(address, toBob)

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
    service = await startHistory(database, network)
    await served()
    await listed(address, toSelf)
    const { latchkey: later } = await visit()
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
