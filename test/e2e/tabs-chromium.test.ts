// @module-tag ci
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testRandom } from '../support/seed.ts'
import { chromiumPath, launchChromium } from './chromium.ts'
import type { PageGlobals } from './pages/page-globals.ts'
import { type Site, serveSite } from './site.ts'

const rounds = process.env.LATCHKEY_SOAK ? 200 : 4

describe.skipIf(!chromiumPath)('five tabs in Chromium', () => {
  let browser: Browser
  let site: Site
  let context: BrowserContext
  let pages: Page[]

  beforeAll(async () => {
    ;[browser, site] = await Promise.all([launchChromium(), serveSite()])
    context = await browser.newContext()
    pages = await Promise.all(Array.from({ length: 5 }, () => context.newPage()))
    await Promise.all(pages.map(load))
  })
  afterAll(async () => {
    await Promise.all([browser?.close(), site?.close()])
  })

  async function load(page: Page) {
    await page.goto(`${site.origin}/tabs.html`, { waitUntil: 'load' })
    await call(page, 'start')
  }
  const call = <T>(page: Page, name: string, ...values: unknown[]) =>
    page.evaluate(
      ([method, all]) => (globalThis as unknown as PageGlobals).latchkeyClient[method]?.(...(all as never[])),
      [name, values] as const,
    ) as Promise<T>

  /** Waits until all tabs and the storage show the same state for a while. Returns this state. */
  async function agreed(when: string): Promise<string> {
    let since = 0
    let views: string[] = []
    const agree = async () => {
      views = await Promise.all([
        ...pages.map((page) => call<string>(page, 'shown')),
        call<string>(pages[0]!, 'stored'),
      ])
      since = new Set(views).size > 1 ? 0 : since + 1
      return since < 5 ? views : 'agreed'
    }
    // The interval is short, because the function polls about a hundred times.
    await expect.poll(agree, { interval: 20, message: `${when}: the tabs agree` }).toBe('agreed')
    return views[0]!
  }

  it(`agree in ${rounds} rounds of simultaneous connecting and disconnecting`, {
    timeout: 60_000 + rounds * 6_000,
  }, async () => {
    const random = testRandom()
    for (let round = 0; round < rounds; round++) {
      const when = `round ${round}`
      const did = pages.map(() => random.pick(['first', 'second', 'end']))
      await Promise.all(pages.map((page, at) => call(page, 'act', did[at], random.below(8))))
      await agreed(`${when}, after ${did}`)
      // A connection by one tab reaches all tabs, also a new tab.
      const wallet = random.pick(['first', 'second'])
      await call(random.pick(pages), 'act', wallet, 0)
      expect(await agreed(`${when}, one connects`), when).toBe(wallet)
      await load(random.pick(pages))
      expect(await agreed(`${when}, one reloads`), when).toBe(wallet)
      // A session that one tab or all tabs at once have ended does not return.
      const enders = random.chance(0.5) ? pages : [random.pick(pages)]
      await Promise.all(enders.map((page) => call(page, 'act', 'end', random.below(8))))
      expect(await agreed(`${when}, ${enders.length} end`), when).toBe('none')
    }
    for (const page of pages)
      expect(await page.evaluate(() => (globalThis as unknown as PageGlobals).uncaught)).toEqual([])
  })
})
