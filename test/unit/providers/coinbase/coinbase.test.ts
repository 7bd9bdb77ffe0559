import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import type { OnRampOrder } from '../../../../src/core/wallet/payments/onramp.ts'
import { coinbase } from '../../../../src/providers/coinbase/index.ts'
import type { CoinbaseOptions } from '../../../../src/providers/coinbase/options.ts'
import { readJson } from '../../../../src/transport/read-json.ts'
import { badAnswers, type FakeAnswer, fakeService } from '../../../support/fake-data-services.ts'
import { quickClock } from '../../../support/loopback.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})
const address = '0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe'
const order = (more: object = {}) =>
  ({
    account: `eip155:8453:${address}`,
    network: { caipNetworkId: 'eip155:8453', name: 'Base' },
    purchaseCurrency: { symbol: 'USDC' },
    paymentCurrency: { id: 'EUR' },
    paymentAmount: '100.50',
    ...more,
  }) as unknown as OnRampOrder
async function world(answers: Readonly<Record<string, FakeAnswer>>, more: Partial<CoinbaseOptions> = {}) {
  const server = await fakeService(answers)
  closing.push(server.close)
  const options = { signer: server.url, projectId: 'app', feeRange: '1-3%', ...more }
  const ports = { fetch, clock: quickClock(100, 1) }
  return { server, provider: coinbase(options), call: { json: (url: string) => readJson(url, ports) } }
}
const linkPath = '/v1/onramp/links/coinbase'
const opened = 'https://pay.coinbase.com/buy/select-asset?sessionToken=one'

describe('a link to Coinbase', () => {
  it('has the session token that the server created for the order', async () => {
    const { provider, server, call } = await world({ [linkPath]: () => ({ url: opened }) })
    const url = new URL(await provider.link(order(), call))
    expect(url.origin + url.pathname).toBe('https://pay.coinbase.com/buy/select-asset')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      ...{ sessionToken: 'one', defaultAsset: 'USDC', defaultNetwork: 'base', defaultExperience: 'buy' },
      ...{ fiatCurrency: 'EUR', presetFiatAmount: '100.50' },
    })
    expect(server.requests[0]).toMatchObject({ method: 'POST', path: `${linkPath}?projectId=app` })
    const sent = { walletAddress: address, code: 'USDC', network: 'base' }
    expect(JSON.parse(server.requests[0]!.body)).toEqual(sent)
  })

  it.each([
    ['the visitor chooses the amount at Coinbase', { paymentAmount: undefined }],
    ['Coinbase accepts no amount in the currency', { paymentCurrency: { id: 'JPY' } }],
  ])('has no amount if %s', async (_kind, more) => {
    const { provider, call } = await world({ [linkPath]: () => ({ url: opened }) })
    const { searchParams } = new URL(await provider.link(order(more), call))
    expect([searchParams.has('presetFiatAmount'), searchParams.has('fiatCurrency')]).toEqual([false, false])
  })

  it.each([
    ['a wrong host', opened.replace('coinbase.com', 'coinbase.com.example')],
    ['the scheme http', opened.replace('https', 'http')],
    ['a wrong path', opened.replace('select-asset', 'other')],
    ['no token', opened.replace('one', '')],
    ['an account beside the token', `${opened}&addresses={"0x1":["base"]}`],
    ['a redirect', `${opened}&redirectUrl=https://evil.example`],
    ['the scheme javascript', 'javascript:alert(1)'],
  ])("is refused if the server's URL has %s", async (_kind, url) => {
    const { provider, call } = await world({ [linkPath]: () => ({ url }) })
    await expect(provider.link(order(), call)).rejects.toMatchObject({ code: 'onramp/invalid-link' })
  })

  it.each(Object.entries(badAnswers))('fails if the server answers with %s', async (_kind, bad) => {
    const { provider, call } = await world({ [linkPath]: bad })
    await expect(provider.link(order(), call)).rejects.toMatchObject({
      code: expect.stringMatching(/^(http\/|onramp\/invalid-link)/),
    })
  })

  it('fails with a rate limit error if the server always answers with status 429', async () => {
    const { provider, call } = await world({
      [linkPath]: () => (response: ServerResponse) => response.writeHead(429).end('{}'),
    })
    await expect(provider.link(order(), call)).rejects.toMatchObject({ code: 'rpc/limit-exceeded' })
  })

  it('needs a coin that is known or that the host names', async () => {
    const { provider, server, call } = await world({})
    for (const more of [
      { purchaseCurrency: { symbol: 'PEPE' } },
      { network: { caipNetworkId: 'eip155:99', name: 'X' } },
    ])
      await expect(provider.link(order(more), call)).rejects.toMatchObject({ code: 'onramp/unsupported' })
    expect(server.requests).toEqual([])
    const currencies = { 'eip155:8453': { PEPE: { code: 'PEPE', network: 'base' } } } as const
    const named = await world({ [linkPath]: () => ({ url: opened }) }, { currencies })
    const url = await named.provider.link(order({ purchaseCurrency: { symbol: 'PEPE' } }), named.call)
    expect(new URL(url).searchParams.get('defaultAsset')).toBe('PEPE')
  })

  it('comes without a quote', async () => {
    const { provider } = await world({})
    expect(provider.quote).toBeUndefined()
  })
})
