// @module-tag ci
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Devnet } from 'latchkey/devnet'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { inlineStyles } from '../../scripts/lib/inline-styles.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { react18 } from '../support/react-18.ts'
import { type ServedPage, servePage, strictPolicy } from './built-page.ts'
import { chromiumPath, launchChromium } from './chromium.ts'
import { injectDevWallets } from './inject-dev-wallets.ts'
import { poll } from './visitor.ts'

const require = createRequire(import.meta.url)
const src = (path: string) => fileURLToPath(new URL(`../../src/${path}`, import.meta.url))
/**
 * Bundles the page for the server or the client, as a host's bundler does for development. React only warns in
 * development.
 */
async function bundle(entry: 'server' | 'client', react: string) {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`../fixtures/hydrated-page/${entry}.tsx`, import.meta.url))],
    bundle: true,
    write: false,
    outdir: '/',
    jsx: 'automatic',
    target: 'es2022',
    ...(entry === 'client'
      ? { format: 'esm', splitting: true }
      : { format: 'cjs', platform: 'node', external: ['viem'] }),
    alias: {
      react: join(react, 'react'),
      'react-dom': join(react, 'react-dom'),
      latchkey: src('index.ts'),
      'latchkey/react': src('ui-react/index.ts'),
      'latchkey/adapters/eip155': src('adapters/eip155/index.ts'),
    },
    plugins: [inlineStyles],
    define: { 'process.env.NODE_ENV': '"development"' },
    logLevel: 'warning',
  })
  return outputFiles
}

const versions = [
  ['18', react18],
  ['19', () => dirname(dirname(require.resolve('react/package.json')))],
] as const

describe.skipIf(!chromiumPath)('a page that its server renders', () => {
  let devnet: Devnet
  let browser: Browser
  let page: Page
  let site: ServedPage
  let rpcs: readonly string[]

  beforeAll(async () => {
    ;[devnet, browser] = await Promise.all([leaseDevnet({ families: ['eip155'] }), launchChromium()])
    rpcs = devnet.networks.map(({ rpcUrls }) => rpcUrls.default.http[0] ?? '')
  }, leaseTimeout)
  afterAll(async () => {
    await Promise.all([browser?.close(), devnet?.stop()])
  })
  afterEach(async () => {
    await Promise.all([page?.context().close(), site?.close()])
  })

  /** Returns the HTML that the server sends. */
  async function rendered(react: string): Promise<string> {
    const [server] = await bundle('server', react)
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-server-'))
    try {
      const file = join(folder, 'server.cjs')
      writeFileSync(file, server?.contents ?? '')
      return (require(file) as { render(urls: readonly string[]): string }).render(rpcs)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }

  // All other tests use React 19.
  for (const [version, install] of versions)
    it(`is hydrated by React ${version} without a warning, and works`, {
      tags: version === '19' ? ['all'] : [],
    }, async () => {
      const react = install()
      const [html, client] = await Promise.all([rendered(react), bundle('client', react)])
      expect(html).toContain('Connect wallet')
      const data = JSON.stringify(rpcs).replaceAll('"', '&quot;')
      site = await servePage(
        new Map<string, string | Uint8Array>([
          ...client.map(({ path, contents }) => [path, contents] as const),
          [
            '/index.html',
            `<!doctype html><html lang="en"><title>Host</title><div id="root" data-rpcs="${data}">${html}</div><script type="module" src="/client.js"></script>`,
          ],
        ]),
        strictPolicy,
      )
      page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
      const complaints: string[] = []
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type()) && !/404/.test(message.text()))
          complaints.push(message.text())
      })
      page.on('pageerror', (error) => complaints.push(String(error)))
      const { wallets } = await injectDevWallets(page, devnet, ['ethereum'])
      await page.goto(site.origin)
      await poll(() => page.getByTestId('react').textContent(), {
        message: 'the version of React is shown',
      }).toMatch(new RegExp(`^${version}\\.`))

      const modal = page.getByTestId('lk-modal')
      const who = () =>
        poll(() => page.getByTestId('who').textContent(), { message: 'the page says who is connected' })
      await page.getByTestId('connect-button').click()
      const row = modal.getByTestId('wallet-selector-dev.latchkey.ethereum')
      await row.waitFor()
      expect(await row.evaluate((button) => button.closest('[inert]') !== null), 'the row is inert').toBe(
        true,
      )
      await modal.getByTestId('legal-checkbox').check()
      await row.click()
      await who().toBe(`${devnet.accounts.alice?.eip155?.address} ETH`)
      expect(wallets.ethereum.eip155?.wallet.script.count('eth_requestAccounts')).toBe(1)
      await poll(() => modal.isVisible(), { message: 'the modal closes' }).toBe(false)
      await page.getByTestId('network-button').click()
      await modal.getByTestId('network-switch-Devnet 2').click()
      await poll(() => page.getByTestId('network-button').textContent(), {
        message: 'the network button says Devnet 2',
      }).toBe('Devnet 2')

      // The server doesn't know the account, but the page does.
      await page.reload()
      await who().toBe(`${devnet.accounts.alice?.eip155?.address} ETH`)
      await page.getByTestId('account-button').click()
      await poll(() => modal.getByTestId('balance').textContent(), {
        message: 'the balance arrives',
      }).toMatch(/ETH$/)
      await modal.getByTestId('disconnect-button').click()
      await who().toContain('nobody')
      expect(complaints).toEqual([])
      expect(await page.evaluate(() => (globalThis as unknown as { recovered: string[] }).recovered)).toEqual(
        [],
      )
    })
})
