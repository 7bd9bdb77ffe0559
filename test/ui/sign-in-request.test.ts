import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, launchChromium } from '../e2e/chromium.ts'
import { stands } from './reach.ts'
import { type ReusedPage, reusedPage } from './reused-page.ts'
import { inPage } from './scenes.ts'
import { type Served, serveViews } from './serve.ts'

describe.skipIf(!chromiumPath)('the request to sign in', () => {
  let browser: Browser
  let site: Served
  let pages: ReusedPage
  beforeAll(async () => {
    ;[browser, site] = await Promise.all([launchChromium(), serveViews()])
    pages = reusedPage(
      () => browser,
      () => site.url,
      { viewport: { width: 1280, height: 800 } },
    )
  })
  afterAll(async () => {
    await pages?.close()
    await Promise.all([browser?.close(), site?.close()])
  })

  it('keeps its buttons in place when the message arrives', async () => {
    await pages.with({ signIn: 'required' }, async (page) => {
      await inPage(page, (world) => void world.latchkey.connect({ connectorId: 'app.moss' }).catch(() => {}))
      await page.getByTestId('sign-in-site').waitFor()
      const place = async () => {
        await page.evaluate(stands)
        return page.getByTestId('sign-in-sign').boundingBox()
      }
      const after = await place()
      await inPage(page, ({ latchkey }) =>
        (latchkey.signIn as unknown as { patch(part: object): void }).patch({ message: undefined }),
      )
      await page.getByTestId('sign-in-site').waitFor({ state: 'detached' })
      expect(await place()).toEqual(after)
    })
  })
})
