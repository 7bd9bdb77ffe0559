import { afterEach, describe, expect, it } from 'vitest'
import type { LatchkeyOptions } from '../../../../../src/core/options/options.ts'
import type { OnRampOrder, OnRampProvider } from '../../../../../src/core/wallet/payments/onramp.ts'
import { memoryPlatform } from '../../../../../src/testing/memory-platform.ts'
import { btc, clientWorld, one, sol, stranger, two } from '../../../../support/client-world.ts'
import { givePopups } from '../../../../support/popups.ts'

// The client is real. Only the service at `endpoints.data` and the browser's windows are scripted.

interface Asked {
  readonly method: string
  readonly url: URL
  readonly body: Record<string, unknown>
  readonly cache: string | undefined
}
type Answers = Record<string, (asked: Asked) => unknown>

const never = () => new Promise<never>(() => {})
const limits = [
  { id: 'card', min: '10.00', max: '7500.00' },
  { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
]
const ether = {
  id: 'eth',
  name: 'Ether',
  symbol: 'ETH',
  networks: [{ name: 'ethereum', display_name: 'Ethereum', chain_id: '1', contract_address: '' }],
}
const dai = { ...ether, id: 'dai', name: 'Dai', symbol: 'DAI' }
const dollar = { id: 'USD', payment_method_limits: limits }
const money = (amount: string, currency = 'USD') => ({ amount, currency })
const quote = {
  paymentTotal: money('100'),
  paymentSubtotal: money('98.75'),
  purchaseAmount: money('0.0395', 'ETH'),
  coinbaseFee: money('1'),
  networkFee: money('0.25'),
  quoteId: 'q',
}
const page = 'https://pay.example/order/1'
const honest: Answers = {
  'supported-chains': () => ({ http: ['eip155:1', 'eip155:2', 'solana:main'], ws: [] }),
  options: () => ({ purchaseCurrencies: [ether, dai], paymentCurrencies: [dollar] }),
  quote: () => quote,
  onrampurl: () => ({ url: page }),
  history: () => ({ data: [], next: null }),
  balance: () => ({ balances: [] }),
}
const purchase = (id: string, status: string, more: object = {}) => ({
  id,
  metadata: {
    operationType: 'buy',
    hash: '',
    chain: 'eip155:1',
    minedAt: '2023-11-14T22:13:20.000Z',
    sentFrom: '',
    sentTo: 'a-eip155',
    status: `ONRAMP_TRANSACTION_STATUS_${status}`,
    nonce: 0,
    ...more,
  },
  transfers: [
    { fungible_info: { name: 'Ether', symbol: 'ETH' }, direction: 'in', quantity: { numeric: '0.0395' } },
  ],
})

const worlds: { dispose(): Promise<void> }[] = []
afterEach(async () => {
  for (const latchkey of worlds.splice(0)) await latchkey.dispose()
})

async function open({
  answers = {},
  connects = true,
  ...options
}: Partial<LatchkeyOptions> & {
  answers?: Answers
  connects?: boolean
} = {}) {
  const asked: Asked[] = []
  const service: Answers = { ...honest, ...answers }
  const surroundings = memoryPlatform({
    fetch: async (input, init = {}) => {
      const url = new URL(`${input}`)
      const body = init.body ? JSON.parse(`${init.body}`) : {}
      const one: Asked = { method: init.method ?? 'GET', url, body, cache: init.cache }
      asked.push(one)
      const [, answer] = Object.entries(service).find(([part]) => url.pathname.includes(part)) ?? []
      const value = await answer?.(one)
      if (value instanceof Response) return value
      return new Response(JSON.stringify(value), { status: answer ? 200 : 404 })
    },
  })
  const browser = givePopups(surroundings.page)
  const { latchkey, clock, wallet } = clientWorld({
    surroundings,
    networks: [one, two, sol, btc],
    connectors: [{ id: 'a', chains: ['eip155', 'solana'] }],
    projectId: 'project',
    endpoints: { data: 'https://data.example' },
    ...(options as object),
  })
  worlds.push(latchkey)
  if (connects) await latchkey.connect({ connectorId: 'a', namespaces: ['eip155'] })
  const { onramp } = latchkey
  await onramp.prepare()
  const about = (part: string) => asked.filter(({ url }) => url.pathname.includes(part))
  /** Buys with the same calls as the view. */
  const buy = (name = 'coinbase') => {
    const buying = onramp.buy(name)
    latchkey.router.push('BuyInProgress', { onRampProvider: name })
    return buying
  }
  return {
    latchkey,
    onramp,
    clock,
    asked,
    about,
    browser,
    service,
    buy,
    wallet: wallet('a'),
    platform: surroundings,
  }
}
type World = Awaited<ReturnType<typeof open>>

async function priced(world: World, amount = '100'): Promise<void> {
  await world.onramp.loadCurrencies()
  await world.onramp.setPaymentAmount(amount)
  await world.onramp.getQuotes()
}

const ofOwn = (part: Partial<OnRampProvider> = {}): OnRampProvider => ({
  name: 'own',
  label: 'Own',
  feeRange: '1%',
  supportedChains: ['eip155'],
  link: async () => 'https://own.example/buy',
  ...part,
})

describe('the on-ramp providers', () => {
  it('are an empty list if there is neither an endpoint nor a provider of the host', async () => {
    const { onramp, asked, browser } = await open({ endpoints: {} })
    expect(onramp.state.providers).toEqual([])
    await onramp.enter()
    await onramp.setPaymentAmount('100')
    await onramp.getQuotes()
    await expect(onramp.buy('coinbase')).rejects.toMatchObject({ code: 'onramp/unsupported' })
    expect(asked).toEqual([])
    expect(browser.windows).toEqual([])
  })

  it("include Coinbase if there is an endpoint, Meld if there is a key, and the host's own providers, in this order", async () => {
    const { onramp } = await open({
      meld: { publicKey: 'key', url: 'https://meld.example' },
      onRampProviders: [ofOwn()],
    })
    expect(onramp.state.providers).toMatchObject([
      { name: 'coinbase', label: 'Coinbase', feeRange: '1-2%', supportedChains: ['eip155'], quotes: true },
      {
        name: 'meld',
        label: 'Meld.io',
        feeRange: '1-2%',
        supportedChains: ['eip155', 'solana'],
        quotes: false,
      },
      { name: 'own', label: 'Own', feeRange: '1%', supportedChains: ['eip155'], quotes: false },
    ])
  })

  it('are limited to the providers that the host allows', async () => {
    const meld = { publicKey: 'key', url: 'https://meld.example' }
    const { latchkey, onramp, buy } = await open({ meld, features: { onramp: ['meld', 'nobody'] } })
    await expect(buy('coinbase')).rejects.toThrow('coinbase does not sell on One')
    await expect(buy('nobody')).rejects.toMatchObject({ code: 'onramp/unsupported' })
    await expect(buy('meld')).resolves.toMatchObject({ url: expect.stringContaining('meld.example') })
    latchkey.options.setFeatures({ onramp: false })
    // The code that can say why a view is unavailable loads with the modal.
    await latchkey.modal.prepare()
    expect(() => latchkey.router.push('BuyInProgress')).toThrow('switched off by features.onramp')
    await expect(onramp.buy('meld')).rejects.toMatchObject({ code: 'onramp/unsupported' })
    latchkey.options.setFeatures({ onramp: true })
    await latchkey.connect({ connectorId: 'a', namespaces: ['solana'], network: sol.caipNetworkId })
    await expect(buy('coinbase')).rejects.toMatchObject({ code: 'onramp/unsupported' })
    await expect(buy('meld')).resolves.toMatchObject({ url: expect.stringContaining('SOL') })
  })

  it('sell nothing without a connected account', async () => {
    const { onramp, browser } = await open({ connects: false })
    await expect(onramp.buy('coinbase')).rejects.toThrow('Not connected')
    expect(browser.windows).toEqual([])
    expect(onramp.state).toMatchObject({ phase: 'failed', error: { code: 'connection/not-connected' } })
  })
})

describe('the currencies for sale', () => {
  it("come from the service, or else from the specification's defaults", async () => {
    const fails = await open({ answers: { options: () => new Response('<html>', { status: 500 }) } })
    const reading = fails.onramp.loadCurrencies()
    await fails.clock.advance(20_000)
    await reading
    const { purchaseCurrencies, paymentCurrencies, purchaseCurrency, paymentCurrency } = fails.onramp.state
    expect(purchaseCurrencies.map(({ symbol }) => symbol)).toEqual(['USDC', 'ETH'])
    expect(purchaseCurrencies[0]).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      name: 'USD Coin',
      symbol: 'USDC',
      networks: [
        {
          name: 'ethereum-mainnet',
          display_name: 'Ethereum',
          chain_id: '1',
          contract_address: expect.stringMatching(/^0x[\da-fA-F]{40}$/),
        },
        {
          name: 'polygon-mainnet',
          display_name: 'Polygon',
          chain_id: '137',
          contract_address: expect.stringMatching(/^0x[\da-fA-F]{40}$/),
        },
      ],
    })
    expect(paymentCurrencies).toEqual(
      ['USD', 'EUR'].map((each) => ({ id: each, payment_method_limits: limits })),
    )
    expect([purchaseCurrency?.symbol, paymentCurrency?.id]).toEqual(['USDC', 'USD'])
    const works = await open()
    await works.onramp.loadCurrencies()
    await works.onramp.loadCurrencies()
    expect(works.onramp.state.purchaseCurrencies).toEqual([ether, dai])
    expect(works.about('options')).toHaveLength(1)
    const { searchParams } = works.about('options')[0]!.url
    expect(Object.fromEntries(searchParams)).toMatchObject({ projectId: 'project', st: 'latchkey' })
  })

  it.each([
    ['a malformed list', { purchaseCurrencies: {}, paymentCurrencies: [] }],
    ['empty lists', { purchaseCurrencies: [], paymentCurrencies: [] }],
    ['unreadable entries', { purchaseCurrencies: [{ symbol: 'X' }], paymentCurrencies: [{ id: 'usd' }] }],
    [
      'invalid numbers as the limits',
      {
        purchaseCurrencies: [],
        paymentCurrencies: [{ id: 'USD', payment_method_limits: [{ id: 'card', min: '-1', max: '1e3' }] }],
      },
    ],
  ])('are the defaults when the service answers with %s', async (_, answer) => {
    const { onramp } = await open({ answers: { options: () => answer } })
    await onramp.loadCurrencies()
    expect(onramp.state.purchaseCurrencies.map(({ symbol }) => symbol)).toEqual(['USDC', 'ETH'])
    expect(onramp.state.paymentCurrencies.map(({ id }) => id)).toEqual(['USD', 'EUR'])
  })

  it('are loaded again after a network switch', async () => {
    const sold = { purchaseCurrencies: [dai], paymentCurrencies: [dollar] }
    const { onramp, latchkey } = await open({ answers: { options: () => sold } })
    await onramp.loadCurrencies()
    await latchkey.switchNetwork(two.caipNetworkId)
    await latchkey.switchNetwork(one.caipNetworkId)
    expect(onramp.state.purchaseCurrency?.symbol).not.toBe('DAI')
    await onramp.loadCurrencies()
    expect(onramp.state).toMatchObject({ purchaseCurrency: { symbol: 'DAI' }, purchaseCurrencies: [dai] })
  })

  it("can't be bought from Coinbase on a network that the service does not know", async () => {
    const { onramp, buy, about, browser } = await open({
      answers: { 'supported-chains': () => ({ http: ['eip155:99'], ws: [] }) },
    })
    await onramp.loadCurrencies()
    expect(onramp.state.unavailableProviders).toEqual(['coinbase'])
    await expect(buy()).rejects.toThrow('Coinbase does not sell on One')
    expect(about('onramp')).toEqual([])
    expect(browser.windows).toEqual([])
  })

  it('are sold on a supported network if Coinbase does not support the current network', async () => {
    const { onramp, buy, about } = await open({
      networks: [stranger],
      answers: { 'supported-chains': () => ({ http: ['eip155:99'] }) },
    })
    await onramp.loadCurrencies()
    expect(onramp.state).toMatchObject({ deliveryNetwork: 'Ethereum', unavailableProviders: [] })
    await buy()
    expect(about('onrampurl')[0]?.body).toMatchObject({ defaultNetwork: 'ethereum' })
    await onramp.setPurchaseCurrency({
      ...ether,
      networks: [{ name: 'strange', display_name: 'Strange', chain_id: '99', contract_address: '' }],
    })
    expect(onramp.state.deliveryNetwork).toBeUndefined()
    await buy()
    expect(about('onrampurl')[1]?.body).toMatchObject({ defaultNetwork: 'strange' })
  })
})

