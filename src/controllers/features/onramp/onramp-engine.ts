import { throwIfAborted } from '../../../core/async/abort.ts'
import type { CaipAddress } from '../../../core/chain/caip.ts'
import { parseCaipAddress } from '../../../core/chain/caip-10.ts'
import type { PastTransaction } from '../../../core/wallet/past-transaction.ts'
import type { OnRampOrder, PaymentCurrency, PurchaseCurrency } from '../../../core/wallet/payments/onramp.ts'
import { paymentLimits } from '../../../core/wallet/payments/payment-limits.ts'
import type { CallOptions } from '../../../ports.ts'
import type { FeatureHost } from '../../base/feature-controller.ts'
import { featureOf } from '../../shell/views.ts'
import { BuyAttempt } from './buy-attempt.ts'
import type { OnRampCalls, OnRampDeps, OnRampEvents, OnRampParts, OnRampState } from './onramp.ts'
import { OnRampCurrencies } from './onramp-currencies.ts'
import { OnRampOrders } from './onramp-orders.ts'
import { OnRampPurchases } from './onramp-purchases.ts'
import { OnRampQuotes } from './onramp-quotes.ts'

/**
 * Implements `OnRampController`. Loads at the first use. Manages the form and the current purchase. Separate classes manage the
 * currencies, orders, quotes and past purchases.
 */
export class OnRampEngine implements OnRampCalls {
  readonly #deps: OnRampDeps
  readonly #parts: OnRampParts
  readonly #host: FeatureHost<OnRampState, OnRampEvents>
  readonly #orders: OnRampOrders
  readonly #quotes: OnRampQuotes
  readonly #currencies: OnRampCurrencies
  readonly #purchases: OnRampPurchases
  #attempt: BuyAttempt | undefined

  constructor(deps: OnRampDeps, parts: OnRampParts, host: FeatureHost<OnRampState, OnRampEvents>) {
    this.#deps = deps
    this.#parts = parts
    this.#host = host
    const orders = new OnRampOrders(deps, parts, host)
    const quotes = new OnRampQuotes(deps, parts, host, orders)
    this.#orders = orders
    this.#quotes = quotes
    this.#currencies = new OnRampCurrencies(deps, parts, host, { orders, quotes })
    this.#purchases = new OnRampPurchases(deps, parts, host, orders)
    host.own(() => this.leave())
    host.own(
      deps.network.watch(
        () => deps.network.activeNetwork.caipNetworkId,
        () =>
          host.batch(() => {
            this.#currencies.restart()
            this.#quotes.schedule()
          }),
      ),
    )
    host.own(
      deps.account.watch(
        () => deps.account.active.caipAddress,
        () =>
          host.batch(() => {
            this.leave()
            this.#quotes.schedule()
            this.#currencies.updateDelivery()
            this.#purchases.show([])
          }),
      ),
    )
    host.own(
      deps.router.watch(
        ({ view }) => view,
        (_, previous) => previous === 'BuyInProgress' && this.leave(),
      ),
    )
    host.own(
      deps.router.watch(
        ({ history }) => history.some((view) => featureOf(view) === 'onramp'),
        (there) => {
          if (there) return
          // Otherwise a later switch of the account would request quotes again.
          this.#quotes.clear()
          host.patch({ paymentAmount: '', problem: undefined })
        },
      ),
    )
  }

  async enter(): Promise<void> {
    this.#host.emit('entered', this.#orders.buyer)
    this.resetState()
    await this.loadCurrencies()
  }

  explain(): void {
    this.#host.emit('explained', this.#orders.buyer)
  }

  loadCurrencies(opts: CallOptions = {}): Promise<void> {
    return this.#currencies.load(opts)
  }

  setPurchaseCurrency(purchaseCurrency: PurchaseCurrency): void {
    this.#host.patch({ purchaseCurrency })
    this.#currencies.updateDelivery()
    this.#quotes.schedule()
  }

  setPaymentCurrency(paymentCurrency: PaymentCurrency): void {
    this.#host.patch({ paymentCurrency, limits: paymentLimits(paymentCurrency) })
    this.#quotes.schedule()
  }

  setPaymentAmount(text: string): void {
    this.#host.patch({ paymentAmount: text })
    this.#quotes.schedule()
  }

  getQuotes({ signal }: CallOptions = {}): Promise<void> {
    return this.#quotes.request(signal)
  }

  async buy(name: string, { signal }: CallOptions = {}): Promise<{ readonly url: string }> {
    throwIfAborted(signal)
    this.leave()
    const info = this.#orders.providers.find((one) => one.name === name)
    const attempt = new BuyAttempt({
      ...this.#deps,
      show: (part) => this.#attempt === attempt && this.#host.patch(part),
      reported: (account, purchases) => this.#reported(name, account, purchases),
      ...(name === 'coinbase' && { purchases: (account, asked) => this.#purchases.read(account, asked) }),
    })
    this.#attempt = attempt
    this.#host.patch({ selectedProvider: info })
    const leave = () => this.#attempt === attempt && this.leave()
    signal?.addEventListener('abort', leave, { once: true })
    try {
      return await attempt.run(() => {
        const seller = this.#parts.sellers.get(name)
        if (!info || !seller) throw this.#orders.unsupported(info?.label ?? name)
        const order = this.#orders.checked(info)
        this.#host.emit('providerSelected', { provider: name, ...this.#orders.buyer })
        const ask = async (asked: AbortSignal) => {
          // Wait for the currencies, because the selected currency may turn out to be unavailable.
          const sold = this.#currencies.isLoaded ? order : await loaded(asked)
          return seller.link(sold, { signal: asked })
        }
        const loaded = async (asked: AbortSignal): Promise<OnRampOrder> => {
          await this.#currencies.loadInTime(asked)
          throwIfAborted(asked)
          return this.#orders.checked(info)
        }
        return { info, account: order.account, local: seller.local, ask }
      })
    } finally {
      signal?.removeEventListener('abort', leave)
    }
  }

  leave(): void {
    this.#attempt?.leave()
    this.#attempt = undefined
    this.#host.patch({ phase: undefined, url: undefined, blocked: false, error: undefined })
  }

  loadPurchases(opts: CallOptions = {}): Promise<void> {
    return this.#purchases.load(opts)
  }

  followPurchases(opts: Required<CallOptions>): Promise<void> {
    return this.#purchases.follow(opts)
  }

  resetState(): void {
    this.leave()
    this.#quotes.clear()
    this.#host.patch({ selectedProvider: undefined, paymentAmount: '', problem: undefined })
    const { purchaseCurrencies, paymentCurrencies } = this.#host.state
    this.#currencies.select({ purchaseCurrencies, paymentCurrencies })
  }

  #reported(provider: string, account: CaipAddress, purchases: readonly PastTransaction[]): void {
    this.#host.emit('reported', { account, provider })
    if (!this.#orders.isActive(account)) return
    this.#purchases.show(purchases)
    const { namespace } = parseCaipAddress(account)
    this.#deps.account.updateBalance(namespace, { fresh: true }).catch(() => {})
    const { router } = this.#deps
    // When the view is replaced, the listener in the constructor ends the purchase.
    if (router.state.view === 'BuyInProgress') router.replace('OnRampActivity')
    else this.leave()
  }
}
