// @module-tag ci
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, launchChromium } from '../e2e/chromium.ts'
import type { ViewsPage } from './pages/views.tsx'
import { stands } from './reach.ts'
import { type ReusedPage, reusedPage } from './reused-page.ts'
import { click, inPage, languages, swappingSome } from './scenes.ts'
import { type Served, serveViews } from './serve.ts'

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
