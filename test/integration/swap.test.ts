import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { LatchkeyOptions } from '../../src/core/options.ts'
import type { Devnet } from '../../src/devnet/index.ts'
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
async function open(options: Partial<LatchkeyOptions> = {}) {
  world = await swapWorld(devnet, options)
  return world
}

describe('swapping', { timeout: 60_000 }, () => {
  it('swaps the coin for a token and back, for what the pool gives, and proves by the balances what arrived', async () => {
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

    // And back: the exchange is allowed just the amount first.
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
})
