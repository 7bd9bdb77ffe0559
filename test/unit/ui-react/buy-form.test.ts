// @vitest-environment jsdom
import { createLatchkey } from 'latchkey'
import { act, createElement } from 'react'
import { expect, it } from 'vitest'
import type { OnRampState } from '../../../src/controllers/features/onramp/onramp.ts'
import { OnRampProvidersView } from '../../../src/ui-react/views/buy/on-ramp-providers.tsx'
import { mount, options } from './rendering.ts'

const seller = (name: string, quotes = true) => ({
  ...{ name, label: name, feeRange: '1%', quotes, url: 'https://a.example', supportedChains: ['eip155'] },
})
const gives = (amount: string) => ({ source: 'provider', purchaseAmount: { amount, currency: 'ETH' } })
const fallback = { source: 'fallback', purchaseAmount: { amount: '100', currency: 'USD' } }

/** Shows the form for an amount of 100 USD, with the given state. */
async function form(state: object) {
  const latchkey = createLatchkey(options().options)
  const onramp = latchkey.onramp as unknown as {
    patch(part: Partial<OnRampState>): void
    loadCurrencies(): Promise<void>
  }
  onramp.loadCurrencies = async () => {}
  const set = (part: object) => act(async () => onramp.patch(part))
  await set({
    ...{ providers: [seller('a'), seller('b'), seller('c', false)], paymentAmount: '100' },
    paymentCurrency: { id: 'USD', name: 'US dollar', payment_method_limits: [] },
    purchaseCurrency: { id: 'ETH', name: 'Ether', symbol: 'ETH', networks: [] },
    ...state,
  })
  const page = await mount(() => latchkey, createElement(OnRampProvidersView))
  const find = (id: string) => page.container.querySelector<HTMLElement>(`[data-testid=${id}]`)
  const choose = (name: string) => act(async () => find(`onramp-provider-${name}`)?.click())
  return { ...page, set, find, choose, gets: () => find('buy-gets')?.textContent }
}

it('the amount to get is the quote of the suggested provider, and then of the chosen one', async () => {
  const quotes = { a: gives('1'), b: gives('2') }
  const { gets, choose, find, unmount } = await form({ quotes, purchaseAmount: '1' })
  expect(find('buy-continue')?.textContent).toMatch(/ b$/)
  expect(gets()).toBe('2')
  await choose('a')
  expect(gets()).toBe('1')
  await choose('c')
  expect(gets()).toBe('–')
  await unmount()
})

it('the amount to get stays open until all prices have loaded, unless the visitor has chosen a provider', async () => {
  const { gets, choose, set, unmount } = await form({ quotes: { a: gives('1') }, quotesLoading: true })
  expect(gets()).toBe('Getting the price…')
  await choose('a')
  expect(gets()).toBe('1')
  await set({ quotes: {} })
  expect(gets()).toBe('Getting the price…')
  await unmount()
})

it('the price can be requested again if the chosen provider has no price, or if no provider has one', async () => {
  const page = await form({ quotes: { a: gives('1'), b: gives('2') }, purchaseAmount: '1' })
  const { choose, find, set, unmount } = page
  await choose('a')
  await set({ quotes: { a: fallback, b: gives('2') }, purchaseAmount: '2' })
  expect(page.gets()).toContain('Price unavailable')
  expect(find('buy-ask-again')).not.toBeNull()
  await choose('c')
  expect(page.gets()).toBe('–')
  await set({ quotes: { a: fallback, b: fallback }, purchaseAmount: undefined })
  expect(find('buy-ask-again')).not.toBeNull()
  await unmount()
})
