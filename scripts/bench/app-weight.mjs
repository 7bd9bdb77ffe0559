// Measures what a visitor downloads in Chromium. The page has five families and WalletConnect, and is built with Vite for
// production. The downloads of the same page with only React are subtracted. Files that the page fetches while it is idle don't
// count.
import { readFileSync } from 'node:fs'
import { launchChromium } from '../lib/chromium.mjs'
import { connectVisit } from '../lib/connect-visit.mjs'
import { missing, row } from '../lib/row.mjs'
import { servePages } from '../lib/serve-pages.mjs'
import { bundle } from '../lib/weigh.mjs'
import { hasWebpack, weighWebpack } from '../lib/weigh-webpack.mjs'

const script = (name) => readFileSync(new URL(`./pages/${name}.js`, import.meta.url), 'utf8')
const [untilSeen, wallets] = ['until-seen', 'wallets'].map(script)

/** Logos of wallets, networks and tokens. A page fetches them after its first paint. */
const isPack = (path) => /-marks-[\w-]+\.js$/.test(path)

const ways = [
  ['by esbuild', undefined],
  ['by esbuild with the condition production', ['production']],
]

export async function* measure() {
  yield* byEsbuild()
  yield* byWebpack()
  const browser = await launchChromium()
  if (!browser) return yield missing('app: downloads', 'Chromium')
  const site = await servePages(['app', 'bare'])
  const first = await servePages(['start'])
  const { origin, gzipOf, isOurs } = site
  try {
    const bare = await visit(browser, `${origin}/bare.html`)
    const { page, asked } = await visit(browser, `${origin}/app.html`)
    const code = (urls) => urls.filter((url) => /\.(js|css)$/.test(url.pathname))
    const weigh = (urls) => code(urls).reduce((sum, { pathname }) => sum + gzipOf(pathname), 0)
    const own = (urls) => code(urls).filter(({ pathname }) => isOurs(pathname)).length
    const foreign = () => asked.filter((url) => url.origin !== origin).length
    const atLoad = [...asked]
    yield row('app: at load, over React alone, gzip', weigh(atLoad) - weigh(bare.asked), 'B', 22_000)
    yield row('app: own requests at load', own(atLoad), '', 1)
    await page.evaluate(() => {
      // The list has five rows: a wallet for each of four families, and All Wallets. The page has no wallet for the fifth family.
      const rows = () =>
        document
          .querySelector('[data-testid=lk-host]')
          ?.shadowRoot?.querySelectorAll('dialog[open] button.row')
      globalThis.taken = untilSeen(() => (rows()?.length ?? 0) >= 5)
    })
    await page.tap('[data-testid=connect-button]')
    await page.evaluate(() => globalThis.taken)
    const more = asked.slice(atLoad.length)
    yield row('app: from load until the connect view is shown, with prefetched files, gzip', weigh(more), 'B')
    yield row('app: requests to other hosts until the connect view is shown', foreign(), '', 0)
    const { untilList, all } = await connectVisit(browser, site, { filesOfList: 2 })
    yield row('app: own requests until the list is shown', untilList.length, '', 2)
    yield row('app: all own requests to connect a browser extension', all.length, '', 12)
    const [bareHeap, ourHeap] = [await heaps(browser, origin, 'bare'), await heaps(browser, origin, 'app')]
    const megabytes = (bytes) => Math.round(bytes / 1e4) / 100
    yield row('app: heap at load, over React alone', megabytes(ourHeap.load - bareHeap.load), 'MB')
    yield row(
      'app: heap with the open list, beyond the heap at load',
      megabytes(ourHeap.open - ourHeap.load),
      'MB',
      0.6,
    )
    const chunks = [...first.scripts.keys()].filter((path) => first.isOurs(path) && !isPack(path))
    yield row('start page: chunks of Latchkey, without packs of marks', chunks.length, '', 60)
  } finally {
    await browser.close()
    await Promise.all([site.close(), first.close()])
  }
}

/**
 * Returns two sizes of the heap in bytes: one after the load, and one after the list has opened and the page is idle again. Takes
 * the smallest values of a few visits, because the heap also contains garbage.
 */
async function heaps(browser, origin, name) {
  const seen = []
  for (let each = 0; each < 3; each++) {
    const page = await browser.newPage()
    await page.addInitScript({ content: wallets })
    await page.goto(`${origin}/${name}.html`, { waitUntil: 'networkidle' })
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Performance.enable')
    const heap = async () => {
      for (let i = 0; i < 3; i++) await devtools.send('HeapProfiler.collectGarbage')
      const { metrics } = await devtools.send('Performance.getMetrics')
      return metrics.find((metric) => metric.name === 'JSHeapUsedSize').value
    }
    // Playwright loads its own script into the page with the first action.
    await page.locator('body').count()
    const load = await heap()
    if (name === 'app') {
      await page.getByTestId('connect-button').click()
      await page.getByTestId('lk-card').waitFor()
      await page.waitForTimeout(2000)
      await page.waitForLoadState('networkidle')
    }
    seen.push({ load, open: await heap() })
    await page.close()
  }
  const least = (what) => Math.min(...seen.map((one) => one[what]))
  return { load: least('load'), open: least('open') }
}

/** Builds the same pages with a bundler that doesn't set the condition `production` by default. */
async function* byEsbuild() {
  for (const [way, conditions] of ways)
    for (const name of ['start', 'app']) {
      const code = readFileSync(new URL(`./pages/${name}.jsx`, import.meta.url), 'utf8')
      const { initial } = await bundle(code, {
        external: ['react', 'react/*', 'react-dom', 'react-dom/*'],
        conditions,
      })
      yield row(`${name} page ${way}: at load, without React, gzip`, initial.gzip, 'B')
    }
}

async function* byWebpack() {
  if (!hasWebpack) return yield missing('app: by webpack 5', 'webpack: run npm run test:hosts first')
  for (const name of ['start', 'app']) {
    const { gzip, files, chunks } = await weighWebpack(name)
    yield row(`${name} page by webpack 5: at load, without React, gzip`, gzip, 'B')
    yield row(`${name} page by webpack 5: files at load`, files, '')
    yield row(`${name} page by webpack 5: files in all`, chunks, '')
  }
}

/** Loads a page that never becomes idle, so that it fetches only what it needs. */
async function visit(browser, url) {
  const context = await browser.newContext({ hasTouch: true, isMobile: true })
  const page = await context.newPage()
  await page.addInitScript({ content: untilSeen })
  await page.addInitScript({ content: wallets })
  await page.addInitScript('globalThis.requestIdleCallback = () => 0')
  const asked = []
  page.on('request', (request) => asked.push(new URL(request.url())))
  await page.goto(url, { waitUntil: 'networkidle' })
  return { page, asked }
}
