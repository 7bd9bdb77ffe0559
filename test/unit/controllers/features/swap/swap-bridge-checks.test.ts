import { describe, expect, it } from 'vitest'
import type { SwapReview, SwapState } from '../../../../../src/controllers/features/swap/swap.ts'
import type { AnySwapRequest } from '../../../../../src/controllers/features/swap/swap-account.ts'
import { checkSwap } from '../../../../../src/controllers/features/swap/swap-check.ts'
import { followSwap } from '../../../../../src/controllers/features/swap/swap-outcome.ts'
import { SwapQuotes } from '../../../../../src/controllers/features/swap/swap-quotes.ts'
import { refundOf } from '../../../../../src/controllers/features/swap/swap-refund.ts'
import { SwapReviewing } from '../../../../../src/controllers/features/swap/swap-reviewing.ts'
import { base, mainnet } from '../../../../../src/networks/eip155.ts'

const owner = `0x${'a1'.repeat(20)}` as const
const [usdc, usdt, weth, router] = ['c1', 'c2', 'c3', 'c4'].map((byte) => `0x${byte.repeat(20)}`)
const token = (symbol: string, decimals: number, address?: string) => ({
  ...{ symbol, name: symbol, decimals },
  ...(address !== undefined && { address }),
})
const ether = token('ETH', 18)
const listed = [ether, token('USDC', 6, usdc), token('USDT', 6, usdt)]
const request: AnySwapRequest = {
  ...{ network: 'eip155:1', toNetwork: 'eip155:8453', account: `eip155:1:${owner}` },
  ...{ from: listed[2]!, to: token('USDC', 6, usdc), amount: 1_000_000n, slippage: 1 },
}
const bridge = {
  name: 'Across',
  network: 'eip155:8453',
  ...{ token: usdc!, isWrapped: false, amount: 990_000n, refundTo: owner, refundAfter: 3600n },
} as const
const decoded = {
  kind: 'swap',
  ...{ router: router!, path: [usdt!, usdc!], fromCoin: false, toCoin: false },
  ...{ amount: 1_000_000n, minimum: 980_000n, receiver: owner, deadline: undefined, bridge },
} as const
const terms = { from: request.from, to: request.to, minimum: 980_000n } as SwapReview['terms']
const first = { tokens: listed, coin: { symbol: 'ETH', decimals: 18 } }

describe('the refund of a swap between networks', () => {
  const refund = (
    change: Partial<typeof bridge> | object,
    wanted: Partial<AnySwapRequest> = {},
    minimum = 980_000n,
  ) => refundOf({ ...bridge, ...change }, { ...request, ...wanted }, { minimum }, first)

  it.each([
    ['the token to receive', {}, {}, 980_000n, { value: 990_000n, decimals: 6, symbol: 'USDC' }],
    ['the sold token', { token: usdt }, {}, 980_000n, { value: 990_000n, decimals: 6, symbol: 'USDT' }],
    [
      'the sold coin, wrapped',
      { token: weth, isWrapped: true, amount: 10n ** 18n },
      { from: ether, to: ether, amount: 10n ** 18n },
      999n,
      { value: 10n ** 18n, decimals: 18, symbol: 'WETH' },
    ],
    [
      'the coin to receive, wrapped',
      { token: weth, isWrapped: true, amount: 10n ** 15n },
      { to: ether },
      10n ** 15n,
      { value: 10n ** 15n, decimals: 18, symbol: 'WETH' },
    ],
    [
      'the token to receive, even if it has other decimals on the network of the sold token',
      {},
      { to: token('USDC', 18, usdc) },
      98n * 10n ** 16n,
      { value: 990_000n, decimals: 6, symbol: 'USDC' },
    ],
  ])('may be %s', (_says, change, wanted, minimum, expected) => {
    expect(refund(change, wanted, minimum)).toEqual(expected)
  })

  it.each([
    ['a token that the host does not list', { token: weth }, {}, 980_000n, 'refund token'],
    ['another listed token', { token: usdt, amount: 980_000n }, {}, 980_000n, 'refund token'],
    ['less than the minimum', { amount: 979_999n }, {}, 980_000n, 'refund'],
    ['less than the minimum in other decimals', {}, { to: token('USDC', 18, usdc) }, 10n ** 18n, 'refund'],
    ['the wrapped coin for a token', { token: weth, isWrapped: true }, {}, 980_000n, 'refund token'],
  ])('may not be %s', (_says, change, wanted, minimum, field) => {
    expect(() => refund(change, wanted, minimum)).toThrow(
      expect.objectContaining({ code: 'swap/mismatch', values: expect.objectContaining({ field }) }),
    )
  })
})

