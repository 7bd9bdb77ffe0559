import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '../../e2e/chromium.ts'
import { poll } from '../../e2e/visitor.ts'
import { type ServedFolder, serveFolder } from './serve-folder.ts'
import { alice, installed, type Visitors, visitors } from './visit.ts'

describe.skipIf(!chromiumPath)('examples/vite', { timeout: 60_000 }, () => {
  let browser: Visitors
  let site: ServedFolder
  beforeAll(async () => {
    const folder = installed('vite')
    execFileSync('npm', ['run', 'build'], { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] })
    ;[browser, site] = await Promise.all([visitors(), serveFolder(join(folder, 'dist'))])
  }, 300_000)
  afterAll(async () => {
    await Promise.all([browser?.close(), site?.close()])
  })

  it('connects with a click, shows address and balance, and restores the connection', async () => {
    const { page, complaints } = await browser.visit(`${site.origin}/`)
    const shown = () =>
      poll(() => page.locator('dd').allTextContents(), {
        message: 'the page shows the account and its balance',
      })
    expect(await page.locator('main').textContent()).toBe('No wallet connected yet.')
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await page.getByTestId('lk-card').getByRole('button', { name: 'Dev Ethereum' }).click()
    await shown().toEqual([alice, '10000 ETH'])
    await page.reload()
    await shown().toEqual([alice, '10000 ETH'])
    expect(complaints).toEqual([])
  })
})
