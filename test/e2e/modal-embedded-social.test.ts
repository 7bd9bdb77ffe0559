import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { chromiumPath } from './chromium.ts'
import { demoVisits } from './demo-visits.ts'

import { poll, type Visitor } from './visitor.ts'

describe.skipIf(!chromiumPath)('a visitor with a social account', { timeout: 180_000 }, () => {
  const demo = demoVisits({ embeddedWallet: true })

  const visit = () => demo.visit({ as: 'Embedded wallet' })
  const frame = ({ page }: Visitor) => page.frameLocator('#w3m-iframe')
  const says = (visitor: Visitor) => visitor.card('eip155').getByRole('status').textContent()

  /** Chooses a provider, and resolves with its window, which asks who one wants to be. */
  async function choose({ page, press, row }: Visitor, provider: string): Promise<Page> {
    await press(page.getByTestId('connect-button'))
    const opened = page.waitForEvent('popup')
    await press(row(`social-selector-${provider}`))
    const popup = await opened
    await popup.getByRole('heading', { name: 'Who do you want to be?' }).waitFor()
    return popup
  }
  async function logIn(visitor: Visitor, provider: string, name: string): Promise<void> {
    const popup = await choose(visitor, provider)
    const gone = popup.waitForEvent('close')
    await popup.getByRole('button', { name }).click()
    await gone
    await visitor.is('eip155', 'connected')
  }

  it('logs in by google in a window, signs, comes back after a reload and logs out', async () => {
    const visitor = await visit()
    const { page, press, row, card } = visitor
    await logIn(visitor, 'google', 'Ann')
    await visitor.is('solana', 'connected')
    await visitor.isClosed()
    const address = await visitor.address('eip155')
    await press(card('eip155').getByRole('button', { name: 'Sign' }))
    await visitor.titled('Approve Transaction')
    await frame(visitor).locator('button[data-gate=open]').waitFor()
    await frame(visitor).getByRole('button', { name: 'Approve' }).click()
    await poll(() => says(visitor)).toContain('Signed')

    await visitor.reload()
    await visitor.is('eip155', 'connected')
    expect(await visitor.address('eip155')).toBe(address)
    await visitor.openAccount()
    await poll(() => row('account-social').textContent()).toBe('annGoogle')
    await press(row('disconnect-button'))
    await visitor.is('eip155', 'disconnected')
    const kept = await page.evaluate(() =>
      Object.keys(localStorage).filter((key) => key.includes('/wallet/')),
    )
    expect(kept).toEqual([])
  })
})
