import { getAddress } from 'ethers'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { solana } from '../../src/adapters/solana/index.ts'
import { createLatchkey } from '../../src/client/create-latchkey.ts'
import { standardConnector } from '../../src/connectors/index.ts'
import type { LatchkeyOptions } from '../../src/core/options/options.ts'
import { type DevProviders, startProviders } from '../../src/devnet/providers/start-providers.ts'
import type { Devnet } from '../../src/devnet/start-devnet.ts'
import { alchemy } from '../../src/providers/alchemy/index.ts'
import { ankr } from '../../src/providers/ankr/index.ts'
import { etherscan } from '../../src/providers/etherscan/index.ts'
import { helius } from '../../src/providers/helius/index.ts'
import { pyth } from '../../src/providers/pyth/index.ts'
import { memoryPlatform } from '../../src/testing/memory-platform.ts'
import { createSolanaWallet } from '../../src/testing/wallets/solana.ts'
import { accountWorld } from '../support/account-world.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { quickClock } from '../support/loopback.ts'

let devnet: Devnet
let services: DevProviders
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155', 'solana'] })
  services = await startProviders(devnet)
}, leaseTimeout)
afterAll(() => Promise.all([services?.stop(), devnet?.stop()]))

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})
const key = 'key-of-the-host'
const contractOn = (network: string, symbol: string) =>
  devnet.tokens
    .find((token) => token.symbol === symbol && token.asset.startsWith(`${network}/`))!
    .asset.split(':')
    .at(-1)!

async function world(options: Partial<LatchkeyOptions>) {
  const made = await accountWorld(devnet, options)
  closing.push(made.dispose)
  return made
}

describe.each([
  ['etherscan', () => etherscan({ url: services.etherscan, key })],
  ['alchemy', () => alchemy({ url: services.alchemy, key })],
  ['ankr', () => ankr({ url: services.ankr, blockchains: services.ankrBlockchains, key })],
])('a client with %s and pyth', (_name, provider) => {
  it("shows the account's transfer in the history, and the node's balances with their value", async () => {
    const prices = pyth({ url: services.pyth, key, feeds: services.pythFeeds })
    const { latchkey, alice, network } = await world({ providers: [provider(), prices] })
    const { caipNetworkId } = network
    const contract = contractOn(caipNetworkId, 'tUSD')
    const asset = `${caipNetworkId}/erc20:${getAddress(contract)}` as const
    const adapter = await latchkey.adapter('eip155')
    const bob = devnet.accounts.bob!.eip155!.address
    const sent = await adapter.send({ from: alice, to: bob, asset, amount: 1_500_000n } as never)
    await adapter.waitForTransaction(caipNetworkId, sent)

    const native = await adapter.getBalance(alice)
    const held = await adapter.getBalance(alice, asset as never)
    await latchkey.portfolio.refresh()
    expect(latchkey.portfolio.state).toMatchObject({ source: 'service', error: undefined })
    const { balances } = latchkey.portfolio.state
    expect(balances[0]).toMatchObject({ amount: { value: native.value }, price: 2500 })
    expect(balances.find((one) => one.asset === asset)).toMatchObject({
      ...{ amount: { value: held.value, decimals: 6, symbol: 'tUSD' }, price: 1 },
    })

    await latchkey.activity.load()
    const { transactions, error } = latchkey.activity.state
    expect(error).toBeUndefined()
    expect(transactions.find(({ hash }) => hash === sent.hash)).toMatchObject({
      ...{ operation: 'send', status: 'confirmed' },
      transfers: [{ direction: 'out', quantity: '1.5', symbol: 'tUSD' }],
    })
  })
})

describe('a client with helius and pyth', () => {
  it("shows the node's history, and the node's balances with their value", async () => {
    const [network] = devnet.networks.filter(({ chainNamespace }) => chainNamespace === 'solana')
    const clock = quickClock(20, 1)
    const url = services.helius!
    const wallet = createSolanaWallet({
      secrets: [devnet.accounts.alice!.solana!.secret],
      chains: [
        { id: network!.caipNetworkId as `solana:${string}`, rpcUrl: network!.rpcUrls.default.http[0]! },
      ],
      clock,
    })
    const latchkey = createLatchkey({
      networks: [network!],
      adapters: [solana()],
      connectors: [standardConnector({ id: 'keys', name: 'Keys', wallet: wallet.standard })],
      providers: [
        helius({ url, historyUrl: url, key }),
        pyth({ url: services.pyth, key, feeds: services.pythFeeds }),
      ],
      platform: memoryPlatform({ clock, fetch: (input, init) => fetch(input, init) }),
      name: `helius-${Math.random()}`,
    })
    closing.push(() => latchkey.dispose())
    await latchkey.connect({ connectorId: 'keys' })
    const { caipAddress } = latchkey.account.active
    const adapter = await latchkey.adapter('solana')
    const bob = devnet.accounts.bob!.solana!.address
    const sent = await adapter.send({ from: caipAddress, to: bob, amount: 2_000_000n } as never)
    await adapter.waitForTransaction(network!.caipNetworkId as never, sent)
    const native = await adapter.getBalance(caipAddress as never)

    await latchkey.portfolio.refresh()
    const { balances, error, source } = latchkey.portfolio.state
    expect({ error, source }).toEqual({ error: undefined, source: 'service' })
    expect(balances[0]).toMatchObject({ amount: { value: native.value, symbol: 'SOL' }, price: 150 })
    expect(balances.length).toBeGreaterThan(1)
    for (const { asset, amount } of balances.slice(1))
      expect(amount.value).toBe((await adapter.getBalance(caipAddress as never, asset as never)).value)

    await latchkey.activity.load()
    expect(latchkey.activity.state.error).toBeUndefined()
    const found = latchkey.activity.state.transactions.find(({ hash }) => hash === sent.hash)
    expect(found).toMatchObject({
      ...{ operation: 'send', status: 'confirmed', to: bob },
      transfers: [{ direction: 'out', quantity: '0.002', symbol: 'SOL' }],
    })
  })
})
