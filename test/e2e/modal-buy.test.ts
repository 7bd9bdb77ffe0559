import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { chromiumPath } from './chromium.ts'
import { demoVisits } from './demo-visits.ts'
import { buyViews, look, seenViews } from './look.ts'
import { phone, poll, type Visitor } from './visitor.ts'

const wallets = { eip155: 'Dev Ethereum', solana: 'Dev Solana' } as const
type Family = keyof typeof wallets

describe.skipIf(!chromiumPath)('a buyer', () => {
  const demo = demoVisits({ data: true, onramp: true, only: ['eip155', 'solana'] })

  /** Opens a page for a connected visitor, in the account view. */
  async function arrive(family: Family, screen?: typeof phone): Promise<Visitor> {
    const one = await demo.visit(screen && { screen })
    await one.press(one.card(family).getByRole('button', { name: 'Connect' }))
    await one.choose(wallets[family])
    await one.is(family, 'connected')
    await one.isClosed()
    await one.openAccount()
    // Waits until the account has loaded, because this moves the buttons.
    await poll(() => one.modal().locator('[aria-busy=true], .skeleton').count(), {
      message: 'the account has been read',
    }).toBe(0)
    return one
  }
  /** Opens the view of the providers. */
  async function enter(visitor: Visitor): Promise<void> {
    await visitor.press(visitor.row('wallet-features-onramp-button'))
    await visitor.titled('Buy crypto')
    await visitor.row('how-it-works').waitFor()
  }
  async function choose({ page, press, row }: Visitor, provider: string): Promise<Page> {
    await press(row(`onramp-provider-${provider}`))
    const [window] = await Promise.all([page.context().waitForEvent('page'), press(row('buy-continue'))])
    await window.getByRole('button', { name: 'Pay' }).waitFor()
    return window
  }
  async function pay(window: Page, { amount }: { readonly amount?: string } = {}): Promise<void> {
    if (amount) await window.getByLabel('Amount').fill(amount)
    await window.getByLabel('Card number').fill('4242 4242 4242 4242')
    await window.getByRole('button', { name: 'Pay' }).click()
    await window.getByRole('heading', { name: 'Paid' }).waitFor()
  }
  const held = async (visitor: Visitor, family: Family) => {
    const address = visitor.addressOf('alice', family)
    const [network] = visitor.networksOf(family)
    const method = family === 'solana' ? 'getBalance' : 'eth_getBalance'
    const params = family === 'solana' ? [address] : [address, 'latest']
    const response = await fetch(network!.rpcUrls.default.http[0]!, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const { result } = (await response.json()) as { result: string | { value: number } }
    return BigInt(typeof result === 'string' ? result : result.value)
  }

  it('buys ether with Coinbase at the quoted price, and sees it arrive', async () => {
    const visitor = await arrive('eip155')
    const { page, press, row, titled, modal } = visitor
    const before = await held(visitor, 'eip155')
    await enter(visitor)
    await press(row('buy-preset-250'))
    await poll(() => row('buy-gets').textContent(), { message: 'the amount to get says 0.0989' }).toBe(
      '0.0989',
    )
    await poll(() => row('buy-network').textContent(), { message: 'the form names the network' }).toBe(
      'Arrives on Devnet One',
    )
    await look(page, 'buy-providers')
    await press(row('buy-currency'))
    await titled('Select currency')
    await look(page, 'buy-select-currency')
    await press(row('currency-USD'))
    await press(row('buy-token'))
    await titled('Select token')
    await look(page, 'buy-select-token')
    await press(row('currency-ETH'))
    await poll(() => row('buy-gets').textContent(), { message: 'the amount to get says 0.0989' }).toBe(
      '0.0989',
    )
    await press(row('how-it-works'))
    await titled('What is buy?')
    await look(page, 'what-is-a-buy')
    await press(row('start-buying'))
    await titled('Buy crypto')
    const window = await choose(visitor, 'coinbase')
    expect(await window.evaluate(() => globalThis.opener)).toBeNull()
    await poll(() => window.getByText('development provider').count(), {
      message: 'the window is open',
    }).toBe(1)
    await poll(() => window.getByLabel('Amount').inputValue(), { message: 'the window has its value' }).toBe(
      '250',
    )
    await titled('Buy crypto')
    await row('open-provider').waitFor()
    await look(page, 'buy-in-progress')
    await press(row('copy-provider-link'))
    await poll(() => page.evaluate(() => navigator.clipboard.readText()), {
      message: 'the clipboard has the address',
    }).toBe(window.url())
    await pay(window)
    await titled('Activity')
    const bought = modal().locator('[data-testid^=transaction-]').first()
    await poll(() => bought.textContent(), { message: 'the purchase is listed' }).toMatch(
      /Bought.*0\.098 ETH/,
    )
    await poll(() => bought.locator('time').count(), { message: 'the purchase is confirmed' }).toBe(1)
    await poll(() => bought.getAttribute('href'), { message: 'the purchase has its link' }).toMatch(
      /0x[0-9a-f]{64}$/,
    )
    await look(page, 'buy-activity', { own: true })
    expect((await held(visitor, 'eip155')) - before).toBe(98_900_000_000_000_000n)
  })

  it('buys SOL with Meld on a phone, and finds it in the account', async () => {
    const visitor = await arrive('solana', phone)
    const { press, row, titled, page } = visitor
    const before = await held(visitor, 'solana')
    await enter(visitor)
    expect(await row('onramp-provider-coinbase').count()).toBe(0)
    const window = await choose(visitor, 'meld')
    const { searchParams } = new URL(window.url())
    expect(Object.fromEntries(searchParams)).toEqual({
      publicKey: demo.devnet.onramp!.meld.publicKey,
      destinationCurrencyCode: 'SOL',
      walletAddress: visitor.addressOf('alice', 'solana'),
      externalCustomerId: 'demo',
    })
    await titled('Buy crypto')
    await pay(window, { amount: '100' })
    await window.close()
    // 100 USD, minus the fees of 1% and 0.25 USD, at 150 USD for a SOL.
    await expect
      .poll(async () => (await held(visitor, 'solana')) - before, { message: 'the balance arrives' })
      .toBe(658_333_333n)
    await page.bringToFront()
    await press(visitor.modal().getByRole('button', { name: 'Back to account' }))
    await row('wallet-features-onramp-button').waitFor()
  })

  it("can't buy without a quote, but can retry and then buy", async () => {
    const visitor = await arrive('eip155')
    const { page, press, row } = visitor
    const fail = (route: Route) => route.fulfill({ status: 500, body: 'no' })
    await page.route('**/v1/onramp/quote*', fail)
    await enter(visitor)
    await row('buy-amount').fill('100')
    await row('buy-ask-again').waitFor()
    await poll(() => row('buy-gets').textContent(), {
      message: 'the amount to get says Price unavailable',
    }).toContain('Price unavailable')
    await poll(() => row('onramp-provider-coinbase').isDisabled(), {
      message: 'the onramp provider coinbase is disabled',
    }).toBe(true)
    await poll(() => row('onramp-provider-meld').isDisabled(), {
      message: 'the onramp provider meld is enabled',
    }).toBe(false)
    await look(page, 'buy-no-price')
    await page.unroute('**/v1/onramp/quote*')
    await press(row('buy-ask-again'))
    await poll(() => row('buy-gets').textContent(), { message: 'the amount to get says 0.0395' }).toBe(
      '0.0395',
    )
    await row('buy-amount').fill('5')
    await poll(() => row('buy-note').textContent(), { message: 'the note says From $10 to $25,000' }).toBe(
      'From $10 to $25,000',
    )
    await poll(() => row('onramp-provider-coinbase').isDisabled(), {
      message: 'the onramp provider coinbase is disabled',
    }).toBe(true)
    await row('buy-amount').fill('8000')
    await poll(() => row('buy-note').textContent(), { message: 'the note says Bank account only' }).toBe(
      'Bank account only',
    )
    await row('buy-amount').fill('1.005')
    await poll(() => row('buy-note').textContent(), { message: 'the note says Incorrect value' }).toBe(
      'Incorrect value',
    )
    await row('buy-amount').fill('')
    await row('buy-amount').pressSequentially('1,304')
    await poll(() => row('amount-readings').textContent(), {
      message: 'both amounts are offered',
    }).toBe('Which amount do you mean?13041.304')
    await poll(() => row('buy-continue').isDisabled(), {
      message: 'an ambiguous amount prevents the purchase',
    }).toBe(true)
    await press(row('amount-1304'))
    await poll(() => row('buy-continue').isDisabled(), { message: 'a chosen amount can be paid' }).toBe(false)
    await row('buy-amount').fill('')
    await poll(() => row('onramp-provider-coinbase').isDisabled(), {
      message: 'the onramp provider coinbase is enabled',
    }).toBe(false)
    const window = await choose(visitor, 'coinbase')
    expect(await window.getByLabel('Amount').inputValue()).toBe('')
    await window.close()
  })

  it('follows a link when the browser opens no window', { tags: ['ci'] }, async () => {
    const visitor = await arrive('eip155')
    const { page, press, row, titled } = visitor
    await enter(visitor)
    await page.evaluate(() => {
      globalThis.open = () => null
    })
    await press(row('onramp-provider-coinbase'))
    await press(row('buy-continue'))
    await titled('Buy crypto')
    await row('open-provider').waitFor()
    await look(page, 'buy-blocked')
    const [window] = await Promise.all([page.context().waitForEvent('page'), press(row('open-provider'))])
    await pay(window, { amount: '20' })
    await titled('Activity')
  })

  it('sees why nothing was bought, and retries in another window', { tags: ['ci'] }, async () => {
    const visitor = await arrive('eip155')
    const { page, press, row, titled } = visitor
    await page.route('**/v1/generators/onrampurl*', (route) =>
      route.fulfill({
        status: 200,
        headers: { 'access-control-allow-origin': '*' },
        body: JSON.stringify({ url: 'javascript:alert(1)' }),
      }),
    )
    await enter(visitor)
    await press(row('onramp-provider-coinbase'))
    await press(row('buy-continue'))
    await titled('Buy crypto')
    await row('try-again').waitFor()
    await look(page, 'buy-failed', { own: true })
    await poll(() => visitor.modal().textContent(), {
      message: 'the modal says onramp/invalid-link',
    }).toContain('onramp/invalid-link')
    await page.unroute('**/v1/generators/onrampurl*')
    const [window] = await Promise.all([page.context().waitForEvent('page'), press(row('try-again'))])
    await window.getByRole('button', { name: 'Pay' }).waitFor()
    await window.close()
    await press(row('header-back'))
    await titled('Buy crypto')
  })

  it('has seen every expected view at the end of these tests', { tags: ['ci'] }, () => {
    expect([...seenViews()]).toEqual(expect.arrayContaining([...buyViews]))
  })
})
