import type { Latchkey } from 'latchkey'
import { createTestClient, type Hex, http, parseEther } from 'viem'
import { describe, expect, it } from 'vitest'
import { reviewButton } from './approve-in-window.ts'
import { chromiumPath } from './chromium.ts'
import { demoVisits } from './demo-visits.ts'
import { decide, enterCode, knowOtherBrowsers, putOffRecovery } from './frame-answers.ts'
import { embeddedViews, look, seenViews } from './look.ts'
import { poll, type Visitor } from './visitor.ts'

interface Mail {
  readonly to: readonly string[]
  readonly text: string
}

describe.skipIf(!chromiumPath)('a visitor without a wallet', { timeout: 180_000 }, () => {
  const demo = demoVisits({ embeddedWallet: true, only: ['eip155', 'solana'] })

  const visit = () => demo.visit({ as: 'embedded-wallet' })
  const frame = ({ page }: Visitor) => page.frameLocator('#w3m-iframe')
  /** Returns the mails to an address, oldest first. */
  async function mails({ page }: Visitor, to: string): Promise<readonly Mail[]> {
    const all = (await (await page.request.get(`${demo.origin}/embedded-wallet/mails`)).json()) as Mail[]
    return all.filter((mail) => mail.to.includes(to))
  }
  async function mailed(visitor: Visitor, to: string, after: number, pattern: RegExp): Promise<string> {
    let found: string | undefined
    await poll(
      async () => {
        found = (await mails(visitor, to))
          .slice(after)
          .map(({ text }) => pattern.exec(text)?.[0])
          .find(Boolean)
        return found
      },
      { message: 'the mail with the code arrives' },
    ).toBeTruthy()
    return found as string
  }
  async function logIn(visitor: Visitor, email: string): Promise<void> {
    const { page, press, row, titled } = visitor
    const before = (await mails(visitor, email)).length
    await press(page.getByTestId('connect-button'))
    await row('email-input').fill(email)
    await press(row('email-submit'))
    await titled('Approve transaction')
    await enterCode(frame(visitor), await mailed(visitor, email, before, /\b\d{6}\b/))
    await putOffRecovery(visitor)
    await visitor.is('eip155', 'connected')
  }
  const says = (visitor: Visitor, family: 'eip155' | 'solana') =>
    visitor.card(family).getByRole('status').textContent()
  /** Gives the visitor's new account an ether. */
  async function fund(address: string): Promise<void> {
    const [network] = demo.devnet.networks.filter(({ chainNamespace }) => chainNamespace === 'eip155')
    const client = createTestClient({ mode: 'anvil', transport: http(network!.rpcUrls.default.http[0]) })
    await client.setBalance({ address: address as Hex, value: parseEther('1') })
  }

  it('shows the email field together with the list, because the page has prefetched its code', {
    tags: ['ci'],
  }, async () => {
    const { page, press, row } = await visit()
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => {
      const shadow = document.querySelector('[data-testid=lk-host]')?.shadowRoot as ShadowRoot
      const counter = { placeholders: 0 }
      Object.assign(globalThis, { counter })
      new MutationObserver(() => {
        if (shadow.querySelector('.room')) counter.placeholders++
      }).observe(shadow, { childList: true, subtree: true })
    })
    await press(page.getByTestId('connect-button'))
    await row('email-input').waitFor()
    expect(await page.evaluate('counter')).toEqual({ placeholders: 0 })
  })

  it("logs in by email, and signs and sends with approval in the wallet's window", async () => {
    const visitor = await visit()
    const { page, press, card, isClosed } = visitor
    await logIn(visitor, 'ann@example.org')
    await visitor.is('solana', 'connected')
    await isClosed()
    for (const family of ['eip155', 'solana'] as const) {
      await press(card(family).getByRole('button', { name: 'Sign' }))
      await decide(visitor, 'Approve')
      await poll(() => says(visitor, family), { message: 'the page says Signed' }).toContain('Signed')
      await isClosed()
    }
    await press(card('eip155').getByRole('button', { name: 'Sign' }))
    await decide(visitor, 'Decline')
    await poll(() => says(visitor, 'eip155'), { message: 'the page no longer says Signed' }).not.toContain(
      'Signed',
    )
    await isClosed()

    const address = (await visitor.address('eip155')) as string
    await fund(address)
    await press(card('eip155').getByRole('button', { name: 'Send' }))
    await decide(visitor, 'Approve')
    await poll(() => says(visitor, 'eip155'), { message: 'the page says Sent' }).toContain('Sent')
    await isClosed()

    // Records the status of the account. While the connection is restored, the page must not show that it is
    // disconnected.
    await page.addInitScript(() => {
      const seen: string[] = []
      Object.assign(globalThis, { seen })
      new MutationObserver(() => {
        const status = document.querySelector('[data-testid=family-eip155]')?.getAttribute('data-status')
        if (status && seen.at(-1) !== status) seen.push(status)
      }).observe(document, { subtree: true, childList: true, attributes: true })
    })
    await visitor.reload()
    await visitor.is('eip155', 'connected')
    await poll(() => visitor.address('eip155'), { message: 'the account is the chosen account' }).toBe(
      address,
    )
    const statuses = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)
    // Before the client has started, the page shows the state that a server would render.
    expect(statuses.slice(statuses.indexOf('restoring'))).toEqual(['restoring', 'connected'])
    await press(card('eip155').getByRole('button', { name: 'Sign' }))
    await decide(visitor, 'Approve')
    await poll(() => says(visitor, 'eip155'), { message: 'the page says Signed' }).toContain('Signed')

    await visitor.openAccount()
    await press(visitor.row('disconnect-button'))
    await visitor.is('eip155', 'disconnected')
    await visitor.is('solana', 'disconnected')
    const kept = await page.evaluate(() =>
      Object.keys(localStorage).filter((key) => key.includes('/wallet/')),
    )
    expect(kept).toEqual([])
    await visitor.reload()
    await visitor.is('eip155', 'disconnected')
  })

  it('cancels a request by closing the modal, and the next request gets its own prompt', async () => {
    const visitor = await visit()
    const { press, card, row, isClosed } = visitor
    await logIn(visitor, 'cleo@example.org')
    await press(card('eip155').getByRole('button', { name: 'Sign' }))
    await visitor.titled('Approve transaction')
    await reviewButton(frame(visitor)).waitFor()
    await press(row('header-close'))
    await isClosed()
    await poll(() => says(visitor, 'eip155'), { message: 'the page no longer says Signed' }).not.toContain(
      'Signed',
    )
    await press(card('solana').getByRole('button', { name: 'Sign' }))
    await decide(visitor, 'Approve')
    await poll(() => says(visitor, 'solana'), { message: 'the page says Signed' }).toContain('Signed')
    expect(await says(visitor, 'eip155')).not.toContain('Signed')
    await isClosed()
  })

  it('logs in on a second browser with a link and a code, and has the same address there', async () => {
    const first = await visit()
    await logIn(first, 'dora@example.org')
    const address = await first.address('eip155')
    const second = await visit()
    const { page, press, row, titled } = second
    await press(page.getByTestId('connect-button'))
    await row('email-input').fill('dora@example.org')
    await press(row('email-submit'))
    await titled('Approve transaction')
    await frame(second).getByRole('heading', { name: 'Open the link in the email' }).waitFor()
    const link = await mailed(second, 'dora@example.org', 1, /http:\S+#\S+/)
    const owner = await demo.browser.newPage()
    await owner.goto(link)
    await owner.getByRole('button').click()
    await owner.close()
    await enterCode(frame(second), await mailed(second, 'dora@example.org', 2, /\b\d{6}\b/))
    await knowOtherBrowsers(second)
    await second.is('eip155', 'connected')
    await poll(() => second.address('eip155'), { message: 'the account is the chosen account' }).toBe(address)
  })

  it("opens the wallet's own page in a separate window, and the modal keeps its view", async () => {
    const visitor = await visit()
    const { page, press, row, titled } = visitor
    await logIn(visitor, 'gina@example.org')
    await visitor.openAccount()
    await press(row('account-settings'))
    await press(row('account-upgrade'))
    await titled('Upgrade your wallet')
    await look(page, 'upgrade-email-wallet')
    const [own] = await Promise.all([page.waitForEvent('popup'), press(row('open-own-page'))])
    await own.waitForURL((url) => url.pathname === '/sdk')
    const src = await page.locator('#w3m-iframe').getAttribute('src')
    expect(new URL(own.url()).origin).toBe(new URL(src ?? '').origin)
    expect(await own.evaluate(() => opener)).toBeNull()
    await own.getByRole('heading').first().waitFor()
    await own.close()
    // The modal still shows the same view.
    await titled('Upgrade your wallet')
    await press(row('header-back'))
    await row('account-upgrade').waitFor()
  })

  it('sees each view of the embedded wallet, and changes the email', async () => {
    const visitor = await visit()
    const { page, press, row, titled } = visitor
    await press(page.getByTestId('connect-button'))
    await row('email-input').fill('nobody')
    await press(row('email-submit'))
    await visitor.modal().locator('.email [role=alert]').waitFor()
    await look(page, 'connect-with-email')
    await page.keyboard.press('Escape')
    const open = (view: 'EmailLogin' | 'ConnectWallets') =>
      page.evaluate(
        (name) => (globalThis as unknown as { latchkey: Latchkey }).latchkey.open({ view: name }),
        view,
      )
    await open('ConnectWallets')
    // The previous view has the same title, so wait for the view itself.
    await visitor.modal().locator('[data-view=ConnectWallets]').waitFor()
    await look(page, 'connect-wallets')
    await page.keyboard.press('Escape')
    await open('EmailLogin')
    await titled('Email login')
    await look(page, 'email-login')
    await row('email-input').fill('finn@example.org')
    await page.keyboard.press('Enter')
    await titled('Approve transaction')
    await enterCode(frame(visitor), await mailed(visitor, 'finn@example.org', 0, /\b\d{6}\b/))
    await visitor.titled('Approve transaction')
    await frame(visitor).getByRole('heading', { name: 'Back up your wallet' }).waitFor()
    // Closing the modal also postpones the recovery file, so the login continues.
    await press(row('header-close'))
    await visitor.is('eip155', 'connected')
    await press(visitor.card('eip155').getByRole('button', { name: 'Sign' }))
    await titled('Approve transaction')
    await reviewButton(frame(visitor)).waitFor()
    await look(page, 'approve-transaction')
    await page.keyboard.press('Escape')
    await visitor.isClosed()

    await visitor.openAccount()
    await press(row('account-email'))
    await titled('Edit email')
    await look(page, 'update-email-wallet')
    await row('new-email').fill('finn.new@example.org')
    await press(row('save-email'))
    await decide(visitor, 'Approve')
    await enterCode(frame(visitor), await mailed(visitor, 'finn@example.org', 1, /\b\d{6}\b/))
    await enterCode(frame(visitor), await mailed(visitor, 'finn.new@example.org', 0, /\b\d{6}\b/))
    await poll(() => row('account-email').textContent(), {
      message: 'the account email says finn.new@example.org',
    }).toContain('finn.new@example.org')
    expect([...seenViews()].sort()).toEqual(expect.arrayContaining([...embeddedViews]))
  })
})
