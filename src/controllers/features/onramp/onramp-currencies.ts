import { raceAbort } from '../../../core/async/abort.ts'
import { withTimeout } from '../../../core/async/deadline.ts'
import { onRamp as limits } from '../../../core/limits.ts'
import { blockchainOf } from '../../../core/wallet/payments/blockchains.ts'
import type { PaymentCurrency, PurchaseCurrency } from '../../../core/wallet/payments/onramp.ts'
import { paymentLimits } from '../../../core/wallet/payments/payment-limits.ts'
import type { CallOptions } from '../../../ports.ts'
import type { FeatureHost } from '../../base/feature-controller.ts'
import type { OnRampDeps, OnRampEvents, OnRampParts, OnRampState } from './onramp.ts'
import type { OnRampOrders } from './onramp-orders.ts'
import type { OnRampQuotes } from './onramp-quotes.ts'

/** One load of the list of currencies. */
interface CurrencyLoad {
  state: 'pending' | 'read' | 'failed'
  /** Resolves when the load has ended. Never rejects. */
  readonly done: Promise<void>
}

/**
 * Loads the currencies that visitors can buy on the active network. Makes sure that the visitor's selection is one of these
 * currencies.
 */
export class OnRampCurrencies {
  readonly #deps: OnRampDeps
  readonly #parts: OnRampParts
  readonly #host: FeatureHost<OnRampState, OnRampEvents>
  readonly #orders: OnRampOrders
  readonly #quotes: OnRampQuotes
  /** Whether the data service supports the network. True until the data service says otherwise. */
  #known = true
  /** The load for the active network. Undefined before the load starts. */
  #read: CurrencyLoad | undefined

  constructor(
    deps: OnRampDeps,
    parts: OnRampParts,
    host: FeatureHost<OnRampState, OnRampEvents>,
    { orders, quotes }: { readonly orders: OnRampOrders; readonly quotes: OnRampQuotes },
  ) {
    this.#deps = deps
    this.#parts = parts
    this.#host = host
    this.#orders = orders
    this.#quotes = quotes
    this.select(parts.defaults)
  }

  /** Whether the currencies are final: the loaded ones, or the defaults after a failed load. */
  get isLoaded(): boolean {
    return !this.#parts.service || (this.#read?.state ?? 'pending') !== 'pending'
  }

  async load({ signal }: CallOptions): Promise<void> {
    if (!this.#read || this.#read.state === 'failed') this.#read = this.#start()
    await raceAbort(this.#read.done, signal).catch(() => {})
  }

  /**
   * Waits for the currencies. If the data service is slow, continues with the default currencies, which the provider may
   * accept.
   */
  async loadInTime(signal: AbortSignal): Promise<void> {
    const read = (asked: AbortSignal) => this.load({ signal: asked })
    const late = () => new Error('The currencies did not load in time; using the defaults')
    await withTimeout(this.#deps.clock, limits.quote, read, late, signal).catch(() => {})
  }

  /** Starts again, after another network became active. */
  restart(): void {
    this.#known = true
    this.#read = undefined
    this.select(this.#parts.defaults)
  }

  /**
   * Sets the available currencies. Keeps the selection if it is still available. Otherwise selects another available currency. If
   * a given list is empty, uses the default list.
   */
  select({ purchaseCurrencies: coins, paymentCurrencies: money }: OnRampParts['defaults']): void {
    const { defaults } = this.#parts
    const { purchaseCurrency, paymentCurrency } = this.#host.state
    const purchaseCurrencies = coins.length > 0 ? coins : defaults.purchaseCurrencies
    const paymentCurrencies = money.length > 0 ? money : defaults.paymentCurrencies
    const { id } = this.#deps.network.activeNetwork
    const isHere = ({ networks }: PurchaseCurrency) => networks.some(({ chain_id }) => chain_id === `${id}`)
    const before = purchaseCurrencies.find(
      (one) => one.symbol === purchaseCurrency?.symbol && one.id === purchaseCurrency.id,
    )
    const paid =
      paymentCurrencies.find((one) => one.id === paymentCurrency?.id) ??
      (paymentCurrencies[0] as PaymentCurrency)
    const bought =
      before && isHere(before) ? before : (purchaseCurrencies.find(isHere) ?? purchaseCurrencies[0])
    this.#host.batch(() => {
      this.#host.patch({
        purchaseCurrencies,
        paymentCurrencies,
        purchaseCurrency: bought,
        paymentCurrency: paid,
        limits: paymentLimits(paid),
      })
      this.updateDelivery()
      // Drop the quotes of the previous selection, and check the amount against new limits.
      const isOther =
        bought?.id !== purchaseCurrency?.id ||
        bought?.symbol !== purchaseCurrency?.symbol ||
        paid.id !== paymentCurrency?.id ||
        this.#orders.problem !== this.#host.state.problem
      if (purchaseCurrency && isOther) this.#quotes.schedule()
    })
  }

  /**
   * If Coinbase doesn't support the active network, sets the network on which Coinbase delivers. Smart accounts can't buy this
   * way: a smart account exists on one network only, so funds for its address on another network could be lost.
   */
  updateDelivery(): void {
    const { purchaseCurrency } = this.#host.state
    if (!purchaseCurrency) return
    const { deliveryNetwork } = blockchainOf(this.#deps.network.activeNetwork, purchaseCurrency)
    const sells = this.#known && !(deliveryNetwork && this.#orders.buyer.isSmartAccount)
    this.#host.patch({ unavailableProviders: sells ? [] : ['coinbase'], deliveryNetwork })
  }

  #start(): CurrencyLoad {
    const { service } = this.#parts
    const on = this.#deps.network.activeNetwork.caipNetworkId
    const isHere = () => this.#deps.network.activeNetwork.caipNetworkId === on
    const read = async (): Promise<CurrencyLoad['state']> => {
      if (!service) return 'read'
      try {
        const found = await service.currencies(on)
        if (!isHere()) return 'read'
        this.#known = found !== undefined
        this.select(found ?? this.#parts.defaults)
        return 'read'
      } catch (error) {
        this.#deps.log.debug('Loading the currencies failed; using the defaults', error)
        return 'failed'
      }
    }
    const reading: CurrencyLoad = {
      state: 'pending',
      done: read().then((state) => {
        reading.state = state
      }),
    }
    return reading
  }
}
