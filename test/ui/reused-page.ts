import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { keepLinks } from '../e2e/kept-links.ts'
import type { ViewsPage } from './pages/views.tsx'

type Mount = Parameters<ViewsPage['mount']>[0]
type Global = { page: ViewsPage }

export interface ReusedPage {
  /**
   * Mounts the views with these options, and takes them away again. After a failure the next one has a new page, and so has
   * what wants to be `alone` and whatever comes after it.
   */
  with(options: Mount, test: (page: Page) => Promise<void>, alone?: boolean): Promise<void>
  close(): Promise<void>
}

/** One page for many tests, one after the other: to load it costs more than most of them. Nothing stored is left to the next. */
export function reusedPage(
  browser: () => Browser,
  url: () => string,
  device: BrowserContextOptions & { readonly viewport: { readonly width: number; readonly height: number } },
): ReusedPage {
  const pages = new Set<Page>()
  let kept: Page | undefined

  async function fresh(): Promise<Page> {
    const page = await browser().newPage(device)
    pages.add(page)
    // Before the test runs out of time, so that it says what it waited for.
    page.setDefaultTimeout(8_000)
    // Nothing on this machine answers the scheme of an app, and a browser that waits for it takes no clicks.
    await page.addInitScript(keepLinks)
    await page.goto(url())
    return page
  }
  async function close(): Promise<void> {
    const open = [...pages]
    pages.clear()
    kept = undefined
    await Promise.all(open.map((page) => page.close()))
  }

  return {
    async with(options, test, alone = false) {
      if (alone) await close()
      const page = kept ?? (await fresh())
      // A test that runs out of time still goes on in its page: it comes back to the others only once it has ended well.
      kept = undefined
      try {
        await page.evaluate((given) => (globalThis as unknown as Global).page.mount(given), options)
        await page.getByTestId('network-button').waitFor()
        await test(page)
        await page.evaluate(async () => {
          const { page } = globalThis as unknown as Global
          page.unmount()
          // A provider that is mounted before the last one's client has ended takes that client over, as on a hot reload.
          await page.latchkey.dispose()
          localStorage.clear()
          scrollTo(0, 0)
        })
        await page.setViewportSize(device.viewport)
        if (alone) await close()
        else kept = page
      } catch (error) {
        pages.delete(page)
        await page.close()
        throw error
      }
    },
    close,
  }
}
