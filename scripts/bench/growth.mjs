// Measures in Chromium how waiting times grow with the size of data, at four sizes. The result is an exponent: time grows like size to the power of
// this exponent. 1 is linear, 2 is quadratic.
import { launchChromium } from '../lib/chromium.mjs'
import { median, round } from '../lib/measure.mjs'
import { missing, row } from '../lib/row.mjs'
import { servePages } from '../lib/serve-pages.mjs'
import { sessionUpdate } from './hot-paths.mjs'

const lines = {
  balances: ['until all useBalance hooks show the balance, number of hooks', [500, 1000, 2000, 4000]],
  leaving: ['removing components with three hooks, number of components', [1000, 2000, 4000, 8000]],
  announcements: ['late announcements of wallets with icons of 20 kB, number of wallets', [35, 70, 140, 280]],
  networks: ['opening the list of networks, number of networks', [125, 250, 500, 1000]],
  activity: ['reading pages of transactions into the open list, number of pages', [8, 16, 32, 64]],
}
/** The highest allowed exponent: with data of twice the size, the wait may be at most 2.5 times as long. */
const limit = round(Math.log2(2.5))
const visits = Number(process.env.VISITS ?? 3)

export async function* measure() {
  const browser = await launchChromium()
  if (!browser) return yield missing('growth: in a page', 'Chromium')
  const site = await servePages(['growth'])
  try {
    for (const [line, [name, sizes]] of Object.entries(lines)) {
      const times = []
      for (const size of sizes) {
        const seen = []
        for (let each = 0; each < visits; each++) seen.push(await visit(browser, site, line, size))
        times.push(median(seen))
        yield row(`growth: ${name}, ${size}`, round(times.at(-1)), 'ms')
      }
      yield row('growth: the exponent of the lines above', round(exponent(sizes, times)), '', limit)
    }
  } finally {
    await browser.close()
    await site.close()
  }
  const sizes = [25, 50, 100, 200]
  const times = []
  for (const size of sizes) {
    times.push(await sessionUpdate({ networks: size, accounts: 100 }))
    yield row(
      `growth: updating a session with 100 accounts per network, number of networks, ${size}`,
      round(times.at(-1)),
      'ms',
    )
  }
  yield row('growth: the exponent of the lines above', round(exponent(sizes, times)), '', limit)
}

/** Returns the slope of the line that fits the logarithms best. */
function exponent(sizes, times) {
  const points = sizes.map((size, at) => [Math.log(size), Math.log(times[at])])
  const mean = (index) => points.reduce((sum, point) => sum + point[index], 0) / points.length
  const [middleX, middleY] = [mean(0), mean(1)]
  const sum = (term) => points.reduce((total, [x, y]) => total + term(x - middleX, y - middleY), 0)
  return sum((x, y) => x * y) / sum((x) => x * x)
}

async function visit(browser, { origin }, line, size) {
  const page = await browser.newPage()
  page.setDefaultTimeout(60_000)
  try {
    await page.goto(`${origin}/growth.html`)
    return await page.evaluate(([name, count]) => globalThis.growth[name](count), [line, size])
  } finally {
    await page.close()
  }
}
