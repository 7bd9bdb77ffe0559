// @module-tag ci
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataProviders } from '../../cli/args/data-providers.ts'
import { cosmos } from '../../src/adapters/cosmos/index.ts'
import { createLatchkey } from '../../src/client/create-latchkey.ts'
import { keplrConnector } from '../../src/connectors/index.ts'
import { type DevProviders, startProviders } from '../../src/devnet/providers/start-providers.ts'
import type { Devnet } from '../../src/devnet/start-devnet.ts'
import { cosmosRest } from '../../src/providers/cosmos-rest/index.ts'
import { ownNodesHandler } from '../../src/servers/upstream/own-nodes.ts'
import { memoryPlatform } from '../../src/testing/memory-platform.ts'
import { createCosmosWallet } from '../../src/testing/wallets/cosmos.ts'
import { type RunningDesk, startDesk } from '../support/desk.ts'
import { deskNetworks } from '../support/desk-networks.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { quickClock } from '../support/loopback.ts'

let devnet: Devnet
let services: DevProviders
let desk: RunningDesk
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['cosmos'] })
  services = await startProviders(devnet)
  const networks = deskNetworks(devnet)
  const given = Object.entries(services.cosmosRest).map(([id, url]) => `cosmos-rest:${id}=${url}`)
  const ids = networks.map(({ id }) => id)
  const providers = await dataProviders({ io: { env: {} }, out: {} } as never, given, ids)
  desk = await startDesk({
    data: await ownNodesHandler({ networks, providers, now: Date.now, onLeftOut: () => {} }),
  })
}, leaseTimeout)
afterAll(() => Promise.all([desk?.stop(), services?.stop(), devnet?.stop()]))

describe.each([
  ['a client with cosmosRest()', () => ({ providers: [cosmosRest({ url: services.cosmosRest })] })],
  [
    'a client of `latchkey serve --data-providers cosmos-rest=…`',
    () => ({ projectId: 'app', endpoints: { data: desk.services.url } }),
  ],
])('%s', (_kind, options) => {
  it("shows the account's history, and the node's balances of all its coins", async () => {
    // Without `currencies`, the units come from the chain's metadata.
    const [first] = devnet.networks
    const network = { ...first!, cosmos: { ...first!.cosmos!, currencies: [] } }
    const { id, caipNetworkId } = network
    const { alice, bob } = devnet.accounts
    const keys = createCosmosWallet({
      privateKeys: [alice!.cosmos!.secret],
      chains: [{ id: String(id), bech32Prefix: 'cosmos' }],
    })
    const latchkey = createLatchkey({
      networks: [network],
      adapters: [cosmos()],
      connectors: [keplrConnector({ id: 'keys', name: 'Keys', provider: keys.provider })],
      ...options(),
      platform: memoryPlatform({ clock: quickClock(20, 1), fetch: (input, init) => fetch(input, init) }),
      name: `cosmos-rest-${Math.random()}`,
    })
    try {
      await latchkey.connect({ connectorId: 'keys' })
      const { address, caipAddress } = latchkey.account.active
      const adapter = await latchkey.adapter('cosmos')
      const send = async (to: string, asset: string | undefined, amount: bigint) => {
        const sent = await adapter.send({ from: caipAddress, to, asset, amount } as never)
        await adapter.waitForTransaction(caipNetworkId as never, sent)
        return sent.hash
      }
      const toBob = await send(bob!.cosmos!.address, `${caipNetworkId}/native:utusd`, 1_500_000n)
      const toSelf = await send(address!, undefined, 2_000_000n)

      await latchkey.portfolio.refresh()
      const { balances, error, source } = latchkey.portfolio.state
      expect({ error, source }).toEqual({ error: undefined, source: 'service' })
      expect(balances.map(({ amount: { symbol } }) => symbol).sort()).toEqual(['ATOM', 'LKT', 'tUSD'])
      expect(balances[0]).toMatchObject({ amount: { symbol: 'ATOM' } })
      for (const { asset, amount } of balances) {
        const own = await adapter.getBalance(caipAddress as never, asset as never)
        expect(amount).toMatchObject({ value: own.value, decimals: own.decimals })
      }

      await latchkey.activity.load()
      const { transactions, error: failure } = latchkey.activity.state
      expect(failure).toBeUndefined()
      expect(transactions.find(({ hash }) => hash === toBob)).toMatchObject({
        ...{ operation: 'send', status: 'confirmed', from: address, to: bob!.cosmos!.address },
        transfers: [{ direction: 'out', quantity: '1.5', symbol: 'tUSD' }],
      })
      expect(transactions.filter(({ hash }) => hash === toSelf)).toMatchObject([
        { operation: 'send', transfers: [{ direction: 'self', quantity: '2', symbol: 'ATOM' }] },
      ])
    } finally {
      await latchkey.dispose()
    }
  })
})
