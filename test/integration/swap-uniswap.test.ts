import {
  concatHex,
  encodeFunctionData,
  erc20Abi,
  formatUnits,
  type Hex,
  numberToHex,
  parseAbi,
  zeroAddress,
} from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Devnet, startDevnet } from '../../src/devnet/index.ts'
import { uniswap } from '../../src/providers/uniswap/index.ts'
import { leaseTimeout } from '../support/leased-devnet.ts'
import { poolGives, reservesOf } from '../support/uniswap-pools.ts'
import { type Lie, now, stranger, type Terms, UniswapScene } from '../support/uniswap-scene.ts'

/** The functions of SwapRouter (v3-periphery). Each swap has a deadline. */
const v3Abi = parseAbi([
  'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params) payable',
  'function exactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum) params) payable',
  'function exactOutputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountOut, uint256 amountInMaximum, uint160 sqrtPriceLimitX96) params) payable',
  'function multicall(bytes[] data) payable',
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
  'function unwrapWETH9WithFee(uint256, address, uint256, address) payable',
  'function sweepToken(address token, uint256 amountMinimum, address recipient) payable',
  'function refundETH() payable',
  'function selfPermit(address, uint256, uint256, uint8, bytes32, bytes32) payable',
])
/** The functions of SwapRouter02. Swaps have no deadline. */
const abi02 = parseAbi([
  'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params) payable',
  'function exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum) params) payable',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to) payable',
  'function multicall(bytes[] data) payable',
  'function multicall(uint256 deadline, bytes[] data) payable',
  'function multicall(bytes32 previousBlockhash, bytes[] data) payable',
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
  'function unwrapWETH9(uint256 amountMinimum) payable',
  'function sweepToken(address token, uint256 amountMinimum) payable',
  'function pull(address token, uint256 value) payable',
  'function refundETH() payable',
])

const self = '0x0000000000000000000000000000000000000002' as const
const sender = '0x0000000000000000000000000000000000000001' as const

let devnet: Devnet
let scene: UniswapScene

beforeAll(async () => {
  // Starts a separate node, because a swap depends on the account's balances and on the time of the chain.
  devnet = await startDevnet({ families: ['eip155'] })
  scene = await UniswapScene.deploy(devnet)
}, leaseTimeout)
afterAll(() => devnet?.stop())

const reserves = (symbol: string) => reservesOf(scene.uniswap, symbol)

const v3 = (name: 'exactInputSingle' | 'exactInput', terms: Terms) =>
  name === 'exactInput'
    ? encodeFunctionData({ abi: v3Abi, functionName: name, args: [{ ...terms, path: pathOf(terms) }] })
    : encodeFunctionData({ abi: v3Abi, functionName: name, args: [{ ...terms, fee: 3000 }] })
const single02 = (terms: Terms) =>
  encodeFunctionData({ abi: abi02, functionName: 'exactInputSingle', args: [{ ...terms, fee: 3000 }] })
const multi02 = (terms: Terms) =>
  encodeFunctionData({ abi: abi02, functionName: 'exactInput', args: [{ ...terms, path: pathOf(terms) }] })
/**
 * Encodes the path of a swap. The path goes through the wrapped token, unless one of the two tokens is the wrapped
 * token.
 */
function pathOf({ tokenIn, tokenOut }: Terms): Hex {
  const { wrapped } = scene.uniswap.contracts
  const fee = numberToHex(3000, { size: 3 })
  const ends = [tokenIn, tokenOut].includes(wrapped)
  return ends ? concatHex([tokenIn, fee, tokenOut]) : concatHex([tokenIn, fee, wrapped, fee, tokenOut])
}
const all = (parts: readonly Hex[]) =>
  encodeFunctionData({ abi: v3Abi, functionName: 'multicall', args: [parts] })
const until = (deadline: bigint, parts: readonly Hex[]) =>
  encodeFunctionData({ abi: abi02, functionName: 'multicall', args: [deadline, parts] })