describe('a swap on one network', () => {
  it('is refused if its call uses a bridge', () => {
    const call = { network: 'eip155:1', from: owner, to: router!, data: '0x', value: 0n } as const
    const check = (read: object, toNetwork: AnySwapRequest['toNetwork']) =>
      checkSwap(call, read as typeof decoded, { ...request, toNetwork }, terms, 0)
    expect(() => check({ ...decoded, bridge: { ...bridge, network: 'eip155:1' } }, undefined)).toThrow(
      expect.objectContaining({ values: expect.objectContaining({ field: 'target network' }) }),
    )
    expect(check(decoded, 'eip155:8453')).toBeUndefined()
    expect(check({ ...decoded, bridge: undefined }, undefined)).toBeUndefined()
  })
})

/** The parts of a client with one account. */
function client(type: 'eoa' | 'smartAccount' = 'eoa') {
  const read = { next: decoded as object }
  const sent: object[] = []
  const adapter = {
    normalizeAddress: (text: string) => text,
    getBalance: async () => ({ value: 10n ** 12n, decimals: 6, symbol: 'T' }),
    waitForTransaction: async () => ({ phase: 'confirmed', confirmations: 1, fee: 1n, hash: '0xfaster' }),
    swapSupport: {
      read: async () => read.next,
      simulate: async () => undefined,
      fee: async () => ({ total: { value: 1n, decimals: 18, symbol: 'ETH' }, detail: {} }),
    },
  }
  const active = {
    ...{ caipAddress: `eip155:1:${owner}`, address: owner },
    allAccounts: [{ address: owner, type }],
  }
  const deps = {
    account: { active },
    adapters: { get: async () => adapter },
    options: { state: { features: { swaps: ['own'] } } },
    clock: { now: () => 0, after: () => () => {} },
    log: { debug() {}, error() {} },
    snackbar: { showError() {} },
    activity: { bridged: async () => {} },
  }
  const host = {
    state: {
      ...{ network: mainnet, toNetwork: base, tokens: listed },
      ...{ sourceToken: request.from, toToken: request.to, amount: request.amount },
    } as unknown as SwapState,
    patch(part: Partial<SwapState>) {
      this.state = { ...this.state, ...part }
    },
    emit() {},
  }
  const provider = {
    name: 'own',
    tokens: async () => [],
    quote: async () => ({}),
    build: async () => ({ network: 'eip155:1', from: owner, to: router, data: '0x', value: 0n }),
    arrival: async (one: object) => {
      sent.push(one)
      return { phase: 'refunded' }
    },
  }
  return { adapter, deps, host, provider, read, sent }
}

it('a smart account cannot receive on another network', async () => {
  const { deps, host, provider } = client('smartAccount')
  const quotes = new SwapQuotes(
    deps as never,
    { providers: new Map([['own', provider]]) } as never,
    host as never,
  )
  await expect(quotes.request(request, {})).rejects.toMatchObject({ values: { field: 'receiver' } })
})

