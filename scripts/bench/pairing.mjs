// Measures WalletConnect in Chromium with a local relay: the time from the click to the pairing URI. Includes loading the library.
import { startRelay } from 'latchkey/devnet'
import { launchChromium } from '../lib/chromium.mjs'
import { median, round } from '../lib/measure.mjs'
import { missing, row } from '../lib/row.mjs'
import { servePages } from '../lib/serve-pages.mjs'

const name = 'WalletConnect: from the click to the uri, the library loaded on the way'

export async function* measure() {
  const browser = await launchChromium()
  if (!browser) return yield missing(name, 'Chromium')
  const [relay, site] = await Promise.all([startRelay(), servePages(['pairing'])])
  try {
    const times = []
    for (let i = 0; i < 7; i++) {
      const page = await (await browser.newContext()).newPage()
      await page.goto(`${site.origin}/pairing.html?relay=${encodeURIComponent(relay.url)}`)
      await page.waitForFunction(() => globalThis.isReady)
      await page.click('button')
      times.push(await page.evaluate(() => globalThis.uriAfterClick))
      await page.context().close()
    }
    yield row(name, round(median(times)), 'ms', 300)
  } finally {
    await browser.close()
    await site.close()
    await relay.stop()
  }
}
