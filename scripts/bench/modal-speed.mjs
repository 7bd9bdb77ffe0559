// The modal beside what somebody writes by hand, click by click in one browser, at full speed and at a quarter of it.
import { readFileSync } from 'node:fs'
import { devAccounts } from 'latchkey/devnet'
import { mainnet } from 'latchkey/networks'
import { devWallets, injectedWallets } from 'latchkey/testing'
import { launchChromium } from '../lib/chromium.mjs'
import { median, round } from '../lib/measure.mjs'
import { missing, row } from '../lib/row.mjs'
import { servePages } from '../lib/serve-pages.mjs'

const wallets = readFileSync(new URL('./pages/wallets.js', import.meta.url), 'utf8')
/** Its keys are in this process, as an extension's are in one of its own. */
const devWallet = injectedWallets([devWallets({ networks: [mainnet], accounts: devAccounts }).ethereum])
const button = { modal: '[data-testid=connect-button]', plain: '#connect' }
const speeds = [
  ['at full speed', 1],
  ['at a quarter', 4],
]
const visits = 15

export async function* measure() {
  const browser = await launchChromium()
  if (!browser) return yield missing('modal: beside one written by hand', 'Chromium')
  const site = await servePages(['modal', 'plain'])
  try {
    yield* requests(browser, site)
    for (const [at, slower] of speeds) {
      const seen = { modal: [], plain: [] }
      // In turns, so that a noisy minute spoils both alike.
      for (let i = 0; i < visits; i++)
        for (const kind of ['plain', 'modal']) seen[kind].push(await visit(browser, site, kind, slower))
      const typical = (kind, what) => median(seen[kind].map((times) => times[what]))
      for (const [what, name] of [
        ['rows', 'click to wallet rows'],
        ['account', 'row to connected, with a wallet outside the page'],
      ]) {
        const [ours, plain] = [typical('modal', what), typical('plain', what)]
        yield row(`modal: ${name}, ${at}`, round(ours), 'ms')
        yield row(`modal: ${name}, ${at}, against one written by hand`, round(ours / plain), '×', 2)
      }
    }
  } finally {
    await browser.close()
    await site.close()
  }
}

/** What a page of five families asks for until the connect view stands; all of it counted but React. */
async function* requests(browser, { origin, gzipOf, isReact }) {
  const page = await open(browser, 'about:blank')
  // What is fetched when the browser is idle after that is for the views that may come next.
  await page.addInitScript('requestIdleCallback = () => 0')
  const asked = []
  page.on('request', (request) => asked.push(new URL(request.url())))
  await page.goto(`${origin}/modal.html`, { waitUntil: 'networkidle' })
  const foreign = () => asked.filter((url) => url.origin !== origin).length
  yield row('modal: foreign requests at load', foreign(), '', 0)
  await page.evaluate(() => {
    globalThis.taken = untilSeen(rowsSeen)
  })
  await page.click(button.modal)
  await page.evaluate(() => globalThis.taken)
  const ours = asked.map(({ pathname }) => pathname).filter((path) => /\.js$/.test(path) && !isReact(path))
  const bytes = ours.reduce((sum, path) => sum + gzipOf(path), 0)
  yield row('modal: fetched in Chromium until the connect view stood, gzip', bytes, 'B', 45_000)
  yield row('modal: foreign requests until then', foreign(), '', 0)
  await page.context().close()
}

/** One visitor: points at the button, clicks, points at a wallet, clicks. */
async function visit(browser, { origin }, kind, slower) {
  const page = await open(browser, `${origin}/${kind}.html`)
  await page.waitForLoadState('networkidle')
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
  const click = async (selector, seen) => {
    const target = page.locator(selector).first()
    await target.hover()
    // About what a person takes from pointing to clicking.
    await page.waitForTimeout(300)
    await page.evaluate((what) => {
      globalThis.taken = untilSeen(globalThis[what])
    }, seen)
    await page.mouse.down()
    await page.mouse.up()
    return page.evaluate(() => globalThis.taken)
  }
  const rows = await click(button[kind], 'rowsSeen')
  const account = await click('button.row:has-text("Dev Ethereum")', 'accountSeen')
  await page.context().close()
  return { rows, account }
}

async function open(browser, url) {
  const page = await (await browser.newContext()).newPage()
  page.setDefaultTimeout(20_000)
  await page.addInitScript({ content: wallets })
  await page.exposeFunction('devWallet', devWallet.call)
  await page.addInitScript({ content: devWallet.script({ kind: 'function', name: 'devWallet' }) })
  await page.goto(url)
  return page
}
