import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { LatchkeyOptions } from '../../src/core/options/options.ts'
import type { Devnet } from '../../src/devnet/index.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import { accountWorld } from '../support/account-world.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { givePopups } from '../support/popups.ts'
import { providersPage } from '../support/providers-page.ts'

let devnet: Devnet
let world: Awaited<ReturnType<typeof openWorld>>

beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'], data: true, onramp: true })
}, leaseTimeout)
afterAll(() => devnet?.stop())
afterEach(() => world?.dispose())

const openWorld = (options: Partial<LatchkeyOptions>) =>
  accountWorld(devnet, { clock: systemClock, projectId: 'test', ...options })

async function open(options: Partial<LatchkeyOptions> = {}) {
  world = await openWorld({ endpoints: { data: devnet.data?.url }, ...options })
  const { latchkey, alice, platform } = world
  const adapter = await latchkey.adapter('eip155')
  const browser = givePopups(platform.page)
  return {
    ...world,
    onramp: latchkey.onramp,
    browser,
    windows: browser.windows,
    held: async () => (await adapter.getBalance(alice)).value,
  }
}

describe('buying with Coinbase', () => {
  it("shows a quote, opens Coinbase's page, and reports when the tokens arrive", async () => {
    const { onramp, windows, held, latchkey } = await open()
    const events: unknown[] = []
    for (const event of ['entered', 'providerSelected', 'reported'] as const)
      onramp.on(event, (payload) => events.push([event, payload]))
    await onramp.enter()
    expect(onramp.state.purchaseCurrencies.map(({ symbol }) => symbol)).toEqual(['ETH', 'LKT', 'tUSD'])
    expect(onramp.state).toMatchObject({
      purchaseCurrency: { symbol: 'ETH' },
      paymentCurrency: { id: 'USD' },
    })
    await onramp.setPaymentAmount('100')
    await onramp.getQuotes()
    // 100 USD, minus the fees of 1% and 0.25 USD, at 2500 USD for an ether.
    expect(onramp.state).toMatchObject({
      purchaseAmount: '0.0395',
      quotes: { coinbase: { source: 'provider', coinbaseFee: { amount: '1', currency: 'USD' } } },
    })
    const before = await held()
    latchkey.router.push('OnRampProviders')
    const buying = onramp.buy('coinbase')
    latchkey.router.push('BuyInProgress')
    // The click opens the window before the client knows the page's URL.
    expect(windows.map(({ href }) => href)).toEqual(['about:blank'])
    const { url } = await buying
    expect(windows.map(({ href, opener }) => [href, opener])).toEqual([[url, null]])
    expect(new URL(url).origin).toBe(devnet.onramp?.url)
    expect(onramp.state).toMatchObject({ phase: 'waiting', url, blocked: false })
    await (await providersPage(url)).pay()
    await expect
      .poll(() => latchkey.router.state.view, { message: 'the modal shows that the purchase began' })
      .toBe('OnRampActivity')
    const { signal } = new AbortController()
    await onramp.followPurchases({ signal })
    expect(onramp.state.purchases[0]).toMatchObject({
      operation: 'bought',
      status: 'confirmed',
      transfers: [{ quantity: '0.0395', symbol: 'ETH' }],
    })
    expect(await held()).toBe(before + 39_500_000_000_000_000n)
    expect(onramp.state).toMatchObject({ phase: undefined, url: undefined })
    expect(events).toEqual([
      ['entered', { isSmartAccount: false }],
      ['providerSelected', { provider: 'coinbase', isSmartAccount: false }],
      ['reported', { provider: 'coinbase', account: world.alice }],
    ])
  })
})
