import { throwIfAborted } from '../../../core/async/abort.ts'
import { withTimeout } from '../../../core/async/deadline.ts'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { onRamp as limits } from '../../../core/limits.ts'
import type { OnRampOrder, OnRampProviderInfo } from '../../../core/wallet/payments/onramp.ts'
import { isMore } from '../../../core/wallet/payments/payment-limits.ts'
import type { Unsubscribe } from '../../../ports.ts'
import type { FeatureHost } from '../../base/feature-controller.ts'
import type { OnRampDeps, OnRampEvents, OnRampParts, OnRampState, ShownQuote } from './onramp.ts'
import type { OnRampOrders } from './onramp-orders.ts'

const unpriced = { quotes: {}, quotesLoading: false, purchaseAmount: undefined }

/** Requests a quote from each provider that sells on the active network and quotes prices. */
export class OnRampQuotes {
  readonly #deps: OnRampDeps
  readonly #parts: OnRampParts
  readonly #host: FeatureHost<OnRampState, OnRampEvents>
  readonly #orders: OnRampOrders
  /** Aborted when the amount, a currency, the account or the network changes. */
  #priced = new AbortController()
  #stopTyping: Unsubscribe | undefined

  constructor(
    deps: OnRampDeps,
    parts: OnRampParts,
    host: FeatureHost<OnRampState, OnRampEvents>,
    orders: OnRampOrders,
  ) {
    this.#deps = deps
    this.#parts = parts
    this.#host = host
    this.#orders = orders
    host.own(() => this.#priced.abort())
  }

  /** Checks the changed amount, and requests quotes when the visitor stops typing. */
  schedule(): void {
    this.clear()
    const { typed, problem, providers } = this.#orders
    this.#host.patch({ problem, error: undefined })
    if (!typed || problem || !providers.some(({ quotes }) => quotes)) return
    this.#host.patch({ quotesLoading: true })
    this.#stopTyping = this.#host.after(this.#deps.clock, limits.typing, () => void this.request())
  }

  clear(): void {
    this.#stopTyping?.()
    this.#priced.abort()
    this.#priced = new AbortController()
    this.#host.patch(unpriced)
  }

  async request(signal?: AbortSignal): Promise<void> {
    this.clear()
    const priced = this.#priced.signal
    const asked = signal ? AbortSignal.any([priced, signal]) : priced
    const { amount } = this.#orders
    const providers = this.#orders.providers.filter(({ quotes }) => quotes)
    if (amount === undefined || providers.length === 0 || !this.#deps.account.active.caipAddress) return
    this.#host.patch({ quotesLoading: true })
    const order = this.#orders.order(amount)
    const show = async (info: OnRampProviderInfo) => {
      const quote = await this.#quote(info, order, asked)
      if (!priced.aborted) this.#host.patch({ quotes: { ...this.#host.state.quotes, [info.name]: quote } })
      return quote
    }
    const quotes = await Promise.all(providers.map(show)).catch(() => {
      // Only an abort rejects. If the order has changed, the request ends without an error.
      if (!priced.aborted) this.#host.patch({ quotesLoading: false })
      throwIfAborted(signal)
    })
    if (!quotes || priced.aborted) return
    const best = quotes.find(({ source }) => source === 'provider')
    this.#host.patch({ quotesLoading: false, purchaseAmount: best?.purchaseAmount.amount })
  }

  async #quote(info: OnRampProviderInfo, order: OnRampOrder, signal: AbortSignal): Promise<ShownQuote> {
    const { readQuote, sellers } = this.#parts
    const { label: provider, name } = info
    const late = () => latchkeyError('http/timeout', { values: { host: provider, ms: limits.quote } })
    try {
      const ask = async (asked: AbortSignal) => sellers.get(name)?.quote?.(order, { signal: asked })
      const quote = readQuote(await withTimeout(this.#deps.clock, limits.quote, ask, late, signal))
      if (!quote || !matchesOrder(quote, order))
        throw latchkeyError('onramp/no-price', { values: { provider } })
      return { ...quote, source: 'provider' }
    } catch (error) {
      throwIfAborted(signal)
      this.#deps.log.debug(`${provider} hasn't quoted an amount`, error)
      return fallback(order)
    }
  }
}

/** Returns whether the quote is for the order and costs no more than the visitor's amount. */
function matchesOrder(
  { purchaseAmount, paymentTotal }: Pick<ShownQuote, 'purchaseAmount' | 'paymentTotal'>,
  { purchaseCurrency, paymentCurrency, paymentAmount: amount = '0' }: OnRampOrder,
): boolean {
  return (
    purchaseAmount.currency.toUpperCase() === purchaseCurrency.symbol.toUpperCase() &&
    paymentTotal.currency.toUpperCase() === paymentCurrency.id &&
    /[1-9]/.test(purchaseAmount.amount) &&
    !isMore(paymentTotal.amount, amount)
  )
}

/** Returns a quote that repeats the order's amount in each field. These amounts aren't prices (S3.2.2). */
function fallback({
  paymentAmount: amount = '0',
  paymentCurrency: { id: currency },
}: OnRampOrder): ShownQuote {
  const same = { amount, currency }
  return {
    ...{
      paymentTotal: same,
      paymentSubtotal: same,
      purchaseAmount: same,
      coinbaseFee: same,
      networkFee: same,
    },
    quoteId: 'mocked-quote-id',
    source: 'fallback',
  }
}
