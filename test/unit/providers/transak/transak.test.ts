import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import type { OnRampOrder } from '../../../../src/core/wallet/payments/onramp.ts'
import { transak } from '../../../../src/providers/transak/index.ts'
import type { TransakOptions } from '../../../../src/providers/transak/options.ts'
import { readJson } from '../../../../src/transport/read-json.ts'
import { badAnswers, type FakeAnswer, fakeService } from '../../../support/fake-data-services.ts'
import { quickClock } from '../../../support/loopback.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})
const key = 'api-key'
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
/** The fields of https://docs.transak.com/reference/get-price. */
const quote = (more: object = {}): FakeAnswer => {
  return () => ({
    response: {
      ...{ quoteId: 'c1b5', conversionPrice: 1.16, marketConversionPrice: 1.17, slippage: 0.42 },
      ...{ fiatCurrency: 'EUR', cryptoCurrency: 'USDC', network: 'base', isBuyOrSell: 'BUY' },
      ...{ paymentMethod: 'credit_debit_card', fiatAmount: 100.5, cryptoAmount: 111.64 },
      ...{ feeDecimal: 0.04, totalFee: 4.26, nonce: 1716366000, notes: [] },
      feeBreakdown: [
        { name: 'Transak fee', value: 3.99, id: 'transak_fee', ids: ['transak_fee'] },
        { name: 'Network/Exchange fee', value: 0.27, id: 'network_fee', ids: ['network_fee'] },
      ],
      ...more,
    },
  })
}
async function world(answers: Readonly<Record<string, FakeAnswer>>, more: Partial<TransakOptions> = {}) {
  const server = await fakeService(answers)
  closing.push(server.close)
  const options = { key, signer: server.url, projectId: 'app', api: server.url, feeRange: '1-5%', ...more }
  const ports = { fetch, clock: quickClock(100, 1) }
  return { server, provider: transak(options), call: { json: (url: string) => readJson(url, ports) } }
}
const quotePath = '/api/v1/pricing/public/quotes'
const linkPath = '/v1/onramp/links/transak'

describe('a quote of Transak', () => {
  it('has the total price, the fees and the amount of the coin', async () => {
    const { provider, server, call } = await world({ [quotePath]: quote() })
    expect(await provider.quote!(order(), call)).toEqual({
      paymentTotal: { amount: '100.5', currency: 'EUR' },
      purchaseAmount: { amount: '111.64', currency: 'USDC' },
      coinbaseFee: { amount: '4.26', currency: 'EUR' },
    })
    expect(Object.fromEntries(server.asked()[0]!.searchParams)).toEqual({
      ...{ partnerApiKey: key, fiatCurrency: 'EUR', cryptoCurrency: 'USDC', network: 'base' },
      ...{ isBuyOrSell: 'BUY', fiatAmount: '100.50', paymentMethod: 'credit_debit_card' },
    })
  })

  it.each<[string, object]>([
    ['is for another coin', { cryptoCurrency: 'USDT' }],
    ['is on another network', { network: 'ethereum' }],
    ['is in another currency', { fiatCurrency: 'USD' }],
    ['is for a sale', { isBuyOrSell: 'SELL' }],
    ['has a negative amount', { cryptoAmount: -111.64 }],
    ['has a tiny amount', { cryptoAmount: 1e-21 }],
    ['has an amount that is no number', { cryptoAmount: 'much' }],
    ['has no total', { fiatAmount: null }],
  ])('is refused if the answer %s', async (_kind, more) => {
    const { provider, call } = await world({ [quotePath]: quote(more) })
    await expect(provider.quote!(order(), call)).rejects.toMatchObject({ code: 'onramp/no-price' })
  })

  it('is refused if the answer is an error with status 200', async () => {
    const error = { error: { statusCode: 400, name: 'BadRequest', message: 'Invalid API key' } }
    const { provider, call } = await world({ [quotePath]: () => error })
    await expect(provider.quote!(order(), call)).rejects.toMatchObject({ code: 'onramp/no-price' })
  })

  it.each(Object.entries(badAnswers))('fails if the service answers with %s', async (_kind, bad) => {
    const { provider, call } = await world({ [quotePath]: bad })
    await expect(provider.quote!(order(), call)).rejects.toMatchObject({
      code: expect.stringMatching(/^(http\/|onramp\/no-price)/),
    })
  })

  it('fails with an error about the rate limit if the service answers with status 429', async () => {
    const { provider, call } = await world({
      [quotePath]: () => (response: ServerResponse) =>
        response.writeHead(429, { 'retry-after': '60' }).end('{}'),
    })
    await expect(provider.quote!(order(), call)).rejects.toMatchObject({ code: 'rpc/limit-exceeded' })
  })

  it('is requested only for a known coin on a known network', async () => {
    const { provider, server, call } = await world({})
    for (const more of [
      { purchaseCurrency: { symbol: 'PEPE' } },
      { network: { caipNetworkId: 'eip155:99', name: 'X' } },
    ])
      await expect(provider.quote!(order(more), call)).rejects.toMatchObject({ code: 'onramp/unsupported' })
    expect(server.requests).toEqual([])
    const currencies = { 'eip155:8453': { PEPE: { code: 'PEPE', network: 'base' } } } as const
    const named = await world({ [quotePath]: quote({ cryptoCurrency: 'PEPE' }) }, { currencies })
    const found = await named.provider.quote!(order({ purchaseCurrency: { symbol: 'PEPE' } }), named.call)
    expect(found.purchaseAmount.currency).toBe('PEPE')
  })
})

describe('a link to Transak', () => {
  const opened = `https://global.transak.com/?apiKey=${key}&sessionId=one`

  it('is the URL that the server created for the order', async () => {
    const { provider, server, call } = await world({ [linkPath]: () => ({ url: opened }) })
    expect(await provider.link(order(), call)).toBe(opened)
    expect(server.requests[0]).toMatchObject({ method: 'POST', path: `${linkPath}?projectId=app` })
    expect(JSON.parse(server.requests[0]!.body)).toEqual({
      ...{ walletAddress: address, cryptoCurrencyCode: 'USDC', network: 'base', fiatCurrency: 'EUR' },
      fiatAmount: '100.50',
    })
  })

  it.each([
    ['another host', opened.replace('transak.com', 'transak.com.example')],
    ['the scheme http', opened.replace('https', 'http')],
    ['another path', opened.replace('/?', '/other?')],
    ["another app's key", opened.replace(key, 'other')],
    ['no session', opened.replace('one', '')],
    ['an account beside the session', `${opened}&walletAddress=0x1`],
    ['a redirect', `${opened}&redirectURL=https://evil.example`],
    ['the scheme javascript', 'javascript:alert(1)'],
  ])("is refused if the server's URL has %s", async (_kind, url) => {
    const { provider, call } = await world({ [linkPath]: () => ({ url }) })
    await expect(provider.link(order(), call)).rejects.toMatchObject({ code: 'onramp/invalid-link' })
  })

  it.each(Object.entries(badAnswers))('fails if the service answers with %s', async (_kind, bad) => {
    const { provider, call } = await world({ [linkPath]: bad })
    await expect(provider.link(order(), call)).rejects.toMatchObject({
      code: expect.stringMatching(/^(http\/|onramp\/invalid-link)/),
    })
  })

  it('fails with an error about the rate limit if the server answers with status 429', async () => {
    const { provider, call } = await world({
      [linkPath]: () => (response: ServerResponse) => response.writeHead(429).end('{}'),
    })
    await expect(provider.link(order(), call)).rejects.toMatchObject({ code: 'rpc/limit-exceeded' })
  })
})
