import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Devnet } from '../../src/devnet/index.ts'
import { nodeRpc } from '../../src/devnet/node-rpc.ts'
import { meld as meldProvider } from '../../src/providers/meld/index.ts'
import { dataClient } from '../support/data-service.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { providersPage } from '../support/providers-page.ts'

let devnet: Devnet
let service: ReturnType<typeof dataClient>
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155', 'solana'], data: true, exchange: true, onramp: true })
  service = dataClient(devnet.data!.url)
}, leaseTimeout)
afterAll(() => devnet?.stop())

const of = (family: string) => devnet.networks.filter(({ chainNamespace }) => chainNamespace === family)
const frank = () => devnet.accounts.frank!.eip155!.address
const project = '?projectId=test'
const usd = { id: 'USD', payment_method_limits: [] }
const order = (part: object = {}) => ({
  destinationWallets: [{ address: frank(), blockchains: ['ethereum', 'devnet-one'], assets: ['ETH'] }],
  defaultNetwork: 'devnet-one',
  partnerUserId: frank(),
  defaultExperience: 'buy',
  presetFiatAmount: '100',
  ...part,
})
const purchases = async () =>
  (
    await service.get(`/v1/account/${frank()}/history`, {
      onramp: 'coinbase',
      chainId: of('eip155')[0]!.caipNetworkId,
    })
  ).body.data as { id: string; metadata: { status: string; hash: string } }[]
const pageFor = async (part?: object) => {
  const { status, body } = await service.post(`/v1/generators/onrampurl${project}`, order(part))
  expect(status).toBe(200)
  return providersPage(body.url)
}

