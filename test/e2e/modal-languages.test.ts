import { describe, expect, it } from 'vitest'
import { chromiumPath } from './chromium.ts'
import { demoVisits } from './demo-visits.ts'
import { look } from './look.ts'
import { phone, poll } from './visitor.ts'

describe.skipIf(!chromiumPath)('the demo in Arabic', () => {
  const { visit } = demoVisits({ only: ['eip155', 'solana'] })

  for (const [name, screen] of [
    ['a desktop', undefined],
    ['a phone', phone],
  ] as const)
    it(`connects a wallet on ${name}, signs, and lays the modal out from right to left`, {
      tags: screen ? [] : ['all'],
    }, async () => {
      const { page, press, card, choose, modal, is, isClosed, openAccount } = await visit(
        screen && { screen },
      )
      await page.getByLabel('Language of the modal').selectOption('ar')
      await poll(() => page.getByTestId('connect-button').textContent(), {
        message: 'the connect button says ربط المحفظة',
      }).toBe('ربط المحفظة')
      await press(page.getByTestId('connect-button'))
      await poll(() => page.getByTestId('header-text').textContent(), {
        message: 'the title says ربط المحفظة',
      }).toBe('ربط المحفظة')
      expect(await modal().evaluate((one) => getComputedStyle(one).direction)).toBe('rtl')
      await look(page, `connect-arabic-${name.slice(2)}`)
      await choose('Dev Ethereum')
      await is('eip155', 'connected')
      await isClosed()
      await press(card('eip155').getByRole('button', { name: 'Sign' }))
      await poll(() => card('eip155').getByRole('status').textContent(), {
        message: 'the card of the family says Signed',
      }).toContain('Signed')
      // The choice of the language fits into the page.
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.screen.width)).toBe(
        true,
      )
      await openAccount()
      await modal().getByText('قطع الاتصال').waitFor()
      await look(page, `account-arabic-${name.slice(2)}`)
    })
})