const unwrap = (minimum: bigint, to: Hex) =>
  encodeFunctionData({ abi: v3Abi, functionName: 'unwrapWETH9', args: [minimum, to] })
const sweep = (swept: Hex, minimum: bigint, to: Hex) =>
  encodeFunctionData({ abi: v3Abi, functionName: 'sweepToken', args: [swept, minimum, to] })
const refund = encodeFunctionData({ abi: v3Abi, functionName: 'refundETH' })

/** Returns the newest transaction of the chain. */
async function lastTransaction() {
  const { transactions } = await scene.uniswap.client.getBlock({ includeTransactions: true })
  return transactions.at(-1)!
}

describe('uniswap()', () => {
  afterEach(() => scene.close())

  it.each([
    ['SwapRouter02', 'ETH', 'tUSD', '0.5', 1],
    ['SwapRouter02', 'tUSD', 'ETH', '2', 2],
    ['SwapRouter02', 'tUSD', 'LKT', '2', 2],
    // With this router, a token needs two approvals: one for Permit2, and one that lets the router use Permit2.
    ['the Universal Router', 'ETH', 'tUSD', '0.5', 1],
    ['the Universal Router', 'tUSD', 'ETH', '2', 3],
    ['the Universal Router', 'tUSD', 'LKT', '2', 3],
  ] as const)(
    'swaps through %s from %s to %s at the price of the pools',
    async (router, from, to, amount, requests) => {
      const { swapRouter02, universalRouters, permit2 } = scene.uniswap.contracts
      const [universal] = universalRouters
      const isUniversal = router === 'the Universal Router'
      await (isUniversal ? scene.open(universal, 'universal-router') : scene.open())
      const before = await scene.held(to)
      const [one, two] = [await reserves('tUSD'), await reserves('LKT')]
      const terms = await scene.swapAll(from, to, amount)
      const expected =
        from === 'ETH'
          ? poolGives(terms.amount, one.coin, one.token)
          : to === 'ETH'
            ? poolGives(terms.amount, one.token, one.coin)
            : poolGives(poolGives(terms.amount, one.token, one.coin), two.coin, two.token)
      // The expected amount is computed from rounded reserves, so it can differ slightly.
      const difference = terms.toAmount > expected ? terms.toAmount - expected : expected - terms.toAmount
      expect(difference).toBeLessThanOrEqual(1n + expected / 10n ** 8n)
      expect(scene.asked).toBe(requests)
      expect((await lastTransaction()).to).toBe((isUniversal ? universal! : swapRouter02).toLowerCase())
      if (from !== 'ETH') expect(await scene.allowance(from, isUniversal ? permit2 : swapRouter02)).toBe(0n)
      const { result } = scene.swap.state
      expect(result).toMatchObject({ phase: 'confirmed', short: false })
      expect(result!.received).toBe(terms.toAmount)
      if (to !== 'ETH') expect((await scene.held(to)) - before).toBe(terms.toAmount)
    },
  )

  it('shows the price impact of an amount that is large for the pool', async () => {
    await scene.open()
    const { swap } = scene
    const { coin, token } = await reserves('tUSD')
    const impactOf = async (amount: bigint) => {
      await swap.begin({ fromToken: 'ETH', toToken: 'tUSD', amount: formatUnits(amount, 18) })
      await swap.refresh()
      const [all, part] = [poolGives(amount, coin, token), poolGives(amount / 1000n, coin, token)]
      const expected = 100 - (Number(all) / Number(part * 1000n)) * 100
      return { told: swap.state.terms?.priceImpact, expected }
    }
    const half = await impactOf(coin / 2n)
    expect(half.told).toBeCloseTo(half.expected, 1)
    expect(half.told).toBeGreaterThan(30)
    const little = await impactOf(coin / 100n)
    expect(little.told).toBeCloseTo(little.expected, 1)
    expect(little.told).toBeLessThan(1.1)
  })

  it("doesn't swap through the Universal Router on a network that has none", async () => {
    const { universalRouters: _, ...rest } = scene.uniswap.contracts
    const provider = await uniswap({
      tokens: {},
      contracts: { 'eip155:31337': rest },
      router: 'universal-router',
    }).create({
      rpc: () => {
        throw new Error('this test must not ask a node')
      },
      json: () => async () => ({}),
      clock: { now: () => 0 },
    })
    const coin = { symbol: 'ETH', name: 'Ether', decimals: 18 }
    const quote = provider.quote({
      ...{ network: 'eip155:31337', account: `eip155:31337:${stranger}`, slippage: 1, amount: 1n },
      ...{ from: coin, to: { ...coin, address: stranger } },
    })
    await expect(quote).rejects.toMatchObject({ code: 'swap/unsupported' })
  })

  it('says that there is no pool for the two tokens', async () => {
    await scene.open()
    const { swap } = scene
    await swap.begin({ fromToken: 'ETH', toToken: 'tUSD', amount: '0.5' })
    await swap.setToToken({ symbol: 'NONE', name: 'None', decimals: 6, address: stranger })
    await swap.refresh()
    expect(swap.state.error).toMatchObject({ code: 'swap/no-quote' })
  })
})

