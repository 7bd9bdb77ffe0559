import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import type { DataProviderFactory } from '../../../../src/core/wallet/data-provider.ts'
import { coingecko } from '../../../../src/providers/coingecko/index.ts'
import { defillama } from '../../../../src/providers/defillama/index.ts'
import {
  badAnswers,
  type FakeAnswer,
  fakeService,
  joined,
  seconds,
} from '../../../support/fake-data-services.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const network = 'eip155:1'
const now = () => seconds(Date.now())

/** Refuses a request, and requests a long pause. */
const refused = (response: ServerResponse) => response.writeHead(429, { 'retry-after': '120' }).end('{}')

interface Entry {
  readonly price: unknown
  readonly at?: unknown
  readonly decimals?: number
}
/**
 * The price services: how to create their provider, how they name tokens, and their answer with given prices.
 */
const services = {
  // https://docs.coingecko.com/reference/simple-price and https://docs.coingecko.com/reference/simple-token-price
  coingecko: {
    create: (url: string) => coingecko({ url }),
    token: (address: string) => address.toLowerCase(),
    coin: 'ethereum',
    answer: (entries: Readonly<Record<string, Entry>>) =>
      Object.fromEntries(
        Object.entries(entries).map(([name, { price, at = now() }]) => [
          name,
          { usd: price, last_updated_at: at },
        ]),
      ),
  },
  // https://api-docs.defillama.com, GET /prices/current/{coins}
  defillama: {
    create: (url: string) => defillama({ url }),
    token: (address: string) => `ethereum:${address.toLowerCase()}`,
    coin: 'coingecko:ethereum',
    answer: (entries: Readonly<Record<string, Entry>>) => ({
      coins: Object.fromEntries(
        Object.entries(entries).map(([name, { price, at = now(), decimals = 6 }]) => [
          name,
          { decimals, symbol: 'USDC', price, timestamp: at, confidence: 0.99 },
        ]),
      ),
    }),
  },
} as const

