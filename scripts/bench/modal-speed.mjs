// Compares the modal with a hand-written modal, and the modal's wallet list with the list of Solana wallet-adapter. Measures each
// click in one browser, at full CPU speed and at a quarter of this speed.
import { readFileSync } from 'node:fs'
import { devAccounts } from 'latchkey/devnet'
import { mainnet } from 'latchkey/networks'
import { devWallets, injectedWallets } from 'latchkey/testing'
import { launchChromium } from '../lib/chromium.mjs'
import { median, round } from '../lib/measure.mjs'
import { missing, row } from '../lib/row.mjs'
import { hasWalletAdapter, servePages } from '../lib/serve-pages.mjs'

const script = (name) => readFileSync(new URL(`./pages/${name}.js`, import.meta.url), 'utf8')
const [untilSeen, wallets] = ['until-seen', 'wallets'].map(script)
/** This process has the wallet's keys, like the process of a browser extension. */
const devWallet = injectedWallets([devWallets({ networks: [mainnet], accounts: devAccounts }).ethereum])
const button = { app: '[data-testid=connect-button]', plain: '#connect', adapter: '.wallet-adapter-button' }
const speeds = [
  ['at full speed', 1],
  ['at a quarter', 4],
]
const busy = `{
  const real = globalThis.requestIdleCallback
  let waiting = []
  globalThis.requestIdleCallback = (run) => waiting.push(run)
  globalThis.nowIdle = () => {
    globalThis.requestIdleCallback = real
    for (const run of waiting) real(run)
    waiting = []
  }
}`
/**
 * A mouse hovers before it clicks. A tap comes without a warning. The first tap has no limit: the page is busy from its load until
 * the list is shown, so it prefetched nothing.
 */
const hands = [
  { hand: 'a tap before anything is prefetched', touch: true, prefetched: false, rows: [], account: [] },
  { hand: 'a tap', touch: true, prefetched: true, rows: [2.5, 3], account: [1.5, 1.5] },
  { hand: 'a click', touch: false, prefetched: true, rows: [2.5, 3], account: [1.5, 1.5] },
]
/** The page with another library is measured only if `npm run test:hosts` has installed the library. */
const kinds = ['plain', 'app', ...(hasWalletAdapter ? ['adapter'] : [])]
const visits = Number(process.env.VISITS ?? 25)

export async function* measure() {
  const browser = await launchChromium()
  if (!browser) return yield missing('modal: compared with a hand-written modal', 'Chromium')
  const site = await servePages(kinds)
  try {
    for (const { hand, touch, prefetched, ...limits } of hands) {
      for (const [index, [at, slower]] of speeds.entries()) {
        const seen = { app: [], plain: [], adapter: [] }
        // The pages alternate, so that noise affects all of them.
        for (let i = 0; i < visits; i++)
          for (const kind of kinds)
            seen[kind].push(await visit(browser, site, { kind, slower, touch, prefetched }))
        const typical = (kind, what) => median(seen[kind].map((times) => times[what]))
        for (const [what, name] of [
          ['rows', `${hand}, until the list is shown`],
          ['account', `${hand} on a row, until connected`],
        ]) {
          const [ours, plain] = [typical('app', what), typical('plain', what)]
          yield row(`modal: ${name}, ${at}`, round(ours), 'ms')
          yield row(
            `modal: ${name}, ${at}, compared with a hand-written modal`,
            round(ours / plain),
            '×',
            limits[what][index],
          )
        }
        if (!hasWalletAdapter) {
          yield missing(
            'modal: compared with Solana wallet-adapter',
            'wallet-adapter: run npm run test:hosts first',
          )
          continue
        }
        const others = typical('adapter', 'rows')
        yield row(
          `modal: ${hand}, until the list of Solana wallet-adapter is shown, ${at}`,
          round(others),
          'ms',
        )
        yield row(
          'modal: our list, compared with the list of Solana wallet-adapter',
          round(typical('app', 'rows') / others),
          '×',
          prefetched ? 1 : undefined,
        )
      }
    }
  } finally {
    await browser.close()
    await site.close()
  }
}

/** Opens the page, presses the button, then presses a wallet. */
async function visit(browser, { origin }, { kind, slower, touch, prefetched }) {
  const context = await browser.newContext(touch ? { hasTouch: true, isMobile: true } : {})
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  await page.addInitScript({ content: untilSeen })
  await page.addInitScript({ content: wallets })
  await page.exposeFunction('devWallet', devWallet.call)
  await page.addInitScript({ content: devWallet.script({ kind: 'function', name: 'devWallet' }) })
  // The page stays busy until the result of the first tap is shown.
  if (!prefetched) await page.addInitScript(busy)
  await page.goto(`${origin}/${kind}.html`)
  await page.waitForLoadState('networkidle')
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
  const press = async (selector, seen) => {
    const target = page.locator(selector).first()
    if (!touch) await target.hover()
    // A visitor hovers over the button for about this time.
    await page.waitForTimeout(300)
    await page.evaluate((what) => {
      globalThis.taken = untilSeen(globalThis[what])
    }, seen)
    if (touch) await target.tap()
    else {
      await page.mouse.down()
      await page.mouse.up()
    }
    return page.evaluate(() => globalThis.taken)
  }
  const rows = await press(button[kind], kind === 'adapter' ? 'adapterSeen' : 'rowsSeen')
  if (kind === 'adapter') {
    await context.close()
    return { rows }
  }
  if (!prefetched) await page.evaluate('nowIdle()')
  const account = await press('button.row:has-text("Dev Ethereum")', 'accountSeen')
  await context.close()
  return { rows, account }
}
