import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, launchChromium } from '../e2e/chromium.ts'
import type { ViewsPage } from './pages/views.tsx'
import { type ReusedPage, reusedPage } from './reused-page.ts'
import { click, languages, reviewing, type } from './scenes.ts'
import { type Served, serveViews } from './serve.ts'

type World = { page: ViewsPage; asked: number; answer(): void; refuse(): void; land(): void }

describe.skipIf(!chromiumPath)('a send in the modal', () => {
  let browser: Browser
  let site: Served
  let pages: ReusedPage
  beforeAll(async () => {
    ;[browser, site] = await Promise.all([launchChromium(), serveViews()])
    pages = reusedPage(
      () => browser,
      () => site.url,
      { viewport: { width: 1280, height: 800 } },
    )
  })
  afterAll(async () => {
    await pages?.close()
    await Promise.all([browser?.close(), site?.close()])
  })

  const review = async (page: Page, answer: Parameters<typeof reviewing>[0]) => {
    for (const step of reviewing(answer)) await step(page, languages.en)
  }
  const asked = (page: Page) => page.evaluate(() => (globalThis as unknown as World).asked)
  const isPending = (page: Page) => page.getByTestId('account-pending').count()
  const titled = (page: Page, title: string) =>
    expect
      .poll(() => page.getByTestId('header-text').textContent(), { message: `the title says ${title}` })
      .toBe(title)

  it('continues after the visitor stops waiting', async () => {
    await pages.with({}, async (page) => {
      await review(page, 'later')
      expect(await isPending(page)).toBe(0)
      await click('review-send')(page)
      await titled(page, 'Send')
      await page.getByText('the request stays open in Moss Wallet').waitFor()
      await page.getByRole('button', { name: 'Stop waiting' }).click()
      await titled(page, 'Account')
      expect(await isPending(page)).toBe(1)
      // The form can't be used for another transfer in the meantime.
      await click('wallet-features-send-button')(page)
      await page.getByRole('button', { name: 'Stop waiting' }).click()
      await titled(page, 'Account')
      await page.evaluate(() => (globalThis as unknown as World).answer())
      await click('tab-activity')(page)
      await page.getByTestId('lk-card').getByText('Pending').waitFor()
      expect(await page.getByTestId('lk-card').locator('.past').first().textContent()).toContain(
        '0.250 ETH · 0x71...d8976F',
      )
      expect(await isPending(page)).toBe(1)
      await page.evaluate(() => (globalThis as unknown as World).land())
      await expect.poll(() => isPending(page), { message: 'nothing is pending' }).toBe(0)
      expect(await asked(page)).toBe(1)
    })
  })

  it('fills in the form again if the network refused the transaction', async () => {
    await pages.with({}, async (page) => {
      for (const step of reviewing('sends', 'failed')) await step(page, languages.en)
      await click('review-send')(page)
      await click('sent-again')(page)
      await titled(page, 'Send')
      expect(await page.getByTestId('send-amount').inputValue()).toBe('0.25')
      expect(await page.getByTestId('send-receiver').inputValue()).toMatch(/^0x71.*d8976F$/)
      await click('send-preview')(page)
      await page.getByTestId('review-fee').waitFor()
      await click('header-back')(page)
      await click('header-back')(page)
      await titled(page, 'Account')
      expect(await asked(page)).toBe(1)
    })
  })

  it('is titled as sent unless the network refuses the transaction', async () => {
    for (const [phase, title] of [
      ['confirmed', 'Transaction sent'],
      ['failed', 'Send failed'],
    ] as const)
      await pages.with({}, async (page) => {
        for (const step of reviewing('sends', phase)) await step(page, languages.en)
        await click('review-send')(page)
        await page
          .getByTestId('sent')
          .and(page.locator(`[data-status=${phase}]`))
          .waitFor()
        await titled(page, title)
      })
  })

  it('asks the visitor to enter or paste an address', async () => {
    await pages.with({}, async (page) => {
      for (const step of reviewing('later').slice(0, 3)) await step(page, languages.en)
      await titled(page, 'Send')
      expect(await page.getByTestId('send-receiver').getAttribute('placeholder')).toBe(
        'Enter or paste an address',
      )
    })
  })

  it('warns that a Ledger shows only the hash of a token transfer', async () => {
    await pages.with({}, async (page) => {
      await review(page, 'later')
      const warning = page.getByText('Your Ledger shows only a hash')
      const change = (what: 'ledger' | 'token') =>
        page.evaluate((what) => {
          const { latchkey } = (globalThis as unknown as World).page
          type Patched = { patch(part: object): void }
          const { eip155 } = latchkey.connections.state
          const connection = { ...eip155.connection, connectorId: 'ledger' }
          const { token } = latchkey.send.state
          const asset = `eip155:31337/erc20:0x${'5'.repeat(40)}`
          ;(latchkey.connections as unknown as Patched).patch({ eip155: { ...eip155, connection } })
          const shown = what === 'token' ? { ...token, asset } : { ...token }
          ;(latchkey.send as unknown as Patched).patch({ token: shown })
        }, what)
      await change('ledger')
      await page.getByTestId('review-fee').waitFor()
      expect(await warning.count()).toBe(0)
      await change('token')
      await warning.waitFor()
    })
  })

  it('shows that it was declined after the visitor went back', async () => {
    await pages.with({}, async (page) => {
      await review(page, 'later')
      await click('review-send')(page)
      await titled(page, 'Send')
      await click('header-back')(page)
      await titled(page, 'Account')
      expect(await isPending(page)).toBe(1)
      await page.evaluate(() => (globalThis as unknown as World).refuse())
      await page.getByTestId('snackbar-message').getByText('declined').waitFor()
      expect(await isPending(page)).toBe(0)
      // The form keeps its values, so that the visitor can send the transfer again.
      await click('wallet-features-send-button')(page)
      await expect
        .poll(() => page.getByTestId('send-amount').inputValue(), { message: 'the amount is kept' })
        .toBe('0.25')
      await click('send-preview')(page)
      await page.getByTestId('review-fee').waitFor()
      // The visitor can stop waiting in the form too.
      await click('review-send')(page)
      await click('header-back')(page)
      await click('wallet-features-send-button')(page)
      await page.getByRole('button', { name: 'Stop waiting' }).waitFor()
      await page.evaluate(() => (globalThis as unknown as World).answer())
      await titled(page, 'Transaction sent')
    })
  })

  it('leaves the form of another network usable while it waits for the wallet', async () => {
    await pages.with({}, async (page) => {
      await review(page, 'later')
      await click('review-send')(page)
      await page.getByRole('button', { name: 'Stop waiting' }).waitFor()
      await page.evaluate(() =>
        (globalThis as unknown as World).page.latchkey.switchNetwork('eip155:31338').then(() => {}),
      )
      await page.getByTestId('send-amount').waitFor()
      await titled(page, 'Send')
      expect(await isPending(page)).toBe(1)
      await page.evaluate(() => (globalThis as unknown as World).answer())
      await page.getByTestId('snackbar-message').getByText('Transaction sent').waitFor()
      await titled(page, 'Send')
    })
  })

  it('can be sent again at once after it was declined', async () => {
    await pages.with({}, async (page) => {
      await review(page, 'declines-once')
      await click('review-send')(page)
      await page.getByTestId('why-not').getByText('Nothing was sent.').waitFor()
      await titled(page, 'Review send')
      await expect
        .poll(() => page.getByTestId('review-send').isEnabled(), {
          message: 'the transfer can be sent again',
        })
        .toBe(true)
      await page.getByTestId('review-fee').waitFor()
      expect(await page.getByTestId('snackbar-message').count(), 'only the review shows this').toBe(0)
      await click('review-send')(page)
      await titled(page, 'Transaction sent')
      const status = () => page.getByTestId('sent').getAttribute('data-status')
      await expect.poll(status, { message: 'the transfer is pending' }).toBe('pending')
      await page.evaluate(() => (globalThis as unknown as World).land())
      await expect.poll(status, { message: 'the transfer is confirmed' }).toBe('confirmed')
      expect(await asked(page)).toBe(2)
      // The wallet raised the fee, so the transaction's hash changes. Then the service lists the new hash in place of
      // the client's own entry.
      const list = (...transactions: readonly object[]) =>
        page.evaluate((transactions) => {
          const { latchkey } = (globalThis as unknown as World).page
          const network = latchkey.network.state.activeNetworks.eip155?.caipNetworkId
          const activity = latchkey.activity as unknown as { patch(part: object): void }
          activity.patch({ transactions: transactions.map((one) => ({ network, ...one })) })
        }, transactions)
      const [first, second] = [`0x${'ab'.repeat(32)}`, `0x${'cd'.repeat(32)}`]
      await list({ id: 'service', hash: first, status: 'pending' })
      await expect.poll(status, { message: 'the status of the list is shown' }).toBe('pending')
      const own = await page.evaluate(
        (hash) =>
          `sent:${(globalThis as unknown as World).page.latchkey.network.state.activeNetworks.eip155?.caipNetworkId}:${hash}`,
        first,
      )
      await list({ id: own, hash: second, status: 'unknown' })
      await expect.poll(status, { message: 'the status of the replacement is shown' }).toBe('unknown')
      await list({ id: 'service', hash: second, status: 'confirmed' })
      await expect.poll(status, { message: 'the replacement is confirmed' }).toBe('confirmed')
      await click('sent-done')(page)
      await titled(page, 'Account')
    })
  })

  it("can't be sent again if it may have been sent", async () => {
    await pages.with({}, async (page) => {
      await review(page, 'lost')
      await click('review-send')(page)
      await page.getByTestId('why-not').getByText('Check your activity before you send again.').waitFor()
      await page.getByTestId('candidates').getByText('Possible transaction: 0xcd').waitFor()
      expect(await page.getByTestId('review-send').count()).toBe(0)
      expect(await page.getByTestId('review-cancel').count()).toBe(0)
      await click('header-back')(page)
      await titled(page, 'Send')
      await page.getByTestId('why-not').getByText('Check your activity before you send again.').waitFor()
      expect(await page.getByTestId('send-preview').count()).toBe(0)
      await page.getByTestId('send-amount').press('Enter')
      await click('send-done')(page)
      await titled(page, 'Account')
      // The visitor can send another transfer.
      await click('wallet-features-send-button')(page)
      await type('send-amount', '0.125')(page, languages.en)
      await click('send-preview')(page)
      await page.getByTestId('review-send').waitFor()
      expect(await page.getByTestId('why-not').count()).toBe(0)
    })
  })
})
