import type { ServerResponse } from 'node:http'
import { getAddress } from 'ethers'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { LatchkeyOptions } from '../../src/core/options/options.ts'
import type { Devnet } from '../../src/devnet/start-devnet.ts'
import { manualClock } from '../../src/testing/manual-clock.ts'
import { accountWorld, type DataAnswer, dataServer, knows } from '../support/account-world.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'

let devnet: Devnet
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'] })
}, leaseTimeout)
afterAll(() => devnet?.stop())

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const here = () => devnet.networks.find(({ chainNamespace }) => chainNamespace === 'eip155')!
const token = () =>
  devnet.tokens.find(({ asset, symbol }) => symbol === 'tUSD' && asset.startsWith(here().caipNetworkId))!
/** Returns the token's address with the EIP-55 checksum, which another library computes. */
const contract = () => getAddress(token().asset.split(':').at(-1)!)
const asset = () => `${here().caipNetworkId}/erc20:${contract()}`

async function world(options: Parameters<typeof accountWorld>[1] = {}) {
  const made = await accountWorld(devnet, options)
  closing.push(made.dispose)
  return made
}
async function service(answers: Readonly<Record<string, DataAnswer>>) {
  const server = await dataServer({ 'supported-chains': knows(here()), ...answers })
  closing.push(server.close)
  return server
}
/** Builds a balance in the data service's format. */
const balance = (more: object = {}) => ({
  name: 'Ether',
  symbol: 'ETH',
  chainId: here().caipNetworkId,
  price: 2000,
  value: 3000,
  quantity: { decimals: '18', numeric: '1.5' },
  iconUrl: 'https://icons.example/eth.png',
  ...more,
})
const usd = (more: object = {}) =>
  balance({
    name: 'Test Dollar',
    symbol: 'tUSD',
    address: `${here().caipNetworkId}:${contract().toLowerCase()}`,
    price: 1,
    quantity: { decimals: '6', numeric: '12.000001' },
    ...more,
  })
const withService = (url: string, more: Partial<LatchkeyOptions> = {}) => ({
  endpoints: { data: url },
  projectId: 'project',
  ...more,
})

describe('the balances of a client without a data service', () => {
  it("are the exact balances of the native token and the host's tokens, read from the chain", async () => {
    const { latchkey, alice } = await world({
      tokens: {
        [here().caipNetworkId]: [
          { address: contract().toLowerCase(), image: 'https://icons.example/t.png' },
          { address: `0x${'0'.repeat(40)}` },
        ],
      },
    })
    await latchkey.portfolio.refresh()
    const adapter = await latchkey.adapter('eip155')
    const [native, held] = [
      await adapter.getBalance(alice),
      await adapter.getBalance(alice, token().asset as never),
    ]
    expect(latchkey.portfolio.state).toMatchObject({
      account: alice,
      network: here().caipNetworkId,
      source: 'chain',
      loading: false,
      stale: false,
      error: undefined,
      total: undefined,
    })
    expect(latchkey.portfolio.state.balances).toEqual([
      {
        name: here().nativeCurrency.name,
        network: here().caipNetworkId,
        amount: native,
        price: undefined,
        value: undefined,
        iconUrl: undefined,
      },
      {
        name: 'tUSD',
        network: here().caipNetworkId,
        asset: asset(),
        address: contract(),
        amount: held,
        price: undefined,
        value: undefined,
        iconUrl: 'https://icons.example/t.png',
      },
    ])
    expect(held.value).toBeGreaterThan(0n)
  })

  it('are empty before a wallet connects and after it disconnects', async () => {
    const { latchkey } = await world()
    const initial = latchkey.portfolio.getInitialSnapshot()
    expect([initial.balances, initial.account]).toEqual([[], undefined])
    await latchkey.portfolio.refresh()
    expect(latchkey.portfolio.state.balances).toHaveLength(1)
    await latchkey.disconnect()
    const { balances, account, source } = latchkey.portfolio.state
    expect([balances, account, source]).toEqual([[], undefined, undefined])
    await latchkey.portfolio.refresh()
    expect(latchkey.portfolio.state.balances).toEqual([])
  })
})

