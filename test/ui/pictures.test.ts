import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DevCatalogue, startCatalogue } from '../../src/devnet/catalogue.ts'
import { chromiumPath, launchChromium } from '../e2e/chromium.ts'
import type { ViewsPage } from './pages/views.tsx'
import { type Served, serveViews } from './serve.ts'

type Global = { page: ViewsPage }

const tile = (page: Page, id: string) => page.getByTestId(`wallet-selector-${id}`).locator('.tile').first()

describe.skipIf(!chromiumPath)('the icon of a connector', () => {
  let browser: Browser
  let site: Served
  let catalogue: DevCatalogue
  let silent: Server
  beforeAll(async () => {
    silent = createServer(() => {})
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    catalogue = await startCatalogue({ networks: [], wallets: 1 })
    ;[browser, site] = await Promise.all([launchChromium(), serveViews([catalogue.url, never()])])
  })
  afterAll(async () => {
    silent?.closeAllConnections()
    silent?.close()
    await Promise.all([browser?.close(), site?.close(), catalogue?.stop()])
  })

  const never = () => `http://127.0.0.1:${(silent.address() as AddressInfo).port}`

  async function opened(
    run: (page: Page) => Promise<void>,
    options: Parameters<ViewsPage['mount']>[0],
  ): Promise<void> {
    const page = await browser.newPage()
    try {
      await page.goto(site.url)
      await page.evaluate((given) => (globalThis as unknown as Global).page.mount(given), options)
      await page.getByTestId('connect-button').click()
      await page.getByTestId('wallet-selector-zone.orbit').waitFor()
      await run(page)
    } finally {
      await page.close()
    }
  }
  it('comes from the catalogue if the wallet has no icon', async () => {
    await opened(
      async (page) => {
        await expect
          .poll(() => tile(page, 'zone.orbit').locator('img').getAttribute('src'), {
            message: 'the tile has its picture',
          })
          .toMatch(/^blob:/)
        await expect
          .poll(() => tile(page, 'zone.orbit').textContent(), { message: 'no letter is under the picture' })
          .toBe('')
        // React's strict mode requests the image twice.
        const asked = new Set(catalogue.requests.filter((one) => one.includes('AssetImage')))
        expect([...asked]).toEqual([expect.stringMatching(/^\/public\/getAssetImage\/dev-orbit(\?|$)/)])
      },
      { endpoints: { catalogue: catalogue.url } },
    )
  })

  it('is replaced by the first letter if it has not loaded within 2 s', async () => {
    const page = await browser.newPage()
    try {
      await page.clock.install()
      await page.goto(site.url)
      await page.evaluate((given) => (globalThis as unknown as Global).page.mount(given), {
        connectorImages: { 'app.moss': `${never()}/picture.png` },
      })
      const button = page.getByTestId('connect-button')
      await button.waitFor()
      // From now on, only the test advances the clock.
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000))
      await button.click()
      const pictures = async (ms: number) => {
        await page.clock.runFor(ms)
        // React renders in a later task.
        await page.evaluate(() =>
          new Promise((resolve) => {
            const later = new MessageChannel()
            later.port1.onmessage = resolve
            later.port2.postMessage(0)
          }).then(() => {}),
        )
        return tile(page, 'app.moss').locator('img').count()
      }
      await expect.poll(() => pictures(20), { message: 'the tile has its picture' }).toBe(1)
      expect(await tile(page, 'app.moss').textContent(), 'the tile is never empty').toBe('M')
      let waited = 0
      do waited += 100
      while (waited < 4000 && (await pictures(100)) === 1)
      // React may start the timer, and remove the picture, one or two steps late.
      expect(waited).toBeGreaterThanOrEqual(1900)
      expect(waited).toBeLessThanOrEqual(2500)
      expect(await tile(page, 'app.moss').textContent()).toBe('M')
    } finally {
      await page.close()
    }
  })
})

/** Runs in the page. Announces SubWallet and MetaMask with icons of other wallets. */
function announceTwo(): void {
  const icon = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" id="kept-icon" viewBox="0 0 1 1"/>')}`
  const provider = { request: async () => [], on() {}, removeListener() {} }
  for (const [name, rdns] of [
    ['SubWallet', 'app.subwallet'],
    ['MetaMask', 'io.metamask'],
  ]) {
    const info = Object.freeze({ uuid: crypto.randomUUID(), name, rdns, icon })
    addEventListener('eip6963:requestProvider', () =>
      dispatchEvent(
        new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
      ),
    )
  }
}

