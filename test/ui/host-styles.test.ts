import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, launchChromium } from '../e2e/chromium.ts'
import { hostStyles } from './host-styles.ts'
import type { ViewsPage } from './pages/views.tsx'
import { atRest, type ReusedPage, reusedPage } from './reused-page.ts'
import { type Served, serveViews } from './serve.ts'

type Global = {
  page: ViewsPage
  bare?: readonly (readonly [name: string, style: Readonly<Record<string, string>>])[]
}
type Part = 'modal' | 'buttons'

const styles: Readonly<Record<string, string>> = chromiumPath ? await hostStyles() : {}
const hostile = 'a page that restyles everything'

describe.skipIf(!chromiumPath)("the styles of a host's page", () => {
  let browser: Browser
  let site: Served
  let pages: ReusedPage
  beforeAll(async () => {
    ;[browser, site] = await Promise.all([launchChromium(), serveViews()])
    pages = reusedPage(
      () => browser,
      () => site.url,
      { viewport: { width: 1000, height: 760 } },
    )
  })
  afterAll(async () => {
    await pages?.close()
    await Promise.all([browser?.close(), site?.close()])
  })

  /**
   * Runs in the page. Lists the style properties of our elements that have changed since the first call, as `element: property:
   * value instead of value`. Ignores custom properties, which we only use to compute other properties.
   */
  function changed(part: Part): readonly string[] {
    const app =
      [...document.querySelectorAll('body > div')].find(({ shadowRoot }) => shadowRoot)?.shadowRoot ??
      document
    const all =
      part === 'modal'
        ? app.querySelector('[data-testid=lk-host]')?.shadowRoot?.querySelectorAll('dialog, dialog *')
        : app.querySelectorAll('.lk-button, .lk-button *')
    const drawn = [...(all ?? [])].flatMap((element, index) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      // Ignores the positions of the buttons, because the page decides them.
      const box = part === 'modal' ? [x, y, width, height] : [width, height]
      const name = `${element.getAttribute('data-testid') ?? (element.getAttribute('class') || element.localName)} ${index}`
      return ['', '::before', '::after', '::backdrop'].flatMap((pseudo) => {
        const style = getComputedStyle(element, pseudo)
        if (
          pseudo === '::backdrop' ? element.localName !== 'dialog' : pseudo !== '' && style.content === 'none'
        )
          return []
        const keys = [...style].filter((key) => !key.startsWith('--'))
        return [
          [
            `${name}${pseudo}`,
            Object.fromEntries(keys.map((key) => [key, style.getPropertyValue(key)])),
          ] as const,
          [`${name}${pseudo}`, { box: box.map((value) => value.toFixed(1)).join() }] as const,
        ]
      })
    })
    const bare = (globalThis as unknown as Global).bare
    if (!bare) {
      Object.assign(globalThis, { bare: drawn })
      return []
    }
    if (bare.length !== drawn.length) return [`${drawn.length} parts instead of ${bare.length}`]
    return bare.flatMap(([name, before], index) =>
      Object.entries(before).flatMap(([key, value]) => {
        const now = drawn[index]?.[1][key]
        return now === value ? [] : [`${name}: ${key}: ${now} instead of ${value}`]
      }),
    )
  }
  async function look(page: Page, part: Part) {
    await atRest(page)
    const found = await page.evaluate(changed, part)
    return { count: found.length, first: found.slice(0, 8) }
  }
  const forget = (page: Page) => page.evaluate(() => Object.assign(globalThis, { bare: undefined }))
  const none = { count: 0, first: [] }

  /** Adds these styles before ours, in a `<link>`. Returns a function that removes the link. */
  async function wear(page: Page, css: string) {
    await page.route('**/host.css', (route) => route.fulfill({ contentType: 'text/css', body: css }))
    const link = await page.evaluateHandle(async () => {
      const made = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/host.css' })
      const loaded = new Promise((done) => made.addEventListener('load', done, { once: true }))
      document.head.append(made)
      await loaded
      return made
    })
    return async () => {
      await link.evaluate((made) => made.remove())
      await page.unroute('**/host.css')
    }
  }
  /**
   * Compares the page with its state right before the styles were added, because a logo that loads late also changes a
   * view.
   */
  async function changedBy(page: Page, part: Part, css: string) {
    await forget(page)
    await look(page, part)
    const undress = await wear(page, css)
    const found = await look(page, part)
    await undress()
    return found
  }
  const options = { themeMode: 'light', themeVariables: { '--lk-font-family': 'Arial' } } as const
  const open = async (page: Page, view: 'Connect' | 'WalletSend' | 'Networks' | 'ApproveTransaction') => {
    await page.evaluate((view) => (globalThis as unknown as Global).page.latchkey.open({ view }), view)
    await page.locator(`[data-view=${view}]`).waitFor()
  }
  const connect = async (page: Page) => {
    await page.evaluate(() =>
      (globalThis as unknown as Global).page.latchkey.connect({ connectorId: 'app.moss' }),
    )
    await page.getByTestId('account-button').waitFor()
  }

  it('do not change the modal', { tags: ['ci'] }, async () => {
    await pages.with(options, async (page) => {
      await connect(page)
      for (const view of ['Connect', 'WalletSend'] as const) {
        await open(page, view)
        for (const [name, css] of Object.entries(styles))
          await expect
            .poll(() => changedBy(page, 'modal', css), { message: `${view}: ${name}` })
            .toEqual(none)
      }
    })
  })

  it('do not change the buttons', async () => {
    await pages.with(options, async (page) => {
      await connect(page)
      for (const [name, css] of Object.entries(styles))
        if (name !== hostile)
          await expect.poll(() => changedBy(page, 'buttons', css), { message: name }).toEqual(none)
    })
  })

  it('do not change a modal inside a shadow root', { tags: ['ci'] }, async () => {
    const visit = async (page: Page, part: Part) => {
      await connect(page)
      if (part === 'modal') await open(page, 'Networks')
      return look(page, part)
    }
    for (const part of ['buttons', 'modal'] as const) {
      await pages.with(options, async (page) => {
        await forget(page)
        await visit(page, part)
      })
      await pages.with({ ...options, inShadow: true }, async (page) => {
        expect(await visit(page, part)).toEqual(none)
        await page.evaluate(() => document.querySelector('body > div:not([id])')?.remove())
      })
    }
    await pages.with({ ...options, inShadow: true }, async (page) => {
      await page.getByTestId('network-button').focus()
      await page.keyboard.press('Enter')
      await page.getByTestId('lk-card').waitFor()
      await page.keyboard.press('Escape')
      await page.getByTestId('lk-card').waitFor({ state: 'detached' })
      const focused = () => page.getByTestId('network-button').evaluate((one) => one.matches(':focus'))
      await expect.poll(focused, { message: 'the focus returns' }).toBe(true)
    })
  })

  it('do not hide the frame of an embedded wallet in the modal', async () => {
    await pages.with(options, async (page) => {
      await open(page, 'Networks')
      await page.evaluate(() => (globalThis as unknown as Global).page.placeFrame())
      await open(page, 'ApproveTransaction')
      const box = () => page.locator('#placeholder').boundingBox()
      await atRest(page)
      const bare = await box()
      for (const [name, css] of Object.entries(styles)) {
        const undress = await wear(page, css)
        await atRest(page)
        expect.soft(await box(), name).toEqual(bare)
        await undress()
      }
      expect(bare?.height).toBeGreaterThan(200)
    })
  })
})
