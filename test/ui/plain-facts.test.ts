import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, launchChromium } from '../e2e/chromium.ts'
import { stands } from './reach.ts'
import { type ReusedPage, reusedPage } from './reused-page.ts'
import { languages, playScene, scenes, type as typed } from './scenes.ts'
import { type Served, serveViews } from './serve.ts'

describe.skipIf(!chromiumPath)('a view of the account', () => {
  let browser: Browser
  let site: Served
  let phone: ReusedPage
  beforeAll(async () => {
    ;[browser, site] = await Promise.all([launchChromium(), serveViews()])
    phone = reusedPage(
      () => browser,
      () => site.url,
      { viewport: { width: 390, height: 664 }, hasTouch: true },
    )
  })
  afterAll(async () => {
    await phone?.close()
    await Promise.all([browser?.close(), site?.close()])
  })

  const at = (name: string, test: (page: Page) => Promise<void>) => {
    const scene = scenes.find((one) => one.name === name)
    if (!scene) throw new Error(`no scene ${name}`)
    return phone.with(scene.mount, async (page) => {
      await playScene(page, scene, languages.en)
      await test(page)
    })
  }
  const idOf = (page: Page, selector: string) =>
    page
      .getByTestId('lk-card')
      .locator(selector)
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-testid')))

  it('warns if the wallet granted more than requested', () =>
    at('smart-session-created', async (page) => {
      const card = page.getByTestId('lk-card')
      await card.getByRole('heading', { name: 'More access than requested' }).waitFor()
      expect(await idOf(page, '.primary')).toEqual(['session-revoke'])
      expect(await card.locator('.icon-check').count()).toBe(0)
      const marked = card.locator('.terms > div', { has: page.locator('.wider') })
      expect(await marked.allTextContents()).toEqual([
        'PermissionMay spend up to 0.05 ETHMore than requestedRequested: May spend up to 0.01 ETH',
        'Total gasNo limitMore than requestedRequested: 500,000',
      ])
    }))

  it('says what each limit of a session counts', () =>
    at('smart-sessions', async (page) => {
      const session = page.getByTestId('session-active')
      const text = () => session.textContent()
      await expect.poll(text, { message: 'the token is known' }).toContain('May spend up to 1,000 USDC')
      expect(await text()).toContain('approve and an unknown action (0x12345678)')
      expect((await text())?.match(/Jan 1, 2100/g)).toHaveLength(1)
      const labels = await session.locator('dt:not(.hidden)').allTextContents()
      expect(labels).toEqual(['Total calls', 'Calls per hour', 'Total gas', 'Until', 'Used by'])
      expect(await session.locator('.when').textContent()).toMatch(/^Anvil OneGranted /)
    }))

  it('reports a declined sign-in only once', () =>
    at('sign-in-declined', async (page) => {
      expect(await page.locator('.snackbar').getAttribute('data-open')).toBe('false')
      expect(await page.getByTestId('sign-in-refused').textContent()).toMatch(/^You didn't sign/)
    }))

  it('offers only to sign out if the account belongs to another user', () =>
    at('sign-in-refused', async (page) => {
      expect(await idOf(page, '.actions button')).toEqual(['sign-in-cancel'])
      const refused = page.getByTestId('sign-in-refused')
      await refused.getByText('Sign out, then sign in with this account only').waitFor()
      expect(await refused.textContent()).not.toContain('siwx/')
      await page.getByTestId('what-is-this').click()
      await refused.getByText('siwx/other-user').waitFor()
    }))

  it('marks the account that is in use in each family', () =>
    at('profile', async (page) => {
      const rows = page.getByTestId(/^switch-address-0x/)
      const tags = await rows.locator('.tag').allTextContents()
      expect(tags.toSorted()).toEqual(['In use', 'Switch to', 'Switch to'])
      expect(
        await page
          .getByTestId(/^switch-address-bcrt/)
          .locator('.icon-check')
          .count(),
      ).toBe(1)
    }))

  it('says at the field that a name is taken', () =>
    at('name-register', async (page) => {
      const rows = page.locator('.list .row')
      await rows.first().waitFor()
      expect(await rows.locator('.tag').allTextContents()).not.toContain('Registered')
      await typed('name-input', 'light')(page, languages.en)
      await page.locator('.field').getByText('Registered').waitFor()
      expect(await page.getByTestId('name-input').getAttribute('aria-invalid')).toBe('true')
      expect(await page.getByTestId('name-submit').isDisabled()).toBe(true)
      expect(await page.getByTestId('name-submit').locator('.icon').count()).toBe(0)
    }))

  it('shows the picture of an NFT as wide as the text below', () =>
    at('wallet-nft', async (page) => {
      await page.evaluate(stands)
      const widthOf = async (selector: string) => {
        const { x, width } = (await page.locator(selector).boundingBox())!
        return [x, width].map(Math.round)
      }
      expect(await widthOf('.picture .tile')).toEqual(await widthOf('.facts'))
    }))
})
