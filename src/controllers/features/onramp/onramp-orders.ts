import type { CaipAddress } from '../../../core/chain/caip.ts'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import type {
  OnRampOrder,
  OnRampProviderInfo,
  PurchaseCurrency,
} from '../../../core/wallet/payments/onramp.ts'
import { onRampProvidersOn } from '../../../core/wallet/payments/onramp-providers-on.ts'
import { paymentAmount } from '../../../core/wallet/payments/payment-amount.ts'
import type { FeatureHost } from '../../base/feature-controller.ts'
import type { OnRampDeps, OnRampEvents, OnRampParts, OnRampState } from './onramp.ts'

/** Creates orders from the form, for the active account and network. */
export class OnRampOrders {
  readonly #deps: OnRampDeps
  readonly #parts: OnRampParts
  readonly #host: FeatureHost<OnRampState, OnRampEvents>

  constructor(deps: OnRampDeps, parts: OnRampParts, host: FeatureHost<OnRampState, OnRampEvents>) {
    this.#deps = deps
    this.#parts = parts
    this.#host = host
  }

  /** The providers that sell on the active network. */
  get providers(): readonly OnRampProviderInfo[] {
    const { chainNamespace } = this.#deps.network.activeNetwork
    return onRampProvidersOn(this.#deps.providers, this.#deps.options.state.features.onramp, chainNamespace)
  }

  /** The typed amount, or the problem with it. Undefined if the visitor typed no amount. */
  get typed() {
    const { paymentAmount: text, paymentCurrency } = this.#host.state
    return text.trim() && paymentCurrency ? paymentAmount(paymentCurrency, text) : undefined
  }

  /** The problem with the typed amount. */
  get problem(): OnRampState['problem'] {
    const { typed } = this
    return typed && 'problem' in typed ? typed.problem : undefined
  }

  /** The amount to pay as a decimal string. Undefined if it isn't valid. */
  get amount(): string | undefined {
    const { typed } = this
    return typed && 'amount' in typed ? typed.amount : undefined
  }

  /** @throws `connection/not-connected` */
  get account(): CaipAddress {
    const { caipAddress } = this.#deps.account.active
    if (caipAddress) return caipAddress
    throw latchkeyError('connection/not-connected')
  }

  get buyer(): { readonly isSmartAccount: boolean } {
    const { address, allAccounts } = this.#deps.account.active
    return { isSmartAccount: allAccounts.find((one) => one.address === address)?.type === 'smartAccount' }
  }

  isActive(account: CaipAddress): boolean {
    return this.#deps.account.active.caipAddress === account
  }

  /**
   * Returns the order that the form describes.
   * @throws `connection/not-connected`
   */
  order(amount: string | undefined): OnRampOrder {
    const { purchaseCurrency, paymentCurrency } = this.#host.state
    const { defaults } = this.#parts
    return {
      account: this.account,
      network: this.#deps.network.activeNetwork,
      // The casts are safe, because the lists of default currencies aren't empty.
      purchaseCurrency: purchaseCurrency ?? (defaults.purchaseCurrencies[0] as PurchaseCurrency),
      paymentCurrency: paymentCurrency ?? (defaults.paymentCurrencies[0] as OnRampOrder['paymentCurrency']),
      paymentAmount: amount,
    }
  }

  /**
   * Returns the order for a provider.
   * @throws `onramp/unsupported` if the provider doesn't sell on this network; `validation/invalid-amount`,
   * `onramp/amount-out-of-range`; `onramp/no-price`; `connection/not-connected`.
   */
  checked({ name, label, quotes: says }: OnRampProviderInfo): OnRampOrder {
    const { unavailableProviders, problem, limits: range, paymentCurrency, quotes } = this.#host.state
    if (unavailableProviders.includes(name)) throw this.unsupported(label)
    if (says && problem === 'value')
      throw latchkeyError('validation/invalid-amount', {
        values: { field: 'amount', reason: 'is not an amount in this currency' },
      })
    if (says && problem === 'range' && range && paymentCurrency)
      throw latchkeyError('onramp/amount-out-of-range', {
        values: { ...range, currency: paymentCurrency.id },
      })
    const order = this.order(this.amount)
    if (!says || order.paymentAmount === undefined) return order
    const quote = quotes[name]
    if (quote?.source !== 'provider') throw latchkeyError('onramp/no-price', { values: { provider: label } })
    return { ...order, purchaseAmount: quote.purchaseAmount.amount }
  }

  unsupported(provider: string) {
    const { name: network } = this.#deps.network.activeNetwork
    return latchkeyError('onramp/unsupported', { values: { provider, network } })
  }
}
