import {
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  numberToHex,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Devnet, startDevnet } from '../../src/devnet/index.ts'
import { leaseTimeout } from '../support/leased-devnet.ts'
import { type Lie, now, stranger, type Terms, UniswapScene } from '../support/uniswap-scene.ts'

const abi = parseAbi([
  'function execute(bytes commands, bytes[] inputs, uint256 deadline) payable',
  'function execute(bytes commands, bytes[] inputs) payable',
])
const permit2Abi = parseAbi([
  'function allowance(address, address, address) view returns (uint160 amount, uint48 expiration, uint48 nonce)',
])
const self = '0x0000000000000000000000000000000000000002' as const
const sender = '0x0000000000000000000000000000000000000001' as const

type Part = readonly [code: number, input: Hex]
const v3 = parseAbiParameters('address, uint256, uint256, bytes, bool')
const v2 = parseAbiParameters('address, uint256, uint256, address[], bool')
const addressAndAmount = parseAbiParameters('address, uint256')
const tokenAddressAndAmount = parseAbiParameters('address, address, uint256')

let devnet: Devnet
let scene: UniswapScene
let router: Hex

beforeAll(async () => {
  // Starts a separate node, because a swap depends on the account's balances and on the time of the chain.
  devnet = await startDevnet({ families: ['eip155'] })
  scene = await UniswapScene.deploy(devnet)
  router = scene.uniswap.contracts.universalRouters[0]!
}, leaseTimeout)
afterAll(() => devnet?.stop())

const run = (parts: readonly Part[], deadline: bigint) =>
  encodeFunctionData({
    abi,
    functionName: 'execute',
    args: [
      concatHex(parts.map(([code]) => numberToHex(code, { size: 1 }))),
      parts.map(([, input]) => input),
      deadline,
    ],
  })
const fee = numberToHex(3000, { size: 3 })
function pathOf({ tokenIn, tokenOut }: Terms): Hex {
  const { wrapped } = scene.uniswap.contracts
  return [tokenIn, tokenOut].includes(wrapped)
    ? concatHex([tokenIn, fee, tokenOut])
    : concatHex([tokenIn, fee, wrapped, fee, tokenOut])
}
const inV3 = (terms: Terms, fromUser = terms.value === 0n): Part => [
  0x00,
  encodeAbiParameters(v3, [terms.recipient, terms.amountIn, terms.amountOutMinimum, pathOf(terms), fromUser]),
]
const inV2 = (terms: Terms, fromUser = terms.value === 0n): Part => [
  0x08,
  encodeAbiParameters(v2, [
    ...([terms.recipient, terms.amountIn, terms.amountOutMinimum] as const),
    [terms.tokenIn, terms.tokenOut],
    fromUser,
  ]),
]
const wrap = (amount: bigint, to: Hex = self): Part => [
  0x0b,
  encodeAbiParameters(addressAndAmount, [to, amount]),
]
const unwrap = (minimum: bigint, to: Hex): Part => [
  0x0c,
  encodeAbiParameters(addressAndAmount, [to, minimum]),
]
const sweep = (token: Hex, minimum: bigint, to: Hex): Part => [
  0x04,
  encodeAbiParameters(tokenAddressAndAmount, [token, to, minimum]),
]
const other = (code: number, [token, to, amount]: readonly [Hex, Hex, bigint]): Part => [
  code,
  encodeAbiParameters(tokenAddressAndAmount, [token, to, amount]),
]

/** Encodes the correct call for any pair of tokens. */
function honest(terms: Terms, to: string): Hex {
  if (terms.value > 0n) return run([wrap(terms.value), inV3(terms)], terms.deadline)
  if (to !== 'ETH') return run([inV3(terms)], terms.deadline)
  return run(
    [inV3({ ...terms, recipient: self }), unwrap(terms.amountOutMinimum, terms.recipient)],
    terms.deadline,
  )
}
const grant = async () => {
  const { client, contracts } = scene.uniswap
  const args = [scene.owner, scene.token('tUSD'), router] as const
  const call = { address: contracts.permit2, abi: permit2Abi, functionName: 'allowance', args } as const
  const [amount, expiration] = await client.readContract(call)
  return { amount, expiration }
}

