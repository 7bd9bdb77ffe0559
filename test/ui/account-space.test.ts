import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, launchChromium } from '../e2e/chromium.ts'
import type { ViewsPage } from './pages/views.tsx'
import { stands } from './reach.ts'
import { type ReusedPage, reusedPage } from './reused-page.ts'
import { inPage } from './scenes.ts'
import { type Served, serveViews } from './serve.ts'

type Global = { page: ViewsPage; release(): void }

const phone = { viewport: { width: 390, height: 664 }, hasTouch: true } as const
const desktop = { viewport: { width: 1280, height: 800 } } as const

describe.skipIf(!chromiumPath)('the account view', () => {
  let browser: Browser
  let site: Served
  const pages: Partial<Record<'desktop' | 'phone', ReusedPage>> = {}
  beforeAll(async () => {
    ;[browser, site] = await Promise.all([launchChromium(), serveViews()])
    for (const [name, device] of Object.entries({ desktop, phone }))
      pages[name as keyof typeof pages] = reusedPage(
        () => browser,
        () => site.url,
        device,
      )
  })
  afterAll(async () => {
    await Promise.all(Object.values(pages).map((page) => page.close()))
    await Promise.all([browser?.close(), site?.close()])
  })

  /** Returns the position of each button in the card. */
  const places = (page: Page) =>
    page.evaluate(() => {
      const root = document.querySelector('[data-testid=lk-host]')?.shadowRoot
      const buttons = root?.querySelectorAll(
        '[data-testid=lk-card] .header button, .features button, .view > .list .row',
      )
      return Object.fromEntries(
        [...(buttons ?? [])].map((one) => {
          const { x, y } = one.getBoundingClientRect()
          return [one.getAttribute('data-testid') ?? one.textContent, [Math.round(x), Math.round(y)]]
        }),
      )
    })

  /** Holds back the answers of nodes, the wallet and the data service until `release` is called. */
  async function hold(page: Page, tokens: number): Promise<void> {
    await page.evaluate(async (count) => {
      const { page: world } = globalThis as unknown as Global
      world.holdBalances()
      const held = new Promise<void>((resolve) => {
        Object.assign(globalThis, {
          release() {
            resolve()
            world.answerBalances()
          },
        })
      })
      if (count === 0) return
      const assets = Array.from({ length: count }, (_, at) => ({
        name: at === 0 ? 'Ether' : `Token ${at}`,
        symbol: at === 0 ? 'ETH' : `T${at}`,
        ...(at > 0 && { address: `0x${String(at).repeat(40)}` }),
        decimals: 18,
        value: 10n ** 18n,
        price: 2,
      }))
      for (const family of ['eip155', 'solana', 'polkadot'] as const)
        Object.assign(await world.latchkey.adapter(family), {
          getWalletAssets: async () => {
            await held
            return assets
          },
        })
    }, tokens)
  }

  it.each([
    ['one coin of polkadot', 'desktop', 'org.quartz', 0],
    ['five tokens of solana', 'phone', 'io.harbor.sol', 5],
    ['five tokens of eip155 and their value', 'desktop', 'app.moss', 5],
    ['the coin of an empty account', 'phone', 'app.moss', 0],
  ] as const)('keeps its buttons in place while it loads %s', async (_, device, wallet, tokens) => {
    await pages[device]?.with({}, async (page) => {
      await hold(page, tokens)
      await page.evaluate(
        (id) => (globalThis as unknown as Global).page.latchkey.connect({ connectorId: id }).then(() => {}),
        wallet,
      )
      await page.getByTestId('account-button').click()
      const card = page.getByTestId('lk-card')
      await card.getByTestId('disconnect-button').waitFor()
      await card.locator('.row.skeleton').first().waitFor()
      await page.evaluate(stands)
      const loading = await places(page)
      expect(Object.keys(loading)).toEqual(expect.arrayContaining(['account-network', 'disconnect-button']))
      await page.evaluate(() => (globalThis as unknown as Global).release())
      await expect
        .poll(() => card.getByTestId('balance').textContent(), { message: 'the balance is shown' })
        .toMatch(/^1\.234 (ETH|SOL|DOT|BTC|ATOM)$/)
      if (tokens > 0) await card.getByTestId('token-T1').waitFor()
      await card.locator('.row.skeleton').first().waitFor({ state: 'detached' })
      await page.evaluate(stands)
      expect(await places(page)).toEqual(loading)
    })
  })

  it('keeps its buttons in place when the balance fails to load', async () => {
    await pages.phone?.with({}, async (page) => {
      await inPage(page, (world) => {
        world.breakBalances()
        return world.latchkey.connect({ connectorId: 'app.moss' }).then(() => {})
      })
      await page.getByTestId('account-button').click()
      const card = page.getByTestId('lk-card')
      const again = card.getByTestId('balance-again')
      await again.waitFor()
      await page.evaluate(stands)
      expect(await card.getByRole('button', { name: 'Try again' }).count(), 'the error is shown once').toBe(1)
      const failed = await places(page)
      await inPage(page, (world) => {
        world.holdBalances()
        world.answerBalances()
      })
      await again.click()
      await expect
        .poll(() => card.getByTestId('balance').textContent(), { message: 'the balance is shown' })
        .toBe('1.234 ETH')
      await page.evaluate(stands)
      expect(await places(page)).toEqual(failed)
    })
  })

  it('keeps its buttons in place while the code of its holdings loads', async () => {
    const page = await browser.newPage({ ...desktop, reducedMotion: 'reduce' })
    let load = () => {}
    const loading = new Promise<void>((resolve) => {
      load = resolve
    })
    await page.route('**/holdings-*.js', async (route) => {
      await loading
      await route.continue()
    })
    await page.goto(site.url)
    await page.evaluate(() => (globalThis as unknown as Global).page.mount())
    await page.getByTestId('connect-button').waitFor()
    await inPage(page, (world) => world.latchkey.connect({ connectorId: 'app.moss' }).then(() => {}))
    await page.getByTestId('account-button').click()
    const card = page.getByTestId('lk-card')
    await card.getByTestId('disconnect-button').waitFor()
    await expect
      .poll(() => card.getByTestId('balance').textContent(), { message: 'the balance' })
      .toContain('ETH')
    await page.evaluate(stands)
    const before = await places(page)
    expect(await card.getByTestId('token-ETH').count(), 'tokens before the code').toBe(0)
    load()
    await card.getByTestId('token-ETH').waitFor()
    await page.evaluate(stands)
    expect(await places(page)).toEqual(before)
    await page.close()
  })

  it('has its code before the first click in a page that has just connected', async () => {
    const page = await browser.newPage(desktop)
    const account = page.waitForResponse(/\/account-[\w-]{8}\.js$/)
    await page.goto(site.url)
    await page.evaluate(() => (globalThis as unknown as Global).page.mount())
    await page.getByTestId('lk-host').waitFor({ state: 'attached' })
    await inPage(page, (world) => world.latchkey.connect({ connectorId: 'app.moss' }).then(() => {}))
    await account
    await page.close()
  })

  it('reserves no space for tokens when it opens again, because it knows them', async () => {
    await pages.phone?.with({}, async (page) => {
      await inPage(page, (world) => world.latchkey.connect({ connectorId: 'app.moss' }).then(() => {}))
      const card = page.getByTestId('lk-card')
      /** Opens the view, and returns the space below the last token. */
      const openedSpace = async () => {
        await page.getByTestId('account-button').click()
        const token = card.getByTestId('token-ETH')
        await token.waitFor()
        await card.locator('.row.skeleton').first().waitFor({ state: 'detached' })
        await page.evaluate(stands)
        const [above, below] = [
          await token.boundingBox(),
          await card.getByTestId('account-network').boundingBox(),
        ]
        return below!.y - above!.y - above!.height
      }
      expect(await openedSpace()).toBeGreaterThan(50)
      await page.getByTestId('header-close').click()
      await card.waitFor({ state: 'detached' })
      expect(await openedSpace()).toBeLessThan(30)
    })
  })

  it('is painted before its reads change the state', async () => {
    await pages.desktop?.with({}, async (page) => {
      await inPage(page, (world) => world.latchkey.connect({ connectorId: 'app.moss' }).then(() => {}))
      const button = page.getByTestId('account-button')
      // The first opening loads the code.
      await button.click()
      await page.getByTestId('token-ETH').waitFor()
      await page.getByTestId('header-close').click()
      await page.getByTestId('lk-card').waitFor({ state: 'detached' })
      await page.evaluate(() => {
        const { latchkey } = (globalThis as unknown as Global).page
        const changes: [name: string, frame: number][] = []
        let frame = 0
        const count = () => {
          frame++
          requestAnimationFrame(count)
        }
        addEventListener('click', () => requestAnimationFrame(count), { capture: true, once: true })
        for (const name of ['account', 'activity', 'names', 'portfolio'] as const)
          latchkey[name].subscribe(() => changes.push([name, frame]))
        Object.assign(globalThis, { changes })
      })
      await button.click()
      await page.getByTestId('token-ETH').waitFor()
      const changes = () => page.evaluate('changes') as Promise<[string, number][]>
      await expect
        .poll(async () => (await changes()).map(([name]) => name), { message: 'the balance is read' })
        .toContain('account')
      expect((await changes()).filter(([, frame]) => frame === 0)).toEqual([])
    })
  })

  it("shows a generated picture if the picture of the account's name can't be loaded", async () => {
    await pages.phone?.with({}, async (page) => {
      const show = (picture: string) =>
        page.evaluate((profileImage) => {
          const { account } = (globalThis as unknown as Global).page.latchkey
          account.setDetails(account.active.caipAddress!, { profileImage })
        }, picture)
      await page.evaluate(() =>
        (globalThis as unknown as Global).page.latchkey.connect({ connectorId: 'app.moss' }).then(() => {}),
      )
      await page.getByTestId('account-button').click()
      const tile = page.getByTestId('lk-card').locator('.who .tile')
      await tile.locator('svg').waitFor()
      await page.evaluate(stands)
      const before = await places(page)
      const dot =
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="5"><rect width="9" height="5"/></svg>'
      await show(`data:image/svg+xml,${encodeURIComponent(dot)}`)
      await tile.locator('img').waitFor()
      expect(await tile.locator('svg').count()).toBe(0)
      const { width, height } = (await tile.locator('img').boundingBox())!
      expect([width, height]).toEqual([64, 64])
      await show('data:image/png;base64,AAAA')
      await tile.locator('svg').waitFor()
      await expect.poll(() => tile.locator('img').count(), { message: 'the broken picture is gone' }).toBe(0)
      expect(await places(page)).toEqual(before)
    })
  })

  it('lets the visitor choose a name if the names could not be read', async () => {
    // Nothing answers at this URL.
    await pages.phone?.with({ endpoints: { data: 'http://127.0.0.1:9' } }, async (page) => {
      await inPage(page, (world) => world.latchkey.connect({ connectorId: 'app.moss' }).then(() => {}))
      await page.getByTestId('account-button').click()
      const row = page.getByTestId('lk-card').getByTestId('account-choose-name')
      await row.waitFor()
      await expect.poll(() => row.isEnabled(), { message: 'a name can be chosen' }).toBe(true)
    })
  })

  it('offers names if the data service has no history of the network', async () => {
    await pages.phone?.with({ data: true }, async (page) => {
      await page.route('**/data/v1/**', (route) =>
        route.fulfill({
          json: route.request().url().includes('/supported-chains') ? { http: ['eip155:1'] } : {},
        }),
      )
      await inPage(page, (world) => world.latchkey.connect({ connectorId: 'app.moss' }).then(() => {}))
      await page.getByTestId('account-button').click()
      await page.getByTestId('disconnect-button').waitFor()
      await expect
        .poll(() => inPage(page, (world) => world.latchkey.activity.state.off), {
          message: 'the service does not cover the network',
        })
        .toBe(true)
      await page.evaluate(stands)
      expect(await page.getByTestId('account-choose-name').count()).toBe(1)
      await page.unroute('**/data/v1/**')
    })
  })

  it('offers no names if only a provider of history is configured', async () => {
    await pages.phone?.with({ history: true }, async (page) => {
      await inPage(page, (world) => world.latchkey.connect({ connectorId: 'app.moss' }).then(() => {}))
      await page.getByTestId('account-button').click()
      await page.getByTestId('disconnect-button').waitFor()
      await expect
        .poll(() => inPage(page, (world) => world.latchkey.activity.state.empty), {
          message: 'the provider lists no transactions',
        })
        .toBe(true)
      await page.evaluate(stands)
      expect(await page.getByTestId('account-choose-name').count()).toBe(0)
    })
  })
})
