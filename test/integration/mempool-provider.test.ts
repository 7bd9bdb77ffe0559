import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bip122 } from '../../src/adapters/bip122/index.ts'
import { createLatchkey } from '../../src/client/create-latchkey.ts'
import { bitcoinConnector } from '../../src/connectors/index.ts'
import { type DevProviders, startProviders } from '../../src/devnet/providers/start-providers.ts'
import type { Devnet } from '../../src/devnet/start-devnet.ts'
import { mempool } from '../../src/providers/mempool/index.ts'
import { memoryPlatform } from '../../src/testing/memory-platform.ts'
import { createBip122Wallet } from '../../src/testing/wallets/bip122.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { quickClock } from '../support/loopback.ts'

let devnet: Devnet
let services: DevProviders
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['bip122'] })
  services = await startProviders(devnet)
}, leaseTimeout)
afterAll(() => Promise.all([services?.stop(), devnet?.stop()]))

describe('a client with mempool() and its own nodes', () => {
  it('shows the history from mempool() and the balance from the node', async () => {
    const [network] = devnet.networks.filter(({ chainNamespace }) => chainNamespace === 'bip122')
    const { caipNetworkId } = network!
    const keys = createBip122Wallet({
      secret: devnet.accounts.carol!.bip122!.secret,
      networks: [caipNetworkId as `bip122:${string}`],
    })
    const latchkey = createLatchkey({
      networks: [network!],
      adapters: [bip122()],
      connectors: [
        bitcoinConnector({ id: 'keys', name: 'Keys', dialect: 'sats-connect', provider: keys.satsConnect }),
      ],
      providers: [mempool({ url: services.mempool })],
      platform: memoryPlatform({ clock: quickClock(20, 1), fetch: (input, init) => fetch(input, init) }),
      name: `mempool-${Math.random()}`,
    })
    try {
      await latchkey.connect({ connectorId: 'keys' })
      const { address, caipAddress } = latchkey.account.active
      expect(latchkey.activity.state.off).toBe(false)
      await latchkey.activity.load()
      const { transactions, error } = latchkey.activity.state
      expect(error).toBeUndefined()
      const [url] = network!.rpcUrls.default.http
      const answer = await fetch(`${url}/address/${address}/txs`)
      const own = (await answer.json()) as readonly { readonly txid: string }[]
      expect(own.length).toBeGreaterThan(0)
      expect(transactions.map(({ hash }) => hash)).toEqual(
        expect.arrayContaining(own.map(({ txid }) => txid)),
      )
      expect(transactions.at(-1)?.transfers[0]).toMatchObject({
        ...{ direction: 'in', symbol: network!.nativeCurrency.symbol, nft: false },
      })
      await latchkey.portfolio.refresh()
      const { value } = await (await latchkey.adapter('bip122')).getBalance(caipAddress as never)
      expect(latchkey.portfolio.state).toMatchObject({
        source: 'chain',
        balances: [{ amount: { value } }],
      })
    } finally {
      await latchkey.dispose()
    }
  })
})
