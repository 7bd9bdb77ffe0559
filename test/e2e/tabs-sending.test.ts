import { fileURLToPath } from 'node:url'
import type { Devnet } from 'latchkey/devnet'
import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { buildPage, type ServedPage, servePage, strictPolicy } from './built-page.ts'
import { chromiumPath, launchChromium } from './chromium.ts'
import { injectDevWallets } from './inject-dev-wallets.ts'
import { poll } from './visitor.ts'

describe.skipIf(!chromiumPath)('two tabs in Chromium with one account', () => {
  let devnet: Devnet
  let browser: Browser
  let site: ServedPage
  let context: BrowserContext

  beforeAll(async () => {
    const folder = fileURLToPath(new URL('../fixtures/walk-page', import.meta.url))
    const [node, chromium, built] = await Promise.all([
      leaseDevnet({ families: ['eip155'] }),
      launchChromium(),
      buildPage(folder),
    ])
    ;[devnet, browser] = [node, chromium]
    site = await servePage(built.files, strictPolicy)
  }, leaseTimeout)
  afterAll(async () => {
    await Promise.all([browser?.close(), site?.close(), devnet?.stop()])
  })
  afterEach(() => context?.close())

  async function openTab() {
    const page = await context.newPage()
    const { wallets } = await injectDevWallets(page, devnet, ['ethereum'])
    const [network] = devnet.networks
    const url = new URL('/', site.origin)
    url.searchParams.set('rpc', network!.rpcUrls.default.http[0]!)
    url.searchParams.set('id', String(network!.id))
    url.searchParams.set('to', devnet.accounts.bob!.eip155!.address)
    await page.goto(url.href)
    const { script } = wallets.ethereum.eip155!.wallet
    const pay = page.getByTestId('pay')
    const paid = () => page.getByTestId('paid').textContent()
    const connect = async () => {
      // The tab has the other tab's connection already, or offers to reconnect its wallet.
      const address = () => page.getByTestId('address').textContent()
      const row = page.getByRole('button', { name: /Dev Ethereum/ }).first()
      await page.getByTestId('connect-button').click()
      await poll(
        async () => {
          if (!(await address())) await row.click({ timeout: 8_000 }).catch(() => {})
          return address()
        },
        { message: 'the address is shown' },
      ).toMatch(/^0x/)
      await page.keyboard.press('Escape')
      await poll(() => page.getByTestId('lk-modal').isVisible(), { message: 'the modal closes' }).toBe(false)
    }
    return { page, script, pay, paid, connect }
  }

  it.each([
    ["share the browser's Web Locks", true],
    ['share a stored lock, without Web Locks', false],
  ])('%s: one tab asks the wallet to pay, and the other tab shows that it must wait', async (_, secure) => {
    context = await browser.newContext({ reducedMotion: 'reduce' })
    if (!secure)
      await context.addInitScript(() => {
        Object.defineProperty(Navigator.prototype, 'locks', { get: () => undefined })
      })
    const tabs = [await openTab(), await openTab()]
    for (const { connect } of tabs) await connect()
    for (const { script } of tabs) script.always('eth_sendTransaction', 'never')
    // Both pages send within 50 ms: they wait for the same moment.
    const at = Date.now() + 1_500
    await Promise.all(
      tabs.map(({ page }, index) =>
        page.evaluate(
          async ([moment, after]) => {
            await new Promise((resolve) => setTimeout(resolve, moment! + after! - Date.now()))
            document.querySelector<HTMLElement>('[data-testid=pay]')?.click()
          },
          [at, index * 40],
        ),
      ),
    )
    const asked = () => tabs.map(({ script }) => script.count('eth_sendTransaction'))
    await poll(async () => (await Promise.all(tabs.map(({ paid }) => paid()))).sort(), {
      message: 'one tab sends the request, and the other tab shows that it must wait',
    }).toEqual(['', 'A transaction of this account is waiting in the wallet'])
    await poll(() => asked().reduce((sum, count) => sum + count), { message: 'the wallet is asked' }).toBe(1)
    // The other tab can't send until the wallet has answered.
    const other = tabs[asked().indexOf(0)]!
    await other.pay.click()
    await poll(other.paid, {
      message: 'the payment says A transaction of this account is waiting in the wallet',
    }).toBe('A transaction of this account is waiting in the wallet')
    expect(asked().reduce((sum, count) => sum + count)).toBe(1)
    // The requesting tab closes, so the other tab can send.
    await tabs.find((one) => one !== other)!.page.close()
    if (!secure) return
    await poll(
      async () => {
        await other.pay.click()
        return other.script.count('eth_sendTransaction')
      },
      { message: 'the tab that is left sends the request' },
    ).toBe(1)
  })
})
