import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import type { SwapProviderFactory, SwapRequest } from '../../../../src/core/wallet/payments/swap-provider.ts'
import { lifi } from '../../../../src/providers/lifi/index.ts'
import { oneinch } from '../../../../src/providers/oneinch/index.ts'
import { paraswap } from '../../../../src/providers/paraswap/index.ts'
import type { AggregatorOptions } from '../../../../src/providers/shared/aggregator-options.ts'
import { zerox } from '../../../../src/providers/zerox/index.ts'
import { readJson } from '../../../../src/transport/read-json.ts'
import { type FakeAnswer, fakeService } from '../../../support/fake-data-services.ts'
import { quickClock } from '../../../support/loopback.ts'

const usdc = {
  address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  symbol: 'USDC',
  name: 'USD Coin',
  decimals: 6,
}
const usdt = {
  address: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  symbol: 'USDT',
  name: 'Tether',
  decimals: 6,
}
const ether = { symbol: 'ETH', name: 'Ether', decimals: 18 }
const owner = '0x70a9F34F9b34C64957b9c401A97BfeD35b95049E'
const eeee = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
const request: SwapRequest = {
  ...{ network: 'eip155:1', account: `eip155:1:${owner}` },
  ...{ from: usdc, to: usdt, amount: 100_000_000n, slippage: 1 },
}

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
async function opened(
  create: (options: AggregatorOptions) => SwapProviderFactory,
  answers: Readonly<Record<string, FakeAnswer>>,
  key?: string,
) {
  const server = await fakeService(answers)
  closing.push(server.close)
  const clock = quickClock(100, 1)
  const asked: unknown[] = []
  const node = async ({ method, params }: { method: string; params?: unknown }) => {
    asked.push([method, params])
    return method === 'eth_gasPrice' ? '0x3b9aca00' : `0x${'0'.repeat(63)}7`
  }
  const provider = await create({ url: server.url, key, tokens: { 'eip155:1': [usdc, usdt] } }).create({
    rpc: () => ({ request: node as never }),
    json: (url) => readJson(url, { fetch: (input, init) => fetch(input, init), clock }),
    clock,
  })
  return { provider, server, asked, clock }
}
const query = (url: URL) => Object.fromEntries(url.searchParams)

describe('the swap provider oneinch', () => {
  // https://business.1inch.com/portal/documentation/apis/swap/classic-swap/methods, with `includeTokensInfo`.
  const info = (token: typeof usdc) => ({
    ...token,
    address: token.address.toLowerCase(),
    logoURI: '',
    tags: ['tokens'],
  })
  const quote = { srcToken: info(usdc), dstToken: info(usdt), dstAmount: '100032748' }
  const tx = {
    from: owner.toLowerCase(),
    to: '0x111111125421ca6dc452d289314280a0f8842a65',
    data: '0x07ed2379',
    value: '0',
    gas: 0,
    gasPrice: '3000000000',
  }

  it("requests a call that returns at least the quote's minimum", async () => {
    const { provider, server } = await opened(
      oneinch,
      { '/1/quote': () => quote, '/1/swap': () => ({ dstAmount: '100032748', tx }) },
      'KEY',
    )
    const quoted = await provider.quote(request)
    expect(quoted).toMatchObject({
      ...{ from: usdc.address.toLowerCase(), to: usdt.address.toLowerCase(), amount: 100_000_000n },
      ...{ toAmount: 100_032_748n, gasPrice: 1_000_000_000n },
      spender: '0x111111125421cA6dc452d289314280a0f8842A65',
    })
    const call = await provider.build(request, quoted)
    expect(call).toEqual({ network: 'eip155:1', from: tx.from, to: tx.to, data: tx.data, value: 0n })
    expect(server.asked().map(query)).toEqual([
      { src: usdc.address, dst: usdt.address, amount: '100000000', includeTokensInfo: 'true' },
      {
        ...{ src: usdc.address, dst: usdt.address, amount: '100000000', minReturn: '99032420' },
        ...{ from: owner, origin: owner, receiver: owner, compatibility: 'true' },
        ...{ disableEstimate: 'true', allowPartialFill: 'false' },
      },
    ])
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer KEY', 'Bearer KEY'])
  })

  it('sends no key to a proxy that adds the key', async () => {
    const { provider, server } = await opened(oneinch, { '/1/quote': () => quote })
    await provider.quote(request)
    expect(server.requests[0]?.headers.authorization).toBeUndefined()
  })
})