describe('the balances of a client with a data service', () => {
  it('are requested at most once in 30 s, and are exact to the last unit', async () => {
    const server = await service({ balance: () => ({ balances: [usd(), balance()] }) })
    const clock = manualClock()
    const { latchkey, alice } = await world(
      withService(server.url, { clock, sdkType: 'shop', sdkVersion: 'react-eip155-1' } as never),
    )
    await latchkey.portfolio.refresh()
    await latchkey.portfolio.refresh()
    const address = alice.split(':')[2]
    expect(server.requests.map(({ path }) => path)).toEqual([
      '/v1/supported-chains?projectId=project&st=shop&sv=react-eip155-1',
      `/v1/account/${address}/balance?projectId=project&st=shop&sv=react-eip155-1&currency=usd&chainId=${encodeURIComponent(here().caipNetworkId)}`,
    ])
    expect(latchkey.portfolio.state).toMatchObject({ source: 'service', total: 3012.000001 })
    expect(latchkey.portfolio.state.balances).toMatchObject([
      {
        name: 'Ether',
        amount: { value: 1_500_000_000_000_000_000n, decimals: 18, symbol: 'ETH' },
        value: 3000,
      },
      { asset: asset(), address: contract(), amount: { value: 12_000_001n, decimals: 6, symbol: 'tUSD' } },
    ])
    expect(latchkey.account.active.tokenBalance).toBe(latchkey.portfolio.state.balances)
    await latchkey.portfolio.refresh({ fresh: true })
    expect(server.asked('balance').at(-1)?.path).toContain('forceUpdate=true')
    await clock.advance(29_999)
    await latchkey.portfolio.refresh()
    expect(server.asked('balance')).toHaveLength(2)
    await clock.advance(1)
    await latchkey.portfolio.refresh()
    expect(server.asked('balance')).toHaveLength(3)
    expect(server.asked('supported-chains')).toHaveLength(1)
  })

  it('are not requested again after a reload within 30 s', async () => {
    const huge = '115792089237316195423570985008687907853269984665640564039457'
    const server = await service({
      balance: () => ({ balances: [balance({ quantity: { decimals: '18', numeric: huge } })] }),
    })
    const first = await world(withService(server.url))
    await first.latchkey.portfolio.refresh()
    const before = first.latchkey.portfolio.state.balances
    const kept = first.platform.storage.get(`@latchkey/${first.latchkey.name}/portfolioCache`)
    const second = await world(withService(server.url))
    second.platform.storage.set(
      `@latchkey/${second.latchkey.name}/portfolioCache`,
      kept!.replace(/"timestamp":\d+/, `"timestamp":${second.clock.now()}`),
    )
    await second.latchkey.portfolio.refresh()
    expect(second.latchkey.portfolio.state.balances).toMatchObject(
      JSON.parse(JSON.stringify([{ name: before[0]!.name }])),
    )
    expect(second.latchkey.portfolio.state.balances[0]!.amount).toEqual(before[0]!.amount)
    expect(before[0]!.amount.value).toBe(BigInt(huge) * 10n ** 18n)
    expect(server.asked('balance')).toHaveLength(1)
  })

  it('are those that another tab has read within 30 s, unless they are older than the balances shown', async () => {
    const server = await service({ balance: () => ({ balances: [balance()] }) })
    const clock = manualClock(1_700_000_000_000)
    const { latchkey, platform } = await world(withService(server.url, { clock } as never))
    await latchkey.portfolio.refresh()
    const key = `@latchkey/${latchkey.name}/portfolioCache`
    const kept = platform.storage.get(key) ?? ''
    const read = clock.now()
    const readElsewhere = (value: bigint, at: number) => {
      expect(kept).toContain('1500000000000000000')
      const text = kept.replace('1500000000000000000', `${value}`).replaceAll(`${read}`, `${at}`)
      platform.storage.changeElsewhere(key, text)
    }
    const shown = () => latchkey.portfolio.state.balances.map(({ amount }) => amount.value)
    await clock.advance(25_000)
    readElsewhere(7n, clock.now())
    await clock.advance(20_000)
    await latchkey.portfolio.refresh()
    expect(shown()).toEqual([7n])
    expect(latchkey.portfolio.state.stale).toBe(false)
    readElsewhere(5n, clock.now() - 25_000)
    await latchkey.portfolio.refresh()
    expect(shown()).toEqual([7n])
    expect(server.asked('balance')).toHaveLength(1)
  })

  it('come from the node if the service does not support the network', async () => {
    const server = await service({ 'supported-chains': () => ({ http: ['eip155:1'], ws: [] }) })
    const { latchkey } = await world(withService(server.url))
    await latchkey.portfolio.refresh()
    expect(latchkey.portfolio.state).toMatchObject({ source: 'chain', error: undefined })
    expect(server.requests).toHaveLength(1)
  })

  it('omit entries of other networks, repeated entries and invalid entries', async () => {
    const bad = (quantity: object) =>
      usd({ address: `${here().caipNetworkId}:0x${'1'.repeat(40)}`, quantity })
    const server = await service({
      balance: () => ({
        balances: [
          usd({ quantity: { decimals: '0', numeric: '3' } }),
          balance({ chainId: 'eip155:1' }),
          bad({ decimals: '300', numeric: '1' }),
          bad({ decimals: '-1', numeric: '1' }),
          bad({ decimals: 6, numeric: '1' }),
          bad({ decimals: '6', numeric: '-1' }),
          bad({ decimals: '6', numeric: '1e9' }),
          bad({ decimals: '6', numeric: 'NaN' }),
          bad({ decimals: '6', numeric: '1.0000001' }),
          bad({ decimals: '6', numeric: 1 }),
          bad({ decimals: '6', numeric: '9'.repeat(79) }),
          usd({ address: 7 }),
          balance({ address: 7, quantity: { decimals: '18', numeric: '99' } }),
          usd({ address: `eip155:1:0x${'2'.repeat(40)}` }),
          usd({ address: `${here().caipNetworkId}:nobody` }),
          balance({ quantity: { decimals: '2', numeric: '1.5' } }),
          null,
          'text',
          usd({
            name: 'Doll\u202ear\u0000',
            symbol: '\u200btUSD'.repeat(100),
            price: -1,
            iconUrl: 'javascript:alert(1)',
            quantity: { decimals: '6', numeric: '2.50000000' },
          }),
          usd({ quantity: { decimals: '6', numeric: '999' } }),
        ],
      }),
    })
    const { latchkey } = await world(withService(server.url))
    await latchkey.portfolio.refresh()
    const [only, ...others] = latchkey.portfolio.state.balances
    expect(others).toEqual([])
    expect(only).toMatchObject({ name: 'Dollar', amount: { value: 2_500_000n, decimals: 6 } })
    expect(only?.amount.symbol).toBe('tUSD'.repeat(8))
    expect(only?.price).toBeUndefined()
    expect(only?.iconUrl).toBeUndefined()
    expect(latchkey.portfolio.state.total).toBeUndefined()
  })

  it("have a price only if the service confirms the host's currency", async () => {
    const server = await service({ balance: () => ({ currency: 'eur', balances: [balance()] }) })
    const { latchkey } = await world(withService(server.url, { currency: 'eur' }))
    await latchkey.portfolio.refresh()
    expect(server.asked('balance')[0]?.path).toContain('currency=eur')
    expect(latchkey.portfolio.state).toMatchObject({ total: 3000, balances: [{ price: 2000, value: 3000 }] })
  })

  it.each([
    ['names no currency', 'eur', undefined],
    ['names another currency', 'eur', 'usd'],
    ['names another currency, and the host uses the default currency', 'usd', 'eur'],
    ['names the currency by a number', 'usd', 978],
  ])('are exact, without a value, if the service %s', async (_, currency, stated) => {
    const server = await service({ balance: () => ({ currency: stated, balances: [balance(), usd()] }) })
    const { latchkey } = await world(withService(server.url, { currency }))
    await latchkey.portfolio.refresh()
    const { balances, total, error } = latchkey.portfolio.state
    expect(error).toBeUndefined()
    expect(balances.map(({ amount, price, value }) => [amount.value, price, value])).toEqual([
      [1_500_000_000_000_000_000n, undefined, undefined],
      [12_000_001n, undefined, undefined],
    ])
    expect(total).toBeUndefined()
  })

  it('are requested again if an earlier visit stored them in another currency', async () => {
    const server = await service({
      balance: ({ url }) => ({ currency: url.searchParams.get('currency'), balances: [balance()] }),
    })
    const first = await world(withService(server.url))
    await first.latchkey.portfolio.refresh()
    const second = await world(withService(server.url, { currency: 'eur' }))
    second.platform.storage.set(
      `@latchkey/${second.latchkey.name}/portfolioCache`,
      first.platform.storage.get(`@latchkey/${first.latchkey.name}/portfolioCache`) ?? '',
    )
    await second.latchkey.portfolio.refresh()
    expect(server.asked('balance').map(({ path }) => /currency=(\w+)/.exec(path)?.[1])).toEqual([
      'usd',
      'eur',
    ])
  })

  it('show no invalid price', async () => {
    const prices = ['1', null, Number.NaN, -3, 1e300, undefined]
    const server = await service({
      balance: () => ({
        balances: prices.map((price, at) =>
          usd({ price, address: `${here().caipNetworkId}:0x${String(at + 1).repeat(40)}` }),
        ),
      }),
    })
    const { latchkey } = await world(withService(server.url))
    await latchkey.portfolio.refresh()
    expect(latchkey.portfolio.state.balances.map(({ price, value }) => [price, value])).toEqual(
      prices.map(() => [undefined, undefined]),
    )
  })

  it('are ignored if they arrive after the visitor has switched the account', async () => {
    const late: ((body: string) => void)[] = []
    const server = await service({
      balance: () => (response: ServerResponse) => late.push((body) => response.end(body)),
    })
    const { latchkey, wallet, alice } = await world(withService(server.url))
    const slow = latchkey.portfolio.refresh()
    await expect.poll(() => late.length, { message: 'the first portfolio is requested' }).toBe(1)
    wallet.select(devnet.accounts.bob!.eip155!.address as never)
    await expect
      .poll(() => latchkey.portfolio.state.account, { message: 'the other account is active' })
      .not.toBe(alice)
    late[0]!(JSON.stringify({ balances: [balance()] }))
    await slow
    expect(latchkey.portfolio.state).toMatchObject({ balances: [], source: undefined, loading: false })
    const quick = latchkey.portfolio.refresh()
    await expect.poll(() => late.length, { message: 'the second portfolio is requested' }).toBe(2)
    late[1]!(JSON.stringify({ balances: [balance({ quantity: { decimals: '18', numeric: '7' } })] }))
    await quick
    expect(latchkey.portfolio.state.balances).toMatchObject([{ amount: { value: 7n * 10n ** 18n } }])
  })
})