describe('correct swaps', () => {
  afterEach(() => scene.close())

  it.each<[string, 'uniswapV3Router' | 'swapRouter02', string, string, (terms: Terms) => Hex]>([
    [
      'exactInputSingle of SwapRouter',
      'uniswapV3Router',
      'ETH',
      'tUSD',
      (terms) => v3('exactInputSingle', terms),
    ],
    ['exactInput of SwapRouter', 'uniswapV3Router', 'tUSD', 'LKT', (terms) => v3('exactInput', terms)],
    [
      'SwapRouter with the native token paid out at the end',
      'uniswapV3Router',
      'tUSD',
      'ETH',
      (terms) =>
        all([
          v3('exactInputSingle', { ...terms, recipient: zeroAddress }),
          unwrap(terms.amountOutMinimum, terms.recipient),
        ]),
    ],
    [
      'SwapRouter with the minimum in the payout',
      'uniswapV3Router',
      'tUSD',
      'LKT',
      (terms) =>
        all([
          v3('exactInput', { ...terms, recipient: zeroAddress, amountOutMinimum: 0n }),
          sweep(terms.tokenOut, terms.amountOutMinimum, terms.recipient),
        ]),
    ],
    [
      'SwapRouter with a refund',
      'uniswapV3Router',
      'ETH',
      'LKT',
      (terms) => all([v3('exactInputSingle', terms), refund]),
    ],
    ['exactInputSingle of SwapRouter02 without a deadline', 'swapRouter02', 'ETH', 'tUSD', single02],
    [
      'exactInput of SwapRouter02',
      'swapRouter02',
      'tUSD',
      'LKT',
      (terms) => until(terms.deadline, [multi02(terms)]),
    ],
    [
      'SwapRouter02 with the sender as the recipient',
      'swapRouter02',
      'tUSD',
      'LKT',
      (terms) => until(terms.deadline, [multi02({ ...terms, recipient: sender })]),
    ],
    [
      'two routes that share the amount, and whose minimums add up',
      'swapRouter02',
      'ETH',
      'tUSD',
      (terms) => {
        const half = {
          ...terms,
          amountIn: terms.amountIn / 2n,
          amountOutMinimum: terms.amountOutMinimum / 2n,
        }
        const rest = {
          ...terms,
          amountIn: terms.amountIn - half.amountIn,
          amountOutMinimum: terms.amountOutMinimum - half.amountOutMinimum,
        }
        return until(terms.deadline, [single02(half), multi02(rest)])
      },
    ],
    [
      'a V2 pool of SwapRouter02',
      'swapRouter02',
      'ETH',
      'tUSD',
      ({ amountIn, amountOutMinimum, tokenIn, tokenOut, recipient, deadline }) =>
        until(deadline, [
          encodeFunctionData({
            abi: abi02,
            functionName: 'swapExactTokensForTokens',
            args: [amountIn, amountOutMinimum, [tokenIn, tokenOut], recipient],
          }),
        ]),
    ],
    [
      'SwapRouter02 with an unwrapping for the sender',
      'swapRouter02',
      'tUSD',
      'ETH',
      (terms) => {
        const args = [terms.amountOutMinimum] as const
        const paid = encodeFunctionData({ abi: abi02, functionName: 'unwrapWETH9', args })
        return until(terms.deadline, [single02({ ...terms, recipient: self }), paid])
      },
    ],
    [
      'SwapRouter02 with a sweep to the account',
      'swapRouter02',
      'tUSD',
      'LKT',
      (terms) =>
        until(terms.deadline, [
          multi02({ ...terms, recipient: self }),
          sweep(terms.tokenOut, terms.amountOutMinimum, terms.recipient),
        ]),
    ],
    [
      'SwapRouter02 with an unwrapping for the account',
      'swapRouter02',
      'tUSD',
      'ETH',
      (terms) =>
        until(terms.deadline, [
          single02({ ...terms, recipient: self, amountOutMinimum: 0n }),
          unwrap(terms.amountOutMinimum, terms.recipient),
        ]),
    ],
  ])('are decoded and executed if they use %s', async (_, router, from, to, made) => {
    await scene.open(scene.uniswap.contracts[router])
    scene.encode = made
    const terms = await scene.swapAll(from, to, from === 'ETH' ? '0.01' : '0.5')
    const { result } = scene.swap.state
    expect(result).toMatchObject({ phase: 'confirmed', short: false })
    expect(result!.received).toBeGreaterThanOrEqual(terms.minimum)
    if (from !== 'ETH') {
      expect(await scene.allowance(from, scene.uniswap.contracts[router])).toBe(0n)
    }
  })
})