describe('the swap provider zerox', () => {
  // The examples of https://docs.0x.org/api-reference/0-x-api/swap/allowanceholder-getprice and of the firm
  // quote's page, without the route.
  const tokens = { buyToken: usdt.address.toLowerCase(), sellToken: usdc.address.toLowerCase() }
  const price = {
    allowanceTarget: '0x000000000022d473030f116ddee9f6b43ac78ba3',
    ...{ blockNumber: '20114676', buyAmount: '100032748', minBuyAmount: '99032421', sellAmount: '100000000' },
    fees: { integratorFee: null, zeroExFee: null, gasFee: null },
    ...{ gas: '288095', gasPrice: '7062490000', liquidityAvailable: true, mode: 'exact-in' },
    ...{ totalNetworkFee: '2034668056550000', zid: '0x111111111111111111111111', ...tokens },
  }
  const transaction = {
    to: '0x7f6cee965959295cc64d0e6c00d99d6532d8e86b',
    data: '0x1fff991f',
    gas: '288079',
    gasPrice: '4837860000',
    value: '0',
  }
  const firm = {
    ...price,
    blockNumber: '20114692',
    buyAmount: '100037537',
    minBuyAmount: '99037162',
    transaction,
  }

  it('takes the amount from a price, and the call from a firm quote', async () => {
    const { provider, server } = await opened(
      zerox,
      { '/swap/allowance-holder/price': () => price, '/swap/allowance-holder/quote': () => firm },
      'KEY',
    )
    const quoted = await provider.quote(request)
    expect(quoted).toMatchObject({
      ...{ ...{ from: tokens.sellToken, to: tokens.buyToken }, amount: 100_000_000n, toAmount: 100_032_748n },
      // The service names Permit2 as the spender. The provider ignores this and names the contract it knows.
      spender: '0x0000000000001fF3684f28c67538d4D072C22734',
    })
    expect(await provider.build(request, quoted)).toEqual({
      ...{ network: 'eip155:1', from: owner, to: transaction.to, data: transaction.data, value: 0n },
    })
    const common = {
      chainId: '1',
      sellToken: usdc.address,
      buyToken: usdt.address,
      sellAmount: '100000000',
      taker: owner,
      wrapUnwrapMode: 'settler',
    }
    expect(server.asked().map(query)).toEqual([common, { ...common, slippageBps: '100' }])
    expect(server.requests[0]?.headers).toMatchObject({ '0x-api-key': 'KEY', '0x-version': 'v2' })
  })

  it('requests the call again with a smaller slippage if the price got worse', async () => {
    const worse = { ...firm, buyAmount: '99500000', minBuyAmount: '98505000' }
    const { provider, server } = await opened(zerox, {
      '/swap/allowance-holder/price': () => price,
      '/swap/allowance-holder/quote': () => worse,
    })
    const quoted = await provider.quote(request)
    await provider.build(request, quoted)
    const [, , again] = server.asked().map(query)
    // 99,500,000 minus 46 basis points is still more than the minimum of 99,032,420.
    expect(again?.slippageBps).toBe('46')
  })

  it.each([
    ['states a fee in the sold token', usdc, 150_000n],
    // 150,048 of 100,182,796 is the same share as 149,774 of 100,000,000.
    ['states a fee in the bought token in proportion to the quoted amount', usdt, 149_774n],
    ['states no fee in a third token', { address: owner }, undefined],
  ])('%s', async (_name, { address }, fee) => {
    const zeroExFee = {
      amount: fee === 149_774n ? '150048' : '150000',
      token: address.toLowerCase(),
      type: 'volume',
    }
    const { provider } = await opened(zerox, { '/swap': () => ({ ...price, fees: { zeroExFee } }) })
    expect((await provider.quote(request)).fee).toBe(fee)
  })

  it('requests the call once if the price fell below the minimum', async () => {
    const low = { ...firm, buyAmount: '99000000', minBuyAmount: '98010000' }
    const { provider, server } = await opened(zerox, {
      '/swap/allowance-holder/price': () => price,
      '/swap/allowance-holder/quote': () => low,
    })
    await provider.build(request, await provider.quote(request))
    expect(server.requests).toHaveLength(2)
  })

  it('has no quote if there is no liquidity', async () => {
    const none = { liquidityAvailable: false, zid: '0x111111111111111111111111' }
    const { provider } = await opened(zerox, { '/swap': () => none })
    await expect(provider.quote(request)).rejects.toMatchObject({ code: 'swap/no-quote' })
  })
})

