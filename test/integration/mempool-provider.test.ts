// @module-tag ci
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataProviders } from '../../cli/args/data-providers.ts'
import { bip122 } from '../../src/adapters/bip122/index.ts'
import { createLatchkey } from '../../src/client/create-latchkey.ts'
import { bitcoinConnector } from '../../src/connectors/index.ts'
import { type DevProviders, startProviders } from '../../src/devnet/providers/start-providers.ts'
import type { Devnet } from '../../src/devnet/start-devnet.ts'
import { mempool } from '../../src/providers/mempool/index.ts'
import { ownNodesHandler } from '../../src/servers/upstream/own-nodes.ts'
import { memoryPlatform } from '../../src/testing/memory-platform.ts'
import { createBip122Wallet } from '../../src/testing/wallets/bip122.ts'
import { type RunningDesk, startDesk } from '../support/desk.ts'
import { deskNetworks } from '../support/desk-networks.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { loopback, quickClock } from '../support/loopback.ts'

let devnet: Devnet
let services: DevProviders
let desk: RunningDesk
let nodesDesk: RunningDesk
let closeNode: () => unknown
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['bip122'] })
  services = await startProviders(devnet)
  const networks = deskNetworks(devnet)
  const ids = networks.map(({ id }) => id)
  const given = Object.entries(services.mempool).map(([id, url]) => `mempool:${id}=${url}`)
  const providers = await dataProviders({ io: { env: {} }, out: {} } as never, given, ids)
  const own = { networks, now: Date.now, onLeftOut: () => {} }
  // This node has no history, so the history must come from the provider.
  const [{ rpcUrl }] = networks as [(typeof networks)[0]]
  const node = await loopback(({ path }, response) => {
    if (path.includes('/txs')) return void response.writeHead(501).end()
    fetch(`${rpcUrl}${path}`).then(async (answer) => response.end(await answer.text()))
  })
  closeNode = node.close
  const limited = networks.map((network, at) => (at === 0 ? { ...network, rpcUrl: node.url } : network))
  desk = await startDesk({ data: await ownNodesHandler({ ...own, networks: limited, providers }) })
  nodesDesk = await startDesk({ data: await ownNodesHandler(own) })
}, leaseTimeout)
afterAll(() =>
  Promise.all([desk?.stop(), nodesDesk?.stop(), closeNode?.(), services?.stop(), devnet?.stop()]),
)

const clientOf = ({ services: { url } }: RunningDesk) => ({ projectId: 'app', endpoints: { data: url } })

describe.each([
  [
    'a client with mempool() and its own nodes',
    'chain',
    () => ({ providers: [mempool({ url: services.mempool })] }),
  ],
  ['a client of `latchkey serve --data-providers mempool=…`', 'service', () => clientOf(desk)],
  ['a client of `latchkey serve` with an Esplora server', 'service', () => clientOf(nodesDesk)],
])('%s', (_kind, source, options) => {
  it('shows the history, and the balance from the node', async () => {
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
      ...options(),
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
        source,
        balances: [{ amount: { value } }],
      })
    } finally {
      await latchkey.dispose()
    }
  })
})
