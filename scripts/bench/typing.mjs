// Measures how long a key press in the send form takes until its result is painted. Uses Chromium at a quarter of the CPU's speed.
import { startDevnet } from 'latchkey/devnet'
import { launchChromium } from '../lib/chromium.mjs'
import { connectAccount } from '../lib/connected-account.mjs'
import { median, round } from '../lib/measure.mjs'
import { missing, row } from '../lib/row.mjs'
import { servePages } from '../lib/serve-pages.mjs'

const visits = Number(process.env.VISITS ?? 5)
/** The limit in ms. 95 of 100 key presses must be faster. */
const most = 50
const fields = [
  ['the amount', 'send-amount', '0.123456789012345678'],
  ['the recipient', 'send-receiver', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
]

export async function* measure() {
  const browser = await launchChromium()
  if (!browser) return yield missing('typing: the send form', 'Chromium')
  let lacking = false
  const onMissing = () => {
    lacking = true
  }
  const devnet = await startDevnet({ families: ['eip155'], data: true, onMissing })
  const site = await servePages(['account'])
  try {
    if (lacking) return yield missing('typing: the send form', 'node of eip155')
    const keys = new Map(fields.map(([name]) => [name, []]))
    for (let each = 0; each < visits; each++)
      for (const [name, times] of await visit(browser, site, devnet)) keys.get(name).push(...times)
    for (const [name, times] of keys) {
      const sorted = times.toSorted((one, other) => one - other)
      const late = sorted[Math.ceil(sorted.length * 0.95) - 1]
      yield row(
        `typing: a key press in ${name} of the send form, at a quarter of the CPU speed`,
        round(median(times)),
        'ms',
      )
      yield row(`typing: a key press in ${name} of the send form, 95th percentile`, round(late), 'ms', most)
    }
  } finally {
    await browser.close()
    await site.close()
    await devnet.stop()
  }
}

async function visit(browser, site, devnet) {
  const page = await browser.newPage()
  page.setDefaultTimeout(30_000)
  try {
    await page.addInitScript(recordKeys)
    await connectAccount(page, site, devnet)
    await page.getByTestId('account-button').click()
    await page.getByTestId('token-ETH').waitFor()
    await page.getByTestId('wallet-features-send-button').click()
    await page.getByTestId('send-amount').waitFor()
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const seen = []
    for (const [name, field, text] of fields) {
      await page.getByTestId(field).click()
      await page.evaluate('keyTimes.length = 0')
      // About as fast as a visitor types.
      await page.keyboard.type(text, { delay: 60 })
      await page.waitForTimeout(300)
      seen.push([name, await page.evaluate('[...keyTimes]')])
    }
    return seen
  } finally {
    await page.close()
  }
}

/** Runs in the page. Adds to `keyTimes` the time from each key press until the next frame is painted, in ms. */
function recordKeys() {
  globalThis.keyTimes = []
  const pressed = ({ timeStamp }) => {
    const painted = new MessageChannel()
    painted.port1.onmessage = () => globalThis.keyTimes.push(performance.now() - timeStamp)
    requestAnimationFrame(() => painted.port2.postMessage(0))
  }
  addEventListener('keydown', pressed, { capture: true })
}
