import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { pyth } from '../../../../src/providers/pyth/index.ts'
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
const eth = 'ff61491a931112ddf1bd8147cd1b641375f79f5825126d665480874634fd0ace'
const usdcFeed = 'eaa020c61cc479712813461ce153894a96a6c00b21ed0cfc2798d1f9a9e9c94a'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const now = seconds(Date.now())
/** An entry of https://docs.pyth.network/api-reference/hermes/latest-price-updates */
const entry = (id = eth, price: object = {}) => ({
  id,
  price: { price: '184136023127', conf: '177166324', expo: -8, publish_time: now, ...price },
  ema_price: { price: '184100641000', conf: '178704085', expo: -8, publish_time: now },
  metadata: { slot: 1, proof_available_time: now, prev_publish_time: now },
})
const parsed = (...entries: readonly unknown[]): FakeAnswer => {
  return () => ({ binary: { encoding: 'hex', data: ['504e4155'] }, parsed: entries })
}
async function asking(answer: FakeAnswer, currency = 'usd') {
  const server = await fakeService({ '/hermes/v2/updates/price/latest': answer })
  closing.push(server.close)
  const feeds = { 'eip155:1': { coin: `0x${eth}`, tokens: { [usdc]: usdcFeed } } } as const
  const url = `${server.url}hermes`
  return { server, ...(await joined([pyth({ url, key: 'key-of-the-host', feeds })], undefined, currency)) }
}

describe('prices of Pyth', () => {
  it('include the native coin and the requested tokens', async () => {
    const { prices, server } = await asking(
      parsed(entry(), entry(usdcFeed, { price: '99990000', conf: '50000' })),
    )
    expect(await prices('eip155:1', [undefined, usdc.toLowerCase(), '0x01'])).toEqual([
      1841.36023127,
      0.9999,
      undefined,
    ])
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer key-of-the-host'])
    expect(server.asked()[0]?.searchParams.getAll('ids[]')).toEqual([eth, usdcFeed])
    expect(server.asked()[0]?.search).not.toContain('key-of-the-host')
  })

  it('are not requested for a token without a feed', async () => {
    const { prices, server } = await asking(parsed())
    expect(await prices('eip155:99', [undefined, usdc])).toEqual([undefined, undefined])
    expect(server.requests).toEqual([])
  })

  it('include the coins of other networks', async () => {
    const sol = 'ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d'
    const { prices } = await asking(parsed(entry(sol)))
    expect(await prices('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', [undefined])).toEqual([1841.36023127])
    const dot = 'ca3eed9b267293f6595901c734c7525ce8ef49adafe8284606ceb307afa2ca5b'
    const hub = await asking(parsed(entry(dot)))
    const asked = hub.prices('polkadot:68d56f15f85d3136970ec16946040bc1', [undefined, '1984'])
    expect(await asked).toEqual([1841.36023127, undefined])
  })

  it.each<[string, object]>([
    ['is negative', { price: '-184136023127' }],
    ['is zero', { price: '0', conf: '0' }],
    ['is stale', { publish_time: now - 7 * 3600 }],
    ['is from the future', { publish_time: now + 3600 }],
    ['is not a number', { price: 'much' }],
    ['has an invalid exponent', { expo: '-8' }],
    ['has a huge exponent', { expo: 19 }],
    ['is uncertain by more than 5 %', { conf: '9300000000' }],
    ['has no confidence', { conf: null }],
  ])('are unknown if the price %s', async (_kind, price) => {
    const { prices } = await asking(parsed(entry(eth, price)))
    expect(await prices('eip155:1', [undefined])).toEqual([undefined])
  })

  it('come from the first feed with the id of the coin', async () => {
    const other = await asking(parsed(entry(eth.replace(/e$/, 'f'))))
    expect(await other.prices('eip155:1', [undefined])).toEqual([undefined])
    const twice = await asking(parsed(entry(), entry(eth, { price: '1', conf: '0' })))
    expect(await twice.prices('eip155:1', [undefined])).toEqual([1841.36023127])
  })

  it.each(Object.entries(badAnswers))('are unknown if Pyth answers with %s', async (_kind, bad) => {
    const { prices } = await asking(bad)
    expect(await prices('eip155:1', [undefined])).toEqual([undefined])
  })

  it('are not requested again during a pause that Pyth requests', async () => {
    const { prices, server } = await asking(
      () => (response: ServerResponse) => response.writeHead(429, { 'retry-after': '60' }).end('{}'),
    )
    expect([await prices('eip155:1', [undefined]), await prices('eip155:1', [undefined])]).toEqual([
      [undefined],
      [undefined],
    ])
    expect(server.requests).toHaveLength(1)
  })

  it('are kept if Pyth refuses a later request', async () => {
    const idOf = (at: number) => at.toString(16).padStart(64, '0')
    const addresses = Array.from({ length: 21 }, (_, at) => `0x${(at + 1).toString(16).padStart(40, '0')}`)
    const tokens = Object.fromEntries(addresses.map((address, at) => [address, idOf(at)]))
    let isBusy = false
    const server = await fakeService({
      '/v2/updates/price/latest': (url, request) => {
        if (isBusy)
          return (response: ServerResponse) => response.writeHead(429, { 'retry-after': '60' }).end('{}')
        isBusy = true
        return parsed(...addresses.map((_, at) => entry(idOf(at))))(url, request)
      },
    })
    closing.push(server.close)
    const { prices } = await joined([pyth({ url: server.url, feeds: { 'eip155:1': { tokens } } })])
    const failed: number[] = []
    expect(await prices('eip155:1', addresses, { failed: (at) => failed.push(at) })).toEqual(
      addresses.map((_, at) => (at < 20 ? 1841.36023127 : undefined)),
    )
    expect(failed).toEqual([20])
  })

  it('are requested only in US dollars', async () => {
    const { prices, server } = await asking(parsed(entry()), 'eur')
    expect(await prices('eip155:1', [undefined])).toEqual([undefined])
    expect(server.requests).toEqual([])
  })
})
