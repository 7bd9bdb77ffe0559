import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ChainNetwork } from 'latchkey'
import { sepolia } from 'latchkey/networks'
import type { Page } from 'playwright-core'
import { devAccounts } from '../../../src/devnet/dev-accounts.ts'
import { startAnvil } from '../../../src/devnet/nodes/anvil.ts'
import { launchChromium } from '../../e2e/chromium.ts'
import { injectDevWallets } from '../../e2e/inject-dev-wallets.ts'
import { pack, root } from '../../package/support.ts'

export const alice = devAccounts.alice?.eip155?.address ?? ''
const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }

/**
 * Installs the dependencies of an example. If the example needs the package, installs it as it would be published.
 * Returns the example's folder.
 */
export function installed(name: string, { withPackage = true } = {}): string {
  const folder = join(root, 'examples', name)
  const npm = (...args: readonly string[]) =>
    execFileSync('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: folder,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
  const packed = mkdtempSync(join(tmpdir(), 'latchkey-packed-'))
  try {
    npm('ci', '--ignore-scripts')
    if (withPackage) npm('install', '--no-save', '--no-package-lock', '--ignore-scripts', pack(packed))
  } finally {
    rmSync(packed, { recursive: true, force: true })
  }
  return folder
}

export interface Visitors {
  /**
   * Opens the page in a browser with a wallet. `complaints` contains the messages in the page's console, except the
   * page's own log.
   */
  visit(url: string): Promise<{ readonly page: Page; readonly complaints: readonly string[] }>
  /** The URL of each network's local node, in the order of the networks. */
  readonly nodes: readonly string[]
  close(): Promise<void>
}

/** Starts a browser, and local nodes in place of the networks' own nodes. No other host can be reached. */
export async function visitors(networks: readonly ChainNetwork[] = [sepolia]): Promise<Visitors> {
  const [browser, ...nodes] = await Promise.all([
    launchChromium(),
    ...networks.map(({ id }) => startAnvil(Number(id), {})),
  ])
  const local = networks.map((network, index) => ({
    ...network,
    rpcUrls: { default: { http: [nodes[index]?.url ?? ''] } },
  }))
  const nodeOf = (url: string) => {
    const index = networks.findIndex(({ rpcUrls: { default: own } }) =>
      own.http.some((one) => url.startsWith(one)),
    )
    return nodes[index]
  }
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
        const node = nodeOf(request.url())
        if (!node) return route.abort()
        if (request.method() === 'OPTIONS') return route.fulfill({ status: 204, headers })
        try {
          const answer = await fetch(node.url, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: request.postData() ?? '',
          })
          await route.fulfill({
            headers: { ...headers, 'content-type': 'application/json' },
            body: await answer.text(),
          })
        } catch {
          // The node or the browser has already stopped.
          await route.abort().catch(() => {})
        }
      })
      await injectDevWallets(page, { networks: local, accounts: devAccounts }, ['ethereum'])
      await page.goto(url)
      return { page, complaints }
    },
    nodes: nodes.map(({ url }) => url),
    async close() {
      await browser.close()
      await Promise.all(nodes.map((node) => node.stop()))
    },
  }
}
