import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ChainNamespace, LatchkeyOptions } from 'latchkey'
import type { Devnet } from 'latchkey/devnet'
import { createHeadlessWallet, type DevWalletId, type HeadlessWalletOptions } from 'latchkey/testing'
import { dangers } from 'latchkey/wallets'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { builtOnce, readBuilt } from '../support/built-once.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { buildPage, type ServedPage, servePage, strictPolicy } from './built-page.ts'
import { launchChromium } from './chromium.ts'
import { type DevWalletsOfPage, injectDevWallets } from './inject-dev-wallets.ts'
import { keepLinks, type OpenedLink } from './kept-links.ts'
import { poll } from './visitor.ts'

export interface HostVisit {
  /** The host's options. */
  readonly options?: Partial<LatchkeyOptions>
  readonly screen?: BrowserContextOptions
  /** The wallets that are installed in the browser. Default: none. */
  readonly installed?: readonly DevWalletId[]
  /** Runs before the page's own scripts. */
  readonly before?: () => void
  /** Whether the relay accepts the connection, but sends nothing. */
  readonly silentRelay?: boolean
}

/** Builds the page `test/fixtures/host-page`, once for all test files. */
async function hostPage(): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const folder = await builtOnce('host-page', async (made) => {
    const { files } = await buildPage(fileURLToPath(new URL('../fixtures/host-page', import.meta.url)))
    for (const [path, content] of files) {
      await mkdir(dirname(join(made, path)), { recursive: true })
      await writeFile(join(made, path), content)
    }
  })
  return readBuilt(folder)
}

export type HostVisitor = Awaited<ReturnType<ReturnType<typeof hostVisits>['visit']>>

const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 800 } }

/**
 * Creates visitors of a host's page, on real nodes with a relay. After each test, checks that their pages had no
 * faults.
 */
export function hostVisits() {
  let devnet: Devnet
  let browser: Browser
  let site: ServedPage
  const contexts: BrowserContext[] = []
  const leaving: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    const [nodes, chromium, built] = await Promise.all([
      leaseDevnet({ families: ['eip155', 'solana'], relay: true }),
      launchChromium(),
      hostPage(),
    ])
    ;[devnet, browser] = [nodes, chromium]
    const world = JSON.stringify({ networks: devnet.networks, relay: devnet.relay?.url })
    const policy = strictPolicy.replace('http://127.0.0.1:*', 'http://127.0.0.1:* ws://127.0.0.1:*')
    site = await servePage(new Map([...built, ['/world.json', world]]), policy)
  }, leaseTimeout)
  afterAll(async () => {
    await Promise.all([browser?.close(), site?.close(), devnet?.stop()])
  })
  afterEach(async ({ task }) => {
    const pages = contexts.flatMap((context) => context.pages())
    if (task.result?.state === 'fail')
      await pages[0]?.screenshot({ path: `test-results/${task.name.replaceAll(/\W+/g, '-')}.png` })
    const faults = await Promise.all(
      pages.map((page) => page.evaluate(() => (globalThis as unknown as { uncaught: string[] }).uncaught)),
    )
    await Promise.all(contexts.splice(0).map((context) => context.close()))
    await Promise.all(leaving.splice(0).map((leave) => leave()))
    expect(faults.flat()).toEqual([])
  })

  /** Creates a wallet behind the relay, with one of the devnet's accounts. */
  async function walletOf(name: string, options: Partial<HeadlessWalletOptions> = {}) {
    const wallet = await createHeadlessWallet({
      relayUrl: devnet.relay?.url ?? '',
      name: `${name}’s wallet`,
      networks: devnet.networks,
      accounts: [devnet.accounts[name] ?? {}],
      allowDanger: dangers,
      ...options,
    })
    leaving.push(() => wallet.stop())
    return wallet
  }

  async function visit({
    options = {},
    screen = desktop,
    installed = [],
    before,
    silentRelay = false,
  }: HostVisit = {}) {
    const context = await browser.newContext({
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
      ...screen,
    })
    contexts.push(context)
    const url = `${site.origin}/?options=${encodeURIComponent(JSON.stringify(options))}`
    let page: Page
    let wallets: DevWalletsOfPage
    async function arrive(): Promise<void> {
      page = await context.newPage()
      await page.addInitScript(keepLinks)
      if (before) await page.addInitScript(before)
      if (silentRelay) await page.routeWebSocket('ws://127.0.0.1:*/**', () => {})
      wallets = await injectDevWallets(page, devnet, installed)
      await page.goto(url)
      await page.getByRole('heading', { name: 'Pick apples together' }).waitFor()
    }
    await arrive()

    const press = (testId: string) => {
      const target = modal().getByTestId(testId)
      return screen.hasTouch ? target.tap() : target.click()
    }
    const onPage = (testId: string) => {
      const target = page.getByTestId(testId)
      return screen.hasTouch ? target.tap() : target.click()
    }
    const modal = () => page.getByTestId('lk-card')
    return {
      get page() {
        return page
      },
      /** The installed wallets, with their requests and answers. */
      get wallets() {
        return wallets.wallets
      },
      modal,
      /** Clicks an element of the modal. */
      press,
      /** Clicks an element of the host's page. */
      onPage,
      /** The single button in the host's header. */
      button: () => page.getByTestId('one-button').getByRole('button'),
      async pressButton(): Promise<void> {
        const button = page.getByTestId('one-button').getByRole('button')
        await (screen.hasTouch ? button.tap() : button.click())
      },
      titled: (text: string) =>
        poll(() => modal().getByTestId('header-text').textContent(), {
          message: `the title says ${text}`,
        }).toBe(text),
      isClosed: () => poll(() => modal().isVisible(), { message: 'the modal closes' }).toBe(false),
      is: (namespace: 'eip155' | 'solana', name: string | undefined) =>
        poll(() => page.getByTestId(`who-${namespace}`).textContent(), {
          message: `the page says who is connected on ${namespace}`,
        }).toBe(name ? addressOf(name, namespace) : 'nobody'),
      /** Returns the test ids of the rows in the list. */
      rows: () =>
        modal()
          .locator('.list [data-testid]')
          .evaluateAll((all) => all.map((one) => one.getAttribute('data-testid') ?? '')),
      links: () => page.evaluate(() => (globalThis as unknown as { openedLinks: OpenedLink[] }).openedLinks),
      async copied(): Promise<string> {
        const copy = modal().getByTestId('copy-wc2-uri')
        await poll(() => copy.isEnabled(), { message: 'the link can be copied' }).toBe(true)
        await press('copy-wc2-uri')
        return page.evaluate(() => navigator.clipboard.readText())
      },
      /** Closes the page, and opens it again in the same browser. */
      async comeBack(): Promise<void> {
        await page.close()
        await arrive()
      },
    }
  }

  const addressOf = (name: string, namespace: ChainNamespace) =>
    devnet.accounts[name]?.[namespace]?.address ?? ''

  return {
    visit,
    walletOf,
    addressOf,
    networksOf: (namespace: ChainNamespace) =>
      devnet.networks.filter(({ chainNamespace }) => chainNamespace === namespace),
  }
}
