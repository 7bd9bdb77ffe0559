import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '../../e2e/chromium.ts'
import { poll } from '../../e2e/visitor.ts'
import { type ServedFolder, serveFolder } from './serve-folder.ts'
import { alice, installed, type Visitors, visitors } from './visit.ts'

describe.skipIf(!chromiumPath)('examples/script-tag', { timeout: 60_000 }, () => {
  let browser: Visitors
  let site: ServedFolder
  beforeAll(async () => {
    ;[browser, site] = await Promise.all([visitors(), serveFolder(installed('script-tag'))])
  }, 300_000)
  afterAll(async () => {
    await Promise.all([browser?.close(), site?.close()])
  })

  it('connects with a click without a bundler, restores the connection, and disconnects', async () => {
    const { page, complaints } = await browser.visit(`${site.origin}/`)
    const who = () => poll(() => page.locator('p').textContent(), { message: 'the page shows the account' })
    await page.getByRole('button', { name: 'Dev Ethereum' }).click()
    await who().toBe(alice)
    await page.reload()
    await who().toBe(alice)
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await who().toBe('Choose a wallet.')
    expect(complaints).toEqual([])
  })
})