const lies = (made: {
  /** Encodes the correct call of the router. */
  readonly single: (terms: Terms) => Hex
  readonly multi: (terms: Terms) => Hex
  /** Encodes the correct call if the output is the native token. */
  readonly paid: (terms: Terms, to?: Hex, minimum?: bigint) => Hex
  /** Encodes the correct call with a sweep as its last part. */
  readonly swept: (terms: Terms, to?: Hex, minimum?: bigint) => Hex
  readonly wrap: (parts: readonly Hex[], terms: Terms) => Hex
  readonly sentinel: Hex
}): readonly (Lie & { readonly encode?: (terms: Terms) => Hex })[] => [
  { says: 'another contract', field: 'contract', terms: () => ({ contract: stranger }) },
  {
    says: 'a contract that differs in one character',
    field: 'contract',
    terms: ({ contract }) => ({
      contract: `0x${(BigInt(contract) ^ 16n).toString(16).padStart(40, '0')}` as Hex,
    }),
  },
  {
    says: 'the account as the contract',
    field: 'contract',
    terms: ({ recipient }) => ({ contract: recipient }),
  },
  { says: 'another source token', field: 'source token', terms: ({ other }) => ({ tokenIn: other }) },
  { says: 'another target token', field: 'target token', terms: ({ other }) => ({ tokenOut: other }) },
  { says: 'another recipient', field: 'receiver', terms: () => ({ recipient: stranger }) },
  { says: 'the router as the recipient', field: 'receiver', terms: () => ({ recipient: made.sentinel }) },
  {
    says: 'the address of the router as the recipient',
    field: 'receiver',
    terms: ({ contract }) => ({ recipient: contract }),
  },
  { says: 'a larger amount', field: 'amount', terms: ({ amountIn }) => ({ amountIn: amountIn + 1n }) },
  { says: 'a smaller amount', field: 'amount', terms: ({ amountIn }) => ({ amountIn: amountIn - 1n }) },
  { says: 'the amount 0', field: 'amount', terms: () => ({ amountIn: 0n }) },
  { says: 'the largest amount', field: 'amount', terms: () => ({ amountIn: 2n ** 256n - 1n }) },
  {
    says: 'a lower minimum',
    field: 'minimum',
    terms: ({ amountOutMinimum }) => ({ amountOutMinimum: amountOutMinimum - 1n }),
  },
  { says: 'no minimum', field: 'minimum', terms: () => ({ amountOutMinimum: 0n }) },
  {
    says: 'a price limit, so that only a part is swapped',
    field: 'price limit',
    terms: () => ({ sqrtPriceLimitX96: 2n ** 96n }),
    encode: made.single,
  },
  { says: 'a deadline that has passed', field: 'deadline', terms: () => ({ deadline: now() - 1n }) },
  { says: 'a deadline in a year', field: 'deadline', terms: () => ({ deadline: now() + 31_536_000n }) },
  { says: 'Ether in addition to a token', field: 'source token', terms: () => ({ value: 1n }) },
  {
    says: 'more Ether than the amount',
    field: 'value',
    from: 'ETH',
    terms: ({ value }) => ({ value: value * 2n }),
  },
  { says: 'no Ether for the native token', field: 'source token', from: 'ETH', terms: () => ({ value: 0n }) },
  {
    says: 'an unwrapped amount for another recipient',
    field: 'receiver',
    to: 'ETH',
    call: (_, terms) => ({ data: made.paid(terms, stranger) }),
  },
  {
    says: 'the wrapped token in place of the native token',
    field: 'target token',
    to: 'ETH',
    call: (_, terms) => ({ data: made.multi(terms) }),
  },
  {
    says: 'an unwrapped amount without a minimum',
    field: 'minimum',
    to: 'ETH',
    call: (_, terms) => ({ data: made.paid({ ...terms, amountOutMinimum: 0n }) }),
  },
  {
    says: 'an unwrapping that drops the minimum of the swap',
    field: 'minimum',
    to: 'ETH',
    call: (_, terms) => ({ data: made.paid(terms, terms.recipient, 0n) }),
  },
  {
    says: 'a sweep that drops the minimum of the swap',
    field: 'minimum',
    call: (_, terms) => ({ data: made.swept(terms, terms.recipient, 0n) }),
  },
  // As the recipient of a swap, address 1 means the sender. The recipient of a payout must be the account's real address.
  {
    says: 'an unwrapped amount for address 1',
    field: 'receiver',
    to: 'ETH',
    call: (_, terms) => ({ data: made.paid(terms, sender) }),
  },
  {
    says: 'a swept amount for address 1',
    field: 'receiver',
    call: (_, terms) => ({ data: made.swept(terms, sender) }),
  },
  {
    says: 'a payout before the swap',
    field: 'command',
    to: 'ETH',
    call: (_, terms) => ({
      data: made.wrap(
        [unwrap(0n, terms.recipient), made.single({ ...terms, recipient: made.sentinel })],
        terms,
      ),
    }),
  },
  {
    says: 'a second payout to another recipient',
    field: 'receiver',
    to: 'ETH',
    call: (_, terms) => ({
      data: made.wrap(
        [
          made.single({ ...terms, recipient: made.sentinel }),
          unwrap(terms.amountOutMinimum, terms.recipient),
          sweep(terms.other, 0n, stranger),
        ],
        terms,
      ),
    }),
  },
  {
    says: 'a payout with a share for another recipient',
    field: 'command',
    to: 'ETH',
    call: (_, terms) => ({
      data: made.wrap(
        [
          made.single({ ...terms, recipient: made.sentinel }),
          encodeFunctionData({
            abi: v3Abi,
            functionName: 'unwrapWETH9WithFee',
            args: [terms.amountOutMinimum, terms.recipient, 100n, stranger],
          }),
        ],
        terms,
      ),
    }),
  },
  {
    says: 'a second swap, of another token',
    field: 'route',
    call: (_, terms) => ({
      data: made.wrap([made.single(terms), made.single({ ...terms, tokenIn: terms.other })], terms),
    }),
  },
  {
    says: 'half of the output for another recipient',
    field: 'receiver',
    call: (_, terms) => {
      const half = { ...terms, amountIn: terms.amountIn / 2n }
      return { data: made.wrap([made.single(half), made.single({ ...half, recipient: stranger })], terms) }
    },
  },
  {
    says: 'a permit in addition to the swap',
    field: 'command',
    call: (_, terms) => ({
      data: made.wrap(
        [
          encodeFunctionData({
            abi: v3Abi,
            functionName: 'selfPermit',
            args: [terms.tokenIn, 1n, terms.deadline, 27, zero32, zero32],
          }),
          made.single(terms),
        ],
        terms,
      ),
    }),
  },
  {
    says: 'a multicall in the multicall',
    field: 'command',
    call: (_, terms) => ({ data: made.wrap([all([made.single(terms)])], terms) }),
  },
  {
    says: 'an unknown part',
    field: 'command',
    call: (_, terms) => ({ data: made.wrap([made.single(terms), '0xdeadbeef'], terms) }),
  },
  { says: 'no part', field: 'data', call: (_, terms) => ({ data: made.wrap([], terms) }) },
  {
    says: 'extra bytes after the call',
    field: 'data',
    call: ({ data }) => ({ data: `${data}${'0'.repeat(64)}` }),
  },
  {
    says: 'extra bytes after a part',
    field: 'command',
    call: (_, terms) => ({ data: made.wrap([`${made.single(terms)}00`], terms) }),
  },
  {
    says: 'a transfer in place of the swap',
    field: 'data',
    call: (_, { amountIn }) => ({
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [stranger, amountIn] }),
    }),
  },
  { says: 'no data', field: 'data', call: () => ({ data: '0x' }) },
]

