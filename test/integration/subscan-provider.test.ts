// @module-tag ci
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataProviders } from '../../cli/args/data-providers.ts'
import { polkadot } from '../../src/adapters/polkadot/index.ts'
import { createLatchkey } from '../../src/client/create-latchkey.ts'
import { injectedWeb3Connector } from '../../src/connectors/index.ts'
import { type DevProviders, startProviders } from '../../src/devnet/providers/start-providers.ts'
import type { Devnet } from '../../src/devnet/start-devnet.ts'
import { coingecko } from '../../src/providers/coingecko/index.ts'
import { subscan } from '../../src/providers/subscan/index.ts'
import { ownNodesHandler } from '../../src/servers/upstream/own-nodes.ts'
import { memoryPlatform } from '../../src/testing/memory-platform.ts'
import { createPolkadotWallet } from '../../src/testing/wallets/polkadot.ts'
import { type RunningDesk, startDesk } from '../support/desk.ts'
import { deskNetworks } from '../support/desk-networks.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { quickClock } from '../support/loopback.ts'

let devnet: Devnet
let services: DevProviders
let desk: RunningDesk
const providers = () => [
  subscan({ url: services.subscan }),
  coingecko({ url: services.coingecko, networks: services.pricedNetworks }),
]
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['polkadot'] })
  services = await startProviders(devnet)
  const networks = deskNetworks(devnet)
  const given = Object.entries(services.subscan).map(([id, url]) => `subscan:${id}=${url}`)
  const context = { io: { env: { SUBSCAN_KEY: 'key' } }, out: { secret() {} } } as never
  const ids = networks.map(({ id }) => id)
  const [fromCli] = await dataProviders(context, given, ids)
  const [, prices] = providers()
  desk = await startDesk({
    data: await ownNodesHandler({
      ...{ networks, now: Date.now, onLeftOut: () => {}, providers: [fromCli!, prices!] },
    }),
  })
}, leaseTimeout)
afterAll(() => Promise.all([desk?.stop(), services?.stop(), devnet?.stop()]))

describe.each([
  ['a client with subscan()', () => ({ providers: providers() })],
  [
    'a client of `latchkey serve --data-providers subscan=…`',
    () => ({ projectId: 'app', endpoints: { data: desk.services.url } }),
  ],
])('%s', (_kind, options) => {
  it("shows the history, and the node's balances with their prices", async () => {
    const { caipNetworkId } = devnet.networks[0]!
    const bob = devnet.accounts.bob!.polkadot!.address
    const wallet = createPolkadotWallet({ secrets: [devnet.accounts.alice!.polkadot!.secret] })
    const latchkey = createLatchkey({
      networks: [devnet.networks[0]!],
      adapters: [polkadot()],
      connectors: [injectedWeb3Connector({ id: 'keys', name: 'Keys', provider: wallet.injected })],
      ...options(),
      platform: memoryPlatform({ clock: quickClock(20, 1), fetch: (input, init) => fetch(input, init) }),
      name: `subscan-${Math.random()}`,
    })
    try {
      await latchkey.connect({ connectorId: 'keys' })
      const { address, caipAddress } = latchkey.account.active
      const adapter = await latchkey.adapter('polkadot')
      const send = async (to: string, asset: string | undefined, amount: bigint) => {
        const sent = await adapter.send({ from: caipAddress, to, asset, amount } as never)
        await adapter.waitForTransaction(caipNetworkId as never, sent)
        return sent.hash
      }
      const coins = await send(bob, undefined, 2_500_000_000_000n)
      const dollars = await send(bob, `${caipNetworkId}/asset:1984`, 1_500_000n)

      await latchkey.portfolio.refresh()
      const { balances, error, source } = latchkey.portfolio.state
      expect({ error, source }).toEqual({ error: undefined, source: 'service' })
      expect(balances.map(({ amount: { symbol } }) => symbol)).toEqual(['UNIT', 'tUSD', 'LKT'])
      expect(balances[1]).toMatchObject({ asset: `${caipNetworkId}/asset:1984`, address: '1984', price: 1 })
      for (const { asset, amount } of balances) {
        const own = await adapter.getBalance(caipAddress as never, asset as never)
        expect(amount).toMatchObject({ value: own.value, decimals: own.decimals, symbol: own.symbol })
      }

      await latchkey.activity.load()
      const { transactions, error: failure } = latchkey.activity.state
      expect(failure).toBeUndefined()
      const shared = { operation: 'send', status: 'confirmed', from: address, to: bob }
      expect(transactions.find(({ hash }) => hash === coins)).toMatchObject({
        ...shared,
        transfers: [{ direction: 'out', quantity: '2.5', symbol: 'UNIT' }],
      })
      expect(transactions.find(({ hash }) => hash === dollars)).toMatchObject({
        ...shared,
        transfers: [{ direction: 'out', quantity: '1.5', symbol: 'tUSD' }],
      })
    } finally {
      await latchkey.dispose()
    }
  })
})
