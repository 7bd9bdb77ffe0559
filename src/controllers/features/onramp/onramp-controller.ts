import { engineOf, type LazyCalls, lazyFeature } from '../../base/lazy-feature.ts'
import type { OnRampCalls, OnRampDeps, OnRampEvents, OnRampState } from './onramp.ts'

/**
 * Buys crypto with money: providers, quotes and outcomes (S1.3, S1.5, S3.3.9). The visitor pays on the provider's page. A host
 * can use this controller for its own form, as the modal does.
 */
export class OnRampController
  extends lazyFeature<OnRampState, OnRampCalls, OnRampEvents>()(
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
  )
  implements LazyCalls<OnRampCalls>
{
  constructor(deps: OnRampDeps) {
    super(
      {
        providers: deps.providers,
        purchaseCurrencies: [],
        paymentCurrencies: [],
        paymentAmount: '',
        quotes: {},
        quotesLoading: false,
        unavailableProviders: [],
        blocked: false,
        purchases: [],
        purchasesByYear: {},
        purchasesLoading: false,
      },
      deps,
      engineOf(deps, async () => (await import('./onramp-engine.ts')).OnRampEngine),
    )
  }
}
