import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import type { OnRampOrder } from '../../../../src/core/wallet/payments/onramp.ts'
import { ramp } from '../../../../src/providers/ramp/index.ts'
import type { RampOptions } from '../../../../src/providers/ramp/options.ts'
import { readJson } from '../../../../src/transport/read-json.ts'
import { badAnswers, type FakeAnswer, fakeService } from '../../../support/fake-data-services.ts'
import { quickClock } from '../../../support/loopback.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})
const key = 'host-api-key'
const address = '0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe'
const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const base = {
  ...{ id: 8453, caipNetworkId: 'eip155:8453', chainNamespace: 'eip155', name: 'Base' },
  nativeCurrency: ether,
}
const listed = [{ name: 'base', display_name: 'Base', chain_id: '8453', contract_address: usdc }]
const order = (more: object = {}) =>
  ({
    account: `eip155:8453:${address}`,
    network: base,
    purchaseCurrency: { symbol: 'USDC', networks: listed },
    paymentCurrency: { id: 'EUR' },
    paymentAmount: '100.50',
    ...more,
  }) as unknown as OnRampOrder
/** The fields of https://docs.rampnetwork.com/rest-api-v3-reference, "Get quotes for all payment methods". */
const asset = {
  ...{ symbol: 'USDC', chain: 'BASE', name: 'USD Coin', decimals: 6, type: 'ERC20', address: usdc },
  ...{ enabled: true, hidden: false, price: { EUR: 0.86 }, currencyCode: 'EUR', networkFee: 0.01 },
}
const card = {
  ...{ fiatCurrency: 'EUR', cryptoAmount: '112300000', fiatValue: 100.5 },
  ...{ baseRampFee: 3.92, appliedFee: 3.92 },
}
const quote = (changes: { readonly asset?: object; readonly card?: object } = {}): FakeAnswer => {
  return () => ({
    asset: { ...asset, ...changes.asset },
    CARD_PAYMENT: { ...card, ...changes.card },
    MANUAL_BANK_TRANSFER: { ...card, cryptoAmount: '115000000', appliedFee: 1.4 },
  })
}
async function world(answers: Readonly<Record<string, FakeAnswer>>, more: Partial<RampOptions> = {}) {
  const server = await fakeService(answers)
  closing.push(server.close)
  const options = { key, api: `${server.url}api`, feeRange: '1-4%', ...more }
  const ports = { fetch, clock: quickClock(100, 1) }
  return { server, provider: ramp(options), call: { json: (url: string) => readJson(url, ports) } }
}
const quotePath = '/api/host-api/v3/onramp/quote/all'

