import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DayFamily, type DayMode, type DayState, dayFamilies } from '../support/day-wallets.ts'
import { type Served, serveViews } from '../ui/serve.ts'
import { chromiumPath, launchChromium } from './chromium.ts'
import { type DayGlobal, injection } from './day-injection.ts'

type Global = DayGlobal

describe.skipIf(!chromiumPath)('a page on ordinary days in Chromium', () => {
  let browser: Browser
  let site: Served
  beforeAll(async () => {
    ;[browser, site] = await Promise.all([launchChromium(), serveViews([], 'days')])
  })
  afterAll(async () => {
    await Promise.all([browser?.close(), site?.close()])
  })

  async function begin(family: DayFamily, change: Partial<DayState> = {}) {
    const context = await browser.newContext({ viewport: { width: 900, height: 700 } })
    await context.addInitScript({ content: injection(family, change) })
    const visit = async (): Promise<Page> => {
      const page = await context.newPage()
      await page.goto(`${site.url}?family=${family}`)
      return page
    }
    return { context, visit }
  }
  const status = (page: Page, family: DayFamily) =>
    page.evaluate(
      (family) => (globalThis as unknown as Global).page.latchkey.account.state[family].status,
      family,
    )
  const shows = (page: Page, family: DayFamily, expected: string) =>
    expect
      .poll(() => status(page, family), { message: `the page is ${expected}`, timeout: 10_000 })
      .toBe(expected)
  const prompts = (page: Page) =>
    page.evaluate(() => (JSON.parse(localStorage.getItem('day') ?? '{}') as DayState).prompts)
  const become = (page: Page, mode: DayMode) =>
    page.evaluate((mode) => localStorage.setItem('mode', mode), mode)
  const button = (page: Page) => page.getByTestId('connect-button')
  async function connect(page: Page, family: DayFamily) {
    await button(page).click()
    await page.locator('[data-testid^="wallet-selector-"]').first().click()
    await shows(page, family, 'connected')
    await expect
      .poll(() => page.evaluate((family) => localStorage.getItem(`@latchkey/connection.${family}`), family), {
        message: 'the connection is stored',
      })
      .not.toBeNull()
  }
  const released = (context: BrowserContext) => context.close()

  describe.each(dayFamilies)('with a wallet of %s', (family) => {
    it('restores the connection of a locked wallet when the wallet unlocks', {
      tags: family === 'eip155' ? [] : ['all'],
    }, async () => {
      const { context, visit } = await begin(family)
      const page = await visit()
      await connect(page, family)
      const before = await prompts(page)
      await become(page, 'locked')
      await page.reload()
      // A page can't ask Keplr without a prompt, so it shows the stored accounts.
      if (family === 'cosmos') await shows(page, family, 'connected')
      else {
        await expect
          .poll(() => button(page).textContent(), {
            message: 'the button offers the wallet',
            timeout: 10_000,
          })
          .toMatch(/^Reconnect \S/)
        expect(await status(page, family)).toBe('disconnected')
      }
      // Another tab can't use the wallet either, and doesn't remove the connection.
      const other = await visit()
      await expect
        .poll(() => status(other, family), { message: 'the other tab stops restoring', timeout: 10_000 })
        .not.toBe('restoring')
      await other.close()
      expect(await prompts(page)).toEqual(before)
      await become(page, 'ready')
      await page.evaluate(() => (globalThis as unknown as Global).dayTell())
      await shows(page, family, 'connected')
      expect(await prompts(page)).toEqual(before)
      await page.reload()
      await shows(page, family, 'connected')
      expect(await prompts(page)).toEqual(before)
      await released(context)
    })
  })

  it('asks a locked wallet to reconnect with one prompt after one click', async () => {
    const { context, visit } = await begin('eip155')
    const page = await visit()
    await connect(page, 'eip155')
    await become(page, 'locked')
    await page.reload()
    await button(page).getByText('Reconnect Day').waitFor()
    const before = await prompts(page)
    await button(page).click()
    await page.getByText('Open Day and confirm').waitFor()
    await expect
      .poll(async () => (await prompts(page)).slice(before.length), { message: 'the wallet is asked' })
      .toEqual(['eth_requestAccounts'])
    await page.keyboard.press('Escape')
    await button(page).getByText('Reconnect Day').waitFor()
    await released(context)
  })

  it('connects a wallet on a network that the app does not use, without a switch', async () => {
    const { context, visit } = await begin('eip155', { chainId: '0x89' })
    const page = await visit()
    await connect(page, 'eip155')
    const network = await page.evaluate(
      () => (globalThis as unknown as Global).page.latchkey.account.state.eip155.caipAddress,
    )
    expect(network).toMatch(/^eip155:137:/)
    expect(await prompts(page)).toEqual(['eth_requestAccounts'])
    await released(context)
  })
})
