import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { inlineStyles } from '../../scripts/lib/inline-styles.ts'
import { chromiumPath, launchChromium } from '../e2e/chromium.ts'
import { stands } from '../ui/reach.ts'
import type { DialogsPage, Library } from './pages/dialogs.tsx'

type Global = { page: DialogsPage }

const src = (path: string) => fileURLToPath(new URL(`../../src/${path}`, import.meta.url))
const names: Readonly<Record<Library, string>> = {
  radix: 'Radix',
  mui: 'MUI',
  headless: 'Headless UI',
  aria: 'React Aria',
  native: 'a plain <dialog>',
}
const cases = (Object.keys(names) as Library[]).flatMap((library) =>
  [false, true].flatMap((inside) =>
    [false, true].map((locked) => ({
      library,
      inside,
      locked,
      name: `${names[library]}${locked ? ' with react-remove-scroll' : ''}, with the modal ${inside ? 'inside' : 'beside'} it`,
    })),
  ),
)

describe.skipIf(!chromiumPath)('the modal', { timeout: 20_000 }, () => {
  let browser: Browser
  let server: Server
  let page: Page
  beforeAll(async () => {
    const { outputFiles } = await build({
      entryPoints: [fileURLToPath(new URL('./pages/dialogs.tsx', import.meta.url))],
      bundle: true,
      splitting: true,
      format: 'esm',
      target: 'es2022',
      jsx: 'automatic',
      outdir: '/',
      write: false,
      alias: { latchkey: src('index.ts'), 'latchkey/react': src('ui-react/index.ts') },
      plugins: [inlineStyles],
      define: { 'process.env.NODE_ENV': '"development"' },
      logLevel: 'warning',
    })
    const files = new Map(outputFiles.map(({ path, text }) => [path, text]))
    server = createServer(({ url = '/' }, response) => {
      const script = files.get(url)
      response.setHeader(
        'content-type',
        script === undefined ? 'text/html; charset=utf-8' : 'text/javascript',
      )
      response.end(
        script ??
          '<!doctype html><html lang="en"><title>Shop</title><body><div id="root"></div><script type="module" src="/dialogs.js"></script>',
      )
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    browser = await launchChromium()
    page = await browser.newPage({
      viewport: { width: 1000, height: 700 },
      hasTouch: true,
      reducedMotion: 'reduce',
    })
    page.setDefaultTimeout(5000)
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  }, 120_000)
  afterAll(async () => {
    await browser?.close()
    server?.closeAllConnections()
    server?.close()
  })
  afterEach(() => page.evaluate(() => (globalThis as unknown as Global).page.unmount()))

  const focused = () =>
    page.evaluate(() => {
      let element = document.activeElement
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
      return element?.getAttribute('data-testid') ?? element?.localName
    })
  const leaked = () => page.evaluate(() => [...new Set((globalThis as unknown as Global).page.leaked)])
  /** Returns the ancestor that hides the modal from the visitor or from screen readers. */
  const hiding = () =>
    page.evaluate(() =>
      document
        .querySelector('[data-testid=lk-host]')
        ?.closest('[aria-hidden=true],[inert]')
        ?.outerHTML.slice(0, 80),
    )
  const note = () => page.getByTestId('note').isVisible()
  const scrolled = () => page.locator('.stage').evaluate((stage) => stage.scrollTop)

  /** Moves a finger up on the list. */
  async function swipe() {
    const cdp = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
      cdp.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 500, y }] })
    await touch('touchStart', 450)
    for (let y = 430; y >= 250; y -= 20) await touch('touchMove', y)
    await touch('touchEnd')
    await cdp.detach()
  }

  it.each(cases)('works over a dialog of the app ($name)', async ({ library, locked, inside }) => {
    await page.evaluate((options) => (globalThis as unknown as Global).page.mount(options), {
      library,
      locked,
      inside,
    })
    await page.getByTestId('trigger').click()
    await page.getByTestId('connect-button').click()
    const card = page.getByTestId('lk-card')
    await card.waitFor()
    await page.evaluate(stands)
    expect.soft(await hiding(), 'the modal is not hidden').toBeUndefined()
    await expect.poll(focused, { message: 'the modal has the focus' }).toBe('lk-card')

    await page.getByTestId('all-wallets').click()
    const search = card.getByRole('searchbox')
    await search.click()
    await page.keyboard.type('l')
    await expect.poll(() => search.inputValue(), { message: 'the visitor can type' }).toBe('l')
    await page.evaluate(stands)
    await page.mouse.wheel(0, 150)
    await expect.poll(scrolled, { message: 'the wheel scrolls the list' }).toBeGreaterThan(50)
    const before = await scrolled()
    await swipe()
    await expect.poll(scrolled, { message: 'a finger scrolls the list' }).toBeGreaterThan(before + 50)
    await card.getByTestId('header-text').click()
    expect.soft(await leaked(), "nothing reaches the app's listeners").toEqual([])
    expect.soft(await note(), "the app's dialog is open").toBe(true)

    await page.keyboard.press('Escape')
    await card.waitFor({ state: 'detached' })
    expect(await note(), "the app's dialog is open").toBe(true)
    await expect.poll(focused, { message: 'the focus returns' }).toBe('connect-button')
    await page.getByTestId('note').fill('Hello')

    await page.keyboard.press('Escape')
    await page.getByTestId('note').waitFor({ state: 'detached' })
    await expect.poll(focused, { message: 'the focus returns to the page' }).toBe('trigger')
    const left = () =>
      page.evaluate(
        () => document.querySelectorAll('#root[aria-hidden], #root [aria-hidden=true], [inert]').length,
      )
    await expect.poll(left, { message: 'nothing stays hidden' }).toBe(0)
  })
})
