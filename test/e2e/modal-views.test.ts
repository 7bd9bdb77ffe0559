import { describe, expect, it } from 'vitest'
import { viewNames } from '../../src/ui-react/views/registry.ts'
import { chromiumPath } from './chromium.ts'
import { demoVisits } from './demo-visits.ts'
import {
  accountViews,
  buyViews,
  catalogueViews,
  codeViews,
  embeddedViews,
  look,
  seenViews,
  sessionViews,
  signInViews,
  smartAccountViews,
  socialViews,
  swapViews,
} from './look.ts'
import { phone, poll, type Visitor } from './visitor.ts'

/** Opens each view with clicks or with a fault, and checks the view with axe (see `look`). */
describe.skipIf(!chromiumPath)('the demo has no accessibility faults in', () => {
  const demo = demoVisits()
  const { visit } = demo
  async function connected(options?: Parameters<typeof visit>[0], name = 'Dev Ethereum'): Promise<Visitor> {
    const one = await visit(options)
    await one.press(one.page.getByTestId('connect-button'))
    await one.choose(name)
    await one.is('eip155', 'connected')
    await one.isClosed()
    return one
  }

  it('the page, before and after a connection', async () => {
    const { page, press, card, choose, is, isClosed } = await visit()
    await look(page, 'demo')
    await press(page.getByTestId('connect-button'))
    await choose('Dev Ethereum')
    await is('eip155', 'connected')
    await isClosed()
    await poll(() => card('eip155').textContent(), { message: 'the card of the family says ETH' }).toContain(
      'ETH',
    )
    await look(page, 'demo-connected')
  })

  it('Connect', { tags: ['all'] }, async () => {
    const { page, press, titled } = await visit()
    await press(page.getByTestId('connect-button'))
    await titled('Connect wallet')
    await look(page, 'connect')
  })

  it('Connect, on a phone', { tags: ['all'] }, async () => {
    const { page, press, titled } = await visit({ screen: phone })
    await press(page.getByTestId('connect-button'))
    await titled('Connect wallet')
    await look(page, 'connect-touch')
  })

  it("Connect, with the host's terms", async () => {
    const { page, press, row, titled, choose, is } = await visit()
    await press(page.getByRole('link', { name: 'With terms' }))
    await page.getByRole('link', { name: 'With terms' }).and(page.locator('[aria-current]')).waitFor()
    await press(page.getByTestId('connect-button'))
    await titled('Connect wallet')
    await look(page, 'connect-terms')
    await press(row('legal-checkbox'))
    await choose('Dev Ethereum')
    await is('eip155', 'connected')
  })

  it('ConnectingExternal, waiting and failed', async () => {
    const { page, press, row, modal, choose, wallets, is } = await visit()
    await page.getByLabel('How Dev Ethereum answers').selectOption('ignore')
    await press(page.getByTestId('connect-button'))
    await choose('Dev Ethereum')
    await page.getByText('Open Dev Ethereum and confirm').waitFor()
    await look(page, 'connecting-external')
    await press(row('header-back'))
    await wallets.command('ethereum', { manner: 'reject' })
    await choose('Dev Ethereum')
    await row('try-again').waitFor()
    await poll(() => modal().textContent(), { message: 'the modal says that it was declined' }).toContain(
      'Request declined',
    )
    await look(page, 'connecting-external-failed')
    await wallets.command('ethereum', { manner: 'approve' })
    await press(row('try-again'))
    await is('eip155', 'connected')
  })

  it('ConnectingMultiChain', async () => {
    const { page, press, choose, titled } = await visit()
    await press(page.getByTestId('connect-button'))
    await choose('Dev Multi')
    await titled('Select chain')
    await look(page, 'connecting-multi-chain')
  })

  it('ConnectingWalletConnect, by QR code', async () => {
    const { page, press, row, modal } = await visit()
    await press(page.getByTestId('connect-button'))
    await press(row('wallet-selector-walletconnect'))
    await modal().getByRole('img', { name: 'QR code to connect WalletConnect' }).waitFor()
    await look(page, 'connecting-walletconnect')
  })

  it('ConnectingWalletConnect, with each way to open a wallet', { tags: ['all'] }, async () => {
    const { page, press, row, modal } = await visit()
    await press(page.getByTestId('connect-button'))
    await press(row('wallet-selector-custom-headless'))
    await modal().getByRole('img', { name: 'QR code to connect Headless Wallet' }).waitFor()
    await look(page, 'connecting-walletconnect-tabs')
    await press(row('tab-web'))
    await poll(() => row('open-wallet').getAttribute('href'), {
      message: 'the link to the wallet has its link',
    }).toContain('/headless-wallet/wc?uri=')
    await look(page, 'connecting-walletconnect-web')
  })

  it('ConnectingWalletConnect, on a phone', { tags: ['all'] }, async () => {
    const { page, press, row, is } = await visit({ screen: phone })
    // The visitor's phone asks whether to open the app, and the visitor takes a while.
    const app = '**/headless-wallet/app/**'
    await page.context().route(app, (route) => route.fulfill({ status: 204 }))
    await press(page.getByTestId('connect-button'))
    await press(row('wallet-selector-custom-headless'))
    await poll(() => row('open-wallet').getAttribute('href'), {
      message: 'the link to the wallet has its link',
    }).toContain('/headless-wallet/app/wc?uri=')
    await look(page, 'connecting-walletconnect-link-touch')
    await page.context().unroute(app)
    // Two taps within half a second count as one tap.
    const now = () => page.evaluate(() => performance.now())
    await poll(now, { message: 'half a second passes' }).toBeGreaterThan((await now()) + 600)
    await press(row('open-wallet'))
    await is('solana', 'connected')
  })

  it('ConnectingWalletConnectBasic, if the host starts the pairing itself', async () => {
    const { page, press, modal, titled } = await visit({ as: 'walletconnect' })
    await press(page.getByTestId('connect-button'))
    await titled('WalletConnect')
    await modal().getByRole('img', { name: 'QR code to connect WalletConnect' }).waitFor()
    await look(page, 'connecting-walletconnect-basic')
  })

  it('AllWallets, and its search results', async () => {
    const { page, press, row, modal, titled } = await visit()
    await press(page.getByTestId('connect-button'))
    await press(row('all-wallets'))
    await titled('All wallets')
    await look(page, 'all-wallets')
    await modal().getByLabel('Search wallet').fill('nobody')
    await modal().getByText('No wallet found').waitFor()
    await look(page, 'all-wallets-none')
  })

  it('AllWallets and the QR code behind it, on a phone', { tags: ['all'] }, async () => {
    const { page, press, row, modal, titled } = await visit({ screen: phone })
    await press(page.getByTestId('connect-button'))
    await press(row('all-wallets'))
    await titled('All wallets')
    await look(page, 'all-wallets-touch')
    await press(row('wallet-selector-walletconnect'))
    await modal().getByRole('img', { name: 'QR code to connect WalletConnect' }).waitFor()
    await look(page, 'connecting-walletconnect-touch')
  })

  it('Account, SwitchAddress', async () => {
    const { page, press, row, openAccount, titled } = await connected()
    await openAccount()
    await poll(() => row('balance').textContent(), { message: 'the balance arrives' }).toMatch(/ETH$/)
    await look(page, 'account')
    await press(row('account-switch-address'))
    await titled('Switch address')
    await look(page, 'switch-address')
  })

  it('Account, whose disconnect row names all families of the session', {
    tags: ['ci'],
  }, async () => {
    const { page, press, row, is, isClosed, openAccount } = await visit()
    await page.getByLabel("Answer this page's codes automatically").check()
    await press(page.getByTestId('connect-button'))
    await press(row('wallet-selector-walletconnect'))
    for (const family of demo.present()) await is(family, 'connected')
    await isClosed()
    await openAccount()
    const note = row('disconnect-button').locator('.whole')
    for (const name of ['Solana', 'Bitcoin'])
      await poll(() => note.textContent(), { message: 'the note is shown' }).toContain(name)
    expect(await note.evaluate((one) => one.scrollWidth <= (one.parentElement?.clientWidth ?? 0))).toBe(true)
    await look(page, 'account-shared', { own: true })
  })

  it('Account, on a phone', { tags: ['all'] }, async () => {
    const { page, row, openAccount } = await connected({ screen: phone })
    await openAccount()
    await poll(() => row('balance').textContent(), { message: 'the balance arrives' }).toMatch(/ETH$/)
    await look(page, 'account-touch')
  })

  it('Account, when no node answers', { tags: ['all'] }, async () => {
    const one = await visit()
    await one.page
      .context()
      .route(/127\.0\.0\.1/, (route) =>
        route.request().method() === 'POST' && !route.request().url().startsWith(demo.origin)
          ? route.abort()
          : route.continue(),
      )
    await one.press(one.page.getByTestId('connect-button'))
    await one.choose('Dev Ethereum')
    await one.is('eip155', 'connected')
    await one.isClosed()
    await one.openAccount()
    await one.modal().getByText('Balance unavailable').waitFor({ timeout: 60_000 })
    await look(one.page, 'account-unread')
  })

  it('Profile', async () => {
    const one = await connected()
    const { page, card, press, choose, is, isClosed, openAccount, row, titled } = one
    await press(card('solana').getByRole('button', { name: 'Connect' }))
    await choose('Dev Solana')
    await is('solana', 'connected')
    await isClosed()
    await openAccount()
    await press(row('account-switch-address'))
    await titled('Your accounts')
    await look(page, 'profile')
  })

  it('Networks', async () => {
    const { page, press, modal, titled } = await visit()
    await press(page.getByTestId('network-button'))
    await titled('Choose network')
    await look(page, 'networks')
    await modal().getByLabel('Search network').fill('nowhere')
    await modal().getByText('No network found').waitFor()
    await look(page, 'networks-none')
  })

  it('SwitchNetwork', async () => {
    const { page, press, row, wallets, titled } = await connected()
    const second = demo.devnet.networks[1]?.name ?? ''
    await wallets.command('ethereum', { manner: 'ignore' })
    await press(page.getByTestId('network-button'))
    await press(row(`network-switch-${second}`))
    await titled(second)
    await look(page, 'switch-network')
  })

  it('Networks, after the wallet declined the switch', { tags: ['all'] }, async () => {
    const { page, press, row, modal, wallets, titled } = await connected()
    await wallets.command('ethereum', { manner: 'reject' })
    await press(page.getByTestId('network-button'))
    const second = demo.devnet.networks[1]?.name ?? ''
    await press(row(`network-switch-${second}`))
    await modal().getByText(`Switch to ${second} declined`).waitFor()
    await titled('Choose network')
    await look(page, 'switch-network-declined')
  })

  it('SwitchActiveChain', async () => {
    const { page, press, row, networksOf, titled } = await connected()
    await press(page.getByTestId('network-button'))
    await press(row(`network-switch-${networksOf('solana')[0]?.name}`))
    await titled('Switch chain')
    await look(page, 'switch-active-chain')
  })

  it('UnsupportedChain', async () => {
    const { page, press, modal, titled } = await connected()
    await press(page.getByRole('button', { name: 'Switch away in Dev Ethereum' }))
    await titled('Switch network')
    await look(page, 'unsupported-chain')
    for (let each = 0; each < 8; each++) await page.keyboard.press('Escape')
    expect(await modal().isVisible()).toBe(true)
    await titled('Switch network')
  })

  it('the modal in the page', async () => {
    const { page, modal, choose, is, titled } = await visit({ as: 'page' })
    await titled('Connect wallet')
    await look(page, 'embedded-connect', { own: true })
    await choose('Dev Ethereum')
    await is('eip155', 'connected')
    await modal().getByTestId('disconnect-button').waitFor()
    await look(page, 'embedded-account', { own: true })
  })

  it('all of its views', () => {
    const reached = [
      ...seenViews(),
      ...catalogueViews,
      ...accountViews,
      ...buyViews,
      ...signInViews,
      ...embeddedViews,
      ...codeViews,
      ...socialViews,
      ...smartAccountViews,
      ...swapViews,
      ...sessionViews,
    ].sort()
    expect(reached).toEqual([...viewNames].sort())
  })
})
