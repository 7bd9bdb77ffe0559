import type { Latchkey, LatchkeyError } from 'latchkey'
import { devices } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { chromiumPath } from './chromium.ts'
import { hostVisits } from './host-visits.ts'
import { look } from './look.ts'
import { poll } from './visitor.ts'

const { defaultBrowserType, ...pixel } = devices['Pixel 7']!

interface Page {
  readonly latchkey: Latchkey
  readonly reported: string[]
}

describe.skipIf(!chromiumPath)('a host without adapters', () => {
  const { visit, walletOf, addressOf, networksOf } = hostVisits()

  for (const [device, screen] of [
    ['a desktop', undefined],
    ['a phone', pixel],
  ] as const)
    it(`lets visitors on ${device} connect over WalletConnect, see their account, and disconnect`, {
      tags: screen ? [] : ['all'],
    }, async () => {
      const visitor = await visit({ options: { adapters: [] }, ...(screen && { screen }) })
      const { page, button, pressButton, press, onPage, titled, rows, modal, copied, links, is, isClosed } =
        visitor
      const pictured = (step: string) => `no-adapters-${device.replace('a ', '')}-${step}`
      await page.evaluate(() => {
        const { latchkey } = globalThis as unknown as Page
        const reported: string[] = []
        latchkey.alert.on('reported', ({ code }: LatchkeyError) => void reported.push(code))
        Object.assign(globalThis, { reported })
      })
      const wallet = await walletOf('dave')

      await pressButton()
      // WalletConnect is the only way. A desktop shows the QR code at once, and a phone shows the wallets whose link it
      // can open.
      if (screen) {
        await titled('All wallets')
        await poll(rows, { message: 'the list is complete' }).toContain('wallet-selector-walletconnect')
        await look(page, pictured('1-list'))
        await press('wallet-selector-walletconnect')
      }
      await titled('WalletConnect')
      await modal().getByRole('img', { name: 'QR code to connect WalletConnect' }).waitFor()
      await look(page, pictured('2-code'))
      const uri = await copied()
      if (screen) {
        await press('open-wallet')
        await poll(async () => (await links()).map(({ url }) => url), {
          message: 'the link is opened',
        }).toEqual([uri])
      }
      await wallet.pair(uri)
      await is('eip155', 'dave')
      await is('solana', 'dave')
      await isClosed()

      // Without an adapter, there is no balance, and no message about a missing balance.
      const address = addressOf('dave', 'eip155')
      await poll(() => button().textContent(), { message: 'the button is shown' }).toBe(
        `${address.slice(0, 4)}...${address.slice(-6)}`,
      )
      await pressButton()
      await titled('Account')
      await poll(() => modal().locator(`bdi[title="${address}"]`).isVisible(), {
        message: 'the address is shown',
      }).toBe(true)
      await poll(() => modal().getByTestId('balance').count(), {
        message: 'the modal shows no balance',
      }).toBe(0)
      expect(await modal().textContent()).not.toMatch(/balance|read again/i)
      await look(page, pictured('3-account'))
      await press('header-close')
      await isClosed()

      const [, second] = networksOf('eip155')
      await onPage('network-button')
      await press(`network-switch-${second?.name}`)
      await poll(() => page.getByTestId('each-button').getByTestId('network-button').textContent(), {
        message: 'the network button has the name',
      }).toBe(second?.name)
      await page.keyboard.press('Escape')
      await isClosed()
      expect(await page.evaluate(() => (globalThis as unknown as Page).reported)).toEqual([])

      await pressButton()
      await press('disconnect-button')
      await is('eip155', undefined)
      await is('solana', undefined)
      await isClosed()
      await poll(() => wallet.sessions.length, { message: 'the wallet is asked' }).toBe(0)
    })
})
