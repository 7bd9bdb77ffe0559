import type { OnRampState } from '../../../controllers/features/onramp/onramp.ts'
import type { OnRampProviderInfo } from '../../../core/wallet/payments/onramp.ts'
import { isMore } from '../../../core/wallet/payments/payment-limits.ts'
import { buyWords } from '../../language/english/buy.ts'
import type { Language } from '../../language/language.ts'
import { moneyIn } from '../../language/money.ts'

export interface SellerState {
  readonly quote: OnRampState['quotes'][string] | undefined
  /** Whether to wait for a price from this provider. */
  readonly wanted: boolean
  /** Whether the provider doesn't sell on this network. */
  readonly missing: boolean
  /** Whether the visitor can't buy from this provider now. A quote with the source `fallback` isn't a price (S4). */
  readonly disabled: boolean
  /** The network on which the provider delivers the purchase, if it isn't the active one. */
  readonly deliveryNetwork: string | undefined
}

/** Returns the state of a provider for the typed amount: the quote, and whether the visitor can buy from the provider now. */
export function sellerState(state: OnRampState, { name, quotes: says }: OnRampProviderInfo): SellerState {
  const { unavailableProviders, quotes, paymentAmount, problem } = state
  const wanted = says && paymentAmount.trim() !== ''
  const quote = wanted ? quotes[name] : undefined
  const missing = unavailableProviders.includes(name)
  const disabled = missing || (wanted && (problem !== undefined || quote?.source !== 'provider'))
  const deliveryNetwork = name === 'coinbase' ? state.deliveryNetwork : undefined
  return { quote, wanted, missing, disabled, deliveryNetwork }
}

/**
 * Returns the provider to suggest: the provider with the best quote for the amount. If there are no quotes, returns the first
 * provider that the visitor can buy from.
 */
export function suggested(
  state: OnRampState,
  sellers: readonly OnRampProviderInfo[],
): OnRampProviderInfo | undefined {
  const gives = (seller: OnRampProviderInfo) => {
    const { quote } = sellerState(state, seller)
    return quote?.source === 'provider' ? Number(quote.purchaseAmount.amount) : 0
  }
  const usable = sellers.filter((seller) => !sellerState(state, seller).disabled)
  return [...usable].sort((a, b) => gives(b) - gives(a))[0]
}

/** Returns what is wrong with the typed amount, such as `At least $10`. Returns undefined if nothing is wrong. */
export function amountProblem(
  { say, tag }: Language,
  { problem, limits, paymentAmount, paymentCurrency }: OnRampState,
): string | undefined {
  if (problem === undefined) return undefined
  if (problem === 'value' || !limits || !paymentCurrency) return say(buyWords, 'incorrect')
  const money = (amount: string) => moneyIn(tag, amount, paymentCurrency.id)
  const amount = paymentAmount.trim()
  if (isMore(limits.min, amount)) return say(buyWords, 'atLeast', { amount: money(limits.min) })
  if (isMore(amount, limits.max)) return say(buyWords, 'atMost', { amount: money(limits.max) })
  // The amount is between the ranges of two payment methods.
  return say(buyWords, 'range', { min: money(limits.min), max: money(limits.max) })
}