describe('a balance service', () => {
  const failing = async (answer: DataAnswer, clock?: ReturnType<typeof manualClock>) => {
    let broken = false
    const server = await service({
      balance: (request) => (broken ? answer(request) : { balances: [balance()] }),
    })
    const made = await world(withService(server.url, (clock ? { clock } : {}) as never))
    await made.latchkey.portfolio.refresh()
    broken = true
    return { ...made, server, mend: () => (broken = false) }
  }

  it.each<[string, DataAnswer]>([
    [
      'answers with HTML',
      () => (response: ServerResponse) => response.end('<html>Sign in to the airport</html>'),
    ],
    ['answers in another format', () => ({ tokens: [] })],
    ['answers with null', () => null],
    ['answers with a text in place of the list', () => ({ balances: 'none' })],
    [
      'answers with a body of 11 MB',
      () => (response: ServerResponse) => response.end(' '.repeat(11_000_000)),
    ],
    ['answers with 404', () => (response: ServerResponse) => response.writeHead(404).end()],
    ['never answers', () => () => {}],
  ])('that %s causes an error, and the known balances are shown as stale', async (_, answer) => {
    const { latchkey } = await failing(answer)
    await latchkey.portfolio.refresh({ fresh: true })
    expect(latchkey.portfolio.state).toMatchObject({
      loading: false,
      stale: true,
      error: { code: 'data/balances-failed', message: 'Token Balance Unavailable' },
      balances: [{ amount: { value: 1_500_000_000_000_000_000n } }],
    })
    expect(latchkey.snackbar.state).toMatchObject({
      message: 'Token Balance Unavailable',
      variant: 'error',
    })
  })

  it('that fails is queried again after 30 s', async () => {
    const start = 1_700_000_000_000
    let now = start
    const clock = { ...manualClock(start), now: () => now }
    const { latchkey, server, mend } = await failing(() => ({}), clock as never)
    await latchkey.portfolio.refresh({ fresh: true })
    expect(server.asked('balance')).toHaveLength(2)
    mend()
    now += 29_999
    await latchkey.portfolio.refresh({ fresh: true })
    expect(server.asked('balance')).toHaveLength(2)
    expect(latchkey.portfolio.state.stale).toBe(true)
    now += 1
    await latchkey.portfolio.refresh({ fresh: true })
    expect(server.asked('balance')).toHaveLength(3)
    expect(latchkey.portfolio.state).toMatchObject({ stale: false, error: undefined })
  })

  it('that fails is queried again at once if the clock was set back', async () => {
    let now = 1_700_000_000_000
    const clock = { ...manualClock(now), now: () => now }
    const { latchkey, server, mend } = await failing(() => ({}), clock as never)
    await latchkey.portfolio.refresh({ fresh: true })
    mend()
    now -= 3_600_000
    await latchkey.portfolio.refresh({ fresh: true })
    expect(server.asked('balance')).toHaveLength(3)
    expect(latchkey.portfolio.state.error).toBeUndefined()
  })

  it('that is down makes the balances unknown, but the native balance can be read', async () => {
    const server = await service({
      'supported-chains': () => (response: ServerResponse) => response.writeHead(400).end(),
    })
    const { latchkey } = await world(withService(server.url))
    await latchkey.portfolio.refresh()
    expect(latchkey.portfolio.state).toMatchObject({
      balances: [],
      stale: false,
      source: undefined,
      error: { message: 'Token Balance Unavailable', cause: { code: 'http/status' } },
    })
    expect((await latchkey.account.updateBalance('eip155')).value).toBeGreaterThan(0n)
  })
})