describe('the swap provider paraswap', () => {
  // The example of `/prices` in https://developers.velora.xyz/api/velora-api/velora-market-api, with a
  // shorter route.
  const priceRoute = {
    ...{ blockNumber: 19_462_957, network: 1, srcToken: usdc.address.toLowerCase(), srcDecimals: 6 },
    ...{ srcAmount: '1000000000', destToken: eeee.toLowerCase(), destDecimals: 18 },
    ...{
      destAmount: '283341969876959340',
      bestRoute: [{ percent: 100, swaps: [] }],
      side: 'SELL',
      version: '6.2',
    },
    ...{ gasCostUSD: '14.656605', gasCost: '118200', contractMethod: 'swapExactAmountIn', partnerFee: 0 },
    contractAddress: '0x6a000f20005980200259b80c5102003040001068',
    tokenTransferProxy: '0x6a000f20005980200259b80c5102003040001068',
    ...{ srcUSD: '999.4370000000', destUSD: '1003.8267642998', partner: 'anon', maxImpactReached: false },
    hmac: '7975cda2fd343cb90f1a15d1ec11302c467a8d7d',
  }
  const built = {
    ...{
      from: owner,
      to: priceRoute.contractAddress,
      value: '0',
      data: '0xe3ead59e',
      gasPrice: '16000000000',
    },
    chainId: 1,
  }
  const wanted = { ...request, to: ether, amount: 1_000_000_000n }

  it("sends the price's route back unchanged", async () => {
    const { provider, server } = await opened(paraswap, {
      '/prices': () => ({ priceRoute }),
      '/transactions/1': () => built,
    })
    const quoted = await provider.quote(wanted)
    expect(quoted).toMatchObject({
      ...{ from: usdc.address.toLowerCase(), to: undefined, amount: 1_000_000_000n },
      ...{ toAmount: 283_341_969_876_959_340n, spender: '0x6A000F20005980200259B80c5102003040001068' },
    })
    expect(await provider.build(wanted, quoted)).toMatchObject({
      network: 'eip155:1',
      to: built.to,
      value: 0n,
    })
    const [prices, transaction] = server.requests
    expect(query(server.asked()[0]!)).toMatchObject({
      destToken: eeee,
      side: 'SELL',
      version: '6.2',
      includeContractMethods: 'swapExactAmountIn',
    })
    expect(prices?.method).toBe('GET')
    expect(transaction).toMatchObject({ method: 'POST', headers: { 'content-type': 'application/json' } })
    const body = JSON.parse(transaction?.body ?? '') as Record<string, unknown>
    expect(body).toMatchObject({
      srcAmount: '1000000000',
      destAmount: '280508550178189747',
      userAddress: owner,
    })
    expect(body.priceRoute).toEqual(priceRoute)
  })

  it("refuses a price with a partner's fee", async () => {
    const { provider } = await opened(paraswap, {
      '/prices': () => ({ priceRoute: { ...priceRoute, partnerFee: 0.5 } }),
    })
    await expect(provider.quote(wanted)).rejects.toMatchObject({
      code: 'swap/mismatch',
      values: { field: 'priceRoute.partnerFee', reason: "a partner's fee isn't supported" },
    })
  })

  it("takes the call's network from the service's answer", async () => {
    const { provider } = await opened(paraswap, {
      '/prices': () => ({ priceRoute }),
      '/transactions/1': () => ({ ...built, chainId: 137 }),
    })
    const quoted = await provider.quote(wanted)
    expect(await provider.build(wanted, quoted)).toMatchObject({ network: 'eip155:137' })
  })
})

