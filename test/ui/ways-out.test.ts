import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, launchChromium } from '../e2e/chromium.ts'
import { stands } from './reach.ts'
import { type ReusedPage, reusedPage } from './reused-page.ts'
import { click, clickDimmed, inPage, languages, playScene, scenes, sent, type as typed } from './scenes.ts'
import { type Served, serveViews } from './serve.ts'

const devices = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 664 }, hasTouch: true },
  landscape: { viewport: { width: 568, height: 320 }, hasTouch: true },
} as const

describe.skipIf(!chromiumPath)('a view in which something is wrong', () => {
  let browser: Browser
  let site: Served
  const pages: ReusedPage[] = []
  const page = (device: keyof typeof devices) => {
    const made = reusedPage(
      () => browser,
      () => site.url,
      devices[device],
    )
    pages.push(made)
    return made
  }
  const desktop = page('desktop')
  const phone = page('phone')
  const landscape = page('landscape')
  beforeAll(async () => {
    ;[browser, site] = await Promise.all([launchChromium(), serveViews()])
  })
  afterAll(async () => {
    await Promise.all(pages.map((one) => one.close()))
    await Promise.all([browser?.close(), site?.close()])
  })

  const at = (on: ReusedPage, name: string, test: (page: Page) => Promise<void>) => {
    const scene = scenes.find((one) => one.name === name)
    if (!scene) throw new Error(`no scene ${name}`)
    return on.with(scene.mount, async (page) => {
      await playScene(page, scene, languages.en)
      await test(page)
    })
  }
  const focused = (page: Page) =>
    page.evaluate(() =>
      document.querySelector('[data-testid=lk-host]')?.shadowRoot?.activeElement?.getAttribute('data-testid'),
    )
  const viewIs = (page: Page, view: string) =>
    expect
      .poll(() => page.locator('[data-view]').getAttribute('data-view'), { message: `the view is ${view}` })
      .toBe(view)

  it.each([
    'wallet-send-offline',
    'wallet-send-unsupported',
    'wallet-send-declined',
    'swap-unsupported',
    'sign-in-refused',
  ])('shows the reason above the buttons on a phone in landscape (scene: %s)', (name) =>
    at(landscape, name, async (page) => {
      const reason = page
        .getByTestId(/^(why-not|sign-in-refused)$/)
        .locator('h2, p')
        .first()
      const button = page.locator('.primary').last()
      const isInSight = async () => {
        const [shown, below] = [await reason.boundingBox(), await button.boundingBox()]
        return Boolean(shown && below && shown.y > 50 && shown.y + shown.height <= below.y)
      }
      await expect.poll(isInSight, { message: 'the reason is between the title and the buttons' }).toBe(true)
    }),
  )

  it.each(['connecting-external-declined', 'walletconnect-qr-declined', 'walletconnect-link-declined'])(
    'leads to the list of wallets after a wallet declined (scene: %s)',
    (name) =>
      at(desktop, name, async (page) => {
        await page.getByRole('button', { name: 'Use another wallet' }).click()
        await viewIs(page, 'Connect')
        await page.getByTestId('wallet-selector-app.moss').waitFor()
      }),
  )

  it.each([
    ['wallet-send-declined', 'review-send', 'Nothing was sent.'],
    ['swap-declined', 'swap-confirm', 'Nothing was swapped.'],
  ] as const)('keeps the review after the visitor declined (scene: %s)', (name, id, nothing) =>
    at(desktop, name, async (page) => {
      expect(await page.getByTestId('why-not').textContent()).toBe(`You declined in Moss Wallet. ${nothing}`)
      await page.locator('.facts').first().waitFor()
      const again = page.getByTestId(id)
      expect(await again.textContent()).toBe('Try again')
      await expect.poll(() => again.isEnabled(), { message: 'one click asks the wallet again' }).toBe(true)
    }),
  )

  it('shows where a look-alike differs from the known address', () =>
    at(desktop, 'wallet-send-look-alike', async (page) => {
      const addresses = page.getByTestId('whole-address')
      const differing = (at: number) => addresses.nth(at).locator('.differs').allTextContents()
      expect(await addresses.count()).toBe(2)
      expect(await differing(0)).toEqual(Array(8).fill('1111'))
      // The first group differs only in the case of its checksum: F39f and f39F.
      expect(await differing(1)).toEqual('d6e5 1aad 88F6 F4ce 6aB8 8272 79cf fFb9'.split(' '))
    }))

  it('continues only with a provider that takes the amount', { tags: ['ci'] }, () =>
    at(desktop, 'on-ramp-providers-out-of-range', async (page) => {
      const go = page.getByTestId('buy-continue')
      const harbour = page.getByTestId('onramp-provider-harbour')
      await expect.poll(() => go.textContent(), { message: 'the button says why' }).toBe('At least $10')
      expect(await go.isDisabled()).toBe(true)
      // The field and the button tell the limit, so the row doesn't.
      expect(await harbour.locator('.note').textContent()).toBe('Fee 1-2%')
      expect(await harbour.isDisabled()).toBe(true)
      expect(await page.locator('.row[aria-pressed=true]').count()).toBe(0)
      const field = page.getByTestId('buy-amount')
      expect(await field.getAttribute('aria-invalid')).toBe('true')
      // The provider Meld accepts any amount, because the visitor sets the amount on Meld's page. The keyboard reaches Meld.
      await page.getByTestId('onramp-provider-meld').press('Enter')
      await expect.poll(() => go.textContent(), { message: 'Meld is chosen' }).toBe('Continue with Meld.io')
      expect(await go.isEnabled()).toBe(true)
      await typed('buy-amount', '100')(page, languages.en)
      await harbour.getByText('98.75 USDC').waitFor()
      expect(await go.textContent()).toBe('Continue with Meld.io')
    }),
  )

  it('stops at an amount that is too large for the chosen provider', { tags: ['ci'] }, () =>
    at(phone, 'on-ramp-providers-chosen', async (page) => {
      const go = page.getByTestId('buy-continue')
      await expect.poll(() => go.textContent(), { message: 'the button says why' }).toBe('At most $25,000')
      expect(await go.isDisabled()).toBe(true)
      await typed('buy-amount', '1.005')(page, languages.en)
      await expect.poll(() => go.textContent(), { message: 'the button says why' }).toBe('Incorrect value')
      expect(await page.getByTestId('onramp-provider-harbour').isDisabled()).toBe(true)
    }),
  )

  it.each(['desktop', 'phone'] as const)("has room for a provider's name of two lines on a %s", (device) =>
    at(device === 'phone' ? phone : desktop, 'on-ramp-providers-long-name', async (page) => {
      const heights = () =>
        page
          .locator('[data-testid^=onramp-provider-]')
          .evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().height)))
      await expect
        .poll(async () => (await heights())[0], { message: 'a name takes two lines' })
        .toBeGreaterThan(64)
      await expect
        .poll(async () => new Set(await heights()).size, { message: 'all rows have one height' })
        .toBe(1)
      const room = await page.getByTestId('buy-continue').evaluate((button) => {
        const text = document.createRange()
        text.selectNodeContents(button)
        return button.getBoundingClientRect().height - text.getBoundingClientRect().height
      })
      expect(room, 'two lines of text keep a distance from the edges of the button').toBeGreaterThan(11)
    }),
  )

  it("leads to no list of wallets past the terms' checkbox", () =>
    at(phone, 'connect-legal', async (page) => {
      await page.getByText('Check the box to continue.').waitFor()
      await page.getByTestId('header-help').click()
      await page.getByTestId('get-wallet').click()
      await viewIs(page, 'GetWallet')
      await page.locator('[data-testid^=get-]').first().waitFor()
      expect(await page.getByTestId('get-all').count()).toBe(0)
    }))

  it.each(['desktop', 'phone'] as const)(
    "moves the focus to the terms' checkbox after a click on the dimmed list, on a %s",
    (device) =>
      at(device === 'phone' ? phone : desktop, 'connect-legal', async (page) => {
        const box = page.getByTestId('legal-checkbox')
        await page.getByText('Check the box to continue.').waitFor()
        await page.evaluate(stands)
        const list = page.locator('.methods')
        const before = await list.boundingBox()
        await clickDimmed(page, languages.en)
        expect(await focused(page)).toBe('legal-checkbox')
        expect(await box.evaluate((one) => getComputedStyle(one).outlineStyle)).toBe('solid')
        await viewIs(page, 'Connect')
        await page.keyboard.press('Space')
        expect(await box.isChecked()).toBe(true)
        await page.getByText('Check the box to continue.').waitFor({ state: 'hidden' })
        expect(await list.boundingBox(), 'the list stays in its place').toEqual(before)
        await page.keyboard.press('Tab')
        await page.keyboard.press('Tab')
        await page.keyboard.press('Enter')
        await expect
          .poll(() => page.locator('[data-view]').getAttribute('data-view'), {
            message: 'a wallet is chosen',
          })
          .not.toBe('Connect')
      }),
  )

  it('describes each unconfirmed transaction by what the visitor attempted', () =>
    at(desktop, 'sent-outcomes', async (page) => {
      const rows = () =>
        page
          .locator('.past')
          .evaluateAll((all) =>
            all
              .map((row) => [
                row.querySelector('.name')?.textContent,
                row.querySelector('.outcome')?.textContent,
                row.querySelector('time')?.textContent?.replace(/\d.*/, 'time'),
                row.querySelector('.icon')?.getAttribute('class')?.replace('icon icon-', ''),
              ])
              .toSorted(),
          )
      await expect.poll(rows, { message: 'the list shows five transactions' }).toEqual(
        [
          ['Sent', undefined, 'time', 'send'],
          ['Send', 'Failed', 'time', 'close'],
          ['Send', 'Replaced', 'time', 'turn'],
          ['Send', 'Unknown', 'time', 'help'],
          ['Send', 'Pending', 'time', 'clock'],
        ].toSorted(),
      )
    }))

  it('shows the reason why the balance is unavailable in place of the tokens', () =>
    at(phone, 'account-unread', async (page) => {
      const card = page.getByTestId('lk-card')
      expect(await card.getByRole('button', { name: 'Try again' }).count()).toBe(1)
      expect(await card.getByText('Balance unavailable').count()).toBe(1)
      await card.getByRole('heading', { name: "The network didn't answer" }).waitFor()
      await page.evaluate(stands)
      const space = await card.locator('.holdings').evaluate((holdings) => {
        const box = (of: string) => holdings.querySelector(of)!.getBoundingClientRect()
        const { top, bottom } = holdings.getBoundingClientRect()
        return box('.nothing h2').top - top - (bottom - box('.nothing .links').bottom)
      })
      expect(Math.abs(space), 'as much space above the text as below').toBeLessThan(2)
      const send = page.getByTestId('wallet-features-send-button')
      expect(await send.getAttribute('aria-disabled')).toBe('true')
      expect(await page.getByTestId('wallet-features-receive-button').getAttribute('aria-disabled')).toBe(
        'false',
      )
      await send.press('Enter')
      await expect
        .poll(() => page.getByTestId('snackbar-message').textContent(), { message: 'the press says why' })
        .toBe('Balance unavailable')
      await viewIs(page, 'Account')
      await inPage(page, (world) => {
        world.holdBalances()
        world.answerBalances()
      })
      await page.getByTestId('balance-again').click()
      await expect
        .poll(() => send.getAttribute('aria-disabled'), { message: 'the balance is there' })
        .toBe('false')
      await send.click()
      await viewIs(page, 'WalletSend')
    }))

  it('shows below the address that the balance is unavailable if another tab is open', () =>
    at(desktop, 'account-unread', async (page) => {
      const card = page.getByTestId('lk-card')
      await sent(page, languages.en)
      await click('tab-activity')(page)
      await page.keyboard.press('Escape')
      await card.waitFor({ state: 'hidden' })
      await click('account-button')(page)
      await page.locator('[data-testid=tab-activity][aria-selected=true]').waitFor()
      await page.getByTestId('balance').getByText('Balance unavailable').waitFor()
      expect(await card.getByRole('button', { name: 'Try again' }).count()).toBe(1)
    }))

  it('says in the form of a send that the balance is unavailable', () =>
    at(desktop, 'wallet-send-unread', async (page) => {
      const preview = page.getByTestId('send-preview')
      const card = page.getByTestId('lk-card')
      expect(await card.getByText('Balance unavailable').count(), 'the error is shown once').toBe(1)
      expect(await preview.textContent()).toBe('Review send')
      expect(await preview.isDisabled()).toBe(true)
      expect(await page.getByTestId('send-token').count(), 'there is no token to select').toBe(0)
      await inPage(page, (world) => {
        world.holdBalances()
        world.answerBalances()
      })
      await page.getByTestId('balance-again').press('Enter')
      await expect.poll(() => preview.textContent(), { message: 'the coin is there' }).toBe('Add amount')
    }))

  it('can be closed if the page offers no wallet', () =>
    at(phone, 'connect-empty', async (page) => {
      await page.getByTestId('lk-card').getByText('Close', { exact: true }).click()
      await page.getByTestId('lk-card').waitFor({ state: 'hidden' })
    }))

  it('offers WalletConnect after a search without results', () =>
    at(desktop, 'all-wallets-none', async (page) => {
      // The wallet never connects, because a connection could close the modal before the test has read the view.
      await inPage(page, ({ wallets: { walletConnect } }) => {
        if (walletConnect) walletConnect.onOpen = () => new Promise(() => {})
      })
      await page.getByTestId('wallet-selector-walletconnect').press('Enter')
      await viewIs(page, 'ConnectingWalletConnect')
    }))

  it('offers wallets to install after a search without results if WalletConnect is off', () =>
    at(desktop, 'all-wallets-none-installed', async (page) => {
      expect(await page.getByTestId('wallet-selector-walletconnect').count()).toBe(0)
      await page.getByTestId('get-wallet').press('Enter')
      await viewIs(page, 'GetWallet')
    }))

  it('opens the window of a social login again during the click', () =>
    at(desktop, 'social', async (page) => {
      await page.evaluate(() => {
        const opened: string[] = []
        const shown = { closed: false, opener: null, location: { href: '' }, close() {} }
        globalThis.open = ((_: string, name: string) => {
          opened.push(`${name} ${String(navigator.userActivation.isActive)}`)
          return shown
        }) as unknown as typeof globalThis.open
        Object.assign(globalThis, { opened })
      })
      await page.getByTestId('open-again').press('Enter')
      expect(await page.evaluate(() => (globalThis as unknown as { opened: string[] }).opened)).toEqual([
        'popupWindow true',
      ])
      await viewIs(page, 'ConnectingSocial')
      await page.getByRole('button', { name: 'Cancel' }).click()
      await viewIs(page, 'Connect')
    }))
})
