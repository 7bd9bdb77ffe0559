import { engineOf, type LazyFeature, lazyFeature } from '../../base/lazy-feature.ts'
import type { OnRampCalls, OnRampDeps, OnRampEvents, OnRampState } from './onramp.ts'

/**
 * Buying coins for money: who sells, what it costs, and what became of it. The payment is made on the provider's page.
 * Specification 1, sections 3 and 5; facts 3.9. A host's own form can call it as the modal does.
 */
export type OnRampController = LazyFeature<OnRampState, OnRampCalls, OnRampEvents>

export function createOnRamp(deps: OnRampDeps): OnRampController {
  return lazyFeature<OnRampState, OnRampCalls, OnRampEvents>(
    {
      providers: deps.providers,
      purchaseCurrencies: [],
      paymentCurrencies: [],
      paymentAmount: '',
      quotes: {},
      quotesLoading: false,
      absent: [],
      blocked: false,
      purchases: [],
      purchasesByYear: {},
      purchasesLoading: false,
    },
    [
      'enter',
      'explain',
      'loadCurrencies',
      'setPurchaseCurrency',
      'setPaymentCurrency',
      'setPaymentAmount',
      'getQuotes',
      'buy',
      'leave',
      'loadPurchases',
      'followPurchases',
      'resetState',
    ],
    deps,
    engineOf(deps, async () => (await import('./onramp-engine.ts')).OnRampEngine),
  )
}
