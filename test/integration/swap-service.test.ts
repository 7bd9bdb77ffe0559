import { createTestClient, erc20Abi, type Hex, http, parseAbi, publicActions, walletActions } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Devnet } from '../../src/devnet/index.ts'
import { amountOut } from '../../src/servers/data/swap/constant-product.ts'
import type { WireApproval, WireQuote, WireSwap } from '../../src/servers/data/wire.ts'
import { dataClient } from '../support/data-service.ts'
import { fc } from '../support/fast-check.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { receiptOf } from '../support/receipt.ts'
import { fifthOf } from '../support/seed.ts'

const routerAbi = parseAbi([
  'function getAmountsOut(uint256 amount, address[] path) view returns (uint256[])',
  'function getAmountOut(uint256 amount, uint256 reserveIn, uint256 reserveOut) pure returns (uint256)',
])
const factoryAbi = parseAbi(['function getPair(address, address) view returns (address)'])
const pairAbi = parseAbi([
  'function getReserves() view returns (uint112, uint112, uint32)',
  'function token0() view returns (address)',
])
const ether = 10n ** 18n
const eth = `0x${'e'.repeat(40)}`

const chainOf = (url: string) =>
  createTestClient({ mode: 'anvil', transport: http(url), pollingInterval: 10 })
    .extend(publicActions)
    .extend(walletActions)

