import type { ChainNamespace, MessageSignature } from 'latchkey'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { verifierOf } from '../../cli/verifiers/families.ts'
import { chromiumPath } from './chromium.ts'
import { demoSite } from './demo-visits.ts'
import { phone, poll } from './visitor.ts'

describe.skipIf(!chromiumPath)('a visitor with a wallet over WalletConnect', () => {
  const demo = demoSite()
  const { present } = demo
  let page: Page
  let other: Page

  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail')
      await page.screenshot({ path: `test-results/${task.name.replaceAll(/\W+/g, '-')}.png` })
    const faults = await page.evaluate(() => (globalThis as unknown as { faults: string[] }).faults)
    await Promise.all([page.context().close(), other?.context().close()])
    expect(faults).toEqual([])
  })

  async function visit(options: BrowserContextOptions): Promise<Page> {
    const context = await demo.browser.newContext({
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
      ...options,
    })
    const visited = await context.newPage()
    await visited.goto(demo.origin)
    await visited.getByRole('heading', { name: 'Accounts' }).waitFor()
    return visited
  }
  const card = (family: ChainNamespace) => page.getByTestId(`family-${family}`)
  const modal = () => page.getByTestId('lk-modal')
  const is = (family: ChainNamespace, status: string) =>
    poll(() => card(family).getAttribute('data-status'), { message: `${family} is ${status}` }).toBe(status)
  const isClosed = () => poll(() => modal().isVisible(), { message: 'the modal closes' }).toBe(false)
  const addressIn = (family: ChainNamespace) => card(family).locator('bdi').getAttribute('title')
  const networksOf = (family: ChainNamespace) =>
    demo.devnet.networks.filter(({ chainNamespace }) => chainNamespace === family)

  /** Copies the pairing uri from this page to the wallet on another page, as a person would. */
  async function carryOver(): Promise<void> {
    const copy = modal().getByTestId('copy-wc2-uri')
    await poll(() => copy.isEnabled(), { message: 'the button that copies is enabled' }).toBe(true)
    await copy.click()
    const uri = await page.evaluate(() => navigator.clipboard.readText())
    expect(uri).toMatch(/^wc:[0-9a-f]{64}@2\?/)
    await other.getByLabel('Pairing link').fill(uri)
    await other.getByRole('button', { name: 'Answer with the headless wallet' }).click()
  }
  async function isConnectedEverywhere(): Promise<void> {
    for (const family of present()) {
      await is(family, 'connected')
      await poll(() => addressIn(family), { message: 'the account is the chosen account' }).toBe(
        demo.devnet.accounts.dave?.[family]?.address,
      )
    }
  }
  async function signs(family: ChainNamespace): Promise<void> {
    await card(family).getByRole('button', { name: 'Sign' }).click()
    const status = card(family).getByRole('status')
    await poll(() => status.textContent(), { message: `${family} signs` }).toContain('Signed')
    const signed = JSON.parse((await status.getAttribute('data-signed')) ?? '') as MessageSignature
    const address = (await addressIn(family)) ?? ''
    const verifier = await verifierOf(family)
    expect(await verifier.signerOfMessage('Hello from Latchkey', signed, address), family).toBe(address)
  }

  it('connects every family with one QR code, signs, sends, finds the same state after a reload, and disconnects', {
    tags: ['all'],
  }, async () => {
    page = await visit({ viewport: { width: 1280, height: 800 } })
    other = await visit({ viewport: { width: 1280, height: 800 } })
    await page.getByTestId('connect-button').click()
    await modal().getByTestId('wallet-selector-walletconnect').click()
    await modal().getByRole('img', { name: 'QR code to connect WalletConnect' }).waitFor()
    expect(await modal().getByRole('alert').textContent()).toBe('')
    await carryOver()
    await isConnectedEverywhere()
    await isClosed()
    await poll(() => other.getByTestId('headless-sessions').textContent(), {
      message: 'the headless sessions says Latchkey demo',
    }).toContain('Latchkey demo')

    await page.getByTestId('account-button').click()
    await poll(() => modal().getByTestId('balance').textContent(), {
      message: 'the balance arrives',
    }).toMatch(/^[\d,.]+ ETH$/)
    await page.keyboard.press('Escape')
    await isClosed()
    for (const family of present()) await signs(family)

    const [, second] = networksOf('eip155')
    await page.getByTestId('network-button').click()
    await modal().getByTestId(`network-switch-${second?.name}`).click()
    await poll(() => card('eip155').textContent(), { message: 'the card of the family is shown' }).toContain(
      second?.name,
    )
    await page.keyboard.press('Escape')
    await isClosed()

    await page.reload()
    await isConnectedEverywhere()
    await poll(() => card('eip155').textContent(), { message: 'the card of the family is shown' }).toContain(
      second?.name,
    )
    await signs('eip155')

    await page.getByTestId('account-button').click()
    await modal().getByTestId('disconnect-button').click()
    for (const family of present()) await is(family, 'disconnected')
    await poll(() => other.getByTestId('headless-sessions').textContent(), {
      message: 'the headless sessions says No session',
    }).toContain('No session')
    await page.reload()
    for (const family of present()) await is(family, 'disconnected')
  })

  it('sees that the wallet has disconnected', { tags: ['ci'] }, async () => {
    page = await visit({ viewport: { width: 1280, height: 800 } })
    other = await visit({ viewport: { width: 1280, height: 800 } })
    await page.getByLabel("Answer this page's codes automatically").check()
    await page.getByTestId('connect-button').click()
    await modal().getByTestId('wallet-selector-walletconnect').click()
    await isConnectedEverywhere()
    await isClosed()
    await other.getByRole('button', { name: 'End sessions' }).click()
    for (const family of present()) await is(family, 'disconnected')
  })

  it('connects on a phone, and is still connected after a reload', { tags: ['ci'] }, async () => {
    page = await visit(phone)
    other = await visit({ viewport: { width: 1280, height: 800 } })
    await page.getByTestId('connect-button').tap()
    await modal().getByTestId('all-wallets').tap()
    await modal().getByTestId('wallet-selector-walletconnect').tap()
    await modal().getByRole('img', { name: 'QR code to connect WalletConnect' }).waitFor()
    const sheet = await modal().getByTestId('lk-card').boundingBox()
    expect(Math.round(sheet?.width ?? 0)).toBe(390)
    await page.setViewportSize({ width: 390, height: 844 })
    await carryOver()
    await isConnectedEverywhere()
    await isClosed()
    await signs('solana')
    await page.reload()
    await isConnectedEverywhere()
    await page.getByTestId('account-button').tap()
    await modal().getByTestId('disconnect-button').tap()
    for (const family of present()) await is(family, 'disconnected')
  })
})