const zero32 = `0x${'0'.repeat(64)}` as const
const of3 = {
  sentinel: zeroAddress,
  single: (terms: Terms) => v3('exactInputSingle', terms),
  multi: (terms: Terms) => v3('exactInput', terms),
  wrap: (parts: readonly Hex[]) => all(parts),
  paid: (terms: Terms, to = terms.recipient, minimum = terms.amountOutMinimum) =>
    all([v3('exactInputSingle', { ...terms, recipient: zeroAddress }), unwrap(minimum, to)]),
  swept: (terms: Terms, to = terms.recipient, minimum = terms.amountOutMinimum) =>
    all([v3('exactInput', { ...terms, recipient: zeroAddress }), sweep(terms.tokenOut, minimum, to)]),
}
const of02 = {
  sentinel: self,
  single: single02,
  multi: multi02,
  wrap: (parts: readonly Hex[], { deadline }: Terms) => until(deadline, parts),
  paid: (terms: Terms, to = terms.recipient, minimum = terms.amountOutMinimum) =>
    until(terms.deadline, [single02({ ...terms, recipient: self }), unwrap(minimum, to)]),
  swept: (terms: Terms, to = terms.recipient, minimum = terms.amountOutMinimum) =>
    until(terms.deadline, [multi02({ ...terms, recipient: self }), sweep(terms.tokenOut, minimum, to)]),
}
const only02: readonly Lie[] = [
  {
    says: 'a swap in a V2 pool for another recipient',
    field: 'receiver',
    call: (_, terms) => ({
      data: until(terms.deadline, [
        encodeFunctionData({
          abi: abi02,
          functionName: 'swapExactTokensForTokens',
          args: [terms.amountIn, terms.amountOutMinimum, [terms.tokenIn, terms.tokenOut], stranger],
        }),
      ]),
    }),
  },
  {
    says: 'a deposit of tokens in addition to the swap',
    field: 'command',
    call: (_, terms) => ({
      data: until(terms.deadline, [
        encodeFunctionData({ abi: abi02, functionName: 'pull', args: [terms.tokenIn, terms.amountIn] }),
        single02({ ...terms, amountIn: 0n }),
      ]),
    }),
  },
  {
    says: 'a condition on a block hash',
    field: 'command',
    call: (_, terms) => ({
      data: encodeFunctionData({ abi: abi02, functionName: 'multicall', args: [zero32, [single02(terms)]] }),
    }),
  },
]

