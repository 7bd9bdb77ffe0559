import { raceAbort, throwIfAborted } from '../../../core/async/abort.ts'
import { withTimeout } from '../../../core/async/deadline.ts'
import { sleep } from '../../../core/async/sleep.ts'
import type { CaipAddress } from '../../../core/chain/caip.ts'
import { parseCaipAddress } from '../../../core/chain/caip-10.ts'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { onRamp as limits } from '../../../core/limits.ts'
import { blockchainOf } from '../../../core/wallet/blockchains.ts'
import type {
  OnRampOrder,
  OnRampProviderInfo,
  PaymentCurrency,
  PurchaseCurrency,
} from '../../../core/wallet/onramp.ts'
import type { PastTransaction } from '../../../core/wallet/past-transaction.ts'
import { paymentAmount } from '../../../core/wallet/payment-amount.ts'
import { isMore, paymentLimits } from '../../../core/wallet/payment-limits.ts'
import { sellersOn } from '../../../core/wallet/sellers.ts'
import type { CallOptions, Unsubscribe } from '../../../ports.ts'
import type { FeatureHost } from '../../base/feature-controller.ts'
import { byYear, newestFirst } from '../activity/by-year.ts'
import { BuyAttempt } from './buy-attempt.ts'
import type { OnRampCalls, OnRampDeps, OnRampEvents, OnRampParts, OnRampState, ShownQuote } from './onramp.ts'

const unpriced = { quotes: {}, quotesLoading: false, purchaseAmount: undefined }

/** A read of the currencies on sale. */
interface Reading {
  state: 'pending' | 'read' | 'failed'
  /** Never rejects. */
  readonly done: Promise<void>
}

/** Implements `OnRampController`; loaded on first use. */
export class OnRampEngine implements OnRampCalls {
  readonly #deps: OnRampDeps
  readonly #parts: OnRampParts
  readonly #host: FeatureHost<OnRampState, OnRampEvents>
  /** Aborted when the amount, a currency, the account or the network changes. */
  #priced = new AbortController()
  #stopTyping: Unsubscribe | undefined
  #attempt: BuyAttempt | undefined
  /** Whether the service supports the network; true until it says otherwise. */
  #known = true
  /** The read of the active network's currencies, if started. */
  #read: Reading | undefined

  constructor(deps: OnRampDeps, parts: OnRampParts, host: FeatureHost<OnRampState, OnRampEvents>) {
    this.#deps = deps
    this.#parts = parts
    this.#host = host
    host.own(() => {
      this.#priced.abort()
      this.leave()
    })
    host.own(
      deps.network.watch(
        () => deps.network.activeNetwork.caipNetworkId,
        () =>
          host.batch(() => {
            this.#unprice()
            this.#known = true
            this.#read = undefined
            this.#choose(this.#parts.defaults)
          }),
      ),
    )
    host.own(
      deps.account.watch(
        () => deps.account.active.caipAddress,
        () =>
          host.batch(() => {
            this.leave()
            this.#unprice()
            this.#place()
            this.#show([])
          }),
      ),
    )
    host.own(
      deps.router.watch(
        ({ view }) => view,
        (_, previous) => previous === 'BuyInProgress' && this.leave(),
      ),
    )
    this.#choose(parts.defaults)
  }

  async enter(): Promise<void> {
    this.#host.emit('entered', this.#buyer())
    this.resetState()
    await this.loadCurrencies()
  }

  explain(): void {
    this.#host.emit('explained', this.#buyer())
  }