describe('an expired review of a swap between networks', () => {
  async function again(change: object) {
    const { deps, host, provider, read } = client()
    const quotes = {
      ...{ providerFor: () => provider, fresh: undefined, clear() {}, isFresh: () => true },
      request: async () => ({ request, quote: {}, terms }),
    }
    const { signal } = new AbortController()
    const made = new SwapReviewing(deps as never, host as never, quotes as never, () => signal)
    await made.review({})
    read.next = { ...decoded, bridge: { ...bridge, ...change } }
    return made.reviewAgain({})
  }

  it('must be shown again if the bridge would refund another token', async () => {
    await expect(again({ token: usdt, amount: 1_000_000n })).rejects.toMatchObject({ code: 'swap/changed' })
  })

  it('must be shown again if the refund would now come more than ten minutes later', async () => {
    await expect(again({ refundAfter: 3600n + 601n })).rejects.toMatchObject({ code: 'swap/changed' })
    expect(await again({ refundAfter: 3600n + 600n })).toMatchObject({ review: { step: 'swap' } })
  })
})

it("the second half of a swap is looked up by the mined transaction's hash if the wallet raised the fee", async () => {
  const { deps, host, provider, sent } = client()
  const step = {
    request,
    provider,
    review: { terms: { ...terms, bridge: { name: 'across', network: base } } },
  }
  await followSwap(
    deps as never,
    host as never,
    {
      ...{ swapping: {}, step, before: Promise.resolve(0n), sent: { hash: '0xfirst' } },
      ...{ onOutcome: () => {}, approval: undefined, signal: new AbortController().signal },
    } as never,
  )
  expect(sent).toMatchObject([{ hash: '0xfaster', name: 'across' }])
})

describe('the received amount of a swap on one network', () => {
  /** Follows a swap of tUSDT for USDC whose balances of USDC the node reports one after the other. */
  async function follow(balances: readonly (bigint | 'failed')[], result: object | undefined) {
    const { adapter, deps, host } = client()
    const pauses: number[] = []
    const left = [...balances]
    adapter.getBalance = async () => {
      const value = left.length > 1 ? left.shift()! : left[0]!
      if (value === 'failed') throw new Error('the node is down')
      return { value, decimals: 6, symbol: 'USDC' }
    }
    deps.clock.after = ((ms: number, run: () => void) => {
      pauses.push(ms)
      queueMicrotask(run)
      return () => {}
    }) as never
    const settled: object[] = []
    host.emit = ((_: string, event: object) => settled.push(event)) as never
    host.patch({ result } as Partial<SwapState>)
    await followSwap(
      deps as never,
      host as never,
      {
        ...{ swapping: {}, step: { request: { ...request, toNetwork: undefined }, review: { terms } } },
        ...{ before: Promise.resolve(7n), sent: { hash: '0xfirst' } },
        ...{ onOutcome: () => {}, approval: undefined, signal: new AbortController().signal },
      } as never,
    )
    return { settled, pauses, state: host.state }
  }

  it('is read again if the node still reports the balance before the swap', async () => {
    const { settled, pauses, state } = await follow([7n, 990_007n], { hash: '0xfirst' })
    expect(settled).toMatchObject([{ phase: 'confirmed', received: 990_000n, short: false }])
    expect(state.error).toBeUndefined()
    expect(pauses).toHaveLength(1)
  })

  it('is too low only if several reads say so', async () => {
    const { settled, pauses, state } = await follow([500_007n], { hash: '0xfirst' })
    expect(settled).toMatchObject([{ phase: 'confirmed', received: 500_000n, short: true }])
    expect(state.error).toMatchObject({ code: 'swap/shortfall' })
    expect(pauses.length).toBeGreaterThan(2)
  })

  it('is too low if the first read says so and the node fails afterwards', async () => {
    const { settled } = await follow([500_007n, 'failed'], { hash: '0xfirst' })
    expect(settled).toMatchObject([{ phase: 'confirmed', received: 500_000n, short: true }])
  })

  it('is unknown, and the swap is still confirmed, if the first read fails', async () => {
    const { settled, state } = await follow(['failed'], { hash: '0xfirst' })
    expect(settled).toMatchObject([{ phase: 'confirmed', received: undefined, short: false }])
    expect(state).toMatchObject({ result: { phase: 'confirmed' } })
    expect(state.error).toBeUndefined()
  })

  it('leaves no error in the form for another swap if it is too low', async () => {
    expect((await follow([7n], undefined)).state.error).toBeUndefined()
    expect((await follow([7n], { hash: '0xother' })).state.error).toBeUndefined()
  })
})
