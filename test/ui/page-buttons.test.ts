import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buttonClass } from '../../src/ui-react/page-styles.ts'
import { chromiumPath, launchChromium } from '../e2e/chromium.ts'
import { network } from '../support/fake-families.ts'
import { stands } from './reach.ts'
import { type ReusedPage, reusedPage } from './reused-page.ts'
import { inPage } from './scenes.ts'
import { type Served, serveViews } from './serve.ts'

/** The folder for screenshots, if the variable is set. */
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

  it('reserve space for the balance while it loads', async () => {
    // Passes a network with the same symbol as the balance, because the button reserves space for this symbol.
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
        .toBe('1.234 ETH0xf3...b92266')
      expect(await boxes()).toEqual(loading)
      await picture(page, 'account-loaded')
    })
  })

  it("are not changed by the host's rules for all buttons", async () => {
    await pages.with({}, async (page) => {
      const looks = await page.evaluate(
        (className) => {
          const button = document.querySelector<HTMLElement>('[data-testid=connect-button]')
          if (!button) throw new Error('no button')
          const sheet = new CSSStyleSheet()
          sheet.replaceSync('button { background: red } .full { width: 333px; padding: 7px; float: right }')
          document.adoptedStyleSheets = [sheet, ...document.adoptedStyleSheets]
          const look = () => {
            const { width, paddingTop, float, backgroundColor } = getComputedStyle(button)
            return { width, paddingTop, float, backgroundColor }
          }
          const before = look()
          const own = button.className
          button.className = className
          const after = look()
          button.className = own
          document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
          return { before, after }
        },
        buttonClass('', 'full'),
      )
      expect(looks.before).toMatchObject({ paddingTop: '0px', float: 'none' })
      expect(looks.before.backgroundColor).not.toBe('rgb(255, 0, 0)')
      expect(looks.after).toEqual({
        width: '333px',
        paddingTop: '7px',
        float: 'right',
        backgroundColor: looks.before.backgroundColor,
      })
    })
  })

  it("reserve no space for a balance that can't be read", async () => {
    await pages.with({}, async (page) => {
      await inPage(page, (world) => {
        world.breakBalances()
        return world.latchkey.connect({ connectorId: 'app.moss' }).then(() => {})
      })
      await account(page).waitFor()
      await expect
        .poll(() => account(page).locator('.lk-amount').count(), { message: 'the space is removed' })
        .toBe(0)
    })
  })
})