describe('a quote of Ramp', () => {
  it('has the total price, the fee and the amount of the coin', async () => {
    const { provider, server, call } = await world({ [quotePath]: quote() })
    expect(await provider.quote!(order(), call)).toEqual({
      paymentTotal: { amount: '100.5', currency: 'EUR' },
      purchaseAmount: { amount: '112.3', currency: 'USDC' },
      coinbaseFee: { amount: '3.92', currency: 'EUR' },
    })
    expect(server.requests[0]).toMatchObject({ method: 'POST', path: `${quotePath}?hostApiKey=${key}` })
    expect(JSON.parse(server.requests[0]!.body)).toEqual({
      ...{ cryptoAssetSymbol: 'BASE_USDC', fiatCurrency: 'EUR', fiatValue: 100.5 },
    })
    expect(server.requests[0]!.body).not.toContain(address)
  })

  it('is for the payment method that the host names', async () => {
    const options = { paymentMethod: 'MANUAL_BANK_TRANSFER' }
    const { provider, call } = await world({ [quotePath]: quote() }, options)
    expect((await provider.quote!(order(), call)).purchaseAmount.amount).toBe('115')
  })

  it.each<[string, Parameters<typeof quote>[0]]>([
    ['is for another coin', { asset: { symbol: 'USDT' } }],
    ['is on another network', { asset: { chain: 'ETH' } }],
    ['is for a contract that differs by one character', { asset: { address: usdc.replace(/3$/, '4') } }],
    ['is in another currency', { card: { fiatCurrency: 'USD' } }],
    ['has a negative amount', { card: { cryptoAmount: '-112300000' } }],
    ['has a number as amount', { card: { cryptoAmount: 112300000 } }],
    ['has an amount with an exponent', { card: { cryptoAmount: '1e9' } }],
    ['has a negative total', { card: { fiatValue: -100.5 } }],
    ['has a total that is no number', { card: { fiatValue: 'free' } }],
    ['has negative decimals', { asset: { decimals: -6 } }],
    ['has too many decimals', { asset: { decimals: 1e9 } }],
    ['has no decimals', { asset: { decimals: null } }],
  ])('is refused if the answer %s', async (_kind, changes) => {
    const { provider, call } = await world({ [quotePath]: quote(changes) })
    await expect(provider.quote!(order(), call)).rejects.toMatchObject({ code: 'onramp/no-price' })
  })

  it("is refused if it has other decimals than the network's coin", async () => {
    const eth = { symbol: 'ETH', address: null }
    const more = { purchaseCurrency: { symbol: 'ETH', networks: [] } }
    for (const [decimals, isRefused] of [
      [18, false],
      [6, true],
    ] as const) {
      const { provider, call } = await world({ [quotePath]: quote({ asset: { ...eth, decimals } }) })
      const quoted = provider.quote!(order(more), call)
      if (isRefused) await expect(quoted).rejects.toMatchObject({ code: 'onramp/no-price' })
      else expect((await quoted).purchaseAmount).toEqual({ amount: '0.0000000001123', currency: 'ETH' })
    }
  })

  it.each([
    ['is an error with status 200', { code: 'SERVICES.HOST_API.UNSUPPORTED_CURRENCY', statusCode: 400 }],
    ['has no quote for a card', { asset, PIX: card }],
  ])('is refused if the answer %s', async (_kind, answer) => {
    const { provider, call } = await world({ [quotePath]: () => answer })
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
      // Ramp sends no Retry-After header: https://docs.rampnetwork.com/rate-limiting
      [quotePath]: () => (response: ServerResponse) => response.writeHead(429).end('{}'),
    })
    await expect(provider.quote!(order(), call)).rejects.toMatchObject({ code: 'rpc/limit-exceeded' })
  })

  it('is requested only for a coin with a known symbol', async () => {
    const { provider, server, call } = await world({})
    for (const more of [
      { purchaseCurrency: { symbol: 'PEPE', networks: [] } },
      { purchaseCurrency: { symbol: 'constructor', networks: [] } },
      { network: { ...base, caipNetworkId: 'eip155:99' } },
    ])
      await expect(provider.quote!(order(more), call)).rejects.toMatchObject({ code: 'onramp/unsupported' })
    expect(server.requests).toEqual([])
    const currencies = { 'eip155:8453': { PEPE: 'BASE_PEPE' } } as const
    const named = await world({ [quotePath]: quote({ asset: { symbol: 'PEPE' } }) }, { currencies })
    const pepe = { purchaseCurrency: { symbol: 'PEPE', networks: [] } }
    expect((await named.provider.quote!(order(pepe), named.call)).purchaseAmount.currency).toBe('PEPE')
  })
})

describe('a link to Ramp', () => {
  it('has exactly the account, the coin, the currency and the amount', async () => {
    const { provider, server, call } = await world({})
    const url = new URL(await provider.link(order(), call))
    expect(url.origin + url.pathname).toBe('https://app.rampnetwork.com/')
    expect([...url.searchParams]).toEqual([
      ['hostApiKey', key],
      ['userAddress', address],
      ['enabledFlows', 'ONRAMP'],
      ['defaultFlow', 'ONRAMP'],
      ['enabledCryptoAssets', 'BASE_USDC'],
      ['outAsset', 'BASE_USDC'],
      ['inAsset', 'EUR'],
      ['inAssetValue', '100.50'],
    ])
    expect(server.requests).toEqual([])
  })

  it('has no amount if the visitor chooses the amount on the page', async () => {
    const { provider, call } = await world({}, { page: 'https://app.demo.rampnetwork.com' })
    const url = new URL(await provider.link(order({ paymentAmount: undefined }), call))
    expect(url.host).toBe('app.demo.rampnetwork.com')
    expect(url.searchParams.has('inAssetValue')).toBe(false)
  })

  it('encodes each value, so that no value adds a parameter', async () => {
    const { provider, call } = await world({}, { key: 'a&userAddress=0x1#@evil.example' })
    const url = new URL(await provider.link(order({ paymentAmount: '1&outAsset=BTC_BTC' }), call))
    expect(url.host).toBe('app.rampnetwork.com')
    expect(url.searchParams.getAll('userAddress')).toEqual([address])
    expect(url.searchParams.getAll('outAsset')).toEqual(['BASE_USDC'])
  })

  it('is refused for a coin without a known symbol', async () => {
    const { provider, call } = await world({})
    const more = { purchaseCurrency: { symbol: 'PEPE', networks: [] } }
    await expect(provider.link(order(more), call)).rejects.toMatchObject({ code: 'onramp/unsupported' })
  })
})