describe.skipIf(!chromiumPath)('the logos of well-known wallets', () => {
  let browser: Browser
  let site: Served
  beforeAll(async () => {
    ;[browser, site] = await Promise.all([launchChromium(), serveViews()])
  })
  afterAll(() => Promise.all([browser?.close(), site?.close()]))

  it('are shown without a request to another site', async () => {
    const page = await browser.newPage()
    const fetched: string[] = []
    page.on('request', (request) => fetched.push(request.url()))
    await page.goto(site.url)
    await page.evaluate(() => (globalThis as unknown as Global).page.mount({}))
    await page.getByTestId('connect-button').click()
    await page.getByTestId('all-wallets').click()
    const row = (name: string) => page.getByTestId('lk-card').getByRole('button', { name, exact: true })
    const picture = row('MetaMask').locator('.tile img')
    await expect
      .poll(() => picture.getAttribute('src'), { message: 'MetaMask has its logo' })
      .toMatch(/^data:image\/svg\+xml,/)
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth), {
        message: 'the logo is drawn',
      })
      .toBeGreaterThan(0)
    const tile = row('Xverse').locator('.tile')
    await expect
      .poll(() => tile.evaluate((node) => getComputedStyle(node).backgroundColor), {
        message: 'a wallet without a logo has its color',
      })
      .toBe('rgb(27, 27, 31)')
    expect(await tile.textContent()).toBe('X')
    expect(fetched.filter((url) => !url.startsWith(site.url) && !url.startsWith('data:'))).toEqual([])
    await page.close()
  })

  it('replace a letter that a connector drew, but no picture of the wallet', async () => {
    const page = await browser.newPage()
    await page.goto(site.url)
    await page.evaluate(() => (globalThis as unknown as Global).page.mount({ devices: true }))
    await page.getByTestId('connect-button').click()
    const srcOf = (id: string) =>
      page.getByTestId(`wallet-selector-${id}`).locator('.tile img').first().getAttribute('src')
    await expect
      .poll(() => srcOf('ledger'), { message: 'the Ledger has its logo' })
      .toMatch(/^data:image\/svg\+xml,(?!.*(%3Ctext|#letter))/)
    expect(await srcOf('app.moss')).toContain(encodeURIComponent('M12 28 20 12l8 16'))
    await page.close()
  })

  it('are not mixed up with the properties of every object', async () => {
    const page = await browser.newPage()
    await page.goto(site.url)
    const keys = ['constructor', '__proto__', 'toString']
    await page.evaluate((keys) => {
      const extension = { version: '1', enable: async () => ({}) }
      const extensions = Object.fromEntries(keys.map((key) => [key, extension]))
      Object.assign(globalThis, { injectedWeb3: extensions })
    }, keys)
    await page.evaluate(() => (globalThis as unknown as Global).page.mount({ injected: true }))
    await page.getByTestId('connect-button').click()
    for (const key of keys)
      await expect
        .poll(() => tile(page, key).locator('img').getAttribute('src'), {
          message: `the wallet ${key} has its own picture`,
        })
        .toMatch(/^data:image\/svg\+xml,.*#letter$/)
    await page.close()
  })

  it('are replaced by a letter if an icon is broken, even if React misses the error', async () => {
    const page = await browser.newPage()
    await page.goto(site.url)
    await page.evaluate(() => {
      // React gets no error, as if the browser had read the icon before React inserted the image.
      addEventListener('error', (event) => event.stopImmediatePropagation(), true)
      const icon = 'data:image/png;base64,bm90IGEgcGljdHVyZQ=='
      const info = Object.freeze({ uuid: crypto.randomUUID(), name: 'Broken', rdns: 'test.broken', icon })
      const provider = { request: async () => [], on() {}, removeListener() {} }
      addEventListener('eip6963:requestProvider', () =>
        dispatchEvent(
          new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
        ),
      )
    })
    await page.evaluate(() => (globalThis as unknown as Global).page.mount({ injected: true }))
    await page.getByTestId('connect-button').click()
    const broken = tile(page, 'test.broken')
    await expect.poll(() => broken.textContent(), { message: 'the wallet has its first letter' }).toBe('B')
    expect(await broken.locator('img').count()).toBe(0)
    await page.close()
  })

  it('stay when a wallet announces an icon', { tags: ['ci'] }, async () => {
    const page = await browser.newPage()
    await page.goto(site.url)
    const openList = async (options: Parameters<ViewsPage['mount']>[0]) => {
      await page.evaluate((given) => (globalThis as unknown as Global).page.mount(given), options)
      await page.getByTestId('connect-button').click()
      await page.getByTestId('all-wallets').click()
    }
    const srcOf = (name: string) =>
      page
        .getByTestId('lk-card')
        .getByRole('button', { name, exact: true })
        .locator('.tile img')
        .getAttribute('src')
    await page.evaluate(announceTwo)
    await openList({ injected: true })
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage)), { message: 'an icon is kept' })
      .toContain('@latchkey/announcedIcons')
    // After the reload, no wallet announces anything.
    await page.reload()
    await openList({})
    await expect.poll(() => srcOf('SubWallet'), { message: 'SubWallet has its icon' }).toContain('kept-icon')
    await expect
      .poll(() => srcOf('MetaMask'), { message: 'MetaMask has our logo' })
      .toMatch(/^data:image\/svg\+xml,(?!.*kept-icon)/)
    await page.close()
  })

  it('keep the first letter if they never arrive', async () => {
    const page = await browser.newPage()
    await page.clock.install()
    let requested = 0
    await page.route(/wallet-marks/, () => void requested++)
    await page.goto(site.url)
    await page.evaluate(() => (globalThis as unknown as Global).page.mount({}))
    await page.getByTestId('connect-button').click()
    await page.getByTestId('all-wallets').click()
    const row = page.getByTestId('lk-card').getByRole('button', { name: 'MetaMask', exact: true })
    await row.waitFor()
    expect(await row.locator('.tile').textContent(), 'the tile is never empty').toBe('M')
    await expect.poll(() => requested, { message: 'the pictures are requested' }).toBe(1)
    await page.clock.runFor(2500)
    expect(await row.locator('.tile').textContent()).toBe('M')
    expect(await row.locator('.tile img').count()).toBe(0)
    await page.close()
  })
})
