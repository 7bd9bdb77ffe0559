import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, launchChromium } from '../e2e/chromium.ts'
import { network } from '../support/fake-families.ts'
import { stands } from './reach.ts'
import { type ReusedPage, reusedPage } from './reused-page.ts'
import { inPage } from './scenes.ts'
import { type Served, serveViews } from './serve.ts'

/** Pictures for people: set to a folder. */
const pictures = process.env.SCREENSHOTS

describe.skipIf(!chromiumPath)('the buttons on the page', () => {
  let browser: Browser
  let site: Served
  let pages: ReusedPage
  beforeAll(async () => {
    ;[browser, site] = await Promise.all([launchChromium(), serveViews()])
    pages = reusedPage(
      () => browser,
      () => site.url,
      { viewport: { width: 1280, height: 720 } },
    )
  })
  afterAll(async () => {
    await pages?.close()
    await Promise.all([browser?.close(), site?.close()])
  })

  const account = (page: Page) => page.getByTestId('account-button')
  async function picture(page: Page, name: string) {
    if (!pictures) return
    for (const width of [1280, 390])
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.setViewportSize({ width, height: 300 })
        await page.emulateMedia({ colorScheme })
        await page.screenshot({ path: `${pictures}/${name}-${width}-${colorScheme}.png` })
      }
    await page.setViewportSize({ width: 1280, height: 720 })
  }

  it('keep the room of the balance while it loads, and move nothing when it is known', async () => {
    // The symbol of its coin is that of the balances.
    const networks = [network('eip155:31337', 'Anvil')] as never
    await pages.with({ themeMode: 'system', networks }, async (page) => {
      await inPage(page, (world) => {
        world.holdBalances()
        return world.latchkey.connect({ connectorId: 'app.moss' }).then(() => {})
      })
      await account(page).waitFor()
      await page.evaluate(stands)
      const boxes = () =>
        page.evaluate(() =>
          [...document.querySelectorAll('nav button')].map((one) => {
            const { x, width, height } = one.getBoundingClientRect()
            return { x, width, height }
          }),
        )
      const loading = await boxes()
      expect(await account(page).textContent()).toBe('0xf3...b92266')
      await picture(page, 'account-loading')
      await inPage(page, (world) => world.answerBalances())
      await expect
        .poll(() => account(page).textContent(), { message: 'the balance is shown' })
        .toBe('1.234 COIN0xf3...b92266')
      expect(await boxes()).toEqual(loading)
      await picture(page, 'account-loaded')
    })
  })

  it('keep no room for a balance that nothing can read', async () => {
    await pages.with({}, async (page) => {
      await inPage(page, (world) => {
        world.breakBalances()
        return world.latchkey.connect({ connectorId: 'app.moss' }).then(() => {})
      })
      await account(page).waitFor()
      await expect
        .poll(() => account(page).locator('.lk-amount').count(), { message: 'the room is given back' })
        .toBe(0)
    })
  })
})