describe('the quote of a purchase', () => {
  it("is requested only half a second after the visitor's last key, with the specified content", async () => {
    const { onramp, about, clock } = await open()
    await onramp.loadCurrencies()
    for (const text of ['1', '10', '100']) {
      await onramp.setPaymentAmount(text)
      await clock.advance(400)
    }
    expect(about('quote')).toEqual([])
    expect(onramp.state.quotesLoading).toBe(true)
    await clock.advance(100)
    expect(about('quote')).toHaveLength(1)
    const [{ url, body }] = about('quote') as [Asked]
    expect(Object.fromEntries(url.searchParams)).toEqual({ projectId: 'project' })
    expect(body).toEqual({ purchaseCurrency: ether, paymentCurrency: dollar, amount: '100', network: 'ETH' })
    expect(onramp.state).toMatchObject({ quotesLoading: false, purchaseAmount: '0.0395' })
    expect(onramp.state.quotes.coinbase).toEqual({ ...quote, source: 'provider' })
  })

  it('is dropped when the amount, the token or the currency changes', async () => {
    let answerLate = (_: unknown) => {}
    const world = await open()
    await priced(world)
    const { onramp, service, clock } = world
    service.quote = () => new Promise((resolve) => (answerLate = resolve))
    for (const change of [
      () => onramp.setPaymentAmount('200'),
      () => onramp.setPurchaseCurrency(dai),
      () => onramp.setPaymentCurrency({ ...dollar, id: 'EUR' }),
    ]) {
      await change()
      expect(onramp.state).toMatchObject({ purchaseAmount: undefined, quotesLoading: true })
      expect(onramp.state.quotes).toEqual({})
    }
    await clock.advance(500)
    await onramp.setPaymentAmount('')
    answerLate(quote)
    await clock.advance(10)
    expect(onramp.state).toMatchObject({ purchaseAmount: undefined, quotesLoading: false })
    expect(onramp.state.quotes).toEqual({})
  })

  it.each<[string, unknown]>([
    ['a failure', new Response('no', { status: 500 })],
    ['HTML', new Response('<html>')],
    ['ten megabytes', new Response(`{"a":"${'x'.repeat(10_000_000)}"}`)],
    ['no quote at all', {}],
    ['another token', { ...quote, purchaseAmount: money('0.0395', 'DOGE') }],
    ['another currency', { ...quote, paymentTotal: money('100', 'EUR') }],
    ['more than the visitor pays', { ...quote, paymentTotal: money('100.01') }],
    ['an amount of zero', { ...quote, purchaseAmount: money('0.000', 'ETH') }],
    ['a number', { ...quote, purchaseAmount: { amount: 100, currency: 'ETH' } }],
    ['an exponent', { ...quote, purchaseAmount: money('1e6', 'ETH') }],
    ['a negative amount', { ...quote, purchaseAmount: money('-1', 'ETH') }],
    ['hexadecimal digits', { ...quote, purchaseAmount: money('0x10', 'ETH') }],
    ['a thousand digits', { ...quote, purchaseAmount: money('9'.repeat(1000), 'ETH') }],
  ])('prevents the purchase if the service answers with %s', async (_, answer) => {
    const world = await open({ answers: { quote: () => answer } })
    await priced(world)
    const { onramp, buy, about, browser } = world
    expect(onramp.state).toMatchObject({
      purchaseAmount: undefined,
      quotesLoading: false,
      paymentAmount: '100',
    })
    const same = money('100')
    expect(onramp.state.quotes.coinbase).toEqual({
      ...{
        paymentTotal: same,
        paymentSubtotal: same,
        purchaseAmount: same,
        coinbaseFee: same,
        networkFee: same,
      },
      quoteId: 'mocked-quote-id',
      source: 'fallback',
    })
    await expect(buy()).rejects.toMatchObject({ code: 'onramp/no-price' })
    expect(browser.windows).toEqual([])
    expect(about('onrampurl')).toEqual([])
    // With a valid answer, the same purchase works.
    world.service.quote = () => quote
    await onramp.getQuotes()
    await buy()
    expect(about('onrampurl')).toHaveLength(1)
    expect(browser.windows).toMatchObject([{ href: page }])
  })

  it('is still unknown after the caller has aborted the request, which then rejects', async () => {
    const { onramp } = await open({ onRampProviders: [ofOwn({ quote: never })], endpoints: {} })
    await onramp.setPaymentAmount('100')
    const given = new AbortController()
    const asking = onramp.getQuotes({ signal: given.signal })
    await expect.poll(() => onramp.state.quotesLoading, { message: 'the provider is asked' }).toBe(true)
    given.abort()
    await expect(asking).rejects.toMatchObject({ code: 'flow/aborted' })
    expect(onramp.state).toMatchObject({ quotesLoading: false, quotes: {} })
    // A request for an order that has changed doesn't reject.
    const outdated = onramp.getQuotes({ signal: new AbortController().signal })
    await onramp.setPaymentAmount('50')
    await expect(outdated).resolves.toBeUndefined()
  })

  it('is requested for a different token when the service turns out not to sell the first token', async () => {
    let answer = () => {}
    const options = () =>
      new Promise(
        (resolve) => (answer = () => resolve({ purchaseCurrencies: [dai], paymentCurrencies: [dollar] })),
      )
    const { onramp, clock, about } = await open({
      answers: {
        options,
        quote: ({ body: { purchaseCurrency: coin } }) => ({
          ...quote,
          purchaseAmount: money('1', (coin as typeof dai).symbol),
        }),
      },
    })
    const reading = onramp.loadCurrencies()
    onramp.setPaymentAmount('100')
    await onramp.getQuotes()
    expect(onramp.state.quotes).toMatchObject({ coinbase: { source: 'provider' } })
    const before = onramp.state.purchaseCurrency?.symbol
    expect(before).not.toBe('DAI')
    const buying = onramp.buy('coinbase')
    answer()
    await reading
    await expect(buying).rejects.toMatchObject({ code: 'onramp/no-price' })
    expect(about('onrampurl')).toEqual([])
    await clock.advance(500)
    await expect
      .poll(() => onramp.state.quotes, { message: 'the quote is received' })
      .toMatchObject({ coinbase: { purchaseAmount: { currency: 'DAI' } } })
  })

  it.each<[string, (world: World) => unknown]>([
    ['account', ({ wallet }) => wallet.showAccounts('eip155', 'b-eip155')],
    ['network', ({ latchkey }) => latchkey.switchNetwork(two.caipNetworkId)],
  ])('is requested again half a second after a switch of the %s', async (_, change) => {
    const world = await open()
    await priced(world)
    const { onramp, clock, about } = world
    await change(world)
    expect(onramp.state).toMatchObject({ paymentAmount: '100', quotes: {}, quotesLoading: true })
    await onramp.loadCurrencies()
    await clock.advance(499)
    expect(about('quote')).toHaveLength(1)
    await clock.advance(1)
    await expect
      .poll(() => onramp.state, { message: 'the new quote is received' })
      .toMatchObject({ quotes: { coinbase: { source: 'provider' } }, quotesLoading: false })
    expect(about('quote')).toHaveLength(2)
    await expect(onramp.buy('coinbase')).resolves.toEqual({ url: page })
  })

  it('is not requested after the visitor has left the form', async () => {
    const world = await open()
    const { latchkey, onramp, wallet, clock, about } = world
    await latchkey.open({ view: 'OnRampProviders' })
    await priced(world)
    latchkey.close()
    wallet.showAccounts('eip155', 'b-eip155')
    expect(onramp.state).toMatchObject({ paymentAmount: '', quotes: {}, quotesLoading: false })
    await clock.advance(500)
    expect(about('quote')).toHaveLength(1)
  })

  it('is not requested after the visitor has disconnected', async () => {
    const world = await open()
    await priced(world)
    await world.latchkey.disconnect()
    await world.clock.advance(500)
    expect(world.onramp.state).toMatchObject({ quotes: {}, quotesLoading: false })
    expect(world.about('quote')).toHaveLength(1)
  })

  it('is requested only for an amount within the limits that load after the visitor has typed it', async () => {
    let answer = () => {}
    const range = [
      { id: 'card', min: '2', max: '500' },
      { id: 'ach_bank_account', min: '1000', max: '5000' },
    ]
    const world = await open({
      answers: {
        options: () =>
          new Promise((resolve) => {
            const { purchaseCurrencies } = world.onramp.state
            const paymentCurrencies = [{ id: 'USD', payment_method_limits: range }]
            answer = () => resolve({ purchaseCurrencies, paymentCurrencies })
          }),
        quote: ({ body }) => ({
          ...quote,
          ...{ paymentTotal: money(body.amount as string), purchaseAmount: money('1', 'USDC') },
        }),
      },
    })
    const { onramp, clock, about, latchkey } = world
    for (const [text, before, after, requests] of [
      ['5', 'range', undefined, 1],
      ['8000', undefined, 'range', 0],
      // No payment method accepts this amount, although it is between the lowest and the highest limit.
      ['700', undefined, 'range', 0],
    ] as const) {
      const earlier = about('options').length
      const reading = onramp.loadCurrencies()
      await expect
        .poll(() => about('options').length, { message: 'the service is asked what it sells' })
        .toBe(earlier + 1)
      onramp.setPaymentAmount(text)
      expect(onramp.state.problem).toBe(before)
      answer()
      await reading
      expect(onramp.state).toMatchObject({ problem: after, quotesLoading: requests > 0 })
      const quoted = about('quote').length
      await clock.advance(500)
      expect(about('quote')).toHaveLength(quoted + requests)
      if (after)
        await expect(onramp.buy('coinbase')).rejects.toMatchObject({ code: 'onramp/amount-out-of-range' })
      onramp.resetState()
      // The currencies of another network are the defaults again.
      await latchkey.switchNetwork(two.caipNetworkId)
      await latchkey.switchNetwork(one.caipNetworkId)
    }
  })

  it('times out after 15 s', async () => {
    const { onramp, clock } = await open({
      onRampProviders: [ofOwn({ quote: never })],
      endpoints: {},
    })
    await onramp.setPaymentAmount('100')
    await clock.advance(500 + 14_999)
    expect(onramp.state).toMatchObject({ quotesLoading: true })
    await clock.advance(1)
    expect(onramp.state).toMatchObject({ quotesLoading: false, quotes: { own: { source: 'fallback' } } })
  })

  it.each(
    [
      ['9.99', 'range', 'onramp/amount-out-of-range'],
      ['25000.01', 'range', 'onramp/amount-out-of-range'],
      ['100.001', 'value', 'validation/invalid-amount'],
      ['-20', 'value', 'validation/invalid-amount'],
      ['1e2', 'value', 'validation/invalid-amount'],
      ['0x64', 'value', 'validation/invalid-amount'],
      ['１００', 'value', 'validation/invalid-amount'],
      ['0', 'value', 'validation/invalid-amount'],
      ['NaN', 'value', 'validation/invalid-amount'],
      ['9'.repeat(100_000), 'value', 'validation/invalid-amount'],
    ].map(([text = '', problem, code]) => [text.slice(0, 12), text, problem, code] as const),
  )(
    "is not requested for an amount such as '%s', which stays as the visitor typed it",
    async (_, text, problem, code) => {
      const world = await open()
      await priced(world, text)
      const { onramp, about, clock, buy, browser } = world
      await clock.advance(1000)
      expect(onramp.state).toMatchObject({ problem, paymentAmount: text, quotesLoading: false })
      await expect(buy()).rejects.toMatchObject({ code })
      expect(onramp.state).toMatchObject({ phase: 'failed', error: { code }, paymentAmount: text })
      expect([about('quote'), about('onrampurl'), browser.windows]).toEqual([[], [], []])
    },
  )

  it.each(['10', '10.00', '25000.00', '7500.01', '100.5'])(
    'is requested for the amount %s, which is within the limits',
    async (text) => {
      const world = await open()
      await priced(world, text)
      expect(world.onramp.state.problem).toBeUndefined()
      expect(world.onramp.state.limits).toEqual({ min: '10.00', max: '25000.00' })
      expect(world.about('quote')).toHaveLength(1)
    },
  )
})

