import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import type { OnRampOrder } from '../../../../src/core/wallet/payments/onramp.ts'
import { moonpay } from '../../../../src/providers/moonpay/index.ts'
import type { MoonpayOptions } from '../../../../src/providers/moonpay/options.ts'
import { moonpayLinks } from '../../../../src/servers/data/signed-links.ts'
import { readJson } from '../../../../src/transport/read-json.ts'
import { badAnswers, type FakeAnswer, fakeService } from '../../../support/fake-data-services.ts'
import { quickClock } from '../../../support/loopback.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})
const key = 'pk_live_host'
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
/** The fields of https://dev.moonpay.com/api-reference, "Get buy quote". */
const quote = (more: object = {}): FakeAnswer => {
  return () => ({
    ...{ baseCurrencyCode: 'eur', quoteCurrencyCode: 'usdc_base', quoteCurrencyPrice: 0.86 },
    ...{ baseCurrencyAmount: 96.01, feeAmount: 3.99, extraFeeAmount: 0, networkFeeAmount: 0.5 },
    ...{ totalAmount: 100.5, quoteCurrencyAmount: 111.64, paymentMethod: 'credit_debit_card' },
    ...more,
  })
}
async function world(answers: Readonly<Record<string, FakeAnswer>>, more: Partial<MoonpayOptions> = {}) {
  const server = await fakeService(answers)
  closing.push(server.close)
  const options = { key, signer: server.url, projectId: 'app', api: server.url, feeRange: '1-4.5%', ...more }
  const ports = { fetch, clock: quickClock(100, 1) }
  return { server, provider: moonpay(options), call: { json: (url: string) => readJson(url, ports) } }
}
const quotePath = '/v3/currencies/usdc_base/buy_quote'
const linkPath = '/v1/onramp/links/moonpay'

