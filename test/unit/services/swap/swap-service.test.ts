import { afterEach, describe, expect, it } from 'vitest'
import { termsOf } from '../../../../src/controllers/features/swap/swap-terms.ts'
import type { CaipAddress } from '../../../../src/core/chain/caip.ts'
import type { SwapRequest } from '../../../../src/core/wallet/payments/swap-provider.ts'
import { systemClock } from '../../../../src/platform/system-clock.ts'
import { dataAnswers } from '../../../../src/services/data/data-answers.ts'
import { createDataService } from '../../../../src/services/data/data-service.ts'
import { swapAnswers } from '../../../../src/services/swap/swap-answers.ts'
import { createSwapService } from '../../../../src/services/swap/swap-service.ts'
import { type DataAnswer, dataServer } from '../../../support/account-world.ts'
import { one } from '../../../support/client-world.ts'

const network = 'eip155:1'
const eth = `0x${'e'.repeat(40)}`
const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const account: CaipAddress<'eip155'> = 'eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const router = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
const request: SwapRequest = {
  ...{ network, account, amount: 10n ** 18n, slippage: 1 },
  from: { symbol: 'ETH', name: 'Ether', decimals: 18 },
  to: { address: token, symbol: 'USDC', name: 'USD Coin', decimals: 6 },
}
const quoted = {
  ...{ from: undefined, to: token, amount: request.amount, toAmount: 2500_000_000n, gasPrice: 7n },
}

let server: Awaited<ReturnType<typeof dataServer>>
afterEach(() => server?.close())

async function serve(answers: Readonly<Record<string, DataAnswer>>, known = [network]) {
  server = await dataServer({ 'supported-chains': () => ({ http: known, ws: [] }), ...answers })
  const kept = new Map<string, unknown>()
  const requests = createDataService({
    ...{
      fetch,
      clock: systemClock,
      baseUrl: server.url,
      projectId: 'p',
      currency: 'usd',
      sdkType: 'x',
      sdkVersion: '1',
    },
    answers: dataAnswers,
    store: {
      getCache: (key, read) => read(kept.get(key)),
      setCache: (key, value) => void kept.set(key, value),
    },
  })
  return createSwapService({
    requests,
    projectId: 'p',
    currency: 'usd',
    answers: swapAnswers,
    clock: systemClock,
  })
}
const query = (part: string) => {
  const url = new URL(server.asked(part)[0]!.path, server.url)
  return Object.fromEntries(url.searchParams)
}