describe('the page of a provider', () => {
  it('is requested one time, by the click, with the specified content', async () => {
    const world = await open()
    await priced(world)
    await world.buy()
    expect(world.about('onrampurl')).toHaveLength(1)
    const [{ url, body, method }] = world.about('onrampurl') as [Asked]
    expect([method, url.pathname, Object.fromEntries(url.searchParams)]).toEqual([
      'POST',
      '/v1/generators/onrampurl',
      { projectId: 'project' },
    ])
    const [{ blockchains }] = body.destinationWallets as [{ blockchains: readonly string[] }]
    expect([...blockchains].sort()).toEqual([
      ...['arbitrum', 'avalanche-c-chain', 'base', 'berachain'],
      ...['celo', 'ethereum', 'optimism', 'polygon'],
    ])
    expect(body).toEqual({
      destinationWallets: [{ address: 'a-eip155', blockchains, assets: ['ETH'] }],
      defaultNetwork: 'ethereum',
      partnerUserId: 'a-eip155',
      defaultExperience: 'buy',
      presetFiatAmount: '100',
    })
  })

  it('is requested with the quoted amount of the purchase if the visitor pays in another currency than USD', async () => {
    const euro = { id: 'EUR', payment_method_limits: limits }
    const world = await open({
      answers: {
        options: () => ({ purchaseCurrencies: [ether], paymentCurrencies: [euro] }),
        quote: () => ({ ...quote, paymentTotal: money('100', 'EUR') }),
      },
    })
    await priced(world)
    await world.buy()
    const [{ body }] = world.about('onrampurl') as [Asked]
    expect([body.presetCryptoAmount, body.presetFiatAmount]).toEqual(['0.0395', undefined])
    world.onramp.resetState()
    await world.buy()
    const [, { body: unpriced }] = world.about('onrampurl') as [Asked, Asked]
    expect([unpriced.presetCryptoAmount, unpriced.presetFiatAmount]).toEqual([undefined, undefined])
  })

  it("opens in a window that the click opens at once, and that can't access the host's page", async () => {
    let answer = (_: unknown) => {}
    const { onramp, buy, browser, clock } = await open({
      answers: { onrampurl: () => new Promise((resolve) => (answer = resolve)) },
    })
    const buying = buy()
    expect(browser.windows).toMatchObject([{ href: 'about:blank', opener: null }])
    await clock.advance(5000)
    expect(onramp.state).toMatchObject({
      phase: 'opening',
      url: undefined,
      selectedProvider: { name: 'coinbase' },
    })
    answer({ url: page })
    await expect(buying).resolves.toEqual({ url: page })
    expect(browser.windows).toMatchObject([{ href: page, closed: false }])
    expect(onramp.state).toMatchObject({ phase: 'waiting', url: page, blocked: false })
  })

  it("is offered as a link if the browser can't open a window", async () => {
    const { onramp, buy, browser, platform } = await open()
    browser.blocks = true
    await buy()
    expect(onramp.state).toMatchObject({ phase: 'waiting', url: page, blocked: true })
    browser.blocks = false
    platform.page.popup = () => {
      throw new Error('No windows here')
    }
    await buy()
    expect(onramp.state).toMatchObject({ phase: 'waiting', url: page, blocked: true })
    delete platform.page.popup
    await buy()
    expect(onramp.state).toMatchObject({ phase: 'waiting', url: page, blocked: true })
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'http://pay.example',
    'http://127.0.0.1/order',
    'metamask://buy',
    'https://user:word@pay.example',
    'https://pay.example/\u0000',
    'pay.example/order',
    '//pay.example',
    '',
  ])("is not opened if its URL is '%s'", async (url) => {
    const { onramp, buy, browser } = await open({ answers: { onrampurl: () => ({ url }) } })
    await expect(buy()).rejects.toMatchObject({ code: 'onramp/invalid-link' })
    expect(browser.windows).toMatchObject([{ href: 'about:blank', closed: true }])
    expect(onramp.state).toMatchObject({
      phase: 'failed',
      url: undefined,
      error: { code: 'onramp/invalid-link' },
    })
  })

  it('times out after 30 s, which closes the window', async () => {
    const { onramp, clock, browser } = await open({
      endpoints: {},
      onRampProviders: [ofOwn({ link: never })],
    })
    const buying = onramp.buy('own')
    buying.catch(() => {})
    await clock.advance(29_999)
    expect(browser.windows).toMatchObject([{ closed: false }])
    await clock.advance(1)
    await expect(buying).rejects.toMatchObject({ code: 'http/timeout' })
    expect(browser.windows).toMatchObject([{ closed: true }])
    expect(onramp.state).toMatchObject({ phase: 'failed' })
  })

  it('is not opened when the visitor has left, gone back or disconnected', async () => {
    for (const leaves of [
      ({ onramp }: World) => onramp.leave(),
      ({ latchkey }: World) => latchkey.router.goBack(),
      ({ latchkey }: World) => latchkey.disconnect(),
    ]) {
      let answer = (_: string) => {}
      const link = () => new Promise<string>((resolve) => (answer = resolve))
      const world = await open({ endpoints: {}, onRampProviders: [ofOwn({ link })] })
      world.latchkey.router.push('OnRampProviders')
      const buying = world.buy('own')
      await leaves(world)
      answer('https://own.example')
      await expect(buying).rejects.toMatchObject({ code: 'flow/aborted' })
      expect(world.browser.windows).toMatchObject([{ href: 'about:blank', closed: true }])
      expect(world.onramp.state).toMatchObject({ phase: undefined, error: undefined })
    }
  })

  it('is for a token that the service sells, even if the tokens were unknown at the click', async () => {
    const sold = { purchaseCurrencies: [dai], paymentCurrencies: [dollar] }
    let answer = () => {}
    const options = () => new Promise((resolve) => (answer = () => resolve(sold)))
    const { onramp, about, browser } = await open({ answers: { options } })
    void onramp.enter()
    const buying = onramp.buy('coinbase')
    expect(browser.windows).toMatchObject([{ href: 'about:blank' }])
    await expect
      .poll(() => about('options'), { message: 'the service is asked what it sells' })
      .toHaveLength(1)
    expect(about('onrampurl')).toEqual([])
    answer()
    await expect(buying).resolves.toEqual({ url: page })
    expect(about('onrampurl')).toMatchObject([{ body: { destinationWallets: [{ assets: ['DAI'] }] } }])
    expect(about('options')).toHaveLength(1)
  })

  it("opens without the list of tokens if the list can't be loaded", async () => {
    const { onramp, about } = await open({ answers: { options: () => new Response('', { status: 400 }) } })
    await expect(onramp.buy('coinbase')).resolves.toEqual({ url: page })
    const asked = about('options').length
    expect(asked).toBeGreaterThan(0)
    await onramp.buy('coinbase')
    expect(about('options')).toHaveLength(asked)
  })

  it('waits at most 15 s, half of its time limit, for the list of tokens', async () => {
    let clock!: World['clock']
    const options = () =>
      new Promise((resolve) => clock.after(6000, () => resolve(new Response('', { status: 503 }))))
    const world = await open({ answers: { options } })
    ;({ clock } = world)
    const { onramp, about } = world
    const buying = onramp.buy('coinbase')
    await expect
      .poll(() => about('options'), { message: 'the service is asked what it sells' })
      .toHaveLength(1)
    await clock.advance(14_999)
    expect(about('onrampurl')).toEqual([])
    await clock.advance(1)
    await expect(buying).resolves.toEqual({ url: page })
  })

  it('is refused if the provider turns out not to serve the network', async () => {
    const { onramp, browser, about } = await open({
      answers: { 'supported-chains': () => ({ http: ['eip155:2'], ws: [] }) },
    })
    await expect(onramp.buy('coinbase')).rejects.toMatchObject({ code: 'onramp/unsupported' })
    expect(browser.windows).toMatchObject([{ href: 'about:blank', closed: true }])
    expect(about('onrampurl')).toEqual([])
  })

  it('belongs to the last of two clicks', async () => {
    const answers: ((url: string) => void)[] = []
    const link = () => new Promise<string>((resolve) => answers.push(resolve))
    const { onramp, browser } = await open({ endpoints: {}, onRampProviders: [ofOwn({ link })] })
    const first = onramp.buy('own')
    const second = onramp.buy('own')
    answers[0]?.('https://own.example/1')
    answers[1]?.('https://own.example/2')
    await expect(first).rejects.toMatchObject({ code: 'flow/aborted' })
    await expect(second).resolves.toEqual({ url: 'https://own.example/2' })
    expect(browser.windows).toMatchObject([{ closed: true }, { href: 'https://own.example/2' }])
    const control = new AbortController()
    const third = onramp.buy('own', { signal: control.signal })
    control.abort()
    await expect(third).rejects.toMatchObject({ code: 'flow/aborted' })
    await expect(onramp.buy('own', { signal: control.signal })).rejects.toMatchObject({
      code: 'flow/aborted',
    })
    expect(browser.windows).toHaveLength(3)
  })

  it("has all parameters in its address if it is Meld's page", async () => {
    const meld = { publicKey: 'a key&more', url: 'https://meld.example/?theme=dark' }
    const { browser, buy, latchkey } = await open({ meld, endpoints: {} })
    const { url } = await buy('meld')
    expect(browser.windows).toMatchObject([{ href: url }])
    expect([new URL(url).origin, Object.fromEntries(new URL(url).searchParams)]).toEqual([
      'https://meld.example',
      {
        theme: 'dark',
        publicKey: 'a key&more',
        destinationCurrencyCode: 'USDC',
        walletAddress: 'a-eip155',
        externalCustomerId: 'project',
      },
    ])
    await latchkey.connect({ connectorId: 'a', namespaces: ['solana'], network: sol.caipNetworkId })
    const { url: onSolana } = await buy('meld')
    const { searchParams } = new URL(onSolana)
    expect([searchParams.get('destinationCurrencyCode'), searchParams.get('walletAddress')]).toEqual([
      'SOL',
      'a-solana',
    ])
  })

  it("opens at exactly the address that a host's own provider returns", async () => {
    class Own {
      readonly name = 'own'
      readonly label = 'Own'
      readonly feeRange = '0%'
      readonly supportedChains = ['eip155'] as const
      orders: OnRampOrder[] = []
      async quote(order: OnRampOrder) {
        this.orders.push(order)
        return { paymentTotal: money('50'), purchaseAmount: money('50', 'USDC') }
      }
      async link(order: OnRampOrder) {
        this.orders.push(order)
        if (this.orders.length > 2) throw new Error('Sold out')
        return 'https://own.example/buy'
      }
    }
    const own = new Own()
    const world = await open({ endpoints: {}, onRampProviders: [own] })
    await priced(world, '50.00')
    expect(world.onramp.state).toMatchObject({ purchaseAmount: '50' })
    await world.buy('own')
    const order = {
      account: 'eip155:1:a-eip155',
      network: { caipNetworkId: 'eip155:1' },
      purchaseCurrency: { symbol: 'USDC' },
      paymentCurrency: { id: 'USD' },
      paymentAmount: '50',
    }
    expect(own.orders).toMatchObject([order, order])
    await expect(world.buy('own')).rejects.toThrow('Sold out')
    expect(world.onramp.state).toMatchObject({ phase: 'failed', paymentAmount: '50.00' })
    expect(world.asked).toEqual([])
  })
})

