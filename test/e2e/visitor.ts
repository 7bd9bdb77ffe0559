import type { ChainNamespace } from 'latchkey'
import type { Devnet } from 'latchkey/devnet'
import type { DevWalletId } from 'latchkey/testing'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { DevWalletState } from '../../examples/demo/server/dev-wallets.ts'
import { keepLinks } from './kept-links.ts'

export const families = [
  'eip155',
  'solana',
  'bip122',
  'polkadot',
  'cosmos',
] as const satisfies ChainNamespace[]

const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 800 } }
export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  userAgent:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36',
}

/** Polls `read` until the value is as expected. `message` names the expected state. */
export const poll = <T>(read: () => T, { message }: { readonly message: string }) =>
  expect.poll(read, { message })

export interface Visit {
  readonly browser: Browser
  readonly origin: string
  readonly devnet: Pick<Devnet, 'networks' | 'accounts'>
  readonly screen?: BrowserContextOptions
  /**
   * Whether to record links that would leave the page, instead of following them. On this machine, no program
   * opens the links of apps.
   */
  readonly stays?: boolean | undefined
  /** The id of the demo's setup of the modal. */
  readonly as?: string
  /** Runs before the page opens. */
  readonly prepare?: ((page: Page) => Promise<void>) | undefined
}

export type Visitor = Awaited<ReturnType<typeof visitor>>

/** Opens the demo for a visitor. Returns what the visitor sees, and actions with mouse, finger and keys. */
export async function visitor({ browser, origin, devnet, screen = desktop, stays, as, prepare }: Visit) {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
    ...screen,
  })
  const page = await context.newPage()
  if (stays) await page.addInitScript(keepLinks)
  await prepare?.(page)
  const press = (target: Locator) => (screen.hasTouch ? target.tap() : target.click())
  const modal = () => page.getByTestId('lk-card')
  const card = (family: ChainNamespace) => page.getByTestId(`family-${family}`)
  const row = (id: string) => modal().getByTestId(id)
  const is = (family: ChainNamespace, status: 'connected' | 'disconnected') =>
    poll(() => card(family).getAttribute('data-status'), { message: `${family} is ${status}` }).toBe(status)
  const networksOf = (family: ChainNamespace) =>
    devnet.networks.filter(({ chainNamespace }) => chainNamespace === family)

  async function settle(): Promise<void> {
    await page.getByRole('heading', { name: 'Accounts' }).waitFor()
  }

  const wallets = {
    states: async () =>
      (await (
        await page.request.get(`${origin}/dev-wallets/state`, { maxRetries: 2 })
      ).json()) as DevWalletState[],
    command: (wallet: string, command: object) =>
      page.request.post(`${origin}/dev-wallets/command`, { data: { wallet, ...command } }),
    prompts: async (id: DevWalletId) => (await wallets.states()).find((state) => state.id === id)?.prompts,
  }
  // The server keeps the wallets, so the function first resets what the last visitor has changed.
  for (const { id } of await wallets.states()) await wallets.command(id, { reset: true })
  const path = as === undefined ? '/' : `/?as=${as}`
  await page.goto(`${origin}${path}`)
  // The services of a setup, such as a database, start at the first request.
  await page.locator(`a[href="${path}"][aria-current]`).waitFor({ timeout: 90_000 })
  await settle()

  return {
    page,
    modal,
    card,
    row,
    press,
    is,
    networksOf,
    wallets,
    title: () => modal().getByTestId('header-text'),
    titled: (text: string) =>
      poll(() => modal().getByTestId('header-text').textContent(), {
        message: `the title says ${text}`,
      }).toBe(text),
    isClosed: () => poll(() => modal().isVisible(), { message: 'the modal closes' }).toBe(false),
    address: (family: ChainNamespace) => card(family).locator('bdi').getAttribute('title'),
    addressOf: (name: string, family: ChainNamespace) => devnet.accounts[name]?.[family]?.address ?? '',
    choose: (name: string) => press(modal().getByRole('button', { name }).first()),
    openAccount: () => press(page.getByTestId('account-button')),
    async reload(): Promise<void> {
      await page.reload()
      await settle()
    },
    /** Copies the pairing uri from this page to the wallet on another page, as a person would. */
    async carryOver(other: Page): Promise<void> {
      const copy = modal().getByTestId('copy-wc2-uri')
      await poll(() => copy.isEnabled(), { message: 'the button that copies is enabled' }).toBe(true)
      await press(copy)
      const uri = await page.evaluate(() => navigator.clipboard.readText())
      expect(uri).toMatch(/^wc:[0-9a-f]{64}@2\?/)
      await other.getByLabel('Pairing link').fill(uri)
      await other.getByRole('button', { name: 'Answer with the headless wallet' }).click()
    },
    /** Closes the page. Checks that the page had no uncaught error and no violation of its security policy. */
    async leave(): Promise<void> {
      const faults = await page.evaluate(() => (globalThis as unknown as { faults: string[] }).faults)
      await context.close()
      expect(faults).toEqual([])
    },
  }
}
