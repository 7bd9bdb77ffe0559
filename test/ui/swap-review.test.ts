// @module-tag ci
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, launchChromium } from '../e2e/chromium.ts'
import type { ViewsPage } from './pages/views.tsx'
import { stands } from './reach.ts'
import { type ReusedPage, reusedPage } from './reused-page.ts'
import { click, inPage, languages, swappingSome } from './scenes.ts'
import { type Served, serveViews } from './serve.ts'

type Patched = { patch(part: object): void }
type World = { page: ViewsPage; growth?: Animation; arrive(): void }

describe.skipIf(!chromiumPath)('the review of a swap', () => {
  let browser: Browser
  let site: Served
  let desktop: ReusedPage
  let narrow: ReusedPage
  beforeAll(async () => {
    ;[browser, site] = await Promise.all([launchChromium(), serveViews()])
    const pageOf = (width: number, height: number) =>
      reusedPage(
        () => browser,
        () => site.url,
        { viewport: { width, height } },
      )
    desktop = pageOf(1280, 1000)
    narrow = pageOf(320, 1200)
  })
  afterAll(async () => {
    await Promise.all([desktop?.close(), narrow?.close()])
    await Promise.all([browser?.close(), site?.close()])
  })

  /** Opens the review. Its fee, its exchange and its deadline arrive when `arrive` is called. */
  async function openReview(page: Page, { hasDeadline }: { hasDeadline: boolean }): Promise<void> {
    for (const step of swappingSome) await step(page, languages.en)
    await page.evaluate(async (hasDeadline) => {
      const world = globalThis as unknown as World
      const { swapSupport } = (await world.page.latchkey.adapter('eip155')) as unknown as {
        swapSupport: Record<'read' | 'fee', (...args: unknown[]) => Promise<object>>
      }
      const { read, fee } = swapSupport
      const held = new Promise<void>((resolve) => Object.assign(world, { arrive: resolve }))
      Object.assign(swapSupport, {
        read: async (...args: unknown[]) => ({
          ...(await read(...args)),
          deadline: hasDeadline ? BigInt(Math.ceil(Date.now() / 1000) + 300) : undefined,
        }),
        fee: (...args: unknown[]) => held.then(() => fee(...args)),
      })
    }, hasDeadline)
    await click('swap-action-button')(page)
    await page.getByTestId('swap-facts').waitFor()
    await page.evaluate(stands)
  }
  const arrive = async (page: Page) => {
    await page.evaluate(() => (globalThis as unknown as World).arrive())
    await page.locator('[data-testid=swap-confirm]:enabled').waitFor()
    await page.evaluate(stands)
  }
  /** Opens the review and waits until its request is ready. */
  const reviewed = async (page: Page) => {
    await click('swap-action-button')(page)
    await page.locator('[data-testid=swap-confirm]:enabled').waitFor()
  }
  const place = (page: Page) => page.getByTestId('swap-cancel').boundingBox()

  it.each(['desktop', 'narrow'] as const)(
    'keeps its buttons in place when the wallet request is ready (%s)',
    async (size) => {
      await { desktop, narrow }[size].with({ swaps: true }, async (page) => {
        await openReview(page, { hasDeadline: true })
        const before = await place(page)
        await arrive(page)
        await page.getByTestId('whole-address').waitFor()
        expect(await place(page)).toEqual(before)
      })
    },
  )

  it('keeps a pressed button in place while the details above it grow', async () => {
    await desktop.with({ swaps: true }, async (page) => {
      await openReview(page, { hasDeadline: false })
      const before = (await place(page))!
      await page.mouse.move(before.x + before.width / 2, before.y + 4)
      await page.mouse.down()
      await arrive(page)
      await page.getByText('the exchange accepts this swap at any time').waitFor()
      await page.mouse.up()
      await expect
        .poll(() => inPage(page, ({ latchkey }) => latchkey.router.state.view), { message: 'the view' })
        .toBe('Swap')
    })
  })

  it('keeps a pressed button in place while the card grows for the details', async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 1000 } })
    await page.goto(site.url)
    await page.evaluate(() => (globalThis as unknown as World).page.mount({ swaps: true }))
    await page.getByTestId('connect-button').waitFor()
    await openReview(page, { hasDeadline: false })
    const before = (await place(page))!
    // Stop the growth half way, so that the press begins while the card grows.
    await page.evaluate(() => {
      const root = document.querySelector('[data-testid=lk-host]')?.shadowRoot
      const stage = root?.querySelector('.stage')
      const stop = ({ target }: Event) => {
        const [growth] = (target === stage && stage?.getAnimations()) || []
        if (!growth) return
        stage?.removeEventListener('transitionrun', stop)
        growth.pause()
        growth.currentTime = 30
        Object.assign(globalThis, { growth })
      }
      stage?.addEventListener('transitionrun', stop)
    })
    await page.evaluate(() => (globalThis as unknown as World).arrive())
    const state = () => page.evaluate(() => (globalThis as unknown as World).growth?.playState)
    await expect.poll(state, { message: 'the growth is stopped' }).toBe('paused')
    const { x, y, width, height } = (await place(page))!
    expect(y).not.toBeCloseTo(before.y, 0)
    await page.mouse.move(x + width / 2, y + height / 2)
    await page.mouse.down()
    await page.evaluate(() => {
      const { growth } = globalThis as unknown as World
      if (growth?.playState === 'paused') growth.play()
    })
    await page.evaluate(stands)
    expect((await place(page))?.y).toBeCloseTo(y, 0)
    await page.mouse.up()
    await expect
      .poll(() => inPage(page, ({ latchkey }) => latchkey.router.state.view), { message: 'the view' })
      .toBe('Swap')
    await page.close()
  })

  it("offers no second swap if the wallet's answer to the first was lost", async () => {
    await desktop.with({ swaps: true }, async (page) => {
      for (const step of swappingSome) await step(page, languages.en)
      await page.evaluate(async () => {
        const { page } = globalThis as unknown as World
        const lost = () => page.fail('rpc/maybe-sent')
        Object.assign(await page.latchkey.adapter('eip155'), { sendTransaction: lost })
      })
      await click('swap-action-button')(page)
      await page.locator('[data-testid=swap-confirm]:enabled').click()
      const done = page.getByTestId('swap-done')
      expect(await done.textContent()).toBe('Done')
      expect(await page.getByTestId('swap-review-again').count()).toBe(0)
      await done.click()
      await expect
        .poll(() => inPage(page, ({ latchkey }) => latchkey.router.state.view), { message: 'the view' })
        .toBe('Account')
    })
  })

  it('shows that a fee is worth less than a cent', async () => {
    await desktop.with({ swaps: true }, async (page) => {
      for (const step of swappingSome) await step(page, languages.en)
      await page.evaluate(async () => {
        const { latchkey } = (globalThis as unknown as World).page
        const { swapSupport } = (await latchkey.adapter('eip155')) as unknown as {
          swapSupport: { fee(): Promise<object> }
        }
        swapSupport.fee = async () => ({
          total: { value: 10n ** 12n, decimals: 18, symbol: 'ETH' },
          detail: { gas: 100_000n, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n },
        })
      })
      await reviewed(page)
      const fee = page.locator('dd', { has: page.getByTestId('swap-fee') })
      expect(await page.getByTestId('swap-fee').textContent()).toBe('0.000001 ETH')
      expect(await fee.locator('.note').textContent()).toBe('<$0.01')
    })
  })

  it('shows all digits of the amount that the visitor pays and approves', async () => {
    await desktop.with({ swaps: true }, async (page) => {
      for (const step of swappingSome) await step(page, languages.en)
      await reviewed(page)
      await page.evaluate(() => {
        const { latchkey } = (globalThis as unknown as World).page
        const { terms, review, toToken: token } = latchkey.swap.state
        const amount = 123_456_789_000_000_000n
        const account = latchkey.account.state.eip155.caipAddress
        const shown = { ...terms, from: token, amount }
        ;(latchkey.swap as unknown as Patched).patch({
          terms: shown,
          review: { ...review, step: 'approve', terms: shown },
          approval: { account, token, amount },
        })
      })
      expect(await page.getByText('First approve').textContent()).toContain('exactly 0.123456789 USDC')
      expect(await page.getByTestId('swap-gives').textContent()).toBe('0.123456789 USDC')
      await click('swap-cancel')(page)
      expect(await page.getByTestId('open-approval').textContent()).toContain('approved 0.123456789 USDC')
    })
  })

  it("values the coin of another network at this coin's price", async () => {
    await desktop.with({ swaps: true }, async (page) => {
      for (const step of swappingSome) await step(page, languages.en)
      await page.evaluate(() => {
        const { latchkey } = (globalThis as unknown as World).page
        const toNetwork = latchkey.network.state.requestedNetworks[1]
        const toToken = { symbol: 'POL', name: 'Pol', decimals: 18, price: 0.5 }
        const toAmount = 2300n * 10n ** 18n
        ;(latchkey.swap as unknown as Patched).patch({
          ...{ toNetwork, toToken },
          terms: { ...latchkey.swap.state.terms, to: toToken, toAmount },
        })
      })
      const side = (id: string) => page.locator('.field', { has: page.getByTestId(id) }).locator('.under')
      expect(await side('swap-input-toToken').textContent()).toContain('$1,150.00')
      expect(await side('swap-input-sourceToken').textContent()).toContain('$1,250.00')
    })
  })

  it('makes room for the details after the press', async () => {
    await desktop.with({ swaps: true }, async (page) => {
      await openReview(page, { hasDeadline: false })
      await page.getByTestId('swap-gives').hover()
      await page.mouse.down()
      await arrive(page)
      const hidden = () =>
        page.getByTestId('lk-card').evaluate((card) => {
          const stage = card.querySelector('.stage')!
          return stage.scrollHeight - stage.clientHeight
        })
      expect(await hidden()).toBeGreaterThan(0)
      await page.mouse.up()
      await expect.poll(hidden, { message: 'all details are in sight' }).toBe(0)
    })
  })
})
