import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { keepLinks } from '../e2e/kept-links.ts'
import { type Requests, requestsOf } from '../e2e/requests.ts'
import type { ViewsPage } from './pages/views.tsx'
import { stands } from './reach.ts'

type Mount = Parameters<ViewsPage['mount']>[0]
type Global = { page: ViewsPage; ownOpen: typeof open }

export interface ReusedPage {
  /**
   * Mounts the views with these options, runs the test, and unmounts the views. If the test fails or navigates away
   * from the page, the next test gets a new page.
   */
  with(options: Mount, test: (page: Page) => Promise<void>): Promise<void>
  close(): Promise<void>
}

export interface ReusedPageOptions extends BrowserContextOptions {
  readonly viewport: { readonly width: number; readonly height: number }
  /** Runs before the page's own scripts. */
  readonly before?: (() => void) | undefined
  /**
   * Whether a link to another site is followed. By default, the page only records the link. A browser that waits for an app
   * ignores clicks.
   */
  readonly leaves?: boolean | undefined
}

const requests = new WeakMap<Page, Requests>()

/**
 * Creates a page that many tests use in turn, because loading takes longer than most tests. Each test starts without stored data.
 */
export function reusedPage(
  browser: () => Browser,
  url: () => string,
  { before, leaves = false, ...device }: ReusedPageOptions,
): ReusedPage {
  const pages = new Set<Page>()
  let kept: Page | undefined

  async function fresh(): Promise<Page> {
    const page = await browser().newPage({ reducedMotion: 'reduce', ...device })
    pages.add(page)
    requests.set(page, requestsOf(page))
    if (!leaves) await page.addInitScript(keepLinks)
    if (before) await page.addInitScript(before)
    await page.goto(url())
    await page.evaluate(() => Object.assign(globalThis, { ownOpen: globalThis.open }))
    return page
  }
  async function leave(page: Page): Promise<void> {
    pages.delete(page)
    await page.close()
  }

  return {
    async with(options, test) {
      const page = kept ?? (await fresh())
      // A test that timed out may still run in the page, so this page isn't reused.
      kept = undefined
      try {
        await page.evaluate((given) => (globalThis as unknown as Global).page.mount(given), options)
        await page.getByTestId('network-button').waitFor()
        await test(page)
        // A page that has followed an app's scheme ignores clicks.
        if (leaves || page.url() !== url()) return await leave(page)
        await page.evaluate(async () => {
          const { page, ownOpen } = globalThis as unknown as Global
          page.unmount()
          // Wait until the last client has ended, because a new provider would reuse the client, as after a hot reload.
          await page.latchkey.dispose()
          localStorage.clear()
          scrollTo(0, 0)
          globalThis.open = ownOpen
        })
        await page.setViewportSize(device.viewport)
        kept = page
      } catch (error) {
        await leave(page)
        throw error
      }
    },
    async close() {
      const open = [...pages]
      pages.clear()
      kept = undefined
      await Promise.all(open.map((page) => page.close()))
    },
  }
}

/** Waits until all requests of a page of {@link reusedPage} are answered, and the page has rendered the answers. */
export async function atRest(page: Page): Promise<void> {
  const unanswered = async () => {
    await page.evaluate(stands)
    return requests.get(page)?.pending
  }
  await expect.poll(unanswered, { message: 'every request of the page has its answer' }).toBe(0)
}
