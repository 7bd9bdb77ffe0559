import { expect, it } from 'vitest'
import { launchChromium } from '../e2e/chromium.ts'
import { serveViews } from './serve.ts'
it('looks', async () => {
  const [browser, site] = await Promise.all([launchChromium(), serveViews()])
  for (const [w, h, scheme] of [[1280, 800, 'light'], [390, 664, 'dark']] as const) {
    const page = await browser.newPage({ viewport: { width: w, height: h }, colorScheme: scheme })
    page.on('console', (m) => m.type() === 'error' && console.log(m.text()))
    await page.goto(site.url)
    await page.evaluate((s) => (globalThis as any).page.mount({ themeMode: s }), scheme)
    await page.getByTestId('connect-button').click()
    await page.waitForTimeout(1500)
    await page.screenshot({ path: `/tmp/looks/connect-${w}.png` })
    await page.getByTestId('all-wallets').click()
    await page.waitForTimeout(1000)
    await page.screenshot({ path: `/tmp/looks/all-${w}.png` })
    await page.close()
  }
  await browser.close(); await site.close()
  expect(1).toBe(1)
}, 60_000)
