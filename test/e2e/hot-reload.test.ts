import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { Devnet } from 'latchkey/devnet'
import type { Browser } from 'playwright-core'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { sourceAliases } from './built-page.ts'
import { chromiumPath, launchChromium } from './chromium.ts'
import { injectDevWallets } from './inject-dev-wallets.ts'
import { poll } from './visitor.ts'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/**
 * Opens the page once. At the first requests, the server transforms and bundles the files, and may then reload the
 * page. Later visits are undisturbed.
 */
async function settled(browser: Browser, origin: string): Promise<void> {
  const page = await browser.newPage()
  const told: string[] = []
  page.on('console', (message) => told.push(message.text()))
  page.on('pageerror', (error) => told.push(String(error)))
  page.on('requestfailed', (request) => told.push(`${request.url()}: ${request.failure()?.errorText}`))
  try {
    await page.goto(origin)
    await page.getByTestId('connect-button').waitFor({ timeout: 20_000 })
  } catch {
    // A page that got only a part of the bundle stays empty until it is reloaded.
    await page.reload()
    await page
      .getByTestId('connect-button')
      .waitFor({ timeout: 20_000 })
      .catch((error) => {
        throw new Error(`The served page stays empty. Its console: ${told.join('\n') || 'nothing'}`, {
          cause: error,
        })
      })
  } finally {
    await page.close()
  }
}

describe.skipIf(!chromiumPath)('a page that the developer edits while it is served', () => {
  let devnet: Devnet
  let browser: Browser
  let server: ViteDevServer
  let folder: string
  /** The folder with the server's bundles. It is outside of the folder that the server watches. */
  let cache: string

  beforeAll(async () => {
    ;[devnet, browser] = await Promise.all([leaseDevnet({ families: ['eip155'] }), launchChromium()])
    // The folder is inside the repository, so that imports resolve.
    mkdirSync(path('../../test-results'), { recursive: true })
    folder = mkdtempSync(path('../../test-results/hot-'))
    cache = mkdtempSync(join(tmpdir(), 'latchkey-hot-'))
    cpSync(path('../fixtures/hydrated-page/app.tsx'), join(folder, 'app.tsx'))
    writeFileSync(
      join(folder, 'main.tsx'),
      `import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
createRoot(document.getElementById('root')).render(<App rpcs={${JSON.stringify(
        devnet.networks.map(({ rpcUrls }) => rpcUrls.default.http[0]),
      )}} />)`,
    )
    writeFileSync(
      join(folder, 'index.html'),
      '<!doctype html><html lang="en"><title>Host</title><div id="root"></div><script type="module" src="/main.tsx"></script>',
    )
    server = await createServer({
      root: folder,
      configFile: false,
      logLevel: 'error',
      plugins: [react()],
      cacheDir: cache,
      resolve: { alias: sourceAliases },
      server: {
        host: '127.0.0.1',
        port: 0,
        fs: { strict: false },
        // By default, Vite does not watch this folder.
        watch: { ignored: ['!**/test-results/**'] },
      },
    })
    await server.listen()
    await settled(browser, origin())
  }, leaseTimeout)
  afterAll(async () => {
    await Promise.all([browser?.close(), server?.close(), devnet?.stop()])
    for (const made of [folder, cache]) if (made) rmSync(made, { recursive: true, force: true })
  })

  const origin = () => server.resolvedUrls?.local[0] ?? ''

  it('keeps its client and its connection', { tags: ['all'] }, async () => {
    const page = await browser.newPage({ reducedMotion: 'reduce' })
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' && !/404/.test(message.text())) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    const { wallets } = await injectDevWallets(page, devnet, ['ethereum'])
    await page.goto(origin())
    const modal = page.getByTestId('lk-modal')
    const who = () =>
      poll(() => page.getByTestId('who').textContent(), { message: 'the page says who is connected' })
    await page.getByTestId('connect-button').click()
    await modal.getByTestId('legal-checkbox').check()
    await modal.getByRole('button', { name: 'Dev Ethereum' }).click()
    await who().toContain(devnet.accounts.alice?.eip155?.address)
    await poll(() => modal.isVisible(), { message: 'the modal closes' }).toBe(false)
    // A real reload would remove this variable.
    await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }))

    for (const word of ['first', 'second']) {
      const file = join(folder, 'app.tsx')
      const text = readFileSync(path('../fixtures/hydrated-page/app.tsx'), 'utf8')
      writeFileSync(file, text.replace('<ConnectButton />', `<p>The ${word} edit</p><ConnectButton />`))
      await page.getByText(`The ${word} edit`).waitFor()
      await who().toContain(devnet.accounts.alice?.eip155?.address)
      await page.getByTestId('account-button').click()
      await poll(() => modal.getByTestId('balance').textContent(), {
        message: 'the balance arrives',
      }).toMatch(/ETH$/)
      await page.keyboard.press('Escape')
      await poll(() => modal.isVisible(), { message: 'the modal closes' }).toBe(false)
    }
    expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true)
    expect(wallets.ethereum.eip155?.wallet.script.count('eth_requestAccounts')).toBe(1)
    expect(complaints).toEqual([])
  })
})