  async loadCurrencies({ signal }: CallOptions = {}): Promise<void> {
    // Retry after a failure.
    if (!this.#read || this.#read.state === 'failed') this.#read = this.#startReading()
    await raceAbort(this.#read.done, signal).catch(() => {})
  }

  setPurchaseCurrency(purchaseCurrency: PurchaseCurrency): void {
    this.#host.patch({ purchaseCurrency })
    this.#place()
    this.#ask()
  }

  setPaymentCurrency(paymentCurrency: PaymentCurrency): void {
    this.#host.patch({ paymentCurrency, limits: paymentLimits(paymentCurrency) })
    this.#ask()
  }

  setPaymentAmount(text: string): void {
    this.#host.patch({ paymentAmount: text })
    this.#ask()
  }

  async getQuotes({ signal }: CallOptions = {}): Promise<void> {
    this.#unprice()
    const priced = this.#priced.signal
    const asked = signal ? AbortSignal.any([priced, signal]) : priced
    const amount = this.#amount()
    const sellers = this.#sellers().filter(({ quotes }) => quotes)
    if (amount === undefined || sellers.length === 0 || !this.#deps.account.active.caipAddress) return
    this.#host.patch({ quotesLoading: true })
    const order = this.#order(amount)
    const show = async (info: OnRampProviderInfo) => {
      const quote = await this.#quote(info, order, asked)
      if (!priced.aborted) this.#host.patch({ quotes: { ...this.#host.state.quotes, [info.name]: quote } })
      return quote
    }
    const quotes = await Promise.all(sellers.map(show))
    if (priced.aborted) return
    const best = quotes.find(({ source }) => source === 'provider')
    this.#host.patch({ quotesLoading: false, purchaseAmount: best?.purchaseAmount.amount })
  }

  async buy(name: string, { signal }: CallOptions = {}): Promise<{ readonly url: string }> {
    throwIfAborted(signal)
    this.leave()
    const info = this.#sellers().find((one) => one.name === name)
    const attempt = new BuyAttempt({
      ...this.#deps,
      show: (part) => this.#attempt === attempt && this.#host.patch(part),
      reported: (account, purchases) => this.#reported(name, account, purchases),
      ...(name === 'coinbase' && { purchases: (account, asked) => this.#purchases(account, asked) }),
    })
    this.#attempt = attempt
    this.#host.patch({ selectedProvider: info })
    const leave = () => this.#attempt === attempt && this.leave()
    signal?.addEventListener('abort', leave, { once: true })
    try {
      return await attempt.run(() => {
        const seller = this.#parts.sellers.get(name)
        if (!info || !seller) throw this.#unsupported(info?.label ?? name)
        const order = this.#checkedOrder(info)
        this.#host.emit('providerSelected', { provider: name, ...this.#buyer() })
        const ask = async (asked: AbortSignal) => {
          // A selection made before the currencies were loaded may not be on sale.
          const sold = this.#isRead() ? order : await this.#orderOfWhatIsSold(info, asked)
          return seller.link(sold, { signal: asked })
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

  async loadPurchases({ signal }: CallOptions = {}): Promise<void> {
    const account = this.#account()
    this.#host.patch({ purchasesLoading: true, purchasesError: undefined })
    try {
      const purchases = await this.#purchases(account, signal)
      throwIfAborted(signal)
      if (this.#isHere(account)) this.#show(purchases)
    } catch (cause) {
      const aborted = signal?.aborted ?? false
      if (!aborted) this.#deps.log.debug('What was bought could not be read', cause)
      const purchasesError = aborted ? undefined : latchkeyError('data/history-failed', { cause })
      if (this.#isHere(account)) this.#host.patch({ purchasesLoading: false, purchasesError })
    }
  }

  async followPurchases({ signal }: Required<CallOptions>): Promise<void> {
    for (;;) {
      await this.loadPurchases({ signal })
      const { purchases, purchasesError } = this.#host.state
      const waits = purchasesError || purchases.some(({ status }) => status === 'pending')
      if (!waits || signal.aborted) return
      await sleep(this.#deps.clock, limits.refetch, signal).catch(() => {})
      if (signal.aborted) return
    }
  }

  resetState(): void {
    this.leave()
    this.#unprice()
    this.#host.patch({ selectedProvider: undefined, paymentAmount: '', problem: undefined })
    const { purchaseCurrencies, paymentCurrencies } = this.#host.state
    this.#choose({ purchaseCurrencies, paymentCurrencies })
  }

  #startReading(): Reading {
    const { service } = this.#parts
    const on = this.#deps.network.activeNetwork.caipNetworkId
    const isHere = () => this.#deps.network.activeNetwork.caipNetworkId === on
    const read = async (): Promise<Reading['state']> => {
      if (!service) return 'read'
      try {
        const found = await service.currencies(on)
        if (!isHere()) return 'read'
        this.#known = found !== undefined
        this.#choose(found ?? this.#parts.defaults)
        return 'read'
      } catch (error) {
        this.#deps.log.debug('What can be bought could not be read: the defaults stand', error)
        return 'failed'
      }
    }
    const reading: Reading = {
      state: 'pending',
      done: read().then((state) => {
        reading.state = state
      }),
    }
    return reading
  }

  /** Whether the currencies are final: loaded, or the defaults after a failure. */
  #isRead(): boolean {
    return !this.#parts.service || (this.#read?.state ?? 'pending') !== 'pending'
  }

  /** @throws Same as `#checkedOrder`. */
  async #orderOfWhatIsSold(info: OnRampProviderInfo, signal: AbortSignal): Promise<OnRampOrder> {
    const read = (asked: AbortSignal) => this.loadCurrencies({ signal: asked })
    const late = () => new Error('What is sold was not said in time: the defaults stand')
    // If the data service is slow, go on with the defaults: the provider may accept them.
    await withTimeout(this.#deps.clock, limits.quote, read, late, signal).catch(() => {})
    throwIfAborted(signal)
    return this.#checkedOrder(info)
  }

  /**
   * Sets the currencies. Keeps the selection if it is on sale on this network, otherwise selects one that is. An empty
   * list is replaced by the default one.
   */
  #choose({ purchaseCurrencies: coins, paymentCurrencies: money }: OnRampParts['defaults']): void {
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
    this.#host.patch({
      purchaseCurrencies,
      paymentCurrencies,
      purchaseCurrency: bought,
      paymentCurrency: paid,
      limits: paymentLimits(paid),
    })
    this.#place()
    // A quote for the previous selection is void.
    const isOther =
      bought?.id !== purchaseCurrency?.id ||
      bought?.symbol !== purchaseCurrency?.symbol ||
      paid.id !== paymentCurrency?.id
    if (purchaseCurrency && isOther) this.#ask()
  }

  /**
   * Sets the network where Coinbase delivers, if not on this one. Not for smart accounts: their address exists on one
   * network only, and funds sent to it on another could be lost.
   */
  #place(): void {
    const { purchaseCurrency } = this.#host.state
    if (!purchaseCurrency) return
    const { elsewhere } = blockchainOf(this.#deps.network.activeNetwork, purchaseCurrency)
    const sells = this.#known && !(elsewhere && this.#buyer().isSmartAccount)
    this.#host.patch({ absent: sells ? [] : ['coinbase'], arrivesOn: elsewhere })
  }

  /** Validates the changed input and requests quotes after a pause in typing. */
  #ask(): void {
    this.#unprice()
    const { paymentAmount: text, paymentCurrency } = this.#host.state
    const read = text.trim() && paymentCurrency ? paymentAmount(paymentCurrency, text) : undefined
    const problem = read && 'problem' in read ? read.problem : undefined
    this.#host.patch({ problem, error: undefined })
    if (!read || problem || !this.#sellers().some(({ quotes }) => quotes)) return
    this.#host.patch({ quotesLoading: true })
    this.#stopTyping = this.#host.after(this.#deps.clock, limits.typing, () => void this.getQuotes())
  }

  #unprice(): void {
    this.#stopTyping?.()
    this.#priced.abort()
    this.#priced = new AbortController()
    this.#host.patch(unpriced)
  }

  async #quote(info: OnRampProviderInfo, order: OnRampOrder, signal: AbortSignal): Promise<ShownQuote> {
    const { readQuote, sellers } = this.#parts
    const { label: provider, name } = info
    const late = () => latchkeyError('http/timeout', { values: { host: provider, ms: limits.quote } })
    try {
      const ask = async (asked: AbortSignal) => sellers.get(name)?.quote?.(order, { signal: asked })
      const quote = readQuote(await withTimeout(this.#deps.clock, limits.quote, ask, late, signal))
      if (!quote || !answers(quote, order)) throw latchkeyError('onramp/no-price', { values: { provider } })
      return { ...quote, source: 'provider' }
    } catch (error) {
      if (!signal.aborted) this.#deps.log.debug(`${provider} has not said what an amount buys`, error)
      return fallback(order)
    }
  }

  #sellers(): readonly OnRampProviderInfo[] {
    const { chainNamespace } = this.#deps.network.activeNetwork
    return sellersOn(this.#deps.providers, this.#deps.options.state.features.onramp, chainNamespace)
  }

  /** The amount to pay as a decimal string; undefined while invalid. */
  #amount(): string | undefined {
    const { paymentAmount: text, paymentCurrency } = this.#host.state
    const read = text.trim() && paymentCurrency ? paymentAmount(paymentCurrency, text) : undefined
    return read && 'amount' in read ? read.amount : undefined
  }

  /** @throws `onramp/unsupported` if the provider does not sell here, or the problem with the amount. */
  #checkedOrder({ name, label, quotes: says }: OnRampProviderInfo): OnRampOrder {
    const { absent, problem, limits: range, paymentCurrency, quotes } = this.#host.state
    if (absent.includes(name)) throw this.#unsupported(label)
    if (says && problem === 'value')
      throw latchkeyError('validation/invalid-amount', {
        values: { field: 'amount', reason: 'is no amount of this currency' },
      })
    if (says && problem === 'range' && range && paymentCurrency)
      throw latchkeyError('onramp/amount-out-of-range', {
        values: { ...range, currency: paymentCurrency.id },
      })
    const order = this.#order(this.#amount())
    if (says && order.paymentAmount !== undefined && quotes[name]?.source !== 'provider')
      throw latchkeyError('onramp/no-price', { values: { provider: label } })
    return order
  }

  #order(amount: string | undefined): OnRampOrder {
    const { purchaseCurrency, paymentCurrency } = this.#host.state
    const { defaults } = this.#parts
    return {
      account: this.#account(),
      network: this.#deps.network.activeNetwork,
      // Both are set in the constructor.
      purchaseCurrency: purchaseCurrency ?? (defaults.purchaseCurrencies[0] as PurchaseCurrency),
      paymentCurrency: paymentCurrency ?? (defaults.paymentCurrencies[0] as PaymentCurrency),
      paymentAmount: amount,
    }
  }

  #account(): CaipAddress {
    const { caipAddress } = this.#deps.account.active
    if (caipAddress) return caipAddress
    throw latchkeyError('connection/not-connected')
  }

  #isHere(account: CaipAddress): boolean {
    return this.#deps.account.active.caipAddress === account
  }

  #buyer(): { readonly isSmartAccount: boolean } {
    const { address, allAccounts } = this.#deps.account.active
    return { isSmartAccount: allAccounts.find((one) => one.address === address)?.type === 'smartAccount' }
  }

  #unsupported(provider: string) {
    const { name: network } = this.#deps.network.activeNetwork
    return latchkeyError('onramp/unsupported', { values: { provider, network } })
  }

  async #purchases(account: CaipAddress, signal?: AbortSignal): Promise<readonly PastTransaction[]> {
    return newestFirst((await this.#parts.service?.purchases(account, { signal })) ?? [])
  }

  #show(purchases: readonly PastTransaction[]): void {
    this.#host.patch({
      purchases,
      purchasesByYear: byYear(purchases),
      purchasesLoading: false,
      purchasesError: undefined,
    })
  }

  #reported(provider: string, account: CaipAddress, purchases: readonly PastTransaction[]): void {
    this.#host.emit('reported', { account, provider })
    if (!this.#isHere(account)) return
    this.#show(purchases)
    const { namespace } = parseCaipAddress(account)
    this.#deps.account.updateBalance(namespace, { fresh: true }).catch(() => {})
    const { router } = this.#deps
    // Leaving this view ends the purchase: see the constructor.
    if (router.state.view === 'BuyInProgress') router.replace('OnRampActivity')
    else this.leave()
  }
}

/** Whether the quote matches the order and costs no more than the visitor's amount. */
function answers(
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

/** A placeholder with the order's own amount in each field, not a price (S3.2.2). */
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