describe.each(Object.entries(services))('the price provider %s', (_name, { create, token, coin, answer }) => {
  async function asking(answers: FakeAnswer) {
    const server = await fakeService({ '/': answers })
    closing.push(server.close)
    return { server, ...(await joined([create(server.url)])) }
  }
  const priceOf = async (entry: Entry, name = token(usdc)) => {
    const { prices } = await asking(() => answer({ [name]: entry }))
    const [price] = await prices(network, [usdc], { decimals: [6] })
    return price
  }

  it('has the prices of the native coin and of tokens, in the order of the request', async () => {
    const { prices } = await asking(() =>
      answer({
        [token(dai)]: { price: 0.998, decimals: 18 },
        [coin]: { price: 3120.5 },
        [token(usdc)]: { price: 1.001 },
      }),
    )
    expect(await prices(network, [usdc, undefined, dai], { decimals: [6, 18, 18] })).toEqual([
      1.001, 3120.5, 0.998,
    ])
  })

  // Polkadot moved the balances of all accounts to Asset Hub in November 2025.
  it('has the price of DOT on Polkadot Asset Hub', async () => {
    const { prices } = await asking(() => answer({ [coin.replace('ethereum', 'polkadot')]: { price: 4.25 } }))
    const tokens = [undefined, '1984']
    expect(await prices('polkadot:68d56f15f85d3136970ec16946040bc1', tokens)).toEqual([4.25, undefined])
  })

  it('has no price for a network that the service does not know, and sends no request', async () => {
    const { prices, server } = await asking(() => answer({}))
    expect(await prices('eip155:1337', [undefined, usdc])).toEqual([undefined, undefined])
    expect(server.requests).toEqual([])
  })

  it.each([
    ['negative', -1],
    ['zero', 0],
    ['text', '1.001'],
    ['absent', undefined],
    ['above a quadrillion dollars', 1e16],
  ])('ignores a price that is %s', async (_kind, price) => {
    expect(await priceOf({ price })).toBeUndefined()
  })

  it('ignores a price older than six hours, from the future, or without a time, and accepts a price that is five hours old', async () => {
    expect(await priceOf({ price: 1, at: now() - 6.5 * 3600 })).toBeUndefined()
    expect(await priceOf({ price: 1, at: now() + 24 * 3600 })).toBeUndefined()
    expect(await priceOf({ price: 1, at: null })).toBeUndefined()
    expect(await priceOf({ price: 1, at: now() - 5 * 3600 })).toBe(1)
  })

  it("ignores another token's price, and the price of an address that differs in one character", async () => {
    expect(await priceOf({ price: 1 }, token(dai))).toBeUndefined()
    expect(await priceOf({ price: 1 }, token(usdc.replace(/8$/, '9')))).toBeUndefined()
    expect(await priceOf({ price: 1 })).toBe(1)
  })

  it.each(Object.entries(badAnswers))('has no price if the service answers with %s', async (_kind, bad) => {
    const { prices } = await asking(bad)
    expect(await prices(network, [usdc, undefined], { decimals: [6, 18] })).toEqual([undefined, undefined])
  })

  it('asks a busy service again after the pause that the service requests, and then has the price', async () => {
    let busy = true
    const { prices, clock } = await asking(() => {
      if (!busy) return answer({ [token(usdc)]: { price: 1 } })
      busy = false
      return (response: ServerResponse) => response.writeHead(429, { 'retry-after': '2' }).end('{}')
    })
    expect(await prices(network, [usdc])).toEqual([1])
    expect(clock.delays).toContain(2000)
  })

  it('keeps the prices that it has read if the service refuses a later request, and reports the other tokens as failed', async () => {
    const tokens = Array.from({ length: 32 }, (_, at) => `0x${(at + 1).toString(16).padStart(40, '0')}`)
    const entries = tokens.map((address, at) => [token(address), { price: at + 1 }])
    let isBusy = false
    const { prices } = await asking(() => {
      if (isBusy) return refused
      isBusy = true
      return answer(Object.fromEntries(entries))
    })
    const failed: number[] = []
    const decimals = tokens.map(() => 6)
    const found = await prices(network, tokens, { decimals, failed: (at) => failed.push(at) })
    expect(found).toEqual(tokens.map((_, at) => (at < 30 ? at + 1 : undefined)))
    expect(failed).toEqual([30, 31])
  })

  it('reports all tokens as failed if the service refuses the first request', async () => {
    const { prices } = await asking(() => refused)
    const failed: number[] = []
    const opts = { decimals: [6, 18], failed: (at: number) => failed.push(at) }
    expect(await prices(network, [usdc, undefined], opts)).toEqual([undefined, undefined])
    expect(failed).toEqual([0, 1])
  })

  it('sends no request during a pause of more than 30 seconds that the service requested', async () => {
    let isBusy = true
    const { prices, server, clock } = await asking(() => {
      if (!isBusy) return answer({ [token(usdc)]: { price: 1 } })
      return (response: ServerResponse) => response.writeHead(429, { 'retry-after': '120' }).end('{}')
    })
    expect(await prices(network, [usdc])).toEqual([undefined])
    // The pause began when the service answered, which was before this time.
    const from = clock.now()
    expect(await prices(network, [usdc])).toEqual([undefined])
    expect(server.requests).toHaveLength(1)
    isBusy = false
    await expect
      .poll(() => clock.now() - from, {
        message: 'the pause that the service asked for is over',
        timeout: 10_000,
      })
      .toBeGreaterThan(121_000)
    expect(await prices(network, [usdc])).toEqual([1])
  })

  it('stops when the call is aborted', async () => {
    const { prices } = await asking(() => () => {})
    const life = new AbortController()
    const asked = prices(network, [usdc], { signal: life.signal })
    life.abort()
    await expect(asked).rejects.toMatchObject({ code: 'flow/aborted' })
  })
})

describe('the price provider defillama', () => {
  it('ignores a price with the wrong number of decimals or without decimals, and a price with low confidence', async () => {
    const entry = (more: object) => ({
      coins: {
        [`ethereum:${usdc.toLowerCase()}`]: {
          decimals: 6,
          price: 1,
          timestamp: now(),
          confidence: 0.99,
          ...more,
        },
      },
    })
    const answers = [
      entry({ decimals: 18 }),
      entry({ decimals: undefined }),
      entry({ confidence: 0.3 }),
      entry({}),
    ]
    const server = await fakeService({ '/prices/current/': () => answers.shift() })
    closing.push(server.close)
    const { prices } = await joined([defillama({ url: server.url })])
    const ask = () => prices(network, [usdc], { decimals: [6] })
    expect([await ask(), await ask(), await ask(), await ask()]).toEqual([
      [undefined],
      [undefined],
      [undefined],
      [1],
    ])
  })
})

