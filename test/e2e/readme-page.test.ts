import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sepolia } from 'latchkey/networks'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { devAccounts } from '../../src/devnet/dev-accounts.ts'
import { nodeRpc } from '../../src/devnet/node-rpc.ts'
import { type AnvilNode, startAnvil } from '../../src/devnet/nodes/anvil.ts'
import { codeBlocks, root } from '../docs/code-blocks.ts'
import { buildPage, type ServedPage, servePage, strictPolicy } from './built-page.ts'
import { chromiumPath, launchChromium } from './chromium.ts'
import { injectDevWallets } from './inject-dev-wallets.ts'
import { poll } from './visitor.ts'

const blocks = codeBlocks('README.md', readFileSync(join(root, 'README.md'), 'utf8'))
const [program] = blocks.filter(({ language }) => language === 'ts')
const [component] = blocks.filter(({ language }) => language === 'tsx')
const folder = fileURLToPath(new URL('../fixtures/readme-page', import.meta.url))
/** The README's component, and the files that a host has around it. */
const react = {
  'app.tsx': component?.code ?? '',
  'main.tsx': `import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
createRoot(document.getElementById('root')!).render(<App />)`,
}
const [sepoliaUrl = ''] = sepolia.rpcUrls.default.http
const alice = devAccounts.alice?.eip155?.address ?? ''
const bob = devAccounts.bob?.eip155?.address ?? ''

/** The README's first page, word for word, with a local node in place of Sepolia's. */
describe.skipIf(!chromiumPath)("the README's first page", () => {
  let browser: Browser
  let node: AnvilNode
  let page: Page
  let site: ServedPage
  const errors: string[] = []
  const lines: string[] = []

  beforeAll(async () => {
    ;[browser, node] = await Promise.all([launchChromium(), startAnvil(Number(sepolia.id), {})])
  })
  afterAll(async () => {
    await Promise.all([browser?.close(), node?.stop()])
  })
  afterEach(async () => {
    await page.context().close()
    await site.close()
  })

  async function visit(
    sources: Readonly<Record<string, string>>,
    installed: readonly ['ethereum'] | [],
    policy = strictPolicy.replace('http://127.0.0.1:*', 'https:'),
  ) {
    errors.length = lines.length = 0
    const { files } = await buildPage(folder, { sources })
    site = await servePage(files, policy)
    page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
    page.on('pageerror', ({ message }) => errors.push(message))
    page.on('console', (message) => {
      if (message.type() === 'log') lines.push(message.text())
      if (message.type() === 'error') errors.push(message.text())
    })
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
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
    const networks = [{ ...sepolia, rpcUrls: { default: { http: [node.url] } } }]
    const { wallets } = await injectDevWallets(page, { networks, accounts: devAccounts }, installed)
    await page.goto(site.origin)
    return wallets
  }
  const modal = () => page.getByTestId('lk-card')
  const balanceOf = async (address: string) =>
    BigInt(await nodeRpc<string>(node.url, 'eth_getBalance', [address, 'latest']))

  it('connects with a click, shows the account and its balance, and disconnects', {
    tags: ['ci'],
  }, async () => {
    const wallets = await visit(react, ['ethereum'])
    const button = page.getByRole('button').first()
    await poll(() => button.textContent(), { message: 'the button says Connect wallet' }).toBe(
      'Connect wallet',
    )
    await button.click()
    await modal().getByRole('button', { name: 'Dev Ethereum' }).click()
    await poll(() => button.textContent(), { message: 'the button is shown' }).toMatch(
      /^10,000\.000 ETH0xf3\.\.\.b92266$/,
    )
    await poll(() => page.locator('p').first().textContent(), {
      message: 'the paragraph says 10000 ETH',
    }).toBe('10000 ETH')
    await poll(() => modal().isVisible(), { message: 'the modal closes' }).toBe(false)
    await button.click()
    await poll(() => modal().getByTestId('balance').textContent(), {
      message: 'the balance says 10,000.000 ETH',
    }).toBe('10,000.000 ETH')
    await modal().getByTestId('disconnect-button').click()
    await poll(() => button.textContent(), { message: 'the button says Connect wallet' }).toBe(
      'Connect wallet',
    )
    await page.reload()
    await poll(() => button.textContent(), { message: 'the button says Connect wallet' }).toBe(
      'Connect wallet',
    )
    expect(wallets.ethereum.eip155?.wallet.script.count('eth_requestAccounts')).toBe(1)
    expect(errors).toEqual([])
  })

  it('explains that no wallet is installed', async () => {
    await visit(react, [])
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await modal().getByRole('heading', { name: 'No wallet found' }).waitFor()
    await poll(() => modal().textContent(), {
      message: 'the modal says Install a wallet in this browser',
    }).toContain('Install a wallet in this browser')
    await modal().getByTestId('header-close').click()
    expect(errors).toEqual([])
  })

  it('uses the networks of a devnet, with the code of docs/devnet.md', async () => {
    const devnetPage = codeBlocks('docs/devnet.md', readFileSync(join(root, 'docs/devnet.md'), 'utf8'))
    const client = devnetPage.find(({ code }) => code.includes('VITE_DEVNET_NETWORKS ??'))?.code ?? ''
    const local = { ...sepolia, name: 'Local', rpcUrls: { default: { http: [node.url] } } }
    vi.stubEnv('VITE_DEVNET_NETWORKS', JSON.stringify([local]))
    const main = `import { create } from './host-client.ts'
      const latchkey = create()
      await latchkey.ready()
      const [wallet] = latchkey.connector.state.connectors
      const [connection] = await latchkey.connect({ connectorId: wallet.id })
      const { value } = await (await latchkey.adapter('eip155')).getBalance(connection.addresses[0])
      console.log(latchkey.network.activeNetwork.name, value > 0n)`
    await visit({ 'host-client.ts': client, 'main.tsx': main }, ['ethereum'], strictPolicy)
    vi.unstubAllEnvs()
    await poll(() => lines, { message: 'the page reads from the local node' }).toEqual(['Local true'])
    expect(errors).toEqual([])
  })

  it('connects without a modal, reads, sends and disconnects', async () => {
    const code = program?.code ?? ''
    // The address is the only thing that a reader must fill in.
    expect(code.split("'0x…'")).toHaveLength(2)
    const before = await balanceOf(bob)
    await visit({ 'main.tsx': code.replace("'0x…'", `'${bob}'`) }, ['ethereum'])
    await poll(() => lines, { message: 'the log has its lines' }).toEqual(['10000'])
    await poll(async () => (await balanceOf(bob)) - before, { message: 'the recipient is paid' }).toBe(
      10n ** 16n,
    )
    // The page keeps a payment that isn't final, to know its outcome at the next visit.
    const kept = () =>
      page.evaluate(() =>
        JSON.stringify(Object.entries(localStorage).filter(([key]) => !key.endsWith('/sent'))),
      )
    await poll(kept, { message: "the stored data doesn't contain the account" }).not.toContain(alice)
    expect(errors).toEqual([])
  })

  it('explains that no wallet is installed, even without a modal', async () => {
    await visit({ 'main.tsx': program?.code ?? '' }, [])
    await poll(() => errors, { message: 'the page logs that a wallet is missing' }).toEqual([
      'No wallet was found. Install one, then load the page again.',
    ])
  })
})
