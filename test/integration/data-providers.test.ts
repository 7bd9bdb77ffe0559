import type { ServerResponse } from 'node:http'
import { getAddress } from 'ethers'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { LatchkeyOptions } from '../../src/core/options/options.ts'
import type { Devnet } from '../../src/devnet/start-devnet.ts'
import { blockscout } from '../../src/providers/blockscout/index.ts'
import { coingecko } from '../../src/providers/coingecko/index.ts'
import { defillama } from '../../src/providers/defillama/index.ts'
import { uniswap } from '../../src/providers/uniswap/index.ts'
import { accountWorld } from '../support/account-world.ts'
import { fakeService, scout, seconds } from '../support/fake-data-services.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'

let devnet: Devnet
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'] })
}, leaseTimeout)
afterAll(() => devnet?.stop())

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const here = () => devnet.networks.find(({ chainNamespace }) => chainNamespace === 'eip155')!
const contract = () =>
  devnet.tokens
    .find(({ asset, symbol }) => symbol === 'tUSD' && asset.startsWith(here().caipNetworkId))!
    .asset.split(':')
    .at(-1)!
const hash = `0x${'ab'.repeat(32)}`

async function blockOf(number: string): Promise<unknown> {
  const params = [`0x${Number(number).toString(16)}`, false]
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getBlockByNumber', params })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(here().rpcUrls.default.http[0]!, { method: 'POST', body, headers })
  return ((await response.json()) as { readonly result: unknown }).result
}

/** Starts a fake Blockscout that lists a token, the test dollar, and one transaction of Alice. */
async function fakeBlockscout({ isOtherChain = false } = {}) {
  const alice = getAddress(devnet.accounts.alice!.eip155!.address)
  const wallet = `/api/v2/addresses/${alice}/`
  const end = { next_page_params: null }
  const server = await fakeService({
    '/api/v2/blocks/': (url) => async (response: ServerResponse) => {
      const block = await blockOf(url.pathname.split('/').at(-1)!)
      response.end(JSON.stringify(isOtherChain ? { hash } : block))
    },
    [`${wallet}tokens`]: () => ({ items: [{ token: scout.token(contract()), value: '1' }], ...end }),
    [`${wallet}transactions`]: () => ({
      items: [
        scout.transaction({
          hash,
          from: scout.party(alice),
          to: scout.party(contract()),
          value: '2000000000000000000',
        }),
      ],
      ...end,
    }),
    [`${wallet}token-transfers`]: () => ({ items: [], ...end }),
  })
  closing.push(server.close)
  return server
}
async function fakeCoingecko() {
  const price = (usd: number) => ({ usd, last_updated_at: seconds(Date.now()) })
  const server = await fakeService({
    '/simple/price': () => ({ ethereum: price(2000) }),
    '/simple/token_price/devnet': () => ({ [contract().toLowerCase()]: price(0.5) }),
  })
  closing.push(server.close)
  const networks = { [here().caipNetworkId]: { platform: 'devnet', coin: 'ethereum' } }
  return { ...server, provider: coingecko({ url: server.url, networks }) }
}
async function world(options: Partial<LatchkeyOptions>) {
  const made = await accountWorld(devnet, options)
  closing.push(made.dispose)
  return made
}

describe('a client that has only providers and RPC URLs', () => {
  it('shows the history, and the balances with their value', async () => {
    const scoutServer = await fakeBlockscout()
    const { provider } = await fakeCoingecko()
    const { latchkey, alice } = await world({
      providers: [uniswap({ tokens: {} }), blockscout({ url: scoutServer.url }), provider],
    })
    const adapter = await latchkey.adapter('eip155')
    const asset = `${here().caipNetworkId}/erc20:${getAddress(contract())}` as const
    const [native, held] = [await adapter.getBalance(alice), await adapter.getBalance(alice, asset as never)]
    const dollars = (Number(native.value) / 1e18) * 2000

    await latchkey.portfolio.refresh()
    expect(latchkey.portfolio.state).toMatchObject({ source: 'service', error: undefined })
    expect(latchkey.portfolio.state.balances).toMatchObject([
      { amount: { value: native.value, symbol: here().nativeCurrency.symbol }, price: 2000 },
      { asset, amount: { value: held.value, decimals: 6, symbol: 'tUSD' }, price: 0.5 },
    ])
    expect(latchkey.portfolio.state.total).toBeCloseTo(dollars + Number(held.value) / 2e6, 2)

    expect(latchkey.activity.state.off).toBe(false)
    await latchkey.activity.load()
    expect(latchkey.activity.state).toMatchObject({
      error: undefined,
      transactions: [
        {
          hash,
          network: here().caipNetworkId,
          operation: 'send',
          transfers: [{ direction: 'out', quantity: '2', symbol: here().nativeCurrency.symbol }],
        },
      ],
    })
  })

  it("shows its own nodes' balances with their value if it only has a price provider", async () => {
    const { provider } = await fakeCoingecko()
    const { latchkey } = await world({
      providers: [provider],
      tokens: { [here().caipNetworkId]: { address: contract() } },
    })
    await latchkey.portfolio.refresh()
    expect(latchkey.portfolio.state.source).toBe('chain')
    expect(latchkey.portfolio.state.balances.map(({ price }) => price)).toEqual([2000, 0.5])
    expect(latchkey.activity.state.off).toBe(true)
  })

  it('shows an error instead of balances and history when Blockscout serves another chain', async () => {
    const { url } = await fakeBlockscout({ isOtherChain: true })
    const { latchkey } = await world({ providers: [blockscout({ url: { [here().caipNetworkId]: url } })] })
    await latchkey.portfolio.refresh()
    expect(latchkey.portfolio.state).toMatchObject({
      balances: [],
      error: { code: 'data/balances-failed', cause: { code: 'http/invalid-body' } },
    })
    await latchkey.activity.load()
    expect(latchkey.activity.state).toMatchObject({
      transactions: [],
      error: { code: 'data/history-failed', cause: { code: 'http/invalid-body' } },
    })
  })

  it('shows balances without a value when the provider of prices is down', async () => {
    const { url } = await fakeBlockscout()
    const { latchkey } = await world({
      providers: [blockscout({ url }), defillama({ url: 'http://127.0.0.1:9' })],
    })
    await latchkey.portfolio.refresh()
    expect(latchkey.portfolio.state).toMatchObject({ error: undefined, total: undefined })
    expect(latchkey.portfolio.state.balances.map(({ amount }) => amount.symbol)).toContain('tUSD')
  })

  it("refuses a value in `providers` that isn't a provider", async () => {
    await expect(world({ providers: ['etherscan'] as never })).rejects.toMatchObject({
      code: 'config/invalid-options',
      message: expect.stringContaining('providers'),
    })
  })
})
