import { formatEther, type Hex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { latchkeyError } from '../../src/core/errors/latchkey-error.ts'
import type { ChainAdapter } from '../../src/core/wallet/adapter.ts'
import type { SwapProvider } from '../../src/core/wallet/payments/swap-provider.ts'
import type { Devnet } from '../../src/devnet/index.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { poolGives, type SwapWorld, swapWorld } from '../support/swap-world.ts'

let devnet: Devnet
let world: SwapWorld

beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'], exchange: true, data: true })
}, leaseTimeout)
afterAll(() => devnet?.stop())
afterEach(() => world?.dispose())

const ether = 10n ** 18n
async function open(options: Parameters<typeof swapWorld>[1] = {}) {
  world = await swapWorld(devnet, options)
  return world
}

describe('a swap', () => {
  it("exchanges the native token for a token and back at the pool's rate", async () => {
    const { swap, fill, reader, asked, settled } = await open()
    const { coin, token } = await reader.reserves('tUSD')
    const terms = await fill('ETH', 'tUSD', '0.5')
    expect(swap.state.error).toBeUndefined()
    expect(terms).toMatchObject({ amount: ether / 2n, toAmount: poolGives(ether / 2n, coin, token) })
    expect(terms!.minimum).toBe((terms!.toAmount * 99n) / 100n)
    expect(terms).toMatchObject({ route: ['ETH', 'tUSD'], slippage: 1 })

    const before = await reader.balance('tUSD')
    const review = await swap.prepareReview()
    expect(review).toMatchObject({ step: 'swap', spender: reader.router })
    const done = settled()
    await swap.swapTokens()
    await done
    expect(asked()).toBe(1)
    const gained = (await reader.balance('tUSD')) - before
    expect(gained).toBe(terms!.toAmount)
    expect(swap.state.result).toMatchObject({ phase: 'confirmed', received: gained, short: false })

    // The way back: first, the exchange gets an approval for exactly the amount.
    const back = await fill('tUSD', 'ETH', '100.5')
    expect(back!.amount).toBe(100_500_000n)
    expect(await swap.prepareReview()).toMatchObject({ step: 'approve' })
    await swap.approve()
    expect(await reader.allowance('tUSD')).toBe(100_500_000n)
    expect(swap.state).toMatchObject({
      review: { step: 'swap' },
      approval: { amount: 100_500_000n, spender: reader.router },
    })
    const held = await reader.balance('ETH')
    const settledBack = settled()
    const { hash } = await swap.swapTokens()
    await settledBack
    expect(asked()).toBe(3)
    const { gasUsed, effectiveGasPrice } = await reader.chain.getTransactionReceipt({
      hash: hash as `0x${string}`,
    })
    const received = (await reader.balance('ETH')) - held + gasUsed * effectiveGasPrice
    expect(swap.state.result).toMatchObject({ phase: 'confirmed', received, short: false })
    expect(received).toBeGreaterThanOrEqual(back!.minimum)
    expect(await reader.allowance('tUSD')).toBe(0n)
    expect(swap.state.approval).toBeUndefined()
  })

  it.each([
    ['one pool stores its price sums', 'ETH', 'LKT', ['LKT']],
    ['two pools store their price sums', 'tUSD', 'LKT', ['tUSD', 'LKT']],
  ] as const)("has enough gas if %s, which its gas estimate doesn't include", async (_, from, to, pools) => {
    const { swap, fill, reader, settled } = await open()
    const other = devnet.accounts.carol!.eip155!.address as Hex
    for (const symbol of pools) await reader.buy(symbol, other, ether / 1000n)
    // From now on, every block has the time of the last trade. A pool stores price sums only a second or more after its last
    // trade, so the estimate omits the gas for storing them.
    await reader.chain.setBlockTimestampInterval({ interval: 0 })
    try {
      for (const symbol of pools) await reader.buy(symbol, other, ether / 1000n)
      for (const symbol of pools) await reader.forgetPriceSums(symbol)
      await fill(from, to, '0.01')
      const { step } = await swap.prepareReview()
      if (step === 'approve') await swap.approve()
      expect(swap.state.review?.step).toBe('swap')
      await reader.chain.setBlockTimestampInterval({ interval: 1 })
      const done = settled()
      await swap.swapTokens()
      await done
    } finally {
      await reader.chain.removeBlockTimestampInterval()
    }
    expect(swap.state.result).toMatchObject({ phase: 'confirmed', short: false })
  })

  it('sends the wallet one request, even if the visitor clicks several times', async () => {
    const { swap, fill, asked, settled } = await open()
    await fill('ETH', 'tUSD', '0.01')
    await swap.prepareReview()
    const done = settled()
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => swap.swapTokens()))
    await done
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refused = outcomes.filter((one) => one.status === 'rejected')
    expect(new Set(refused.map(({ reason }) => reason.code))).toEqual(new Set(['wallet/send-in-progress']))
    expect(asked()).toBe(1)
  })

  it('requests no swap when the approval is declined, and keeps the input', async () => {
    const { swap, fill, asked, wallet, reader } = await open()
    const failed: string[] = []
    swap.on('approvalFailed', ({ error }) => failed.push(error.code))
    await fill('LKT', 'ETH', '7')
    await swap.prepareReview()
    wallet.script.next('eth_sendTransaction', 'reject')
    await expect(swap.approve()).rejects.toMatchObject({ code: 'wallet/user-rejected' })
    expect(asked()).toBe(1)
    expect(await reader.allowance('LKT')).toBe(0n)
    expect(failed).toEqual(['wallet/user-rejected'])
    expect(swap.state).toMatchObject({
      sourceTokenAmount: '7',
      waiting: undefined,
      error: { code: 'wallet/user-rejected' },
    })
  })

  it('requests neither an approval nor a swap while an earlier approval may have been sent', async () => {
    const { swap, fill, asked, wallet, reader } = await open()
    await fill('LKT', 'ETH', '7')
    await swap.prepareReview()
    const lost = { code: -32603, message: 'lost', data: { maybeSent: true } }
    wallet.script.next('eth_sendTransaction', { error: lost })
    await expect(swap.approve()).rejects.toMatchObject({ code: 'rpc/maybe-sent' })
    expect(swap.state).toMatchObject({
      approval: { amount: 7n * ether },
      error: { code: 'rpc/maybe-sent' },
    })
    await swap.prepareReview()
    await expect(swap.approve()).rejects.toMatchObject({ code: 'rpc/maybe-sent' })
    expect(asked()).toBe(1)
    expect(await reader.allowance('LKT')).toBe(0n)
  })

  it('requests neither the swap again nor an approval for it while the swap may have been sent', async () => {
    const { swap, fill, asked, wallet } = await open()
    await fill('ETH', 'tUSD', '0.01')
    await swap.prepareReview()
    const lost = { code: -32603, message: 'lost', data: { maybeSent: true } }
    wallet.script.next('eth_sendTransaction', { error: lost })
    await expect(swap.swapTokens()).rejects.toMatchObject({ code: 'rpc/maybe-sent' })
    await swap.prepareReview()
    await expect(swap.swapTokens()).rejects.toMatchObject({ code: 'rpc/maybe-sent' })
    await expect(swap.approve()).rejects.toMatchObject({ code: 'rpc/maybe-sent' })
    expect(asked()).toBe(1)
    // The visitor decides for another swap.
    await fill('ETH', 'tUSD', '0.02')
    await swap.prepareReview()
    await swap.swapTokens()
    expect(asked()).toBe(2)
  })

  it('reads the balance of the native token again after the form was cleared', async () => {
    const { swap, fill, pick } = await open()
    await fill('tUSD', 'ETH', '1')
    await expect.poll(() => swap.state.sourceBalance, { message: 'the balance is read' }).toBeDefined()
    await swap.resetSwap()
    expect(swap.state).toMatchObject({ sourceToken: { symbol: 'ETH' }, sourceBalance: undefined })
    const missing: unknown[] = []
    swap.watch(
      (state) => state.missing,
      (input) => missing.push(input),
    )
    await swap.setToToken(pick('tUSD'))
    await swap.setAmount('0.5')
    await expect
      .poll(() => swap.state.sourceBalance?.decimals, { message: "the coin's balance is read" })
      .toBe(18)
    expect(missing).not.toContain('funds')
  })

  it('forgets the balances, which a sent swap changes', async () => {
    const { swap, fill, settled } = await open()
    await fill('ETH', 'tUSD', '0.01')
    await expect.poll(() => swap.state.toBalance, { message: 'the balances are read' }).toBeDefined()
    await swap.prepareReview()
    const done = settled()
    await swap.swapTokens()
    expect(swap.state).toMatchObject({ sourceBalance: undefined, toBalance: undefined })
    await done
  })

  it('keeps offering to revoke the approval of another token, and the rest of its own approval', async () => {
    const { swap, fill, reader, settled } = await open()
    await fill('LKT', 'ETH', '7')
    await swap.prepareReview()
    await swap.approve()
    const send = async () => {
      await swap.prepareReview()
      const done = settled()
      await swap.swapTokens()
      await done
    }
    await fill('ETH', 'tUSD', '1')
    await send()
    expect(swap.state.approval).toMatchObject({ amount: 7n * ether, token: { symbol: 'LKT' } })
    expect(await reader.allowance('LKT')).toBe(7n * ether)
    await fill('LKT', 'ETH', '2')
    await send()
    expect(swap.state.approval).toMatchObject({ amount: 5n * ether })
    expect(await reader.allowance('LKT')).toBe(5n * ether)
    await swap.revoke()
    expect(await reader.allowance('LKT')).toBe(0n)
  })

  it('can revoke an unused approval', async () => {
    const { swap, fill, asked, reader } = await open()
    await fill('LKT', 'ETH', '7')
    await swap.prepareReview()
    await swap.approve()
    expect(await reader.allowance('LKT')).toBe(7n * ether)
    await swap.resetSwap()
    expect(swap.state.approval).toMatchObject({ amount: 7n * ether })
    await Promise.allSettled([swap.revoke(), swap.revoke()])
    expect(asked()).toBe(2)
    expect(await reader.allowance('LKT')).toBe(0n)
    expect(swap.state.approval).toBeUndefined()
  })

  it('needs no second approval if the node reports the old allowance right after the approval', async () => {
    const { swap, fill, asked, latchkey } = await open()
    await fill('LKT', 'ETH', '7')
    expect(await swap.prepareReview()).toMatchObject({ step: 'approve' })
    const steps: unknown[] = []
    swap.watch(
      ({ review }) => review?.step,
      (step) => steps.push(step),
    )
    const { swapSupport } = (await latchkey.adapter('eip155')) as ChainAdapter<'eip155'>
    const reads = vi.spyOn(swapSupport!, 'allowance').mockResolvedValueOnce(0n)
    await swap.approve()
    reads.mockRestore()
    expect(steps).toEqual([undefined, 'swap'])
    expect(asked()).toBe(1)
    await swap.revoke()
  })

  it('replaces an expired quote, and sends no request if the new quote is worse', async () => {
    let ahead = 0
    const clock = { ...systemClock, now: () => systemClock.now() + ahead }
    const { swap, fill, asked, reader, wallet } = await open({ clock })
    const terms = await fill('ETH', 'LKT', '1')
    await swap.prepareReview()
    const other = devnet.accounts.carol!.eip155!.address as Hex
    await reader.buy('LKT', other, 400n * ether)
    // The quote is valid for 30 s, so it has expired. The service uses the same clock from the next request on.
    ahead = 31_000
    const ask = globalThis.fetch
    vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
      if (String(input).includes('/convert/quotes')) ahead = 0
      return ask(input, init)
    })
    await expect(swap.swapTokens()).rejects.toMatchObject({ code: 'swap/changed' })
    expect(ahead).toBe(0)
    expect(asked()).toBe(0)
    expect(wallet.script.count('eth_sendTransaction')).toBe(0)
    // The new quote has the current rate of the pool.
    await swap.refresh()
    const { coin, token } = await reader.reserves('LKT')
    expect(swap.state.terms!.toAmount).toBe(poolGives(ether, coin, token))
    expect(swap.state.terms!.toAmount).toBeLessThan(terms!.minimum)
  })

  it.each([
    ['ahead', 31_000],
    ['behind', -590_000],
  ])("succeeds if the visitor's clock is %s", async (_, ahead) => {
    const { swap, fill, asked, settled } = await open({
      clock: { ...systemClock, now: () => systemClock.now() + ahead },
    })
    await fill('ETH', 'LKT', '1')
    expect(swap.state.error).toBeUndefined()
    await swap.prepareReview()
    const done = settled()
    await swap.swapTokens()
    await done
    expect(asked()).toBe(1)
    expect(swap.state.result).toMatchObject({ phase: 'confirmed' })
  })

  it('offers to revoke the approval if it reverts on-chain', async () => {
    const { swap, fill, reader, settled } = await open()
    await fill('tUSD', 'ETH', '1000')
    await swap.prepareReview()
    await swap.approve()
    const other = devnet.accounts.carol!.eip155!.address as Hex
    await reader.sell('tUSD', other, 500_000_000_000n)
    const done = settled()
    const told: unknown[] = []
    swap.on('settled', () => told.push(swap.state.approval?.amount))
    await swap.swapTokens()
    await done
    expect(told).toEqual([1_000_000_000n])
    expect(swap.state.result).toMatchObject({ phase: 'failed', short: false })
    expect(swap.state.approval).toMatchObject({ amount: 1_000_000_000n })
    await swap.revoke()
    expect(await reader.allowance('tUSD')).toBe(0n)
  })

  it('offers to revoke the approval if its outcome is unknown', async () => {
    const { swap, fill, reader, settled, latchkey } = await open()
    await fill('LKT', 'ETH', '3')
    await swap.prepareReview()
    await swap.approve()
    const adapter = await latchkey.adapter('eip155')
    const unread = latchkeyError('rpc/unreachable', { values: { host: 'a' } })
    const waits = vi.spyOn(adapter, 'waitForTransaction').mockRejectedValue(unread)
    const done = settled()
    await swap.swapTokens()
    await done
    expect(swap.state).toMatchObject({ result: { phase: 'unknown' }, approval: { amount: 3n * ether } })
    waits.mockRestore()
    await swap.revoke()
    expect(await reader.allowance('LKT')).toBe(0n)
  })

  it('keeps offering to revoke the approval for another swap if it reverts on-chain', async () => {
    const { swap, fill, reader, settled } = await open()
    await fill('ETH', 'tUSD', '1')
    await swap.prepareReview()
    const phases: string[] = []
    swap.on('settled', ({ phase }) => phases.push(phase))
    await reader.buy('tUSD', devnet.accounts.carol!.eip155!.address as Hex, 400n * ether)
    const done = settled()
    await reader.chain.setAutomine(false)
    try {
      await swap.swapTokens()
      await fill('LKT', 'ETH', '7')
      await swap.prepareReview()
      const approved = swap.approve()
      await expect.poll(() => swap.state.waiting, { message: 'the approval is sent' }).toBe('approved')
      await reader.chain.mine({ blocks: 1 })
      await approved
    } finally {
      await reader.chain.setAutomine(true)
    }
    await done
    expect(phases).toEqual(['failed'])
    expect(swap.state.approval).toMatchObject({ amount: 7n * ether })
    await swap.revoke()
    expect(await reader.allowance('LKT')).toBe(0n)
  })

  it('reports that the account got less than the minimum', async () => {
    const { swap, fill, reader, settled, latchkey } = await open()
    await fill('ETH', 'tUSD', '1')
    await swap.prepareReview()
    await reader.chain.setAutomine(false)
    try {
      const done = settled()
      await swap.swapTokens()
      // A transfer out of the account in the same block reduces the measured amount.
      await reader.transfer('tUSD', devnet.accounts.bob!.eip155!.address as Hex, 500_000_000n)
      await reader.chain.mine({ blocks: 1 })
      await done
    } finally {
      await reader.chain.setAutomine(true)
    }
    expect(swap.state.result).toMatchObject({ phase: 'confirmed', short: true })
    expect(swap.state.error).toMatchObject({ code: 'swap/shortfall' })
    expect(latchkey.snackbar.state.error).toMatchObject({ code: 'swap/shortfall' })
  })

  it('requests a quote only when the visitor stops typing', async () => {
    const { swap, fill, latchkey } = await open()
    await fill('ETH', 'tUSD', '1')
    const quotes: bigint[] = []
    const stop = latchkey.swap.watch(
      ({ terms }) => terms?.amount,
      (amount) => amount !== undefined && quotes.push(amount),
    )
    for (const text of ['2', '2.', '2.5', '3']) await swap.setAmount(text)
    expect(swap.state).toMatchObject({ terms: undefined, loadingQuote: true })
    await expect
      .poll(() => swap.state.terms?.amount, { message: 'the terms are for the new amount' })
      .toBe(3n * ether)
    await swap.setAmount('4')
    await expect
      .poll(() => swap.state.terms?.amount, { message: 'the terms are for the next amount' })
      .toBe(4n * ether)
    expect(quotes).toEqual([3n * ether, 4n * ether])
    stop()
  })

  it.each([
    ['', 'amount'],
    ['0.0', 'amount'],
    ['1e3', 'value'],
    ['-1', 'value'],
    ['0.0000001', 'value'],
    ['99999999999', 'funds'],
    ['12', 'none'],
  ] as const)('whose amount is %j tUSD reports `%s` as the missing or wrong input', async (text, lacks) => {
    const { swap, fill } = await open()
    await fill('tUSD', 'ETH', '1')
    await expect.poll(() => swap.state.sourceBalance, { message: 'the balance is read' }).toBeDefined()
    await swap.setAmount(text)
    expect(swap.state.missing ?? 'none').toBe(lacks)
  })

  it('leaves only enough for the fee if it exchanges the maximum amount of the native token', async () => {
    const { swap, fill, reader } = await open()
    await fill('ETH', 'LKT', '1')
    await swap.setMaximum()
    const left = (await reader.balance('ETH')) - swap.state.amount!
    expect(left).toBeGreaterThan(0n)
    expect(left).toBeLessThan(ether / 100n)
    const price = await reader.chain.getGasPrice()
    expect(left).toBeGreaterThan(270_000n * price)
  })

  it('includes, in its maximum amount, coins that arrived after the balance was read', async () => {
    const { swap, fill, reader, alice } = await open()
    await fill('ETH', 'tUSD', '1')
    await expect.poll(() => swap.state.sourceBalance, { message: 'the balance is read' }).toBeDefined()
    const before = await reader.balance('ETH')
    await reader.chain.setBalance({ address: alice.split(':')[2] as Hex, value: before + ether })
    await swap.setMaximum()
    expect(swap.state.amount).toBeGreaterThan(before)
    expect(swap.state).toMatchObject({ missing: undefined, sourceBalance: { value: before + ether } })
  })

  it('lacks no funds any more when the visitor returns after the coins have arrived', async () => {
    const { swap, fill, reader, alice, platform } = await open()
    await fill('ETH', 'tUSD', '1')
    await expect.poll(() => swap.state.sourceBalance, { message: 'the balance is read' }).toBeDefined()
    const before = await reader.balance('ETH')
    await swap.setAmount(formatEther(before + ether / 2n))
    expect(swap.state.missing).toBe('funds')
    const leave = swap.follow()
    platform.page.setVisible(false)
    await reader.chain.setBalance({ address: alice.split(':')[2] as Hex, value: before + ether })
    platform.page.setVisible(true)
    await expect
      .poll(() => swap.state, { message: 'the balance is read again' })
      .toMatchObject({ missing: undefined, sourceBalance: { value: before + ether } })
    leave()
  })

  it('has the new balances after an earlier swap, even if it read them before the outcome', async () => {
    const { swap, fill, reader, settled } = await open()
    await fill('ETH', 'LKT', '1')
    await swap.prepareReview()
    const done = settled()
    await reader.chain.setAutomine(false)
    try {
      await swap.swapTokens()
      await swap.setAmount('2')
      await expect
        .poll(() => [swap.state.sourceBalance, swap.state.toBalance], {
          message: 'the old balances are read',
        })
        .not.toContain(undefined)
      await reader.chain.mine({ blocks: 1 })
      await done
    } finally {
      await reader.chain.setAutomine(true)
    }
    const [coin, token] = [await reader.balance('ETH'), await reader.balance('LKT')]
    await expect
      .poll(() => swap.state, { message: 'the new balances are read' })
      .toMatchObject({ sourceBalance: { value: coin }, toBalance: { value: token } })
  })

  it("has an error instead of a maximum amount if the balance isn't enough for the fee", async () => {
    const { swap, fill, reader, alice } = await open()
    await fill('ETH', 'tUSD', '1')
    const address = alice.split(':')[2] as Hex
    const before = await reader.balance('ETH')
    await reader.chain.setBalance({ address, value: 1000n })
    try {
      await expect(swap.setMaximum()).rejects.toMatchObject({ code: 'validation/insufficient-balance' })
      expect(swap.state.error).toMatchObject({ code: 'validation/insufficient-balance' })
    } finally {
      await reader.chain.setBalance({ address, value: before })
    }
  })

  it('is reset when the visitor switches to a network without swaps', async () => {
    const { swap, fill, latchkey, other } = await open()
    await fill('ETH', 'tUSD', '1')
    await latchkey.switchNetwork(other.caipNetworkId)
    expect(swap.state).toMatchObject({
      network: undefined,
      tokens: [],
      sourceTokenAmount: '',
      terms: undefined,
    })
    await expect(swap.prepareReview()).rejects.toThrow()
  })

  it("isn't offered in any view if there is no service for swaps", async () => {
    const { swap, latchkey } = await open({ endpoints: {} })
    expect(swap.state.providers).toEqual([])
    await expect(swap.begin()).rejects.toMatchObject({ code: 'config/endpoint-off' })
    await expect(latchkey.open({ view: 'Swap' })).rejects.toMatchObject({ code: 'config/endpoint-off' })
    latchkey.options.setFeatures({ swaps: false })
    await expect(latchkey.open({ view: 'SwapPreview' })).rejects.toMatchObject({
      code: 'config/endpoint-off',
    })
  })

  it("uses the host's provider instead of the service", async () => {
    const names: string[] = []
    const own: SwapProvider = {
      name: 'own',
      tokens: async () => {
        names.push('tokens')
        return [
          { symbol: 'ETH', name: 'Ether', decimals: 18 },
          { symbol: 'LIE', name: 'Lie', decimals: 6, address: 'no address' },
          { symbol: 'T', name: 'T', decimals: 6, address: `0x${'a1'.repeat(20)}` },
        ]
      },
      quote: async ({ from, to, amount }) => {
        names.push('quote')
        return { from: from.address, to: to.address, amount, toAmount: 5n * amount, gasPrice: 1n }
      },
      approval: () => Promise.reject(new Error('not asked')),
      build: async ({ network }) => {
        names.push('build')
        return { network, from: 'me', to: `0x${'a2'.repeat(20)}`, data: '0x', value: 0n }
      },
    }
    const { swap, latchkey } = await open({ swapProvider: own })
    expect(swap.state.providers).toEqual(['own', '1inch'])
    await swap.begin({ fromToken: 'eth', toToken: 't', amount: '0.5' })
    expect(swap.state.tokens.map(({ symbol }) => symbol)).toEqual(['ETH', 'T'])
    await swap.refresh()
    expect(swap.state.terms).toMatchObject({ toAmount: (5n * ether) / 2n, providerFee: undefined })
    expect(new Set(names)).toEqual(new Set(['tokens', 'quote']))
    latchkey.options.setFeatures({ swaps: ['1inch'] })
    await swap.begin()
    expect(swap.state.tokens.map(({ symbol }) => symbol)).toEqual(['ETH', 'LKT', 'tUSD'])
  })

  it.each([
    ["shows values if the provider's prices are in the host's currency", 'eur', [2, 4, 2]],
    [
      "shows only the price impact if the provider's prices are in another currency",
      undefined,
      [undefined, undefined, undefined],
    ],
  ] as const)("with the host's provider %s", async (_, currency, shown) => {
    const own: SwapProvider = {
      name: 'own',
      currency,
      tokens: async () => [
        { symbol: 'ETH', name: 'Ether', decimals: 18, price: 2 },
        { symbol: 'T', name: 'T', decimals: 18, address: `0x${'a1'.repeat(20)}`, price: 4 },
      ],
      quote: async ({ from, to, amount }) => ({
        ...{ from: from.address, to: to.address, amount, toAmount: amount / 4n, gasPrice: 1n },
      }),
      approval: () => Promise.reject(new Error('not asked')),
      build: () => Promise.reject(new Error('not asked')),
    }
    const { swap } = await open({ swapProvider: own, currency: 'eur' })
    await swap.begin({ fromToken: 'eth', toToken: 't', amount: '0.5' })
    await swap.refresh()
    const { terms, coinPrice } = swap.state
    expect(terms?.priceImpact).toBe(50)
    expect([terms?.from.price, terms?.to.price, coinPrice]).toEqual(shown)
  })
})
