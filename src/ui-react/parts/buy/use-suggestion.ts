import { useState } from 'react'
import type { OnRampState } from '../../../controllers/features/onramp/onramp.ts'
import type { CaipNetworkId } from '../../../core/chain/caip.ts'
import type { OnRampProviderInfo } from '../../../core/wallet/payments/onramp.ts'
import { sellerState, suggested } from './seller-state.ts'

export interface Suggestion {
  /** The name of the provider. */
  readonly suggestion: string | undefined
  /** Whether the suggestion is for the visitor's current input. */
  readonly settled: boolean
}

/**
 * Suggests a provider when all quotes have arrived. The quotes arrive one by one, and the continue button must not change while
 * the visitor taps it. The suggestion stays while the input is unchanged and the visitor can buy from the provider. But a
 * provider without a price is replaced as soon as another provider has one.
 */
export function useSuggestion(
  state: OnRampState,
  sellers: readonly OnRampProviderInfo[],
  network: CaipNetworkId | undefined,
): Suggestion {
  const { paymentAmount, paymentCurrency, purchaseCurrency, quotesLoading } = state
  const wanted = [network, paymentAmount, paymentCurrency?.id, purchaseCurrency?.id].join()
  const [pinned, setPinned] = useState<{ readonly wanted: string; readonly name: string | undefined }>()
  if (!quotesLoading) {
    const before = pinned?.wanted === wanted && sellers.find(({ name }) => name === pinned.name)
    const best = suggested(state, sellers)
    const isPriced = (one: OnRampProviderInfo) => sellerState(state, one).quote?.source === 'provider'
    const kept =
      before && !sellerState(state, before).disabled && (isPriced(before) || !best || !isPriced(best))
    const { name } = (kept ? before : best) ?? {}
    if (pinned?.wanted !== wanted || pinned.name !== name) setPinned({ wanted, name })
  }
  return { suggestion: pinned?.name, settled: !quotesLoading || pinned?.wanted === wanted }
}