describe('balances that a component watches', () => {
  const followed = async (answer: DataAnswer = () => ({ balances: [balance()] })) => {
    const server = await service({ balance: answer })
    const clock = manualClock()
    const made = await world(withService(server.url, { clock } as never))
    const fetched = vi.spyOn(globalThis, 'fetch')
    /** Returns the number of requests for balances. Sending a request takes no time on the test's clock. */
    const count = () =>
      fetched.mock.calls.filter(([url]) => `${url}`.startsWith(server.url) && `${url}`.includes('balance'))
        .length
    return { ...made, clock, count }
  }

  it('are read at once, and then every 30 s until the component stops watching', async () => {
    const { latchkey, clock, count } = await followed()
    const leaveFirst = latchkey.portfolio.follow()
    const leaveSecond = latchkey.portfolio.follow()
    await expect
      .poll(() => latchkey.portfolio.state.source, { message: 'the portfolio of the service is shown' })
      .toBe('service')
    expect(count()).toBe(1)
    await clock.advance(20_000)
    expect(count()).toBe(1)
    await clock.advance(10_000)
    await expect.poll(count, { message: 'the portfolio is read again' }).toBe(2)
    leaveFirst()
    leaveFirst()
    await clock.advance(30_000)
    await expect.poll(count, { message: 'the portfolio is read a third time' }).toBe(3)
    const pending = clock.pending
    leaveSecond()
    expect(clock.pending).toBe(pending - 1)
    await clock.advance(120_000)
    expect(count()).toBe(3)
  })

  it('are not read while the page is hidden, and are read at once when the page is visible again', async () => {
    const { latchkey, clock, count, platform } = await followed()
    platform.page.setVisible(false)
    const leave = latchkey.portfolio.follow()
    await latchkey.portfolio.prepare()
    await clock.advance(120_000)
    expect(count()).toBe(0)
    platform.page.setVisible(true)
    platform.page.dispatch('visibilitychange')
    await expect.poll(count, { message: 'the portfolio is read' }).toBe(1)
    leave()
  })

  it('are read for the network that the visitor switches to', async () => {
    const { latchkey, other, count } = await followed()
    const leave = latchkey.portfolio.follow()
    await expect.poll(count, { message: 'the portfolio is read' }).toBe(1)
    await latchkey.switchNetwork(other.caipNetworkId)
    await expect
      .poll(() => latchkey.portfolio.state.network, { message: 'the portfolio is for the other network' })
      .toBe(other.caipNetworkId)
    await expect
      .poll(() => latchkey.portfolio.state.source, { message: 'the portfolio is read from the network' })
      .toBe('chain')
    expect(count()).toBe(1)
    leave()
  })

  it('are not read again after an answer with HTTP 503', async () => {
    const { latchkey, clock, count } = await followed(
      () => (response: ServerResponse) => response.writeHead(503).end(),
    )
    const leave = latchkey.portfolio.follow()
    const error = async () => {
      await clock.advance(500)
      return latchkey.portfolio.state.error?.message
    }
    await expect.poll(error, { message: 'the error is shown' }).toBe('Token Balance Unavailable')
    // The component that watches the balances shows the error, so the snackbar doesn't.
    expect(latchkey.snackbar.state.open).toBe(false)
    // One read makes four attempts, as for every overloaded server.
    expect(count()).toBe(4)
    await clock.advance(120_000)
    expect(count()).toBe(4)
    leave()
  })

  it("are read again when one of the account's transactions has settled", async () => {
    const server = await service({ balance: () => ({ balances: [balance()] }) })
    const { latchkey, alice } = await world(withService(server.url))
    const leave = latchkey.portfolio.follow()
    await expect.poll(() => server.asked('balance').length, { message: 'the portfolio is requested' }).toBe(1)
    const adapter = await latchkey.adapter('eip155')
    await adapter.send({ from: alice, to: devnet.accounts.bob!.eip155!.address, amount: 1n })
    await expect
      .poll(() => server.asked('forceUpdate=true').length, { message: 'the portfolio is requested again' })
      .toBe(1)
    const chain = await adapter.getBalance(alice)
    await expect
      .poll(() => latchkey.account.state.eip155.balance?.value, {
        message: 'the balance is equal to the balance on the chain',
      })
      .toBe(chain.value)
    leave()
  })
})

