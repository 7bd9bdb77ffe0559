import { erc20Abi, getAddress, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eip155 } from '../../src/adapters/eip155/index.ts'
import { type DevProviders, startProviders } from '../../src/devnet/providers/start-providers.ts'
import type { Devnet } from '../../src/devnet/start-devnet.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import { accountWorld } from '../support/account-world.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import {
  type Json,
  type Spoil,
  type SwapService,
  spoilingProxy,
  swapServices,
  swapTokens,
  withField,
} from '../support/swap-services.ts'
import { makerClient } from '../support/uniswap-contracts.ts'

const stranger = getAddress(`0x${'5712'.repeat(10)}`)
const word = (value: bigint) => value.toString(16).padStart(64, '0')

/** A change of the service's answer that the client must detect. `field` is the field that the error names. */
interface Lie {
  readonly says: string
  readonly field: string
  readonly in: 'quote' | 'call'
  readonly by: (
    answer: Json,
    about: {
      readonly service: SwapService
      readonly owner: Hex
      readonly minimum: bigint
      readonly amount: bigint
    },
  ) => Json
  readonly only?: (service: SwapService) => boolean
}
const data = (service: SwapService, answer: Json, change: (data: string) => string) =>
  withField(answer, `${service.call}data`, (value) => change(String(value)))
/**
 * Replaces the minimum in the call. Most calls contain the shown minimum. A call of ParaSwap contains the shown minimum plus one
 * unit. A call of LI.FI contains the answer's `toAmountMin`.
 */
function withMinimum(service: SwapService, answer: Json, shown: bigint, minimum: bigint): Json {
  const { toAmountMin = '0' } = (answer.estimate ?? {}) as { toAmountMin?: string }
  const known = [shown, shown + 1n, BigInt(toAmountMin)].filter((each) => each > 0n)
  return data(service, answer, (text) => {
    const found = known.find((each) => text.includes(word(each)))
    return found ? text.replace(word(found), word(minimum)) : text
  })
}

const lies: readonly Lie[] = [
  {
    says: 'a quote for another source token',
    field: 'source token',
    in: 'quote',
    by: (answer, { service }) => withField(answer, service.quoted.from, () => stranger),
  },
  {
    says: 'a quote for another target token',
    field: 'target token',
    in: 'quote',
    by: (answer, { service }) => withField(answer, service.quoted.to, () => stranger),
  },
  {
    says: 'a quote for another amount',
    field: 'amount',
    in: 'quote',
    only: ({ quoted }) => quoted.amount !== undefined,
    by: (answer, { service }) => withField(answer, service.quoted.amount ?? '', () => '1'),
  },
  {
    says: 'a quote of nothing',
    field: 'target amount',
    in: 'quote',
    by: (answer, { service }) => withField(answer, service.quoted.toAmount, () => '0'),
  },
  {
    says: 'a contract that differs in one character',
    field: 'contract',
    in: 'call',
    by: (answer, { service }) =>
      withField(answer, `${service.call}to`, (to) => `${String(to).slice(0, -1)}9`),
  },
  {
    says: 'another account that signs',
    field: 'account',
    in: 'call',
    // The answer of 0x contains no sender.
    only: ({ name }) => name !== 'zerox',
    by: (answer, { service }) => withField(answer, `${service.call}from`, () => stranger),
  },
  {
    says: 'another network',
    field: 'network',
    in: 'call',
    only: ({ chain }) => chain !== undefined,
    by: (answer, { service }) => withField(answer, service.chain ?? '', () => 1),
  },
  {
    says: 'another recipient',
    field: 'receiver',
    in: 'call',
    by: (answer, { service, owner }) =>
      data(service, answer, (text) =>
        text.replaceAll(owner.slice(2).toLowerCase(), stranger.slice(2).toLowerCase()),
      ),
  },
  {
    says: 'a minimum of 0',
    field: 'minimum',
    in: 'call',
    by: (answer, { service, minimum }) => withMinimum(service, answer, minimum, 0n),
  },
  {
    says: 'a minimum below the shown minimum',
    field: 'minimum',
    in: 'call',
    by: (answer, { service, minimum }) =>
      // The contract of ParaSwap keeps one unit, so the shown minimum is one unit too low here.
      withMinimum(service, answer, minimum, service.name === 'paraswap' ? minimum : minimum - 1n),
  },
  {
    says: 'a larger amount',
    field: 'amount',
    in: 'call',
    by: (answer, { service, amount }) =>
      data(service, answer, (text) => text.replaceAll(word(amount), word(amount + 1n))),
  },
  {
    says: 'the native token in addition to a token',
    field: 'source token',
    in: 'call',
    by: (answer, { service }) => withField(answer, `${service.call}value`, () => '1'),
  },
  {
    says: 'no call',
    field: 'data',
    in: 'call',
    by: (answer, { service }) => data(service, answer, () => '0x'),
  },
]

/** Answers without a usable quote or call. */
const broken: readonly (readonly [string, Spoil, object])[] = [
  [
    'with HTML',
    () => (response) => response.end('<html><body>Welcome</body></html>'),
    { code: 'http/invalid-body' },
  ],
  [
    'with more than 10 MB',
    () => (response) => response.end(`[${'"x",'.repeat(3_000_000)}1]`),
    { code: 'http/invalid-body' },
  ],
  [
    'with an error and status 200',
    () => ({ error: 'Internal error', statusCode: 500 }),
    { code: 'swap/mismatch' },
  ],
  ['with a list', () => (response) => response.end('[]'), { code: 'swap/mismatch' }],
  [
    'that there is no route, with status 400',
    () => (response) => response.writeHead(400).end('{"error":"No routes found with enough liquidity"}'),
    { code: 'swap/no-quote' },
  ],
  [
    'that the key is invalid',
    () => (response) => response.writeHead(401).end('{"message":"Unauthorized"}'),
    { code: 'http/status' },
  ],
  [
    'with status 429 and a long pause',
    () => (response) => response.writeHead(429, { 'retry-after': '3600' }).end('{}'),
    { code: 'rpc/limit-exceeded' },
  ],
]