describe("the devnet's on-ramp", () => {
  it("sells SOL and all tokens of eip155, within the specification's limits", async () => {
    const { body } = await service.get('/v1/onramp/options')
    expect(body.purchaseCurrencies.map(({ symbol }: { symbol: string }) => symbol)).toEqual([
      'ETH',
      'LKT',
      'tUSD',
      'SOL',
    ])
    expect(body.purchaseCurrencies[0].networks).toMatchObject([
      { name: 'devnet-one', display_name: 'Devnet One', chain_id: '31337' },
      { name: 'devnet-two', chain_id: '31338' },
    ])
    expect(body.paymentCurrencies[0]).toEqual({
      id: 'USD',
      payment_method_limits: [
        { id: 'card', min: '10.00', max: '7500.00' },
        { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
      ],
    })
  })

  it.each([
    ['ETH', 'USD', '100', '0.0395'],
    ['ETH', 'EUR', '100', '0.04345'],
    ['tUSD', 'USD', '10', '9.65'],
    ['LKT', 'USD', '10', '38.6'],
  ])('sells %s at a fixed price, for %s %s', async (symbol, id, amount, bought) => {
    const question = { purchaseCurrency: { symbol }, paymentCurrency: { id }, amount, network: symbol }
    const { body } = await service.post(`/v1/onramp/quote${project}`, question)
    expect(body).toMatchObject({
      paymentTotal: { amount, currency: id },
      purchaseAmount: { amount: bought, currency: symbol },
    })
    const cents = ({ amount: text }: { amount: string }) => Math.round(Number(text) * 100)
    expect(cents(body.paymentSubtotal) + cents(body.coinbaseFee) + cents(body.networkFee)).toBe(
      cents(body.paymentTotal),
    )
  })

  it.each([
    [
      'a quote for a token that it does not sell',
      '/v1/onramp/quote',
      { purchaseCurrency: { symbol: 'DOGE' }, paymentCurrency: usd, amount: '20' },
    ],
    ['a quote without a token', '/v1/onramp/quote', { paymentCurrency: usd, amount: '20' }],
    [
      'a quote in an unknown currency',
      '/v1/onramp/quote',
      { purchaseCurrency: { symbol: 'ETH' }, paymentCurrency: { id: 'XXX' }, amount: '20' },
    ],
    [
      'a quote for an amount that is too small',
      '/v1/onramp/quote',
      { purchaseCurrency: { symbol: 'ETH' }, paymentCurrency: usd, amount: '9.99' },
    ],
    [
      'a quote for an amount that is too large',
      '/v1/onramp/quote',
      { purchaseCurrency: { symbol: 'ETH' }, paymentCurrency: usd, amount: '25000.01' },
    ],
    [
      'a quote for an amount with a part of a cent',
      '/v1/onramp/quote',
      { purchaseCurrency: { symbol: 'ETH' }, paymentCurrency: usd, amount: '20.003' },
    ],
    [
      'a quote for an amount that is a number instead of a text',
      '/v1/onramp/quote',
      { purchaseCurrency: { symbol: 'ETH' }, paymentCurrency: usd, amount: 20 },
    ],
    ['an order for a sale', '/v1/generators/onrampurl', { defaultExperience: 'send' }],
    ['an order on an unknown network', '/v1/generators/onrampurl', { defaultNetwork: 'ethereum' }],
    [
      'an order on a network that the order does not list',
      '/v1/generators/onrampurl',
      { defaultNetwork: 'devnet-two' },
    ],
    ['an order without a recipient', '/v1/generators/onrampurl', { destinationWallets: [] }],
    [
      'an order to an address without a family',
      '/v1/generators/onrampurl',
      { destinationWallets: [{ address: '"><script>', blockchains: ['devnet-one'], assets: ['ETH'] }] },
    ],
  ])('refuses %s', async (_, path, body) => {
    const whole = path.includes('quote') ? body : order(body)
    expect((await service.post(`${path}${project}`, whole)).status).toBe(400)
  })

  it('refuses a request without a project', async () => {
    expect((await service.post('/v1/onramp/quote', {})).status).toBe(401)
    expect((await service.post('/v1/generators/onrampurl', order())).status).toBe(401)
  })
})

describe("the payment page of the devnet's on-ramp", () => {
  it('says that it is a test, asks for a card, and delivers the purchased token once per order', async () => {
    const page = await pageFor()
    expect(page.html).toContain('It takes no money')
    expect(page.html).toContain(frank())
    expect(page.preset).toBe('100')
    const [network] = of('eip155')
    const balance = async () =>
      BigInt(await nodeRpc<string>(network!.rpcUrls.default.http[0]!, 'eth_getBalance', [frank(), 'latest']))
    const before = [await balance(), (await purchases()).length] as const
    // Two requests at the same time, as after a double click.
    const answers = await Promise.all([page.pay(), page.pay()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    expect((await purchases())[0]?.metadata.status).toBe('ONRAMP_TRANSACTION_STATUS_IN_PROGRESS')
    await expect
      .poll(async () => (await purchases())[0]?.metadata.status, { message: 'the purchase succeeds' })
      .toBe('ONRAMP_TRANSACTION_STATUS_SUCCESS')
    expect(await balance()).toBe(before[0] + 39_500_000_000_000_000n)
    expect(await purchases()).toHaveLength(before[1] + 1)
    expect((await page.pay()).status).toBe(404)
  })

  it('stores no card, even if the card is declined or invalid', async () => {
    const page = await pageFor()
    const numbers = ['4242 4242 4242 4241', '1234', '']
    for (const card of numbers) {
      const { status, html } = await page.pay({ card, amount: '50' })
      expect(status).toBe(400)
      expect(html).toContain('Invalid card number')
      expect(html).toContain('value="50"')
      if (card) expect(html).not.toContain(card)
    }
    const { html } = await page.pay({ card: '4000000000000002' })
    expect(html).toContain('Card declined')
    expect((await purchases())[0]?.metadata).toMatchObject({
      status: 'ONRAMP_TRANSACTION_STATUS_FAILED',
      hash: '',
    })
    expect(JSON.stringify(await purchases())).not.toContain('4000000000000002')
  })

  it.each(['', '5', '9.99', '30000', '1e3', '20.005', '"><script>'])(
    'refuses the amount %j',
    async (amount) => {
      const page = await pageFor()
      const { status, html } = await page.pay({ amount })
      expect(status).toBe(400)
      expect(html).not.toContain('"><script>')
    },
  )

  it("sells tokens and SOL through a fake of Meld's service", async () => {
    const [one] = of('eip155')
    const token = devnet.tokens.find(
      ({ asset, symbol }) => asset.startsWith(one!.caipNetworkId) && symbol === 'tUSD',
    )!
    const contract = token.asset.split(':').at(-1)!
    const data = `0x70a08231${frank().slice(2).padStart(64, '0')}`
    const held = async () =>
      BigInt(
        await nodeRpc<string>(one!.rpcUrls.default.http[0]!, 'eth_call', [{ to: contract, data }, 'latest']),
      )
    const before = await held()
    const { meld } = devnet.onramp!
    const link = (values: object) =>
      `${meld.url}?${new URLSearchParams({ publicKey: meld.publicKey, ...values })}`
    const page = await providersPage(link({ destinationCurrencyCode: 'USDC', walletAddress: frank() }))
    expect(page.networks).toEqual(['devnet-one', 'devnet-two'])
    await page.pay({ amount: '10' })
    await expect.poll(held, { message: 'the bought tokens arrive' }).toBe(before + 9_650_000n)
    const [sol] = of('solana')
    const address = devnet.accounts.frank!.solana!.address
    const lamports = async () =>
      (await nodeRpc<{ value: number }>(sol!.rpcUrls.default.http[0]!, 'getBalance', [address])).value
    const had = await lamports()
    await (await providersPage(link({ destinationCurrencyCode: 'SOL', walletAddress: address }))).pay({
      amount: '100',
    })
    await expect.poll(lamports, { message: 'the bought coins arrive' }).toBe(had + 658_333_333)
    expect(
      (await fetch(link({ publicKey: 'x', destinationCurrencyCode: 'SOL', walletAddress: address }))).status,
    ).toBe(401)
    expect((await fetch(link({ destinationCurrencyCode: 'DOGE', walletAddress: address }))).status).toBe(400)
    expect((await fetch(link({ destinationCurrencyCode: 'SOL', walletAddress: frank() }))).status).toBe(400)
  })

  it('opens for the coin, the network and the amount in a link of meld()', async () => {
    const { meld, meldCurrencies } = devnet.onramp!
    const [, network] = of('eip155')
    const provider = meldProvider({
      ...{ key: meld.publicKey, page: meld.url, feeRange: '1-5%' },
      currencies: meldCurrencies,
    })
    const link = await provider.link(
      {
        account: `${network!.caipNetworkId}:${frank()}`,
        network,
        purchaseCurrency: { symbol: 'USDC' },
        paymentCurrency: { id: 'USD' },
        paymentAmount: '25',
      } as never,
      {} as never,
    )
    const page = await (await fetch(link)).text()
    expect((await providersPage(link)).networks).toEqual(['devnet-two'])
    expect(page).toContain('value="25"')
    expect(page).toContain(frank())
  })
})