describe('a swap through the Universal Router', () => {
  it('lets Permit2 and the router spend exactly the amount, the router for at most 30 minutes', async () => {
    await scene.open(router)
    try {
      const { swap } = scene
      scene.encode = (terms) => honest(terms, 'LKT')
      await swap.begin({ fromToken: 'tUSD', toToken: 'LKT', amount: '0.5' })
      const { permit2 } = scene.uniswap.contracts
      expect(await swap.prepareReview()).toMatchObject({
        step: 'approve',
        spender: permit2,
        approves: 500_000n,
      })
      await swap.approve()
      expect(await scene.allowance('tUSD', permit2)).toBe(500_000n)
      expect(swap.state.approval).toMatchObject({ spender: permit2, amount: 500_000n })
      expect(swap.state.review).toMatchObject({ step: 'approve', spender: router, approves: 500_000n })
      await swap.approve()
      const { amount, expiration } = await grant()
      expect(amount).toBe(500_000n)
      expect(expiration - Number(now())).toBeLessThanOrEqual(1800)
      // `approval` names Permit2, because a revocation ends the token's allowance for Permit2.
      expect(swap.state.approval).toMatchObject({ spender: permit2 })
      expect(swap.state.review).toMatchObject({ step: 'swap', spender: router })
      const settled = new Promise((resolve) => swap.on('settled', resolve))
      await swap.swapTokens()
      await settled
      expect(swap.state.result).toMatchObject({ phase: 'confirmed', short: false })
      expect(scene.asked).toBe(3)
      expect(await scene.allowance('tUSD', permit2)).toBe(0n)
      expect((await grant()).amount).toBe(0n)
    } finally {
      await scene.close()
    }
  })

  it.each<[string, string, string, (terms: Terms) => Hex]>([
    ['wraps the native token first', 'ETH', 'tUSD', (terms) => honest(terms, 'tUSD')],
    ['unwraps at the end', 'tUSD', 'ETH', (terms) => honest(terms, 'ETH')],
    [
      'sweeps the token at the end, and may state the minimum in the sweep alone',
      'ETH',
      'LKT',
      (terms) =>
        run(
          [
            wrap(terms.value),
            inV3({ ...terms, recipient: self, amountOutMinimum: 0n }),
            sweep(terms.tokenOut, terms.amountOutMinimum, sender),
          ],
          terms.deadline,
        ),
    ],
    [
      'can be split over V2 and V3 pools, and the minimums of its parts add up',
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
        return run([wrap(terms.value), inV2(half), inV3(rest)], terms.deadline)
      },
    ],
  ])('%s', async (_, from, to, encode) => {
    await scene.open(router)
    try {
      scene.encode = encode
      const { minimum } = await scene.swapAll(from, to, from === 'ETH' ? '0.01' : '0.5')
      expect(scene.swap.state.result).toMatchObject({ phase: 'confirmed', short: false })
      expect(scene.swap.state.result!.received).toBeGreaterThanOrEqual(minimum)
    } finally {
      await scene.close()
    }
  })
})