let devnet: Devnet
let services: DevProviders
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'] })
  services = await startProviders(devnet)
}, leaseTimeout)
afterAll(async () => {
  await services?.stop()
  await devnet?.stop()
})

// The devnet's own contracts replace the aggregators' contracts. They read the same calls and enforce the minimum.
describe.each(swapServices.map((each) => [each.name, each] as const))('swaps with %s', (_name, service) => {
  let proxy: Awaited<ReturnType<typeof spoilingProxy>>
  let world: Awaited<ReturnType<typeof accountWorld>>
  const swap = () => world.latchkey.swap
  const owner = () => world.alice.slice(world.alice.lastIndexOf(':') + 1) as Hex
  const open = async () => {
    const tokens = { 'eip155:31337': swapTokens(devnet) } as const
    const { swapContracts: contracts } = services
    return accountWorld(devnet, {
      clock: systemClock,
      adapters: [eip155({ swapContracts: contracts })],
      providers: [service.create({ url: proxy.url, tokens, contracts })],
    })
  }

  beforeAll(async () => {
    proxy = await spoilingProxy(service.url(services))
    world = await open()
  })
  afterAll(async () => {
    await world?.dispose()
    await proxy?.close()
  })

  async function held(symbol: string): Promise<bigint> {
    const client = makerClient(devnet)
    if (symbol === 'ETH') return client.getBalance({ address: owner() })
    const { address } = swapTokens(devnet).find((one) => one.symbol === symbol)!
    const call = { address: address as Hex, abi: erc20Abi, functionName: 'balanceOf' } as const
    return client.readContract({ ...call, args: [owner()] })
  }

  it.each([
    ['tUSD', 'LKT', '0.5'],
    ['ETH', 'tUSD', '0.001'],
    ['tUSD', 'ETH', '2.5'],
  ])('exchange %s for %s, and pay at least the minimum', async (from, to, amount) => {
    proxy.spoil()
    await swap().begin({ fromToken: from, toToken: to, amount })
    await swap().refresh()
    expect(swap().state.error).toBeUndefined()
    const { toAmount, minimum, spender } = swap().state.terms!
    expect(Object.values(services.swapContracts['eip155:31337']!)).toContain(spender)
    const before = await held(to)
    if ((await swap().prepareReview()).step === 'approve') await swap().approve()
    expect(swap().state.review).toMatchObject({ step: 'swap', deadline: undefined })
    const settled = new Promise((resolve) => swap().on('settled', resolve))
    await swap().swapTokens()
    await settled
    expect(swap().state.result).toMatchObject({ phase: 'confirmed', short: false })
    const { received } = swap().state.result as { received: bigint }
    expect(received).toBeGreaterThanOrEqual(minimum)
    expect(received).toBeLessThanOrEqual(toAmount)
    if (to !== 'ETH') expect((await held(to)) - before).toBe(received)
  })

  it.each(lies.filter(({ only }) => only?.(service) ?? true).map((each) => [each.says, each] as const))(
    'are refused without a wallet request if the answer of the service contains %s',
    async (_says, lie) => {
      const asked = world.wallet.script.count('eth_sendTransaction')
      proxy.spoil()
      await swap().begin({ fromToken: 'tUSD', toToken: 'LKT', amount: '0.5' })
      await swap().refresh()
      const { minimum, amount } = swap().state.terms!
      const about = { service, owner: owner(), minimum, amount }
      proxy.spoil(lie.in === 'quote' ? service.quotes : (service.builds ?? service.quotes), (answer) =>
        lie.by(answer, about),
      )
      if (lie.in === 'quote') {
        await swap().refresh()
        expect(swap().state.error).toMatchObject({ code: 'swap/mismatch', values: { field: lie.field } })
      } else {
        if (!service.builds) await swap().refresh()
        await expect(swap().prepareReview()).rejects.toMatchObject({
          code: 'swap/mismatch',
          values: { field: lie.field },
        })
      }
      expect(world.wallet.script.count('eth_sendTransaction')).toBe(asked)
      // Without the change, the same swap can be reviewed.
      proxy.spoil()
      await swap().refresh()
      expect(await swap().prepareReview()).toMatchObject({ step: 'approve', approves: amount })
    },
  )

  it.each(broken)('fail to get a quote if the service answers %s', async (_says, spoil, error) => {
    const other = await open()
    try {
      proxy.spoil(service.quotes, spoil)
      await other.latchkey.swap.begin({ fromToken: 'tUSD', toToken: 'LKT', amount: '0.5' })
      await other.latchkey.swap.refresh()
      expect(other.latchkey.swap.state.error).toMatchObject(error)
    } finally {
      proxy.spoil()
      await other.dispose()
    }
  })

  it.skipIf(!service.builds).each(broken.slice(0, 4))(
    'fail to get a call if the service answers %s',
    async (_says, spoil, error) => {
      proxy.spoil()
      await swap().begin({ fromToken: 'tUSD', toToken: 'LKT', amount: '0.5' })
      await swap().refresh()
      proxy.spoil(service.builds!, spoil)
      const failure = await swap()
        .prepareReview()
        .catch((cause: unknown) => cause)
      const { code } = error as { code: string }
      const expected = code.startsWith('swap/') ? error : { code: 'swap/build-failed', cause: error }
      expect(failure).toMatchObject(expected)
    },
  )
})
