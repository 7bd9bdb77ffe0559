import { fileURLToPath } from 'node:url'
import { verifyMessage } from 'ethers'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { devAccounts } from '../../src/devnet/dev-accounts.ts'
import { type AnvilNode, startAnvil } from '../../src/devnet/nodes/anvil.ts'
import { buildPage, type ServedPage, servePage, strictPolicy } from './built-page.ts'
import { chromiumPath, launchChromium } from './chromium.ts'
import { type DevWalletsOfPage, injectDevWallets } from './inject-dev-wallets.ts'
import { poll } from './visitor.ts'

const folder = fileURLToPath(new URL('../fixtures/appkit-page', import.meta.url))
const alice = devAccounts.alice?.eip155?.address ?? ''

/** The page is written as for AppKit, with only its imports changed. Its networks are two local nodes. */
describe.skipIf(!chromiumPath)('a page written for AppKit', () => {
  let browser: Browser
  let nodes: readonly AnvilNode[]
  let site: ServedPage
  let page: Page
  let wallets: DevWalletsOfPage['wallets']

  beforeAll(async () => {
    const [{ files }, ...started] = await Promise.all([
      buildPage(folder),
      startAnvil(31337, {}),
      startAnvil(31338, {}),
    ])
    nodes = started
    ;[browser, site] = await Promise.all([launchChromium(), servePage(files, strictPolicy)])
  })
  afterAll(async () => {
    await Promise.all([browser?.close(), site?.close(), ...(nodes ?? []).map((node) => node.stop())])
  })
  beforeEach(async () => {
    page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
    const networks = nodes.map(({ url }, at) => ({
      ...{ id: 31337 + at, caipNetworkId: `eip155:${31337 + at}`, chainNamespace: 'eip155' },
      ...{ name: `Devnet ${31337 + at}`, rpcUrls: { default: { http: [url] } } },
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    }))
    ;({ wallets } = await injectDevWallets(page, { networks, accounts: devAccounts } as never, ['ethereum']))
    await page.goto(`${site.origin}/?rpc=${nodes.map(({ url }) => url)}`)
    await page.getByTestId('caipAddress').waitFor()
  })
  afterEach(async () => {
    const uncaught = await page.evaluate(() => (globalThis as unknown as { uncaught: string[] }).uncaught)
    await page.context().close()
    expect(uncaught).toEqual([])
  })

  const says = (name: string) =>
    poll(() => page.getByTestId(name).textContent(), { message: `the page shows the ${name}` })
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const card = () => page.getByTestId('lk-card')
  const count = (method: string) => wallets.ethereum.eip155?.wallet.script.count(method)

  async function connect() {
    await press('Sign in to the guestbook')
    await card().getByRole('button', { name: 'Dev Ethereum' }).click()
    await says('caipAddress').toBe(`eip155:31337:${alice}`)
  }

  it('connects with its button, and its hooks return the account, the network and the wallet', async () => {
    await says('isConnected').toBe('false')
    await says('status').toBe('disconnected')
    await says('initialized').toBe('true')
    await connect()
    await says('isConnected').toBe('true')
    await says('status').toBe('connected')
    await says('chainId').toBe('31337')
    await says('network').toBe('Devnet 31337')
    await says('selectedNetworkId').toBe('eip155:31337')
    await says('wallet').toBe('Dev Ethereum')
    await says('walletProviderType').toBe('ANNOUNCED')
    await says('event').toMatch(/CONNECT_SUCCESS|MODAL_CLOSE/)
    await says('open').toBe('false')
    expect(count('eth_requestAccounts')).toBe(1)
    await poll(() => page.locator('appkit-button button').textContent(), {
      message: 'the button is shown',
    }).toMatch(/^10,000\.000 ETH0xf3\.\.\.b92266$/)
  })

  it('connects in a modal that it puts into an element', async () => {
    await page.goto(`${page.url()}&placed`)
    await press('Sign in to the guestbook')
    const modal = page.locator('appkit-modal')
    await modal.getByTestId('lk-card').getByRole('button', { name: 'Dev Ethereum' }).click()
    await says('caipAddress').toBe(`eip155:31337:${alice}`)
    expect(await modal.evaluate(({ childElementCount }) => childElementCount)).toBe(0)
  })

  it("signs a message through ethers, and reads the balance with AppKit's hook and with ethers", async () => {
    await connect()
    await press('Sign')
    await says('said').toMatch(/^0x[0-9a-f]{130}$/)
    const signature = (await page.getByTestId('said').textContent()) ?? ''
    expect(verifyMessage(`I was here, ${alice}`, signature)).toBe(alice)
    expect(count('personal_sign')).toBe(1)
    await press('Balance')
    await says('said').toBe('10000 ETH')
    await press('Balance by ethers')
    await says('said').toBe('10000.0')
  })

  it('switches the network of page and wallet, with its own button and in the modal', async () => {
    await connect()
    await press('Switch')
    await says('chainId').toBe('31338')
    await poll(() => page.locator('appkit-network-button button').textContent(), {
      message: 'the appkit network button says Devnet 31338',
    }).toBe('Devnet 31338')
    await press('Open networks')
    await card().getByRole('button', { name: 'Devnet 31337' }).click()
    await says('selectedNetworkId').toBe('eip155:31337')
    expect(count('wallet_switchEthereumChain')).toBe(2)
  })

  it('disconnects with its button, and stays disconnected after a reload', async () => {
    await connect()
    await page.reload()
    await says('caipAddress').toBe(`eip155:31337:${alice}`)
    expect(count('eth_requestAccounts')).toBe(1)
    await press('Disconnect')
    await says('isConnected').toBe('false')
    await page.reload()
    await says('initialized').toBe('true')
    await says('caipAddress').toBe('undefined')
    await press('Open')
    await card().getByRole('button', { name: 'Dev Ethereum' }).waitFor()
  })

  it("has the colors that it sets with AppKit's options", async () => {
    await says('themeMode').toBe('light')
    await says('accent').toBe('#7a2a6b')
    const button = page.locator('appkit-button button')
    await poll(() => button.evaluate((one) => getComputedStyle(one).backgroundColor), {
      message: 'the button has the colors',
    }).toBe('rgb(122, 42, 107)')
    await press('Dark')
    await says('themeMode').toBe('dark')
  })

  it('renders the modal once, and removes it when the instance is disposed', async () => {
    await poll(() => page.locator('appkit-button button').count(), {
      message: 'the page has the button',
    }).toBe(1)
    await page.evaluate(() =>
      (globalThis as unknown as { modal: { dispose(): Promise<void> } }).modal.dispose(),
    )
    await poll(() => page.locator('appkit-button button').count(), {
      message: 'the page has no button',
    }).toBe(0)
    // The page's own hooks have no instance anymore, and throw.
    const uncaught = await page.evaluate(() =>
      (globalThis as unknown as { uncaught: string[] }).uncaught.splice(0),
    )
    expect(uncaught.join()).toContain('Please call "createAppKit" before using "useAppKit" hook')
  })
})