describe.each([
  ['SwapRouter', 'uniswapV3Router', of3, lies(of3)],
  ['SwapRouter02', 'swapRouter02', of02, [...lies(of02), ...only02]],
] as const)('a wrong call of %s', (_, router, made, told) => {
  // No case reaches the wallet, so all cases share one client.
  beforeAll(() => scene.open(scene.uniswap.contracts[router]))
  afterAll(() => scene.close())

  it.each(told.map((each) => [each.says, each] as const))(
    'is refused if it contains %s',
    async (_says, each) => {
      const [from, to] = each.from ? ['ETH', 'tUSD'] : ['tUSD', each.to ?? 'LKT']
      const { swap } = scene
      const own = (each as { encode?: (terms: Terms) => Hex }).encode ?? made.multi
      scene.encode = (terms) => (to === 'ETH' ? made.paid(terms) : made.wrap([own(terms)], terms))
      scene.lie = each
      scene.keepsQuotes = true
      await swap.begin({ fromToken: from, toToken: to, amount: '0.01' })
      const mismatch = { code: 'swap/mismatch', values: { field: each.field } }
      await expect(swap.swapTokens()).rejects.toMatchObject(mismatch)
      expect(scene.asked).toBe(0)

      // Without the change, the same swap can be reviewed.
      scene.lie = undefined
      scene.encode = (terms) => (to === 'ETH' ? made.paid(terms) : made.wrap([made.multi(terms)], terms))
      const step = each.from ? 'swap' : 'approve'
      expect(await swap.prepareReview()).toMatchObject({ step, spender: scene.uniswap.contracts[router] })
    },
  )
})

