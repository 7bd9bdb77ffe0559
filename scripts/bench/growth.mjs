// Measures in Chromium how waiting times grow with the size of data, at four sizes. The result is an exponent: time grows like size to the power of
// this exponent. 1 is linear, 2 is quadratic.
import { launchChromium } from '../lib/chromium.mjs'
import { median, round } from '../lib/measure.mjs'
import { missing, row } from '../lib/row.mjs'
import { servePages } from '../lib/serve-pages.mjs'
import { sessionUpdate } from './hot-paths.mjs'

const lines = {
  balances: ['so many useBalance, until all show the balance', [500, 1000, 2000, 4000]],
  leaving: ['so many components with three hooks are removed', [1000, 2000, 4000, 8000]],
  announcements: ['so many wallets with icons of 20 kB announce themselves late', [35, 70, 140, 280]],
  networks: ['the list of so many networks opens', [125, 250, 500, 1000]],
  activity: ['so many pages of transactions are read into the open list', [8, 16, 32, 64]],
}
/** Twice the size may take at most 2.5 times as long. */
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
      yield row('growth: the exponent of those', round(exponent(sizes, times)), '', limit)
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
      `growth: a session of so many networks × 100 accounts is updated, ${size}`,
      round(times.at(-1)),
      'ms',
    )
  }
  yield row('growth: the exponent of those', round(exponent(sizes, times)), '', limit)
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