describe('a quote of MoonPay', () => {
  it('has the total price and the amount of the coin', async () => {
    const { provider, server, call } = await world({ [quotePath]: quote() })
    expect(await provider.quote!(order(), call)).toEqual({
      paymentTotal: { amount: '100.5', currency: 'EUR' },
      paymentSubtotal: { amount: '96.01', currency: 'EUR' },
      purchaseAmount: { amount: '111.64', currency: 'USDC' },
      networkFee: { amount: '0.5', currency: 'EUR' },
    })
    expect(Object.fromEntries(server.asked()[0]!.searchParams)).toEqual({
      ...{ apiKey: key, baseCurrencyCode: 'eur', baseCurrencyAmount: '100.50', areFeesIncluded: 'true' },
    })
  })

  it.each<[string, object]>([
    ['is for another coin', { quoteCurrencyCode: 'usdc' }],
    ['is in another currency', { baseCurrencyCode: 'usd' }],
    ['has a negative amount', { quoteCurrencyAmount: -111.64 }],
    ['has a tiny amount', { quoteCurrencyAmount: 1e-21 }],
    ['has no total', { totalAmount: null }],
    [
      'is an error with status 200',
      { totalAmount: undefined, message: 'Invalid API key', type: 'UnauthorizedError' },
    ],
  ])('is refused if the answer %s', async (_kind, more) => {
    const { provider, call } = await world({ [quotePath]: quote(more) })
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

  it('is requested only for a coin with a known code', async () => {
    const { provider, server, call } = await world({})
    for (const more of [
      { purchaseCurrency: { symbol: 'PEPE' } },
      { network: { caipNetworkId: 'eip155:99', name: 'X' } },
    ])
      await expect(provider.quote!(order(more), call)).rejects.toMatchObject({ code: 'onramp/unsupported' })
    expect(server.requests).toEqual([])
    const currencies = { 'eip155:8453': { PEPE: 'pepe_base' } } as const
    const named = await world(
      { '/v3/currencies/pepe_base/buy_quote': quote({ quoteCurrencyCode: 'pepe_base' }) },
      { currencies },
    )
    const found = await named.provider.quote!(order({ purchaseCurrency: { symbol: 'PEPE' } }), named.call)
    expect(found.purchaseAmount.currency).toBe('PEPE')
  })
})

describe('a link to MoonPay', () => {
  const sign = moonpayLinks({ key, secret: 'sk_live_host' })
  const signing = (change: (url: URL) => unknown = () => {}): FakeAnswer => {
    return (_url, { body }) => {
      const url = new URL(sign(JSON.parse(body)))
      change(url)
      return { url: url.href }
    }
  }

  it('has the account, the coin, the amount and a valid signature', async () => {
    const { provider, server, call } = await world({ [linkPath]: signing() })
    const url = new URL(await provider.link(order(), call))
    expect(url.origin).toBe('https://buy.moonpay.com')
    const signature = url.searchParams.get('signature')!
    expect(Object.fromEntries(url.searchParams)).toEqual({
      ...{ apiKey: key, currencyCode: 'usdc_base', baseCurrencyCode: 'eur', baseCurrencyAmount: '100.50' },
      ...{ walletAddress: address, signature },
    })
    // The signature is the HMAC-SHA-256 of the rest of the query, in base64.
    const text = (value: string) => new TextEncoder().encode(value)
    const algorithm = { name: 'HMAC', hash: 'SHA-256' }
    const secret = await crypto.subtle.importKey('raw', text('sk_live_host'), algorithm, false, ['sign'])
    const signed = await crypto.subtle.sign('HMAC', secret, text(url.search.replace(/&signature=.*$/, '')))
    expect(signature).toBe(Buffer.from(signed).toString('base64'))
    expect(server.requests[0]).toMatchObject({ method: 'POST', path: `${linkPath}?projectId=app` })
  })

  it.each<[string, (url: URL) => unknown]>([
    ['another account', (url) => url.searchParams.set('walletAddress', address.replace(/e$/, 'f'))],
    ['a second account', (url) => url.searchParams.append('walletAddress', '0x1')],
    ['a redirect', (url) => url.searchParams.append('redirectURL', 'https://evil.example')],
    ['a second signature', (url) => url.searchParams.append('signature', 'other')],
    [
      'another path',
      (url) => {
        url.pathname = '/other'
      },
    ],
    ['another coin', (url) => url.searchParams.set('currencyCode', 'usdc')],
    ['another amount', (url) => url.searchParams.set('baseCurrencyAmount', '1000')],
    ["another app's key", (url) => url.searchParams.set('apiKey', 'pk_live_other')],
    [
      'another host',
      (url) => {
        url.host = 'buy.moonpay.com.example'
      },
    ],
    ['no signature', (url) => url.searchParams.delete('signature')],
  ])("is refused if the server's URL has %s", async (_kind, change) => {
    const { provider, call } = await world({ [linkPath]: signing(change) })
    await expect(provider.link(order(), call)).rejects.toMatchObject({ code: 'onramp/invalid-link' })
  })

  it.each(Object.entries(badAnswers))('fails if the service answers with %s', async (_kind, bad) => {
    const { provider, call } = await world({ [linkPath]: bad })
    await expect(provider.link(order(), call)).rejects.toMatchObject({
      code: expect.stringMatching(/^(http\/|onramp\/invalid-link)/),
    })
  })

  it.each([
    ['an address with a parameter', { walletAddress: `${address}&redirectURL=https://evil.example` }],
    ['a missing address', { walletAddress: undefined }],
    ['an invalid code', { currencyCode: '../eth' }],
    ['a negative amount', { baseCurrencyAmount: '-1' }],
  ])('is not signed for %s', (_kind, more) => {
    const asked = { walletAddress: address, currencyCode: 'eth', baseCurrencyCode: 'usd', ...more }
    expect(() => sign(asked)).toThrow()
  })

  it('omits a redirect that the page requests', () => {
    const asked = {
      walletAddress: address,
      currencyCode: 'eth',
      baseCurrencyCode: 'usd',
      redirectURL: 'https://evil.example',
    }
    const url = new URL(moonpayLinks({ key: 'pk_test_host', secret: 'sk_test_host' })(asked))
    expect(url.host).toBe('buy-sandbox.moonpay.com')
    expect(url.searchParams.has('redirectURL')).toBe(false)
  })
})
