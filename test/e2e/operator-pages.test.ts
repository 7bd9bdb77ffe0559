import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningDesk, sendEvent, startDesk, wireEvent } from '../support/desk.ts'
import { hostileEvent, plantHostile } from '../support/hostile-events.ts'
import { chromiumPath, launchChromium } from './chromium.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const folder = new URL('../../test-results/operator-pages/', import.meta.url).pathname
const looks = Boolean(process.env.LOOKS)
const screens = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } }

describe.skipIf(!chromiumPath)("the operator's pages in Chromium", () => {
  let browser: Browser
  let desk: RunningDesk
  let page: Page
  const said: string[] = []

  beforeAll(async () => {
    mkdirSync(folder, { recursive: true })
    ;[browser, desk] = await Promise.all([
      launchChromium(),
      startDesk({
        rates: { events: 1000 },
        projects: {
          shop: {
            origins: ['https://shop.example', 'https://*.preview.example'],
            features: { swap: ['1inch'], onramp: false },
          },
          app: {},
        },
      }),
    ])
    page = await browser.newPage({ viewport: screens.desktop })
    page.on('dialog', (dialog) => said.push(`dialog: ${dialog.message()}`))
    page.on('pageerror', (error) => said.push(`error: ${error.message}`))
    page.on('console', (message) => {
      // The console reports the answer 401 of the login, which is expected.
      if (!message.text().includes('401')) said.push(message.text())
    })
  })
  afterAll(async () => {
    await browser?.close()
    await desk?.stop()
  })

  /** Runs axe on the page on a desktop and on a phone, in dark and in light mode. */
  async function look(name: string): Promise<void> {
    const complaints: string[] = []
    for (const [screen, size] of Object.entries(screens))
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.setViewportSize(size)
        await page.emulateMedia({ colorScheme })
        if (looks)
          await page.screenshot({
            path: join(folder, `${name}-${screen}-${colorScheme}.png`),
            fullPage: true,
          })
        await page.evaluate(axe)
        const found = await page.evaluate(async () => {
          const { axe } = globalThis as unknown as {
            axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
          }
          const { violations } = await axe.run()
          return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
        })
        complaints.push(...found.map((one) => `${name}, ${screen}, ${colorScheme}: ${one}`))
        const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
        if (isWide) complaints.push(`${name}, ${screen}: wider than the screen`)
      }
    await page.setViewportSize(screens.desktop)
    expect(complaints).toEqual([])
  }

  it('can be opened with the token, and have no accessibility faults', {
    tags: ['all'],
  }, async () => {
    await page.goto(desk.pages.url)
    await look('login')
    await page.getByLabel('Operator token').fill('not this one, but as long as it')
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect
      .poll(() => page.getByRole('alert').textContent(), { message: 'the alert says Wrong token.' })
      .toBe('Wrong token.')
    await look('login-wrong')
    await page.getByLabel('Operator token').fill(desk.token)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    await look('overview-empty')

    const steps = {
      MODAL_OPEN: 40,
      SELECT_WALLET: 26,
      CONNECT_SUCCESS: 19,
      OPEN_SEND: 6,
      SEND_INITIATED: 4,
      SEND_SUCCESS: 3,
    }
    const events = Object.entries(steps).flatMap(([event, times]) =>
      Array.from({ length: times }, () => wireEvent({}, { event })),
    )
    await Promise.all(events.map((event) => sendEvent(desk, event)))
    await sendEvent(
      desk,
      wireEvent(
        {},
        {
          type: 'error',
          event: 'API_ERROR',
          errorType: 'HttpError',
          errorMessage: 'HTTP status code: 503',
          stackTrace: 'at ask (app.js:1:2)',
        },
      ),
    )
    await page.reload()
    await look('overview')
    await page.getByRole('link', { name: 'Funnels' }).click()
    await page.getByRole('row', { name: /Connected.*19.*48%/ }).waitFor()
    await look('funnels')
    await page.getByRole('link', { name: 'Events' }).click()
    await page.getByLabel('Kind').selectOption('Errors')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByText('API_ERROR').click()
    await page.getByText('HTTP status code: 503').waitFor()
    await look('events')
    // The keyboard alone can reach the same controls as the mouse.
    await page.getByLabel('Kind').selectOption('All')
    await page.getByLabel('Name').focus()
    await page.keyboard.type('SEND_SUCCESS')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect
      .poll(() => page.locator('.events li').count(), { message: 'the list of events is shown' })
      .toBe(3)
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByLabel('Operator token').waitFor()
    await page.goBack()
    expect(await page.getByText('SEND_SUCCESS').count()).toBe(0)
    expect(said).toEqual([])
  })

  it('show markup in events as text, and run no script in this markup', { tags: ['ci'] }, async () => {
    await sendEvent(desk, hostileEvent())
    await plantHostile(desk.database)
    await page.addInitScript('globalThis.hacked = []')
    await page.setExtraHTTPHeaders({ authorization: `Bearer ${desk.token}` })
    for (const path of [
      '/',
      '/events',
      '/funnels',
      `/events?name=${encodeURIComponent('"><script>hacked.push(1)</script>')}`,
    ]) {
      await page.goto(desk.pages.url + path)
      const found = await page.evaluate(() => ({
        hacked: (globalThis as unknown as { hacked: unknown[] }).hacked,
        elements: document.querySelectorAll('script, img, [onerror]').length,
      }))
      expect(found, path).toEqual({ hacked: [], elements: 0 })
    }
    await page.goto(`${desk.pages.url}/events`)
    for (const each of await page.locator('summary').all()) await each.click()
    const text = (await page.locator('main').textContent()) ?? ''
    for (const field of [
      'url',
      'domain',
      'errorMessage',
      'stackTrace',
      'key',
      'value',
      'project',
      'name',
      'sdk',
    ])
      expect(text).toMatch(new RegExp(`<script>hacked\\.push\\(\\\\?"${field}\\\\?"\\)`))
    await look('events-hostile')
    expect(said).toEqual([])
  })
})