describe('an approval or a swap whose review has expired', () => {
  afterEach(() => scene.close())

  it('is requested from the wallet if the new review is equal to the expired review', async () => {
    await scene.open()
    const { swap } = scene
    await swap.begin({ fromToken: 'tUSD', toToken: 'ETH', amount: '0.5' })
    expect(await swap.prepareReview()).toMatchObject({ step: 'approve' })
    scene.ahead = 61_000
    await swap.approve()
    expect(scene.asked).toBe(1)
    scene.ahead = 122_000
    await swap.swapTokens()
    expect(scene.asked).toBe(2)
  })

  it('is refused if the approval in the new review is for another known contract', async () => {
    await scene.open()
    const { swap } = scene
    const { uniswapV3Router, swapRouter02 } = scene.uniswap.contracts
    await swap.begin({ fromToken: 'tUSD', toToken: 'LKT', amount: '0.5' })
    expect(await swap.prepareReview()).toMatchObject({ step: 'approve', spender: swapRouter02 })
    scene.router = uniswapV3Router
    scene.encode = (terms) => v3('exactInput', terms)
    scene.ahead = 61_000
    await expect(swap.approve()).rejects.toMatchObject({ code: 'swap/changed' })
    expect(scene.asked).toBe(0)
    expect(swap.state.review).toMatchObject({ step: 'approve', spender: uniswapV3Router })
  })

  it.each<[string, 'uniswapV3Router' | 'swapRouter02', (terms: Terms) => Hex]>([
    ['goes to another known contract', 'uniswapV3Router', (terms) => v3('exactInputSingle', terms)],
    ['no longer has a deadline', 'swapRouter02', single02],
  ])('is refused if the swap in the new review %s', async (_, router, encode) => {
    await scene.open()
    const { swap } = scene
    await swap.begin({ fromToken: 'ETH', toToken: 'tUSD', amount: '0.01' })
    const { deadline } = await swap.prepareReview()
    expect(deadline).toBeGreaterThan(now())
    scene.router = scene.uniswap.contracts[router]
    scene.encode = encode
    scene.ahead = 61_000
    await expect(swap.swapTokens()).rejects.toMatchObject({ code: 'swap/changed' })
    expect(scene.asked).toBe(0)
  })
})