describe('a swap service (S3.2.2)', () => {
  it("gets a quote request with the plain address and the service's gas price", async () => {
    const service = await serve({
      'gas-price': () => ({ standard: '7', fast: '8', instant: '9' }),
      quotes: () => ({
        quotes: [
          {
            id: null,
            fromAmount: `${request.amount}`,
            fromAccount: `${network}:${eth}`,
            toAmount: '2500000000',
            toAccount: `${network}:${token}`,
          },
        ],
      }),
    })
    const quote = await service.quote(request)
    expect(query('quotes')).toMatchObject({
      amount: '1000000000000000000',
      userAddress: account.slice('eip155:1:'.length),
      from: `${network}:${eth}`,
      to: `${network}:${token}`,
      gasPrice: '7',
      projectId: 'p',
      st: 'x',
      sv: '1',
    })
    // The service's answer lacks these fields. S3.3.8 gives the fee, and the other two stay undefined.
    expect(quote).toEqual({ ...quoted, minimum: undefined, fee: 85n * 10n ** 14n, expiresAt: undefined })
  })

  it.each([
    [12.5, 12.5],
    [-0.5, -0.5],
    ['12.5', undefined],
    [null, undefined],
  ])('reports a price impact only if it is a number: %j', async (stated, priceImpact) => {
    const quote = {
      ...{ fromAmount: `${request.amount}`, fromAccount: `${network}:${eth}` },
      ...{ toAmount: '2500000000', toAccount: `${network}:${token}`, priceImpact: stated },
    }
    const service = await serve({
      'gas-price': () => ({ standard: '7' }),
      quotes: () => ({ quotes: [quote] }),
    })
    const found = await service.quote(request)
    expect(found.priceImpact).toBe(priceImpact)
    const terms = (price: number | undefined) => {
      const priced = {
        ...request,
        from: { ...request.from, price: price && 2500 / price },
        to: { ...request.to, price: price && 1 },
      }
      return termsOf(priced, found, one, systemClock.now())
    }
    // Without prices, the loss that the service reports counts. With prices, the higher loss counts, so the service can't
    // hide a loss.
    expect(terms(undefined).priceImpact).toBe(priceImpact)
    expect(terms(0.5).priceImpact).toBe(50)
  })

  it.each([
    ['is kept if it is usual', 30_000, true],
    ['is ignored if the clock seems to be ahead', -1000, false],
    ['is ignored if the clock seems to be ahead by almost the validity of the quote', 5000, false],
    ['is ignored if the clock seems to be behind', 620_000, false],
    ['is kept, and later refused, if it is a day ago', -86_400_000, true],
    ['is kept, and later refused, if it is a day ahead', 86_400_000, true],
  ])("the quote's expiry %s", async (_, left, isKept) => {
    const expiry = Date.now() + left
    const quote = {
      ...{ fromAmount: `${request.amount}`, fromAccount: `${network}:${eth}`, expiry },
      ...{ toAmount: '2500000000', toAccount: `${network}:${token}` },
    }
    const service = await serve({
      'gas-price': () => ({ standard: '7' }),
      quotes: () => ({ quotes: [quote] }),
    })
    expect((await service.quote(request)).expiresAt).toBe(isKept ? expiry : undefined)
  })

  it('gets a build request with the CAIP-10 account and a slippage of 1', async () => {
    const tx = { from: account, to: `${network}:${router}`, data: '0x1234', amount: `${request.amount}` }
    const service = await serve({
      'build-transaction': () => ({ tx: { ...tx, eip155: { gas: '1', gasPrice: '1' } } }),
    })
    expect(await service.build(request, quoted)).toEqual({
      ...{ network, from: account.slice('eip155:1:'.length), to: router, data: '0x1234' },
      value: request.amount,
    })
    expect(JSON.parse(server.asked('build-transaction')[0]!.body)).toEqual({
      amount: '1000000000000000000',
      eip155: { slippage: 1 },
      projectId: 'p',
      from: `${network}:${eth}`,
      to: `${network}:${token}`,
      userAddress: account,
      disableEstimate: true,
      minimum: '2475000000',
    })
  })

  it('is asked to approve exactly the amount of the swap', async () => {
    const selling = { ...request, from: request.to, to: request.from, amount: 5n }
    const tx = { from: `${network}:${token}`, to: `${network}:${token}`, data: '0x12', value: '0' }
    const service = await serve({ allowance: () => ({ allowance: '3' }), 'build-approve': () => ({ tx }) })
    expect(await service.approval(selling, quoted)).toEqual({
      allowance: 3n,
      call: { network, from: account.slice('eip155:1:'.length), to: token, data: '0x12', value: 0n },
    })
    expect(query('allowance')).toMatchObject({ tokenAddress: `${network}:${token}`, userAddress: account })
    expect(query('build-approve')).toMatchObject({
      from: `${network}:${token}`,
      to: `${network}:${eth}`,
      amount: '5',
    })
  })

  it('lists only its usable tokens', async () => {
    const usable = {
      name: 'USD Coin',
      symbol: 'USDC',
      address: `${network}:${token}`,
      decimals: 6,
      logoUri: 'x',
    }
    const service = await serve({
      tokens: () => ({
        tokens: [
          usable,
          { ...usable, address: `eip155:10:${token}` },
          { ...usable, decimals: 6.5 },
          { ...usable, address: 'USDC' },
          { ...usable, address: `${network}:${eth}`, symbol: 'ETH\u202e' },
          null,
        ],
      }),
    })
    const tokens = await service.tokens(network)
    expect(tokens.map(({ symbol, address }) => [symbol, address])).toEqual([
      ['USDC', token],
      ['ETH', undefined],
    ])
    await service.tokens(network)
    expect(server.asked('tokens')).toHaveLength(1)
  })

  it.each([
    ['returns an empty list of quotes', () => ({ quotes: [] })],
    ['refuses', (response: never) => void response],
  ])('causes the error swap/no-quote if it %s', async (what, answer) => {
    const refuse = () => (response: import('node:http').ServerResponse) =>
      response.writeHead(400).end('{"reasons":[]}')
    const service = await serve({
      'gas-price': () => ({ standard: '7' }),
      quotes: what === 'refuses' ? refuse : (answer as DataAnswer),
    })
    await expect(service.quote(request)).rejects.toMatchObject({ code: 'swap/no-quote' })
  })
})

describe('a swap service on a network that it does not support', () => {
  it('causes an error for a quote, an approval or a swap', async () => {
    const service = await serve({}, ['eip155:10'])
    expect(await service.tokens(network)).toEqual([])
    await expect(service.quote(request)).rejects.toThrow('Network not supported for Gas Price')
    await expect(service.approval(request, quoted)).rejects.toThrow('Network not supported for Swaps')
    await expect(service.build(request, quoted)).rejects.toThrow('Network not supported for Swaps')
    expect(server.asked('convert')).toHaveLength(0)
  })
})
