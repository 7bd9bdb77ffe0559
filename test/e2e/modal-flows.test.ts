import type { ChainNamespace } from 'latchkey'
import type { DevWalletId } from 'latchkey/testing'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DevWalletState } from '../../examples/demo/server/dev-wallets.ts'
import { chromiumPath } from './chromium.ts'
import { demoSite } from './demo-visits.ts'
import { poll } from './visitor.ts'

const wallets = {
  eip155: { id: 'ethereum', name: 'Dev Ethereum' },
  solana: { id: 'solana', name: 'Dev Solana' },
  bip122: { id: 'bitcoin', name: 'Dev Bitcoin' },
  polkadot: { id: 'polkadot', name: 'dev-polkadot' },
  cosmos: { id: 'keplr', name: 'Keplr' },
} as const satisfies Record<ChainNamespace, { id: DevWalletId; name: string }>

describe.skipIf(!chromiumPath)('a visitor of the demo', () => {
  const demo = demoSite()
  let page: Page

  const post = (path: string, data: object) =>
    page.request.post(`${demo.origin}/dev-wallets/${path}`, { data })
  const states = async () =>
    (await (await page.request.get(`${demo.origin}/dev-wallets/state`)).json()) as DevWalletState[]

  beforeEach(async () => {
    page = await (
      await demo.browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
    ).newPage()
    // The server stores the state of the wallets, so the test first undoes the changes of the last visitor.
    await Promise.all((await states()).map(({ id }) => post('command', { wallet: id, reset: true })))
    await page.goto(demo.origin)
    await page.getByRole('heading', { name: 'Accounts' }).waitFor()
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail')
      await page.screenshot({ path: `test-results/${task.name.replaceAll(/\W+/g, '-')}.png` })
    const faults = await page.evaluate(() => (globalThis as unknown as { faults: string[] }).faults)
    await page.context().close()
    expect(faults).toEqual([])
  })

  const card = (family: ChainNamespace) => page.getByTestId(`family-${family}`)
  const modal = () => page.getByTestId('lk-modal')
  const title = () => modal().getByTestId('header-text')
  const isConnected = (family: ChainNamespace) =>
    poll(() => card(family).getAttribute('data-status'), { message: `${family} is connected` }).toBe(
      'connected',
    )
  const isGone = (family: ChainNamespace) =>
    poll(() => card(family).getAttribute('data-status'), { message: `${family} is disconnected` }).toBe(
      'disconnected',
    )
  const isClosed = () => poll(() => modal().isVisible(), { message: 'the modal closes' }).toBe(false)
  const addressIn = (family: ChainNamespace) => card(family).locator('bdi').getAttribute('title')
  const addressOf = (name: string, family: ChainNamespace) => demo.devnet.accounts[name]![family]!.address

  async function choose(name: string): Promise<void> {
    await modal().getByRole('button', { name }).first().click()
  }
  async function connect(family: ChainNamespace): Promise<void> {
    await card(family).getByRole('button', { name: 'Connect' }).click()
    await choose(wallets[family].name)
    await isConnected(family)
    await isClosed()
  }
  const openAccount = () => page.getByTestId('account-button').click()

  it('connects a wallet of several families', async () => {
    const several = (['solana', 'bip122'] as const).filter((family) => demo.present().includes(family))
    await page.getByTestId('connect-button').click()
    await choose('Dev Multi')
    await poll(() => title().textContent(), { message: 'the title says Select chain' }).toBe('Select chain')
    await modal().getByTestId('list-chain-eip155').click()
    for (const family of ['eip155', ...several] as const) {
      if (family !== 'eip155') {
        await card(family).getByRole('button', { name: 'Connect' }).click()
        await choose('Dev Multi')
      }
      await isConnected(family)
      await poll(() => addressIn(family), { message: 'the account is the chosen account' }).toBe(
        addressOf('carol', family),
      )
      await isClosed()
    }
    await openAccount()
    await modal().getByTestId('account-switch-address').click()
    await poll(() => title().textContent(), { message: 'the title says Your accounts' }).toBe('Your accounts')
    await modal().getByTestId('disconnect-solana').click()
    await isGone('solana')
    await isConnected('eip155')
  })

  it('switches the account, in the modal and in the wallet', { tags: ['all'] }, async () => {
    await connect('eip155')
    await openAccount()
    await modal().getByTestId('account-switch-address').click()
    await poll(() => title().textContent(), { message: 'the title says Switch address' }).toBe(
      'Switch address',
    )
    await modal()
      .getByTestId(`switch-address-${addressOf('bob', 'eip155')}`)
      .click()
    await poll(() => addressIn('eip155'), { message: 'the account is the chosen account' }).toBe(
      addressOf('bob', 'eip155'),
    )
    await isClosed()
    await page.getByRole('button', { name: 'bob in Dev Ethereum' }).click()
    await page.getByRole('button', { name: 'alice in Dev Ethereum' }).click()
    await poll(() => addressIn('eip155'), { message: 'the account is the chosen account' }).toBe(
      addressOf('alice', 'eip155'),
    )
  })

  it('sees that the wallet rejected the connection, retries, and connects', async () => {
    const manner = page.getByLabel('How Dev Ethereum answers')
    await manner.selectOption('reject')
    await page.getByTestId('connect-button').click()
    await choose('Dev Ethereum')
    const again = modal().getByTestId('try-again')
    await again.waitFor()
    await poll(() => modal().textContent(), { message: 'the modal says that it was declined' }).toContain(
      'Request declined',
    )
    await post('command', { wallet: 'ethereum', manner: 'approve' })
    await again.click()
    await isConnected('eip155')
  })

  it('can go back from a wallet that never answers', async () => {
    await page.getByLabel('How Dev Ethereum answers').selectOption('ignore')
    await page.getByTestId('connect-button').click()
    await choose('Dev Ethereum')
    await modal().getByTestId('header-back').click()
    await choose('Dev Solana')
    await isConnected('solana')
    await isGone('eip155')
  })

  it('keeps the network after going back from a switch that the wallet has not answered', async () => {
    await connect('eip155')
    const [first, second] = demo.devnet.networks
    await post('command', { wallet: 'ethereum', manner: 'ignore' })
    await page.getByTestId('network-button').click()
    await modal().getByTestId(`network-switch-${second!.name}`).click()
    await poll(() => title().textContent(), { message: 'the title is shown' }).toBe(second!.name)
    await modal().getByTestId('header-back').click()
    await poll(() => title().textContent(), { message: 'the title says Choose network' }).toBe(
      'Choose network',
    )
    expect(await card('eip155').textContent()).toContain(first!.name)
  })

  it("can't close the modal while the wallet is on an unsupported network", { tags: ['all'] }, async () => {
    await connect('eip155')
    await page.getByRole('button', { name: 'Switch away in Dev Ethereum' }).click()
    await poll(() => modal().isVisible(), { message: 'the modal opens' }).toBe(true)
    await poll(() => title().textContent(), { message: 'the title says Switch network' }).toBe(
      'Switch network',
    )
    for (let each = 0; each < 8; each++) await page.keyboard.press('Escape')
    await modal().getByTestId('header-close').click()
    expect(await modal().isVisible()).toBe(true)
    expect(await title().textContent()).toBe('Switch network')
    await modal().getByTestId(`network-switch-${demo.devnet.networks[1]!.name}`).click()
    await poll(() => card('eip155').textContent(), { message: 'the card of the family is shown' }).toContain(
      demo.devnet.networks[1]!.name,
    )
    await isClosed()
  })

  it('connects with only the keyboard, and the focus returns to the button after the modal closes', async () => {
    await page.getByTestId('connect-button').focus()
    await page.keyboard.press('Enter')
    await poll(() => title().textContent(), { message: 'the title says Connect wallet' }).toBe(
      'Connect wallet',
    )
    const focused = () =>
      page.evaluate(() => {
        const active = document.activeElement?.shadowRoot?.activeElement ?? document.activeElement
        return active?.getAttribute('data-testid') ?? active?.tagName
      })
    for (let each = 0; each < 20 && (await focused()) !== 'wallet-selector-Dev Solana'; each++)
      await page.keyboard.press('Tab')
    await poll(() => focused(), { message: 'the focus moves' }).toBe('wallet-selector-Dev Solana')
    await page.keyboard.press('Escape')
    await isClosed()
    await poll(() => focused(), { message: 'the focus moves' }).toBe('connect-button')
    await page.keyboard.press('Enter')
    await poll(() => title().textContent(), { message: 'the title says Connect wallet' }).toBe(
      'Connect wallet',
    )
    for (let each = 0; each < 20 && (await focused()) !== 'wallet-selector-Dev Solana'; each++)
      await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await isConnected('solana')
  })

  it('connects, switches networks and disconnects in a modal that is embedded in the page', {
    tags: ['ci'],
  }, async () => {
    await page.getByRole('link', { name: 'In the page' }).click()
    const card = page.getByTestId('lk-card')
    const at = () =>
      poll(() => card.getByTestId('header-text').textContent(), { message: 'the title changes' })
    await at().toBe('Connect wallet')
    // The embedded modal is part of the page: it covers nothing, makes nothing inert, and can't be closed.
    expect(await modal().count()).toBe(0)
    expect(await card.getByTestId('header-close').count()).toBe(0)
    await card.getByRole('button', { name: 'Dev Ethereum' }).click()
    await isConnected('eip155')
    await at().toBe('Account')
    await poll(() => card.getByTestId('balance').textContent(), { message: 'the balance arrives' }).toMatch(
      /ETH$/,
    )
    const second = demo.devnet.networks[1]!.name
    await card.getByTestId('account-network').click()
    await at().toBe('Choose network')
    await page.keyboard.press('Escape')
    await at().toBe('Choose network')
    await card.getByTestId(`network-switch-${second}`).click()
    await poll(() => card.getByTestId('account-network').textContent(), {
      message: 'the account network is shown',
    }).toContain(second)
    // Waits, because the page's buttons grow and move when the new network's data loads, so that a click could miss.
    await poll(() => page.getByTestId('network-button').textContent(), {
      message: 'the network button has the name',
    }).toContain(second)
    await poll(() => page.getByTestId('account-button').textContent(), {
      message: 'the account button is shown',
    }).toMatch(/ETH/)
    await page.getByTestId('network-button').click()
    await at().toBe('Choose network')
    await card.getByTestId(`network-switch-${demo.devnet.networks[0]!.name}`).click()
    await poll(() => card.getByTestId('account-network').textContent(), {
      message: 'the account network is shown',
    }).toContain(demo.devnet.networks[0]!.name)
    expect(await page.locator('[inert]').count()).toBe(0)

    await page.reload()
    await isConnected('eip155')
    await at().toBe('Account')
    await card.getByTestId('disconnect-button').click()
    await isGone('eip155')
    await at().toBe('Connect wallet')
    await page.reload()
    await at().toBe('Connect wallet')
  })

  it('connects from a phone', { tags: ['all'] }, async () => {
    const before = page
    page = await (
      await demo.browser.newContext({
        viewport: { width: 390, height: 844 },
        isMobile: true,
        hasTouch: true,
        userAgent:
          'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36',
      })
    ).newPage()
    await before.context().close()
    await page.goto(demo.origin)
    await page.getByTestId('connect-button').tap()
    await modal().getByRole('button', { name: 'Dev Ethereum' }).tap()
    await isConnected('eip155')
    await isClosed()
    await page.getByTestId('account-button').tap()
    const sheet = await modal().getByTestId('lk-card').boundingBox()
    expect(Math.round(sheet!.width)).toBe(390)
    expect(Math.round(sheet!.y + sheet!.height)).toBe(844)
  })
})