describe('the price provider coingecko', () => {
  it('with a key, requests the prices of thirty tokens at a time, and sends the key', async () => {
    const tokens = Array.from({ length: 31 }, (_, at) => `0x${(at + 1).toString(16).padStart(40, '0')}`)
    const server = await fakeService({ '/simple/token_price/ethereum': () => ({}) })
    closing.push(server.close)
    const { prices } = await joined([coingecko({ url: server.url, key: 'CG-demo' })])
    await prices(network, tokens)
    const counts = server
      .asked()
      .map(({ searchParams }) => searchParams.get('contract_addresses')?.split(',').length)
    expect(counts).toEqual([30, 1])
    expect(server.asked()[0]?.searchParams.get('x_cg_demo_api_key')).toBe('CG-demo')
    expect(server.asked()[0]?.searchParams.get('vs_currencies')).toBe('usd')
  })

  it('keeps the price of the native coin if the service refuses the request of the tokens', async () => {
    const server = await fakeService({
      '/simple/price': () => services.coingecko.answer({ ethereum: { price: 3000 } }),
      '/simple/token_price/ethereum': () => refused,
    })
    closing.push(server.close)
    const { prices } = await joined([coingecko({ url: server.url })])
    const failed: number[] = []
    const opts = { failed: (at: number) => failed.push(at) }
    expect(await prices(network, [usdc, undefined], opts)).toEqual([undefined, 3000])
    expect(failed).toEqual([0])
  })
})

describe('several providers of prices', () => {
  it('are asked in turn for the tokens that a provider before them could not ask for', async () => {
    const first = await fakeService({
      '/simple/price': () => services.coingecko.answer({ ethereum: { price: 3000 } }),
      '/simple/token_price/ethereum': () => refused,
    })
    const second = await fakeService({
      '/prices/current/': () =>
        services.defillama.answer({ [`ethereum:${usdc.toLowerCase()}`]: { price: 1 } }),
    })
    closing.push(first.close, second.close)
    const { prices } = await joined([coingecko({ url: first.url }), defillama({ url: second.url })])
    const failed: number[] = []
    const opts = { failed: (at: number) => failed.push(at) }
    expect(await prices(network, [undefined, usdc, dai], opts)).toEqual([3000, 1, undefined])
    expect(failed).toEqual([2])
    expect(second.requests).toHaveLength(1)
  })

  it('are asked in turn, each only for the prices that the providers before it do not know', async () => {
    const first = await fakeService({ '/': () => services.coingecko.answer({ ethereum: { price: 3000 } }) })
    const second = await fakeService({
      '/prices/current/': () =>
        services.defillama.answer({ [`ethereum:${usdc.toLowerCase()}`]: { price: 1 } }),
    })
    closing.push(first.close, second.close)
    const { prices } = await joined([coingecko({ url: first.url }), defillama({ url: second.url })])
    expect(await prices(network, [undefined, usdc])).toEqual([3000, 1])
    expect(second.requests.map(({ path }) => decodeURIComponent(path))).toEqual([
      `/prices/current/ethereum:${usdc.toLowerCase()}?searchWidth=6h`,
    ])
  })
})

describe('in another currency than US dollars', () => {
  async function asking(create: (url: string) => DataProviderFactory, answer: object) {
    const server = await fakeService({ '/': () => answer })
    closing.push(server.close)
    return { server, ...(await joined([create(server.url)], undefined, 'eur')) }
  }

  it('coingecko is asked for prices in the chosen currency, and its prices in other currencies are not used', async () => {
    const create = (url: string) => coingecko({ url })
    const euros = { ethereum: { eur: 2700, last_updated_at: now() } }
    const { prices, server } = await asking(create, euros)
    expect(await prices(network, [undefined])).toEqual([2700])
    expect(server.asked()[0]?.searchParams.get('vs_currencies')).toBe('eur')
    const dollars = await asking(create, { ethereum: { usd: 3120, last_updated_at: now() } })
    expect(await dollars.prices(network, [undefined])).toEqual([undefined])
  })

  it('defillama, which has only US dollars, is not asked', async () => {
    const { prices, server } = await asking((url) => defillama({ url }), {})
    expect(await prices(network, [undefined, usdc])).toEqual([undefined, undefined])
    expect(server.requests).toEqual([])
  })
})
