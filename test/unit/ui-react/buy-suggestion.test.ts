// @vitest-environment jsdom
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { describe, expect, it } from 'vitest'
import type { OnRampState } from '../../../src/controllers/features/onramp/onramp.ts'
import type { OnRampProviderInfo } from '../../../src/core/wallet/payments/onramp.ts'
import { type Suggestion, useSuggestion } from '../../../src/ui-react/parts/buy/use-suggestion.ts'
import './rendering.ts'

const seller = (name: string, quotes = true) =>
  ({ name, label: name, quotes }) as unknown as OnRampProviderInfo
const gives = (amount: string) => ({ source: 'provider', purchaseAmount: { amount, currency: 'ETH' } })

/** Returns a function that renders the hook with a new state. */
async function suggestions(sellers = [seller('a'), seller('b')]) {
  let seen: Suggestion = { suggestion: undefined, settled: false }
  const Probe = ({ state }: { readonly state: OnRampState }) => {
    seen = useSuggestion(state, sellers, 'eip155:1')
    return null
  }
  const root = createRoot(document.createElement('div'))
  return async (paymentAmount: string, quotes: object, quotesLoading: boolean) => {
    const state = { paymentAmount, quotes, quotesLoading, unavailableProviders: [] } as unknown as OnRampState
    await act(async () => root.render(createElement(Probe, { state })))
    return seen
  }
}

describe('the suggested provider', () => {
  it('is the provider that gives the most, after all prices have loaded', async () => {
    const show = await suggestions()
    expect(await show('100', {}, true)).toMatchObject({ settled: false })
    expect(await show('100', { a: gives('1') }, true)).toMatchObject({ settled: false })
    expect(await show('100', { a: gives('1'), b: gives('2') }, false)).toEqual({
      suggestion: 'b',
      settled: true,
    })
  })

  it('stays the same until the amount changes or its price is missing', async () => {
    const show = await suggestions()
    await show('100', { a: gives('1'), b: gives('2') }, false)
    expect(await show('100', { a: gives('1') }, true)).toEqual({ suggestion: 'b', settled: true })
    expect(await show('100', { a: gives('3'), b: gives('2') }, false)).toMatchObject({ suggestion: 'b' })
    expect(await show('200', { a: gives('3') }, true)).toMatchObject({ settled: false })
    expect(await show('200', { a: gives('3'), b: gives('2') }, false)).toEqual({
      suggestion: 'a',
      settled: true,
    })
    expect(await show('200', { b: gives('2') }, false)).toMatchObject({ suggestion: 'b' })
  })

  it('is a provider without prices only until another provider has a price', async () => {
    const show = await suggestions([seller('a'), seller('without', false)])
    const failed = { a: { source: 'none' } }
    expect(await show('100', failed, false)).toMatchObject({ suggestion: 'without' })
    expect(await show('100', failed, true)).toMatchObject({ suggestion: 'without' })
    expect(await show('100', { a: gives('1') }, false)).toMatchObject({ suggestion: 'a' })
  })
})
