#!/usr/bin/env node
// Opens and closes the modal 1,000 times in Chromium and checks that it leaks nothing: no extra nodes or listeners, at most
// 2 MB of heap.
import { readFileSync } from 'node:fs'
import { launchChromium } from './lib/chromium.mjs'
import { servePages } from './lib/serve-pages.mjs'

const cycles = Number(process.argv[2] ?? 1000)
const browser = await launchChromium()
if (!browser) throw new Error("Chromium isn't installed")
const site = await servePages(['app'])
const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
// Leave out the dev wallet, because its keys are outside the page. The other wallets are enough for a list.
await page.addInitScript({
  content: readFileSync(new URL('./bench/pages/wallets.js', import.meta.url), 'utf8'),
})
await page.goto(`${site.origin}/app.html`, { waitUntil: 'networkidle' })
const devtools = await page.context().newCDPSession(page)
await devtools.send('Performance.enable')

async function cycle(times) {
  await page.evaluate(async (left) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const button = document.querySelector('[data-testid=connect-button]')
    const isOpen = () =>
      document.querySelector('[data-testid=lk-host]')?.shadowRoot?.querySelector('dialog[open]')
    for (; left > 0; left--) {
      button.click()
      while (!isOpen()) await frame()
      button.click()
      while (isOpen()) await frame()
    }
  }, times)
}

async function counts() {
  await page.waitForTimeout(2500)
  for (let i = 0; i < 3; i++) await devtools.send('HeapProfiler.collectGarbage')
  const { metrics } = await devtools.send('Performance.getMetrics')
  const of = (name) => metrics.find((metric) => metric.name === name).value
  return { nodes: of('Nodes'), listeners: of('JSEventListeners'), heap: of('JSHeapUsedSize') }
}

await cycle(20)
const before = await counts()
await cycle(cycles)
const after = await counts()
await browser.close()
await site.close()
const [nodes, listeners, heap] = ['nodes', 'listeners', 'heap'].map((what) => after[what] - before[what])
console.log(`${cycles} cycles: nodes ${nodes}, listeners ${listeners}, heap ${heap} B more`)
process.exit(nodes <= 0 && listeners <= 0 && heap <= 2_000_000 ? 0 : 1)