describe('a wallet that reports its balances', () => {
  const chainId = () => `0x${Number(here().id).toString(16)}`
  const native = (more: object = {}, metadata: object = {}) => ({
    address: 'native',
    balance: `0x${(2n ** 256n - 1n).toString(16)}`,
    type: 'NATIVE',
    ...more,
    metadata: { name: 'Ether', symbol: 'ETH', decimals: 18, price: 0, iconUrl: '', ...metadata },
  })
  const erc20 = (more: object = {}, metadata: object = {}) =>
    native(
      { address: contract().toLowerCase(), balance: '0x0f4240', type: 'ERC20', ...more },
      { name: 'Test Dollar', symbol: 'tUSD', decimals: 6, price: 1, ...metadata },
    )
  async function saying(
    assets: unknown,
    {
      supported = true,
      answers = {},
      currency,
      key = chainId(),
    }: { supported?: unknown; answers?: Record<string, DataAnswer>; currency?: string; key?: string } = {},
  ) {
    const server = await service({ balance: () => ({ balances: [balance()] }), ...answers })
    const made = await world(withService(server.url, { currency }))
    made.wallet.script.always('wallet_getCapabilities', {
      answer: { [key]: { assetDiscovery: { supported } } },
    })
    made.wallet.script.always('wallet_getAssets', { answer: assets })
    await made.latchkey.portfolio.refresh()
    return { ...made, server, state: made.latchkey.portfolio.state }
  }

  it('takes precedence over the service, and its balances have up to 256 bits', async () => {
    const { state, server, wallet, alice } = await saying(
      { [chainId()]: [erc20(), native()] },
      {
        answers: { price: () => ({ fungibles: [{ name: 'Ether', symbol: 'ETH', iconUrl: '', price: 2 }] }) },
      },
    )
    expect(state).toMatchObject({ source: 'wallet', error: undefined })
    expect(state.balances).toMatchObject([
      { amount: { value: 2n ** 256n - 1n, decimals: 18 }, price: 2 },
      { asset: asset(), amount: { value: 1_000_000n }, value: 1 },
    ])
    expect(server.asked('balance')).toEqual([])
    const own = alice.split(':')[2]
    expect(
      wallet.script.requests
        .filter(({ method }) => /^wallet_get/.test(method))
        .map(({ method, params }) => [method, params]),
    ).toEqual([
      ['wallet_getCapabilities', [own, [chainId()]]],
      ['wallet_getAssets', [{ account: own, chainFilter: [chainId()] }]],
    ])
    const [price] = server.asked('price')
    expect(price).toMatchObject({ method: 'POST', path: '/v1/fungible/price' })
    expect(price?.headers['content-type']).toBe('application/json')
    expect(JSON.parse(price!.body)).toEqual({
      currency: 'usd',
      addresses: [`${here().caipNetworkId}:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee`],
      projectId: 'project',
    })
  })

  it('gets prices for more than 100 tokens in parts that the service accepts', async () => {
    const tokens = Array.from({ length: 120 }, (_, at) =>
      erc20({ address: `0x${at.toString(16).padStart(40, '1')}` }, { price: 0 }),
    )
    const { state, server } = await saying(
      { [chainId()]: tokens },
      {
        answers: {
          price: ({ body }) => {
            const { addresses } = JSON.parse(body) as { addresses: string[] }
            if (addresses.length > 100) return { fungibles: [] }
            return {
              fungibles: addresses.map(() => ({ name: 'Token', symbol: 'T', iconUrl: '', price: 3 })),
            }
          },
        },
      },
    )
    expect(server.asked('price').length).toBe(2)
    const prices = new Set(state.balances.map(({ price }) => price))
    expect([...prices]).toEqual([3])
  })

  it('provides prices only in US dollars, so the service provides prices in euros', async () => {
    const { state } = await saying(
      { [chainId()]: [erc20(), native()] },
      {
        currency: 'eur',
        answers: { price: () => ({ currency: 'eur', fungibles: [{ price: 2 }, { price: 0.9 }] }) },
      },
    )
    expect(state.balances.map(({ price }) => price)).toEqual([0.9, 2])
  })

  it('can report that the account has no balances', async () => {
    const { state } = await saying({})
    expect(state).toMatchObject({ source: 'wallet', balances: [] })
  })

  it.each([
    ['all networks', () => '0x0'],
    ['another spelling of the chain id', () => `0x00${chainId().slice(2).toUpperCase()}`],
  ])('is used if its support and its balances are stated for %s', async (_, key) => {
    const padded = `0x00${chainId().slice(2).toUpperCase()}`
    const { state } = await saying({ [padded]: [native()] }, { key: key() })
    expect(state).toMatchObject({ source: 'wallet', balances: [{ name: 'Ether' }] })
  })

  it.each<[string, () => unknown]>([
    ['null', () => null],
    ['a list', () => []],
    ['a malformed list', () => ({ [chainId()]: {} })],
    ['an asset that is null', () => ({ [chainId()]: [native(), null] })],
    ['an asset of another kind', () => ({ [chainId()]: [erc20({ type: 'ERC721' })] })],
    ['a balance without digits', () => ({ [chainId()]: [erc20({ balance: '0x' })] })],
    ['a balance of 257 bits', () => ({ [chainId()]: [erc20({ balance: `0x1${'0'.repeat(64)}` })] })],
    ['a balance that is a number', () => ({ [chainId()]: [erc20({ balance: 5 })] })],
    ['a token that has 300 decimals', () => ({ [chainId()]: [erc20({}, { decimals: 300 })] })],
    [
      'the wrong number of decimals for the native token',
      () => ({ [chainId()]: [native({}, { decimals: 6 })] }),
    ],
    ['a negative price', () => ({ [chainId()]: [erc20({}, { price: -1 })] })],
    ['a price that is a text', () => ({ [chainId()]: [erc20({}, { price: '1' })] })],
    ['an invalid name', () => ({ [chainId()]: [erc20({}, { name: 5 })] })],
    ['an asset without an icon', () => ({ [chainId()]: [erc20({}, { iconUrl: undefined })] })],
    ['an asset without metadata', () => ({ [chainId()]: [{ ...erc20(), metadata: undefined }] })],
    ['an invalid address', () => ({ [chainId()]: [erc20({ address: '0x12' })] })],
  ])('is ignored completely if it answers with %s', async (_, assets) => {
    const { state } = await saying(assets())
    expect(state).toMatchObject({ source: 'service', error: undefined })
    expect(state.balances).toHaveLength(1)
  })

  it('takes precedence, but its tokens without decimals are left out', async () => {
    const { state } = await saying({ [chainId()]: [native(), erc20({}, { decimals: 0 })] })
    expect(state).toMatchObject({ source: 'wallet', balances: [{ name: 'Ether' }] })
    expect(state.balances).toHaveLength(1)
  })

  it.each([false, null, 'yes'])(
    'gets no request if it announces its support for asset discovery as %s instead of true',
    async (supported) => {
      const { state, wallet } = await saying({ [chainId()]: [native()] }, { supported })
      expect(state.source).toBe('service')
      expect(wallet.script.count('wallet_getAssets')).toBe(0)
    },
  )
})