describe('the swap provider lifi', () => {
  // The example of https://docs.li.fi/api-reference/get-a-quote-for-a-token-transfer, with this test's tokens
  // and without costs.
  const token = ({ address, symbol, decimals }: typeof usdc) => ({
    address,
    symbol,
    decimals,
    chainId: 1,
    priceUSD: '1',
  })
  const answer = {
    ...{ id: 'a8dc011a-f52d-4492-9e99-21de64b5453a', type: 'lifi', tool: '1inch' },
    action: {
      ...{ fromChainId: 1, toChainId: 1, fromToken: token(usdc), toToken: token(usdt) },
      ...{ fromAmount: '100000000', slippage: 0.01, fromAddress: owner, toAddress: owner },
    },
    estimate: {
      fromAmount: '100000000',
      toAmount: '100032748',
      toAmountMin: '99032521',
      approvalAddress: '0x1111111254fb6c44bac0bed2854e76f90643097d',
    },
    transactionRequest: {
      from: owner,
      to: '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE',
      chainId: 1,
      data: '0x4666fc80',
      value: '0x0',
      gasPrice: '0xb2d05e00',
      gasLimit: '0x0e9cb2',
    },
  }

  it('gets the quote and the call with one request', async () => {
    const { provider, server } = await opened(lifi, { '/quote': () => answer }, 'KEY')
    const quoted = await provider.quote(request)
    expect(quoted).toMatchObject({
      ...{ from: usdc.address, to: usdt.address, amount: 100_000_000n, toAmount: 100_032_748n },
      spender: '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE',
    })
    expect(await provider.build(request, quoted)).toMatchObject({
      network: 'eip155:1',
      data: '0x4666fc80',
      value: 0n,
    })
    // LI.FI allows few requests without a key.
    expect(server.requests).toHaveLength(1)
    expect(query(server.asked()[0]!)).toMatchObject({
      fromChain: '1',
      toChain: '1',
      toAddress: owner,
      slippage: '0.009999',
    })
    expect(server.requests[0]?.headers['x-lifi-api-key']).toBe('KEY')
  })

  it('states the fees that it takes from the sold token', async () => {
    const cost = {
      name: 'LIFI Fixed Fee',
      amount: '250000',
      percentage: '0.0025',
      token: token(usdc),
      included: true,
    }
    const lower = { ...token(usdc), address: usdc.address.toLowerCase() }
    const feeOf = async (...more: readonly unknown[]) => {
      const feeCosts = [cost, { ...cost, included: false, token: token(usdt) }, ...more]
      const { provider } = await opened(lifi, {
        '/quote': () => ({ ...answer, estimate: { ...answer.estimate, feeCosts } }),
      })
      return (await provider.quote(request)).fee
    }
    expect(await feeOf()).toBe(250_000n)
    expect(await feeOf({ ...cost, token: lower })).toBe(500_000n)
    // If one fee can't be added, the total is unknown. A partial sum would be wrong.
    expect(await feeOf({ ...cost, token: token(usdt) })).toBeUndefined()
    expect(await feeOf({ ...cost, amount: '1e3' })).toBeUndefined()
  })

  it('requests the native token with the zero address', async () => {
    const { provider, server } = await opened(lifi, { '/quote': () => answer })
    await provider.quote({ ...request, from: ether })
    expect(query(server.asked()[0]!).fromToken).toBe(`0x${'0'.repeat(40)}`)
  })

  it('refuses a route to a network other than the requested one', async () => {
    const across = { ...answer, action: { ...answer.action, toChainId: 137 } }
    const { provider } = await opened(lifi, { '/quote': () => across })
    const mismatch = {
      code: 'swap/mismatch',
      values: { field: 'network', reason: 'the route has the network eip155:137' },
    }
    await expect(provider.quote(request)).rejects.toMatchObject(mismatch)
  })
})

describe.each([
  ['oneinch', oneinch],
  ['zerox', zerox],
  ['paraswap', paraswap],
  ['lifi', lifi],
] as const)('the swap provider %s', (name, create) => {
  it("lists the host's tokens on networks where the service has a known contract", async () => {
    const { provider, server } = await opened(create, {})
    expect(provider.name).toBe(name)
    expect((await provider.tokens('eip155:1')).map(({ symbol }) => symbol)).toEqual(['ETH', 'USDC', 'USDT'])
    expect(await provider.tokens('eip155:1', { only: [usdt.address] })).toEqual([usdt])
    expect(await provider.tokens('eip155:31337')).toEqual([])
    const elsewhere = { ...request, network: 'eip155:31337', account: `eip155:31337:${owner}` } as const
    await expect(provider.quote(elsewhere)).rejects.toMatchObject({ code: 'swap/unsupported' })
    expect(server.requests).toEqual([])
  })

  it('approves its known contract for exactly the amount of the swap', async () => {
    const { provider, asked, server } = await opened(create, {})
    const { allowance, call } = await provider.approval(request, {} as never)
    expect(allowance).toBe(7n)
    expect(call).toMatchObject({ network: 'eip155:1', from: owner, to: usdc.address, value: 0n })
    expect(call?.data).toMatch(/^0x095ea7b3/)
    expect(call?.data.endsWith((100_000_000).toString(16).padStart(64, '0'))).toBe(true)
    expect(asked).toMatchObject([['eth_call', [{ to: usdc.address }, 'latest']]])
    expect(server.requests).toEqual([])
  })

  it('waits as long as a busy service requests, but not for an hour', async () => {
    let busy = '2'
    const { provider, server, clock } = await opened(create, {
      '/': () => (response: ServerResponse) => response.writeHead(429, { 'retry-after': busy }).end('{}'),
    })
    await expect(provider.quote(request)).rejects.toMatchObject({ code: 'rpc/limit-exceeded' })
    expect(clock.delays).toContain(2000)
    busy = '3600'
    const before = server.requests.length
    await expect(provider.quote(request)).rejects.toMatchObject({ code: 'rpc/limit-exceeded' })
    await expect(provider.quote(request)).rejects.toMatchObject({ code: 'rpc/limit-exceeded' })
    expect(server.requests.length).toBeLessThanOrEqual(before + 1)
  })
})
