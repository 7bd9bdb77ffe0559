import type { Latchkey } from 'latchkey'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { walletDevice } from '../support/wallet-device.ts'
import { chromiumPath } from './chromium.ts'
import { clickToClose } from './click-to-close.ts'
import { demoVisits } from './demo-visits.ts'
import { decide, knowOtherBrowsers, putOffRecovery } from './frame-answers.ts'
import { look, seenViews, socialViews } from './look.ts'
import { poll, type Visitor } from './visitor.ts'

describe.skipIf(!chromiumPath)('a visitor with a social account', { timeout: 180_000 }, () => {
  const demo = demoVisits({ embeddedWallet: true, only: ['eip155', 'solana'] })

  const visit = () => demo.visit({ as: 'embedded-wallet' })
  const frame = ({ page }: Visitor) => page.frameLocator('#w3m-iframe')
  const says = (visitor: Visitor) => visitor.card('eip155').getByRole('status').textContent()

  /** Chooses a provider. Resolves with the provider's window, which asks for an identity. */
  async function choose({ page, press, row }: Visitor, provider: string): Promise<Page> {
    await press(page.getByTestId('connect-button'))
    const opened = page.waitForEvent('popup')
    await press(row(`social-selector-${provider}`))
    const popup = await opened
    await popup.getByRole('heading', { name: 'Who do you want to be?' }).waitFor()
    return popup
  }
  /** Logs in with a social account. `again`: the account's key is in another browser. */
  async function logIn(visitor: Visitor, provider: string, name: string, again = false): Promise<void> {
    const popup = await choose(visitor, provider)
    await clickToClose(popup, name)
    if (again) await knowOtherBrowsers(visitor)
    else await putOffRecovery(visitor)
    await visitor.is('eip155', 'connected')
  }

  it('logs in with Google in a window, signs, stays logged in after a reload, and logs out', async () => {
    const visitor = await visit()
    const { page, press, row, card } = visitor
    // A script of the page sees the messages of the login window. But these messages contain no answer with which the
    // script could complete the login elsewhere.
    await page.evaluate(() => {
      const heard: unknown[] = []
      Object.assign(globalThis, { heard })
      addEventListener('message', ({ data }) => heard.push(data))
    })
    await logIn(visitor, 'google', 'Ann')
    const heard = await page.evaluate(() =>
      JSON.stringify((globalThis as unknown as { heard: unknown }).heard),
    )
    expect(heard).toContain('/social/callback/google"')
    // The script knows the state, from the URL of the window, but not the code.
    expect(heard).not.toMatch(/[?&]code=/)
    await visitor.is('solana', 'connected')
    await visitor.isClosed()
    const address = await visitor.address('eip155')
    await press(card('eip155').getByRole('button', { name: 'Sign' }))
    await decide(visitor, 'Approve')
    await poll(() => says(visitor), { message: 'the page says Signed' }).toContain('Signed')

    await visitor.reload()
    await visitor.is('eip155', 'connected')
    await poll(() => visitor.address('eip155'), { message: 'the account is the chosen account' }).toBe(
      address,
    )
    await visitor.openAccount()
    await poll(() => row('account-social').textContent(), {
      message: 'the account social says annGoogle',
    }).toBe('annGoogle')
    await press(row('account-settings'))
    await row('account-toggle-type').or(row('account-upgrade')).first().waitFor()
    await poll(() => row('account-social').textContent(), {
      message: 'the account social says annGoogle',
    }).toBe('annGoogle')
    expect(await row('account-email').count()).toBe(0)
    await press(row('disconnect-button'))
    await visitor.is('eip155', 'disconnected')
    const kept = await page.evaluate(() =>
      Object.keys(localStorage).filter((key) => key.includes('/wallet/')),
    )
    expect(kept).toEqual([])
  })

  it("can't be attacked by a script that runs on the page and has started a login on another device", async () => {
    const visitor = await visit()
    const { page, row } = visitor
    // The choice of a provider puts the wallet's frame into the page.
    const popup = await choose(visitor, 'google')
    await popup.close()
    await row('social-selector-google').waitFor()
    const wallet = new URL((await page.locator('#w3m-iframe').getAttribute('src')) ?? '').origin
    // The attacker starts a login on a device of their own. A script on the page opens this login in the visitor's
    // browser.
    const attacker = await walletDevice(wallet)
    const begun = await attacker.ask<{ uri: string }>('POST', '/api/login/social', {
      provider: 'google',
      site: new URL(page.url()).origin,
    })
    const opened = page.waitForEvent('popup')
    await page.evaluate((uri) => {
      const heard: unknown[] = []
      Object.assign(globalThis, { heard })
      addEventListener('message', ({ data }) => heard.push(data))
      window.open(uri)
    }, begun.body.uri)
    const there = await opened
    await there.getByRole('button', { name: 'Ann' }).click()
    await there.getByText('You can close this window').waitFor()
    const heardUri = () =>
      page.evaluate(
        () =>
          (globalThis as unknown as { heard: { resultUri?: string }[] }).heard.find(
            ({ resultUri }) => resultUri,
          )?.resultUri,
      )
    await poll(heardUri, { message: 'the page hears that there is an answer' }).toBe(
      `${wallet}/social/callback/google`,
    )
    const finish = await attacker.ask<{ code: string }>('POST', '/api/login/social/finish', {
      uri: await heardUri(),
    })
    expect(finish.body.code).toBe('request/invalid')
    await there.close()
    // The visitor's own login works while the attacker's login is pending.
    await page.keyboard.press('Escape')
    await logIn(visitor, 'apple', 'Ann')
  })

  it('has the same address in a second browser, and can sign there only after the key is restored', async () => {
    const first = await visit()
    await logIn(first, 'discord', 'Cleo')
    const address = await first.address('eip155')
    const second = await visit()
    await logIn(second, 'discord', 'Cleo', true)
    await poll(() => second.address('eip155'), { message: 'the account is the chosen account' }).toBe(address)
    await second.press(second.card('eip155').getByRole('button', { name: 'Sign' }))
    await second.titled('Approve transaction')
    await frame(second).getByRole('heading', { name: 'Set up this browser' }).waitFor()
  })

  it("can close the window and choose again, and sees the provider's error", async () => {
    const visitor = await visit()
    const { page, press, row, titled } = visitor
    const popup = await choose(visitor, 'google')
    await titled('Google')
    await poll(() => visitor.modal().textContent(), {
      message: 'the modal names the window',
    }).toContain('Continue in the window that opened.')
    await look(page, 'connecting-social')
    await popup.close()
    await titled('Connect wallet')

    await page.keyboard.press('Escape')
    const other = await choose(visitor, 'google')
    await other.getByRole('button', { name: 'Decline' }).click()
    await row('try-again').waitFor()
    await poll(() => visitor.modal().textContent(), {
      message: 'the modal says The login was declined at the provider.',
    }).toContain('The login was declined at the provider.')
    await look(page, 'connecting-social-failed')
    const opened = page.waitForEvent('popup')
    await press(row('try-again'))
    await (await opened).getByRole('button', { name: 'Ben' }).click()
    await putOffRecovery(visitor)
    await visitor.is('eip155', 'connected')
  })

  it('sees all providers behind one button, and can go back while the window is open', async () => {
    const visitor = await visit()
    const { page, press, row, titled } = visitor
    await press(page.getByTestId('connect-button'))
    await row('social-selector-google').waitFor()
    const shown = await visitor
      .modal()
      .locator('.socials button')
      .evaluateAll((all) => all.map((one) => one.dataset.testid))
    expect(shown).toEqual(
      ['google', 'x', 'farcaster', 'discord', 'apple', 'more'].map((one) => `social-selector-${one}`),
    )
    await look(page, 'connect-with-socials')
    await press(row('social-selector-more'))
    await titled('All socials')
    await look(page, 'connect-socials')
    const opened = page.waitForEvent('popup')
    await press(row('social-selector-facebook'))
    const popup = await opened
    await popup.getByRole('heading', { name: 'Who do you want to be?' }).waitFor()
    const gone = popup.waitForEvent('close')
    await press(row('header-back'))
    await gone
    await titled('All socials')
  })

  it('logs in with Farcaster by an approval on a phone', async () => {
    const visitor = await visit()
    const { page, press, row, titled } = visitor
    await press(page.getByTestId('connect-button'))
    await press(row('social-selector-farcaster'))
    await titled('Farcaster')
    await row('copy-farcaster-uri').and(page.locator(':enabled')).waitFor()
    await look(page, 'connecting-farcaster')
    const uri = await page.evaluate(
      () => (globalThis as unknown as { latchkey: Latchkey }).latchkey.embeddedWallet.state.social?.uri,
    )
    const phone = await demo.browser.newPage()
    await phone.goto(uri as string)
    await poll(() => phone.getByRole('heading').textContent(), { message: 'the heading is shown' }).toMatch(
      /^Sign in to 127\.0\.0\.1:\d+\?$/,
    )
    await phone.getByRole('button', { name: 'Approve as bob' }).click()
    await phone.getByRole('heading', { name: 'Approved' }).waitFor()
    await phone.close()
    await putOffRecovery(visitor)
    await visitor.is('eip155', 'connected')
    await visitor.isClosed()
    await visitor.openAccount()
    await poll(() => row('account-social').textContent(), {
      message: 'the account social says bobFarcaster',
    }).toBe('bobFarcaster')
  })

  it('abandons a login with Farcaster by going back, and starts another login', async () => {
    const visitor = await visit()
    const { page, press, row, titled } = visitor
    await press(page.getByTestId('connect-button'))
    await press(row('social-selector-farcaster'))
    await row('copy-farcaster-uri').and(page.locator(':enabled')).waitFor()
    await press(row('header-back'))
    await titled('Connect wallet')
    await page.keyboard.press('Escape')
    await logIn(visitor, 'x', 'Ann')
    expect([...seenViews()].sort()).toEqual(expect.arrayContaining([...socialViews]))
  })
})
