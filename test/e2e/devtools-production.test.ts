import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { World } from '../../examples/demo/server/world.ts'
import { buildPage, servePage, strictPolicy } from './built-page.ts'
import { chromiumPath, launchChromium } from './chromium.ts'
import { buildDemo } from './demo-site.ts'
import { poll } from './visitor.ts'

const folder = fileURLToPath(new URL('../fixtures/readme-page', import.meta.url))
const scripts = (built: string) =>
  readdirSync(built, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(built, name), 'utf8'))
/** Texts that only the devtools contain. */
const traces = ['latchkey-devtools', 'latchkey.devtools.faults', 'Turn all off']

const world: World = { networks: [], tokens: [], accounts: {} }

/** A page in which the host forgot to remove the import of the devtools. */
const main = `
import { createLatchkey } from 'latchkey'
import { eip155 } from 'latchkey/adapters/eip155'
import { createDevtools } from 'latchkey/devtools'
import { mainnet } from 'latchkey/networks'
const devtools = createDevtools()
const latchkey = createLatchkey({ networks: [mainnet], adapters: [eip155()], platform: devtools.platform() })
devtools.attach(latchkey)
await latchkey.ready()
Object.assign(globalThis, { latchkey })
`

describe.skipIf(!chromiumPath)('the devtools in a production build', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  it('are in no file of the demo', {
    tags: ['ci'],
  }, async () => {
    const [visitors, developers] = [await buildDemo(world), await buildDemo(world, { development: true })]
    for (const trace of traces) {
      expect(scripts(developers).some((text) => text.includes(trace))).toBe(true)
      expect(scripts(visitors).filter((text) => text.includes(trace))).toEqual([])
    }
  })

  it('do nothing and load nothing if a host forgot to remove them', async () => {
    const { files, chunksWith } = await buildPage(folder, { sources: { 'main.tsx': main }, allFiles: true })
    const panel = chunksWith(/src\/devtools\/panel\//)
    const site = await servePage(files, strictPolicy)
    const page = await (await browser.newContext()).newPage()
    await page.goto(site.origin)
    await poll(() => page.evaluate(() => 'latchkey' in globalThis), {
      message: 'the page has its client',
    }).toBe(true)
    await page.waitForLoadState('networkidle')
    expect(await page.locator('latchkey-devtools').count()).toBe(0)
    expect(site.requested().filter((path) => panel.includes(path))).toEqual([])
    await page.context().close()
    await site.close()
  })
})