describe('the result of a purchase', () => {
  it('is polled every 4 s, and shown when a purchase is new or pending', async () => {
    const known = purchase('old', 'SUCCESS')
    const world = await open({ answers: { history: () => ({ data: [known] }) } })
    const { latchkey, onramp, about, clock, service } = world
    await world.buy()
    expect(about('history')).toHaveLength(1)
    expect(about('history')[0]).toMatchObject({ cache: 'no-cache' })
    expect(Object.fromEntries(about('history')[0]!.url.searchParams)).toMatchObject({
      onramp: 'coinbase',
      chainId: 'eip155:1',
    })
    await clock.advance(3999)
    expect(about('history')).toHaveLength(1)
    await clock.advance(1)
    expect(about('history')).toHaveLength(2)
    service.history = () => new Response('no', { status: 500 })
    await clock.advance(20_000)
    expect(latchkey.router.state.view).toBe('BuyInProgress')
    service.history = () => ({ data: [purchase('new', 'IN_PROGRESS'), known] })
    await clock.advance(4000)
    expect(latchkey.router.state.view).toBe('OnRampActivity')
    expect(onramp.state.purchases.map(({ id, status, operation }) => [id, status, operation])).toEqual([
      ['new', 'pending', 'bought'],
      ['old', 'confirmed', 'bought'],
    ])
    expect(onramp.state.phase).toBeUndefined()
    const before = about('history').length
    await clock.advance(60_000)
    expect(about('history')).toHaveLength(before)
  })

  it('is abandoned after 180 s, and the next click tries again', async () => {
    const world = await open()
    const { onramp, clock, browser } = world
    await world.buy()
    await clock.advance(179_999)
    expect(onramp.state).toMatchObject({ phase: 'waiting' })
    await clock.advance(1)
    expect(onramp.state).toMatchObject({ phase: 'failed', url: page, error: { code: 'onramp/timed-out' } })
    // The window stays open, because it belongs to the visitor.
    expect(browser.windows).toMatchObject([{ href: page, closed: false }])
    await world.onramp.buy('coinbase')
    expect(onramp.state).toMatchObject({ phase: 'waiting', error: undefined })
    expect(browser.windows).toHaveLength(2)
  })

  it('is still awaited after the page slept for longer than the limit', async () => {
    const world = await open()
    const { onramp, clock } = world
    await world.buy()
    await clock.advance(10_000)
    clock.sleep(3_600_000)
    await clock.advance(0)
    expect(onramp.state).toMatchObject({ phase: 'waiting' })
    await clock.advance(171_000)
    expect(onramp.state).toMatchObject({ phase: 'failed', error: { code: 'onramp/timed-out' } })
  })

  it('is not polled after the visitor has left', async () => {
    const world = await open()
    const { latchkey, about, clock } = world
    latchkey.router.push('OnRampProviders')
    await world.buy()
    latchkey.router.goBack()
    const before = about('history').length
    await clock.advance(300_000)
    expect(about('history')).toHaveLength(before)
    expect(clock.pending).toBe(0)
  })

  it('is polled every 3 s while a purchase is pending', async () => {
    const world = await open({ answers: { history: () => ({ data: [purchase('new', 'IN_PROGRESS')] }) } })
    const { onramp, about, clock, service } = world
    const control = new AbortController()
    const following = onramp.followPurchases({ signal: control.signal })
    await clock.advance(2999)
    expect(about('history')).toHaveLength(1)
    await clock.advance(3001)
    expect(about('history')).toHaveLength(3)
    service.history = () => ({})
    await clock.advance(3000)
    expect(onramp.state).toMatchObject({ purchasesError: { code: 'data/history-failed' } })
    // The purchases from the earlier answers stay in the list.
    expect(onramp.state.purchases).toHaveLength(1)
    service.history = () => ({ data: [purchase('new', 'SUCCESS', { hash: '0xabc' })] })
    await clock.advance(3000)
    await following
    expect(onramp.state).toMatchObject({
      purchasesError: undefined,
      purchases: [{ status: 'confirmed', hash: '0xabc' }],
    })
    service.history = () => ({ data: [purchase('next', 'IN_PROGRESS')] })
    const again = onramp.followPurchases({ signal: control.signal })
    await clock.advance(10)
    control.abort()
    await again
    expect(clock.pending).toBe(0)
  })

  it('is polled less and less often while the service fails, at least once a minute', async () => {
    const world = await open({ answers: { history: () => ({ data: [purchase('new', 'IN_PROGRESS')] }) } })
    const { onramp, about, clock, service } = world
    const control = new AbortController()
    const following = onramp.followPurchases({ signal: control.signal })
    await clock.advance(1)
    service.history = () => ({})
    const before = about('history').length
    const times: number[] = []
    const start = clock.now()
    for (let second = 0; second < 300; second++) {
      const known = about('history').length
      await clock.advance(1000)
      if (about('history').length > known) times.push(Math.round((clock.now() - start) / 1000))
    }
    expect(times).toEqual([3, 6, 12, 24, 48, 96, 156, 216, 276])
    expect(about('history')).toHaveLength(before + times.length)
    // After an answer, the pause is short again.
    service.history = () => ({ data: [purchase('new', 'IN_PROGRESS')] })
    await clock.advance(60_000)
    const healed = about('history').length
    await clock.advance(3000)
    expect(about('history')).toHaveLength(healed + 1)
    control.abort()
    await following
    expect(clock.pending).toBe(0)
  })

  it.each([401, 404])('is not polled again after HTTP %i, until the visitor tries again', async (status) => {
    const world = await open({ answers: { history: () => new Response('no', { status }) } })
    const { onramp, about, clock, service } = world
    const { signal } = new AbortController()
    await onramp.followPurchases({ signal })
    expect(onramp.state).toMatchObject({
      purchasesLoading: false,
      purchasesError: { code: 'data/history-failed', cause: { status } },
    })
    await clock.advance(300_000)
    expect(about('history')).toHaveLength(1)
    service.history = () => ({ data: [purchase('new', 'SUCCESS')] })
    await onramp.followPurchases({ signal })
    expect(onramp.state).toMatchObject({ purchasesError: undefined, purchases: [{ status: 'confirmed' }] })
  })

  it('is not polled after HTTP 401 while the visitor pays, and the wait still ends after 180 s', async () => {
    const world = await open({ answers: { history: () => new Response('no', { status: 401 }) } })
    const { onramp, about, clock } = world
    await world.buy()
    await clock.advance(179_999)
    expect(onramp.state).toMatchObject({ phase: 'waiting' })
    // One request before the purchase, and one after it.
    expect(about('history')).toHaveLength(2)
    await clock.advance(1)
    expect(onramp.state).toMatchObject({ phase: 'failed', error: { code: 'onramp/timed-out' } })
  })

  it('is shown only for the account that bought', async () => {
    const world = await open({ answers: { history: () => ({ data: [purchase('new', 'SUCCESS')] }) } })
    await world.onramp.loadPurchases()
    expect(world.onramp.state.purchases).toHaveLength(1)
    await world.latchkey.disconnect()
    expect(world.onramp.state.purchases).toEqual([])
    await expect(world.onramp.loadPurchases()).rejects.toThrow('Not connected')
  })

  it('leaves no timer and no listener after the client is disposed of', async () => {
    const world = await open()
    await priced(world)
    await world.onramp.setPaymentAmount('200')
    await world.buy().catch(() => {})
    await world.latchkey.dispose()
    expect(world.clock.pending).toBe(0)
    expect(world.platform.page.listenerCount()).toBe(0)
  })
})

describe('the analytics of buying', () => {
  it('report that the visitor starts to buy, opens the explanation, and chooses a provider', async () => {
    const { onramp, buy } = await open()
    const told: unknown[] = []
    for (const event of ['entered', 'explained', 'providerSelected'] as const)
      onramp.on(event, (payload) => told.push([event, payload]))
    await onramp.enter()
    await onramp.explain()
    await buy()
    expect(told).toEqual([
      ['entered', { isSmartAccount: false }],
      ['explained', { isSmartAccount: false }],
      ['providerSelected', { isSmartAccount: false, provider: 'coinbase' }],
    ])
  })
})
