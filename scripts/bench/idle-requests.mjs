// Measures what a connected page requests while it is idle: first with the modal closed, then with the account view open.
import { startDevnet } from 'latchkey/devnet'
import { launchChromium } from '../lib/chromium.mjs'
import { connectAccount } from '../lib/connected-account.mjs'
import { missing, row } from '../lib/row.mjs'
import { servePages } from '../lib/serve-pages.mjs'

const idle = 60_000
/** How long to wait before the measurement, in ms. In this time, the visitor's last action may still cause requests. */
const settling = 5000

export async function* measure() {
  const browser = await launchChromium()
  if (!browser) return yield missing('idle: requests of a connected page', 'Chromium')
  let lacking = false
  const onMissing = () => {
    lacking = true
  }
  const devnet = await startDevnet({ families: ['eip155'], data: true, onMissing })
  const site = await servePages(['account'])
  try {
    if (lacking) return yield missing('idle: requests of a connected page', 'node of eip155')
    const page = await browser.newPage()
    let requests = 0
    page.on('request', (request) => {
      if (request.url().startsWith('http')) requests++
    })
    await connectAccount(page, site, devnet)
    const during = async () => {
      await page.waitForTimeout(settling)
      requests = 0
      await page.waitForTimeout(idle)
      return requests
    }
    yield row('idle: requests in 60 s, connected, the modal closed', await during(), '', 0)
    await page.getByTestId('account-button').click()
    await page.getByTestId('token-ETH').waitFor()
    // The page reads the token list again every 30 s, and nothing else.
    yield row('idle: requests in 60 s, open on the account', await during(), '', 4)
  } finally {
    await browser.close()
    await site.close()
    await devnet.stop()
  }
}