const withPart = (
  says: string,
  field: string,
  change: (terms: Terms) => readonly Part[],
  to?: 'ETH',
): Lie => ({
  says,
  field,
  ...(to && { to }),
  call: (_, terms) => ({ data: run(change(terms), terms.deadline) }),
})
const lies: readonly Lie[] = [
  { says: 'another contract', field: 'contract', terms: () => ({ contract: stranger }) },
  { says: 'another source token', field: 'source token', terms: (terms) => ({ tokenIn: terms.other }) },
  { says: 'another target token', field: 'target token', terms: (terms) => ({ tokenOut: terms.other }) },
  { says: 'another recipient', field: 'receiver', terms: () => ({ recipient: stranger }) },
  { says: 'the router as the recipient', field: 'receiver', terms: () => ({ recipient: self }) },
  { says: 'a larger amount', field: 'amount', terms: ({ amountIn }) => ({ amountIn: amountIn + 1n }) },
  { says: 'the amount 0', field: 'amount', terms: () => ({ amountIn: 0n }) },
  {
    says: 'an amount that stands for all that the router holds',
    field: 'amount',
    terms: () => ({ amountIn: 1n << 255n }),
  },
  {
    says: 'a lower minimum',
    field: 'minimum',
    terms: ({ amountOutMinimum }) => ({ amountOutMinimum: amountOutMinimum - 1n }),
  },
  { says: 'no minimum', field: 'minimum', terms: () => ({ amountOutMinimum: 0n }) },
  { says: 'a deadline that has passed', field: 'deadline', terms: () => ({ deadline: now() - 1n }) },
  { says: 'a deadline in a year', field: 'deadline', terms: () => ({ deadline: now() + 31_536_000n }) },
  { says: 'Ether in addition to a token', field: 'source token', terms: () => ({ value: 1n }) },
  withPart('a swap that may fail', 'command', (terms) => [[0x80, inV3(terms)[1]]]),
  withPart('a plan inside the plan', 'command', (terms) => [[0x21, inV3(terms)[1]]]),
  withPart('a swap in a V4 pool', 'command', (terms) => [[0x10, inV3(terms)[1]]]),
  withPart('a bridge', 'command', (terms) => [inV3(terms), [0x40, '0x']]),
  withPart('an exact output', 'command', (terms) => [[0x01, inV3(terms)[1]]]),
  withPart('a portion for another recipient', 'command', (terms) => [
    inV3({ ...terms, recipient: self }),
    other(0x06, [terms.tokenOut, stranger, 100n]),
    sweep(terms.tokenOut, terms.amountOutMinimum, terms.recipient),
  ]),
  withPart('a transfer to another recipient', 'command', (terms) => [
    inV3({ ...terms, recipient: self }),
    other(0x05, [terms.tokenOut, stranger, 1n]),
    sweep(terms.tokenOut, terms.amountOutMinimum, terms.recipient),
  ]),
  withPart('a second transfer of tokens through Permit2', 'command', (terms) => [
    other(0x02, [terms.tokenIn, stranger, terms.amountIn]),
    inV3(terms),
  ]),
  withPart('a permit', 'command', (terms) => [[0x0a, '0x'], inV3(terms)]),
  withPart('an unknown command', 'command', (terms) => [inV3(terms), [0x3f, '0x']]),
  withPart('a swap paid by the router', 'source token', (terms) => [inV3(terms, false)]),
  withPart('a sweep for another recipient', 'receiver', (terms) => [
    inV3({ ...terms, recipient: self }),
    sweep(terms.tokenOut, terms.amountOutMinimum, stranger),
  ]),
  withPart('a sweep of another token', 'target token', (terms) => [
    inV3({ ...terms, recipient: self }),
    sweep(terms.other, terms.amountOutMinimum, terms.recipient),
  ]),
  withPart('a sweep that drops the minimum of the swap', 'minimum', (terms) => [
    inV3({ ...terms, recipient: self }),
    sweep(terms.tokenOut, 0n, terms.recipient),
  ]),
  withPart(
    'an unwrapping that drops the minimum of the swap',
    'minimum',
    (terms) => [inV3({ ...terms, recipient: self }), unwrap(0n, terms.recipient)],
    'ETH',
  ),
  withPart('a sweep with a minimum that the router cuts to 160 bits', 'command', (terms) => [
    inV3({ ...terms, recipient: self, amountOutMinimum: 0n }),
    sweep(terms.tokenOut, 1n << 160n, terms.recipient),
  ]),
  withPart('a sweep before the swap', 'command', (terms) => [
    sweep(terms.tokenOut, 0n, terms.recipient),
    inV3({ ...terms, recipient: self }),
  ]),
  withPart('half of the output for another recipient', 'receiver', (terms) => {
    const half = { ...terms, amountIn: terms.amountIn / 2n }
    return [inV3(half), inV3({ ...half, recipient: stranger })]
  }),
  withPart('a path that ends in the middle of a pool', 'route', (terms) => [
    [
      0x00,
      encodeAbiParameters(v3, [
        ...([terms.recipient, terms.amountIn, terms.amountOutMinimum] as const),
        `${pathOf(terms)}00`,
        true,
      ]),
    ],
  ]),
  withPart('extra bytes after an input', 'command', (terms) => [[0x00, `${inV3(terms)[1]}00`]]),
  withPart(
    'an unwrapped amount for another recipient',
    'receiver',
    (terms) => [inV3({ ...terms, recipient: self }), unwrap(terms.amountOutMinimum, stranger)],
    'ETH',
  ),
  withPart('no command', 'data', () => []),
  {
    says: 'more inputs than commands',
    field: 'command',
    call: (_, terms) => {
      const [, input] = inV3(terms)
      return {
        data: encodeFunctionData({
          abi,
          functionName: 'execute',
          args: ['0x00', [input, input], terms.deadline],
        }),
      }
    },
  },
  { says: 'extra bytes after the call', field: 'data', call: ({ data }) => ({ data: `${data}00` }) },
  {
    says: 'a wrapping of the native token for another recipient',
    field: 'command',
    from: 'ETH',
    call: (_, terms) => ({ data: run([wrap(terms.value, stranger), inV3(terms)], terms.deadline) }),
  },
  {
    says: 'no wrapping of the native token, which the router would keep',
    field: 'source token',
    from: 'ETH',
    call: (_, terms) => ({ data: run([inV3(terms)], terms.deadline) }),
  },
  {
    says: 'a wrapped amount below the sent amount',
    field: 'amount',
    from: 'ETH',
    call: (_, terms) => ({ data: run([wrap(terms.value - 1n), inV3(terms)], terms.deadline) }),
  },
]

describe('a wrong call of the Universal Router', () => {
  // No case reaches the wallet, so all cases share one client.
  beforeAll(() => scene.open(router))
  afterAll(() => scene.close())

  it.each(lies.map((each) => [each.says, each] as const))(
    'is refused if it contains %s',
    async (_says, each) => {
      const [from, to] = each.from ? ['ETH', 'tUSD'] : ['tUSD', each.to ?? 'LKT']
      const { swap } = scene
      scene.encode = (terms) => honest(terms, to!)
      scene.lie = each
      scene.keepsQuotes = true
      await swap.begin({ fromToken: from, toToken: to, amount: '0.01' })
      const mismatch = { code: 'swap/mismatch', values: { field: each.field } }
      await expect(swap.swapTokens()).rejects.toMatchObject(mismatch)
      expect(scene.asked).toBe(0)

      // Without the change, the same swap can be reviewed.
      scene.lie = undefined
      expect(await swap.prepareReview()).toMatchObject({ step: each.from ? 'swap' : 'approve' })
    },
  )
})
