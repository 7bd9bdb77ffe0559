import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sepolia } from 'latchkey/networks'
import type { Browser, Page } from 'playwright-core'
import { devAccounts } from '../../../src/devnet/dev-accounts.ts'
import { type AnvilNode, startAnvil } from '../../../src/devnet/nodes/anvil.ts'
import { launchChromium } from '../../e2e/chromium.ts'
import { injectDevWallets } from '../../e2e/inject-dev-wallets.ts'
import { pack, root } from '../../package/support.ts'

export const alice = devAccounts.alice?.eip155?.address ?? ''
const [sepoliaUrl = ''] = sepolia.rpcUrls.default.http
const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }

/** The folder of an example, with its dependencies installed, and with the package as it would be published. */
export function installed(name: string): string {
  const folder = join(root, 'examples', name)
  const npm = (...args: readonly string[]) =>
    execFileSync('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: folder,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
  const packed = mkdtempSync(join(tmpdir(), 'latchkey-packed-'))
  try {
    npm('ci', '--ignore-scripts')
    npm('install', '--no-save', '--no-package-lock', '--ignore-scripts', pack(packed))
  } finally {
    rmSync(packed, { recursive: true, force: true })
  }
  return folder
}

export interface Visitors {
  /** Opens the page in a browser with a wallet; records the page's console messages except its log. */
  visit(url: string): Promise<{ readonly page: Page; readonly complaints: readonly string[] }>
  close(): Promise<void>
}

/** A browser, and a local node in place of Sepolia's. Every other host is unreachable. */
export async function visitors(): Promise<Visitors> {
  const [browser, node]: [Browser, AnvilNode] = await Promise.all([
    launchChromium(),
    startAnvil(Number(sepolia.id), {}),
  ])
  const networks = [{ ...sepolia, rpcUrls: { default: { http: [node.url] } } }]
  return {
    async visit(url) {
      const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(String(error)))
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
      })
      await page.route('https://**', async (route) => {
        const request = route.request()
        if (!request.url().startsWith(sepoliaUrl)) return route.abort()
        if (request.method() === 'OPTIONS') return route.fulfill({ status: 204, headers })
        const answer = await fetch(node.url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: request.postData() ?? '',
        })
        return route.fulfill({
          headers: { ...headers, 'content-type': 'application/json' },
          body: await answer.text(),
        })
      })
      await injectDevWallets(page, { networks, accounts: devAccounts }, ['ethereum'])
      await page.goto(url)
      return { page, complaints }
    },
    async close() {
      await Promise.all([browser.close(), node.stop()])
    },
  }
}
