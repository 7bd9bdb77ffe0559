// Measures the view All Wallets with a local catalogue of six hundred wallets: how much a page loads, how fast search results
// appear, and how smoothly the list scrolls.
import { startDevnet } from 'latchkey/devnet'
import { launchChromium } from '../lib/chromium.mjs'
import { median, round } from '../lib/measure.mjs'
import { missing, row } from '../lib/row.mjs'
import { servePages } from '../lib/serve-pages.mjs'
import { webpCatalogue } from '../lib/webp-catalogue.mjs'

const visits = Number(process.env.VISITS ?? 9)
/** One frame at 60 Hz, in ms. */
const frame = 1000 / 60

export async function* measure() {
  const browser = await launchChromium()
  if (!browser) return yield missing('all wallets: six hundred', 'Chromium')
  const site = await servePages(['list'])
  const devnet = await startDevnet({
    families: ['eip155'],
    catalogue: true,
    allowedOrigins: [site.origin],
  }).catch(() => undefined)
  let catalogue
  try {
    if (!devnet) return yield missing('all wallets: six hundred', 'anvil')
    const seen = []
    const withSvg = []
    catalogue = await webpCatalogue(browser, devnet.catalogue.url)
    // The first visit converts the pictures.
    await visit(browser, site, catalogue.url)
    for (let each = 0; each < visits; each++) {
      seen.push(await visit(browser, site, catalogue.url))
      withSvg.push(await visit(browser, site, devnet.catalogue.url))
    }
    const typical = (what, from = seen) => median(from.map((one) => one[what]))
    yield row(
      'all wallets: maximum elements of the modal while it scrolls through 600 wallets',
      Math.max(...seen.map(({ nodes }) => nodes)),
      '',
      1000,
    )
    yield row('all wallets: rows that were shown in this time', Math.min(...seen.map(({ rows }) => rows)), '')
    yield row(
      'all wallets: from a key press until matches in the loaded wallets are shown',
      typical('frames'),
      'frames',
      1,
    )
    yield row(
      'all wallets: from a key press until matches in the loaded wallets are shown, in ms',
      round(typical('key')),
      'ms',
    )
    yield row(
      'all wallets: from a key press until matches of the service are shown',
      round(typical('service')),
      'ms',
    )
    yield row(
      'all wallets: duration of a frame while it scrolls, 95th percentile',
      round(typical('late') / frame),
      'frames',
      2,
    )
    yield row(
      'all wallets: the same if all pictures are SVG',
      round(typical('late', withSvg) / frame),
      'frames',
    )
  } finally {
    await catalogue?.close()
    await browser.close()
    await site.close()
    await devnet?.stop()
  }
}

async function visit(browser, { origin }, catalogue) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  page.setDefaultTimeout(30_000)
  try {
    await page.goto(`${origin}/list.html?catalogue=${encodeURIComponent(catalogue)}`)
    await page.getByTestId('connect-button').click()
    await page.getByTestId('all-wallets').click()
    await page.getByTestId('wallet-selector-dev-amber-anchor').waitFor()
    const scrolled = await page.getByTestId('lk-card').evaluate(scrollThrough)
    const found = await page.getByTestId('lk-card').evaluate(type, 'umber anchor')
    return { ...scrolled, ...found }
  } finally {
    await page.close()
  }
}

/** Runs in the page. Scrolls to the last wallet like a mouse wheel, and measures the frames. */
async function scrollThrough(card) {
  const stage = card.querySelector('.stage')
  const nextFrame = () => new Promise(requestAnimationFrame)
  const times = []
  const names = new Set()
  let nodes = 0
  let before = await nextFrame()
  const rows = () => card.querySelectorAll('[data-testid^=wallet-selector-dev-]')
  // Stays at the end until nothing has loaded for half a second.
  for (let ended = 0; ended < 30; ) {
    stage.scrollBy(0, 120)
    const now = await nextFrame()
    times.push(now - before)
    before = now
    nodes = Math.max(nodes, card.querySelectorAll('*').length)
    for (const { dataset } of rows()) names.add(dataset.testid)
    ended = stage.scrollTop + stage.clientHeight >= stage.scrollHeight - 1 ? ended + 1 : 0
  }
  times.sort((a, b) => a - b)
  return { nodes, rows: names.size, late: times[Math.floor(times.length * 0.95)] }
}

/** Runs in the page. Enters the whole text at once, and measures the time until results appear. */
async function type(card, text) {
  const field = card.querySelector('input')
  const nextFrame = () => new Promise(requestAnimationFrame)
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set
  const matches = () => {
    const rows = [...card.querySelectorAll('[data-testid^=wallet-selector-] .name')]
    return rows.length > 0 && rows.every((row) => row.textContent.toLowerCase().includes(text))
  }
  await nextFrame()
  const pressed = performance.now()
  set.call(field, text)
  field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }))
  let frames = 0
  do {
    await nextFrame()
    frames++
  } while (!matches())
  const key = performance.now() - pressed
  while (card.querySelector('.skeleton')) await nextFrame()
  return { key, frames, service: performance.now() - pressed }
}