describe('swaps of the data service on a deployed exchange', () => {
  let devnet: Devnet
  let chain: ReturnType<typeof chainOf>
  let service: ReturnType<typeof dataClient>
  let chainId: string
  let alice: Hex
  /** The quote for a thousandth of an ether before the first trade. */
  let untraded: WireQuote
  const exchange = () => devnet.exchange![0]!
  const token = (symbol: string) => exchange().tokens.find((each) => each.symbol === symbol)!.address
  const id = (symbol: string) => `${chainId}:${symbol === 'ETH' ? eth : token(symbol)}`
  const traded = (symbol: string) => (symbol === 'ETH' ? exchange().wrapped : token(symbol))
  const caip = () => `${chainId}:${alice}`
  const balance = (symbol: string) =>
    symbol === 'ETH'
      ? chain.getBalance({ address: alice })
      : chain.readContract({
          address: token(symbol),
          abi: erc20Abi,
          functionName: 'balanceOf',
          args: [alice],
        })

  beforeAll(async () => {
    devnet = await leaseDevnet({ families: ['eip155'], exchange: true, data: true })
    chainId = devnet.networks[0]!.caipNetworkId
    chain = chainOf(devnet.nodes[0]!.url)
    service = dataClient(devnet.data!.url)
    alice = devnet.accounts.alice!.eip155!.address as Hex
    untraded = await quote('ETH', 'tUSD', ether / 1000n)
  }, leaseTimeout)
  afterAll(() => devnet?.stop())

  async function quote(from: string, to: string, amount: bigint, more = {}): Promise<WireQuote> {
    const asked = { from: id(from), to: id(to), amount: String(amount), userAddress: alice, ...more }
    const { status, body } = await service.get('/v1/convert/quotes', asked)
    expect(status, JSON.stringify(body)).toBe(200)
    return body.quotes[0]
  }
  const allowance = async (symbol: string) => {
    const asked = { tokenAddress: id(symbol), userAddress: caip() }
    return BigInt((await service.get('/v1/convert/allowance', asked)).body.allowance)
  }
  async function approval(from: string, to: string, amount?: bigint): Promise<WireApproval> {
    const asked = { from: id(from), to: id(to), userAddress: caip(), amount: amount?.toString() }
    return (await service.get('/v1/convert/build-approve', asked)).body.tx
  }
  function build(from: string, to: string, amount: bigint, more = {}) {
    const body = { projectId: 'test', eip155: { slippage: 1 }, userAddress: caip(), disableEstimate: true }
    const asked = { ...body, from: id(from), to: id(to), amount: String(amount), ...more }
    return service.post('/v1/convert/build-transaction', asked)
  }
  /** Sends a call from Alice's account, for which anvil signs. */
  async function execute(call: { to: string; data: string; value: string; gas: string | number }) {
    const hash = await chain.sendTransaction({
      ...{
        account: alice,
        chain: null,
        to: call.to.slice(chainId.length + 1) as Hex,
        data: call.data as Hex,
      },
      ...{ value: BigInt(call.value), gas: BigInt(call.gas) },
    })
    return receiptOf(chain, hash)
  }
  const swapBy = (tx: WireSwap) => execute({ ...tx, gas: tx.eip155.gas })

  it('are offered for the native token and every token that has a pool, with CAIP-10 ids', async () => {
    const { body } = await service.get('/v1/convert/tokens', { chainId })
    expect(body.tokens).toEqual([
      { name: 'Ether', symbol: 'ETH', decimals: 18, address: `${chainId}:${eth}`, logoUri: '' },
      { name: 'Latchkey Token', symbol: 'LKT', decimals: 18, address: id('LKT'), logoUri: '' },
      { name: 'Test Dollar', symbol: 'tUSD', decimals: 6, address: id('tUSD'), logoUri: '' },
    ])
  })

  it('have the prices of the pools, in the requested order', async () => {
    const asked = { currency: 'usd', projectId: 'test', addresses: [id('tUSD'), id('ETH'), id('LKT')] }
    const { body } = await service.post('/v1/fungible/price', asked)
    const prices = body.fungibles.map(({ price }: { price: number }) => price)
    expect(prices).toEqual([1, 2500, 0.25])
    expect(Number(untraded.toAmount)).toBeCloseTo(2_500_000 * 0.997, -2)
  })

  it.each([
    ['ETH', 'tUSD', ether],
    ['tUSD', 'ETH', 1_234_567n],
    ['LKT', 'ETH', 987_654_321n * 10n ** 12n],
    ['LKT', 'tUSD', 40_000n * ether + 1n],
  ])("have a quote of %s for %s at the router's own price", async (from, to, amount) => {
    const askedAt = Date.now()
    const made = await quote(from, to, amount)
    const answeredAt = Date.now()
    const path = [traded(from), ...(from === 'ETH' || to === 'ETH' ? [] : [exchange().wrapped]), traded(to)]
    const amounts = await chain.readContract({
      ...{ address: exchange().router, abi: routerAbi },
      ...({ functionName: 'getAmountsOut', args: [amount, path] } as const),
    })
    expect(made).toMatchObject({
      ...{ fromAmount: String(amount), fromAccount: id(from), toAccount: id(to) },
      toAmount: String(amounts.at(-1)),
      minimum: String((amounts.at(-1)! * 99n) / 100n),
      spender: exchange().router,
      route: path.length === 2 ? [from, to] : [from, 'WETH', to],
    })
    // Each pool keeps a fee of 3 in 1,000.
    const left = path.slice(1).reduce((rest) => rest * 997n, amount) / 1000n ** BigInt(path.length - 1)
    expect(BigInt(made.fee)).toBe(amount - left)
    expect(made.expiry).toBeGreaterThanOrEqual(askedAt + 30_000)
    expect(made.expiry).toBeLessThanOrEqual(answeredAt + 30_000)
  })

  it('have a price impact that grows with the amount', async () => {
    const { wrapped, factory } = exchange()
    const pair = await chain.readContract({
      ...({ address: factory, abi: factoryAbi, functionName: 'getPair' } as const),
      args: [wrapped, token('tUSD')],
    })
    const reserves = await chain.readContract({ address: pair, abi: pairAbi, functionName: 'getReserves' })
    const first = await chain.readContract({ address: pair, abi: pairAbi, functionName: 'token0' })
    const coins = first.toLowerCase() === wrapped.toLowerCase() ? reserves[0] : reserves[1]
    const large = coins / 4n
    const small = await quote('ETH', 'tUSD', ether / 1000n)
    expect(small.priceImpact).toBeLessThan(0.001)
    // The amount is a quarter of the reserve, so the lost share of the input after the fee is 1 / (1 + 4 / 0.997).
    expect((await quote('ETH', 'tUSD', large)).priceImpact).toBeCloseTo(100 / (1 + 4 / 0.997), 3)
  })

  it('pay at least the quoted minimum if they sell the native token', async () => {
    const before = await balance('tUSD')
    const made = await quote('ETH', 'tUSD', ether)
    const { body } = await build('ETH', 'tUSD', ether)
    const tx: WireSwap = body.tx
    expect(tx).toMatchObject({
      from: caip(),
      to: `${chainId}:${made.spender}`,
      amount: String(ether),
      value: String(ether),
    })
    const receipt = await swapBy(tx)
    expect(receipt.status).toBe('success')
    expect(receipt.gasUsed * 10n).toBeLessThan(BigInt(tx.eip155.gas) * 9n)
    const gained = (await balance('tUSD')) - before
    expect(gained).toBe(BigInt(made.toAmount))
    expect(gained).toBeGreaterThanOrEqual(BigInt(made.minimum))
  })

  it('need an approval of exactly the sold amount if they sell a token', async () => {
    const amount = 2_000n * ether
    for (const to of ['ETH', 'tUSD']) {
      const approve = await approval('LKT', to, amount)
      expect(approve).toMatchObject({ from: id('LKT'), to: id('LKT'), value: '0' })
      expect((await execute({ ...approve, gas: approve.eip155.gas })).status).toBe('success')
      expect(await allowance('LKT')).toBe(amount)
      const made = await quote('LKT', to, amount)
      const [given, received] = [await balance('LKT'), await balance(to)]
      // Builds the swap with a gas estimate, and with the minimum of the quote.
      const { body } = await build('LKT', to, amount, { disableEstimate: false, minimum: made.minimum })
      expect(body.tx).toMatchObject({ value: '0', minimum: made.minimum })
      // The estimate alone can be too low for the next block.
      expect(BigInt(body.tx.eip155.gas)).toBeGreaterThanOrEqual(BigInt(made.gas))
      const receipt = await swapBy(body.tx)
      expect(receipt.status).toBe('success')
      const gas = to === 'ETH' ? receipt.gasUsed * receipt.effectiveGasPrice : 0n
      expect(given - (await balance('LKT'))).toBe(amount)
      expect((await balance(to)) + gas - received).toBe(BigInt(made.toAmount))
      expect(await allowance('LKT')).toBe(0n)
    }
  })

  it('have an unlimited approval if the request names no amount', async () => {
    for (const [named, expected] of [
      [undefined, 2n ** 256n - 1n],
      [0n, 0n],
    ] as const) {
      const approve = await approval('tUSD', 'ETH', named)
      await execute({ ...approve, gas: approve.eip155.gas })
      expect(await allowance('tUSD')).toBe(expected)
    }
    expect(await allowance('ETH')).toBe(2n ** 256n - 1n)
  })

  it('use the requested slippage, and are refused if the pools pay less than the minimum', async () => {
    const { toAmount } = await quote('ETH', 'tUSD', ether)
    const { body } = await build('ETH', 'tUSD', ether, { eip155: { slippage: 0.5 } })
    expect(body.tx.minimum).toBe(String((BigInt(toAmount) * 995n) / 1000n))
    const strict = await build('ETH', 'tUSD', ether, { minimum: toAmount })
    expect(strict.body.tx.minimum).toBe(toAmount)
    await swapBy(strict.body.tx)
    const late = await build('ETH', 'tUSD', ether, { minimum: toAmount })
    expect(late).toMatchObject({ status: 409, body: { reasons: [{ name: 'minimum' }] } })
  })

  it("have a deadline by the network's clock", async () => {
    const { timestamp } = await chain.getBlock()
    const { body } = await build('ETH', 'tUSD', ether)
    const now = Math.max(Number(timestamp), Math.floor(Date.now() / 1000))
    expect(Math.abs(body.tx.deadline - now - 1200)).toBeLessThan(5)
  })

  it('have three gas prices to choose from', async () => {
    const { body } = await service.get('/v1/convert/gas-price', { chainId })
    const { baseFeePerGas } = await chain.getBlock()
    const [standard, fast, instant] = [body.standard, body.fast, body.instant].map(BigInt)
    expect(standard! >= baseFeePerGas! && fast! > standard! && instant! > fast!).toBe(true)
  })

  it.each<[string, string, Readonly<Record<string, string | undefined>>]>([
    ['an unknown token', 'to', { to: `eip155:31337:0x${'12'.repeat(20)}` }],
    ['a contract of the exchange as a token', 'from', { from: 'eip155:31337:ROUTER' }],
    ['the same token twice', 'to', { to: `eip155:31337:${eth}` }],
    ['another network', 'to', { to: `eip155:31338:${eth}` }],
    ['a network without an exchange', 'from', { from: `eip155:1:${eth}` }],
    ['a network of another family', 'from', { from: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1:11111111' }],
    ['no token at all', 'from', { from: undefined }],
    ['a plain address for a token', 'to', { to: eth }],
    ['an amount of zero', 'amount', { amount: '0' }],
    ['a negative amount', 'amount', { amount: '-1' }],
    ['an amount with a decimal point', 'amount', { amount: '1.5' }],
    ['an amount in hex', 'amount', { amount: '0x10' }],
    ['no amount', 'amount', { amount: undefined }],
    ['an amount above 256 bits', 'amount', { amount: '9'.repeat(78) }],
    ['an amount above the reserve of the pool', 'amount', { amount: String(3000n * ether) }],
    ['an amount above the maximum of a pair', 'amount', { amount: String(2n ** 255n) }],
    ['an amount that buys nothing', 'amount', { amount: '1' }],
    ['an invalid account', 'userAddress', { userAddress: 'alice' }],
    ['an account on another network', 'userAddress', { userAddress: `eip155:1:0x${'1'.repeat(40)}` }],
    ['a slippage of 51%', 'slippage', { slippage: '51' }],
    ['an invalid slippage', 'slippage', { slippage: 'much' }],
  ])('are refused with an error that names the field if the request has %s', async (_, name, wrong) => {
    const from = wrong.from?.replace('ROUTER', exchange().router)
    const asked = { from: id('ETH'), to: id('tUSD'), amount: String(ether), userAddress: alice }
    const { status, body } = await service.get('/v1/convert/quotes', {
      ...asked,
      ...wrong,
      ...(from && { from }),
    })
    expect({ status, body }).toEqual({
      status: 400,
      body: { status: 'FAILED', reasons: [{ name, description: expect.any(String) }] },
    })
  })

  it("aren't built if the account can't pay or hasn't approved the amount", async () => {
    const refused = (name: string) => ({ status: 400, body: { reasons: [{ name }] } })
    const poor = { userAddress: `${chainId}:0x${'7'.repeat(40)}`, disableEstimate: false }
    expect(await build('ETH', 'tUSD', ether, poor)).toMatchObject(refused('amount'))
    expect(await build('LKT', 'tUSD', ether, { disableEstimate: false })).toMatchObject(refused('allowance'))
    const coin = { from: id('ETH'), to: id('tUSD'), userAddress: caip() }
    expect(await service.get('/v1/convert/build-approve', coin)).toMatchObject(refused('from'))
    for (const slippage of [-1, 51, Number.NaN, 'all', null])
      expect(await build('ETH', 'tUSD', ether, { eip155: { slippage } })).toMatchObject(refused('slippage'))
  })

  it('require a project id in each request', async () => {
    const { status } = await service.send(`/v1/convert/tokens?chainId=${chainId}`)
    expect(status).toBe(401)
    const { body } = await build('ETH', 'tUSD', ether, { projectId: '' })
    expect(body.reasons[0].name).toBe('projectId')
  })

  it('have the same output as the router for any amount and any reserves', async () => {
    const reserve = fc.bigInt({ min: 1n, max: 2n ** 112n - 1n })
    const rule = fc.asyncProperty(reserve, reserve, reserve, async (amount, taken, given) => {
      const own = amountOut(amount, { taken, given })
      const theirs = await chain.readContract({
        ...({ address: exchange().router, abi: routerAbi, functionName: 'getAmountOut' } as const),
        args: [amount, taken, given],
      })
      expect(own).toBe(theirs)
      expect((taken + amount) * (given - own)).toBeGreaterThanOrEqual(taken * given)
    })
    await fc.assert(rule, { numRuns: fifthOf(200) })
  })
})
