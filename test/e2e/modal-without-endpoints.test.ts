import type { Latchkey } from 'latchkey'
import { describe, expect, it } from 'vitest'
import { chromiumPath } from './chromium.ts'
import { hostVisits } from './host-visits.ts'
import { look } from './look.ts'
import { phone, poll } from './visitor.ts'

interface Page {
  readonly latchkey: Latchkey
}

/** The views that need a service. */
const views = [
  'Swap',
  'SwapSelectToken',
  'SwapPreview',
  'OnRampProviders',
  'OnRampTokenSelect',
  'OnRampFiatSelect',
  'BuyInProgress',
  'OnRampActivity',
  'WhatIsABuy',
] as const

describe.skipIf(!chromiumPath)('a host without services', () => {
  const { visit, networksOf } = hostVisits()

  for (const [device, screen] of [
    ['a desktop', undefined],
    ['a phone', phone],
  ] as const)
    it(`sends visitors' requests on ${device} to its nodes only, and offers no other features`, {
      tags: screen ? ['all'] : [],
    }, async () => {
      const visitor = await visit({
        options: { endpoints: {}, connectors: [], features: { analytics: true } },
        installed: ['ethereum'],
        ...(screen && { screen }),
      })
      const { page, modal, pressButton, press, is, isClosed, titled } = visitor
      const asked = new Set<string>()
      page.on('request', (request) => asked.add(new URL(request.url()).origin))
      page.on('websocket', (socket) => asked.add(new URL(socket.url()).origin))
      await page.reload()
      await page.getByRole('heading', { name: 'Pick apples together' }).waitFor()
      await pressButton()
      await press('wallet-selector-dev.latchkey.ethereum')
      await is('eip155', 'alice')
      await isClosed()
      await pressButton()
      await titled('Account')
      const offered = () =>
        modal()
          .locator('.features button, .list > button, .list > a')
          .evaluateAll((all) => all.map((one) => one.getAttribute('data-testid')))
      await poll(offered, { message: 'the list of features is complete' }).toEqual([
        'wallet-features-receive-button',
        'wallet-features-send-button',
        'account-network',
        'account-switch-address',
        'disconnect-button',
      ])
      await look(page, 'no-endpoints-account')
      await page.keyboard.press('Escape')
      await isClosed()
      const refused = await page.evaluate(async (names) => {
        const { latchkey } = globalThis as unknown as Page
        const code = (call: () => Promise<unknown>) =>
          call().then(
            () => 'done',
            ({ code }) => code,
          )
        const all: [string, unknown][] = []
        for (const view of names) all.push([view, await code(() => latchkey.open({ view }))])
        all.push(['swap', await code(() => latchkey.swap.begin())])
        return all
      }, views)
      expect(refused).toEqual([...views, 'swap'].map((name) => [name, 'config/endpoint-off']))
      expect(await modal().isVisible()).toBe(false)
      const nodes = networksOf('eip155').map(({ rpcUrls }) => new URL(rpcUrls.default.http[0]!).origin)
      const own = new URL(page.url()).origin
      expect([...asked].filter((origin) => origin !== own && !nodes.includes(origin))).toEqual([])
    })
})
