import { withHeadroom } from '../../../core/amounts/fee-headroom.ts'
import { formatUnits } from '../../../core/amounts/units.ts'
import { raceAbort, throwIfAborted } from '../../../core/async/abort.ts'
import type { CaipNetworkId } from '../../../core/chain/caip.ts'
import type { ChainNetwork } from '../../../core/chain/network.ts'
import { isLatchkeyError, latchkeyError, toLatchkeyError } from '../../../core/errors/latchkey-error.ts'
import { swapLimits as limits } from '../../../core/limits.ts'
import type { FeeDetail } from '../../../core/wallet/family.ts'
import type { SwapNamespace, SwapToken } from '../../../core/wallet/payments/swap-provider.ts'
import type { Amount, SentTransaction } from '../../../core/wallet/transaction.ts'
import type { CallOptions, Unsubscribe } from '../../../ports.ts'
import type { FeatureHost } from '../../base/feature-controller.ts'
import { featureOf } from '../../shell/views.ts'
import type {
  SwapBehavior,
  SwapDeps,
  SwapEvents,
  SwapParts,
  SwapPreset,
  SwapReview,
  SwapState,
  SwapTerms,
} from './swap.ts'
import { inRequest, receivingIn, requestOf, type SwapAccount, swapAccount } from './swap-account.ts'
import { swapAdapter, swapSupportOf } from './swap-adapter.ts'
import { amountOf, coinOf, emptyForm, errorOf, missingInput, named } from './swap-form.ts'
import { SwapPolling } from './swap-polling.ts'
import { SwapQuotes } from './swap-quotes.ts'
import { SwapReviewing } from './swap-reviewing.ts'
import { SwapSending } from './swap-sending.ts'
import { balanceOf } from './swap-step.ts'
import { bridgedNetworks, readSwapTokens, swapNetworks } from './swap-tokens.ts'

/**
 * Implements `SwapController` (S3.3.8). Loads at the first use. Manages the form. Separate classes handle quotes, reviews, wallet
 * requests and polling.
 */
export class SwapEngine implements SwapBehavior {
  readonly #deps: SwapDeps
  readonly #host: FeatureHost<SwapState, SwapEvents>
  readonly #quotes: SwapQuotes
  readonly #reviewing: SwapReviewing
  readonly #sending: SwapSending
  readonly #polling: SwapPolling
  /** Aborted when the form changes. */
  #changed = new AbortController()
  /** Aborted when the token to receive, or its network, is chosen again, and when the form is cleared. */
  #choosing = new AbortController()
  /** Aborted when the balances are read again, so that a late answer can't replace a newer one. */
  #balances = new AbortController()
  #stopTyping: Unsubscribe | undefined
  /** Whether the known balances must be read again. */
  #outdated = false
  /** Identifies the last call of `setMaximum`. Undefined after a later change of the amount, so that the change stays. */
  #filling: object | undefined
  /** Identifies the last call of `begin`. */
  #beginning: object | undefined

  constructor(deps: SwapDeps, parts: SwapParts, host: FeatureHost<SwapState, SwapEvents>) {
    this.#deps = deps
    this.#host = host
    this.#quotes = new SwapQuotes(deps, parts, host)
    this.#reviewing = new SwapReviewing(deps, host, this.#quotes, () => this.#changed.signal)
    this.#sending = new SwapSending(deps, host, this.#reviewing, () => void this.#readBalances(true))
    this.#polling = new SwapPolling(deps, host, (returned) => this.#update(returned))
    host.own(() => this.#changed.abort())
    host.own(() => this.#choosing.abort())
    const forget = () => this.#forget()
    host.own(deps.network.watch(() => deps.network.activeNetwork.caipNetworkId, forget))
    host.own(deps.account.watch(() => deps.account.active.caipAddress, forget))
    host.own(
      deps.router.watch(
        ({ history }) => history.some((view) => featureOf(view) === 'swaps'),
        (there) => there || this.resetSwap(),
      ),
    )
  }

  async begin(preset: SwapPreset = {}, { signal: given }: CallOptions = {}): Promise<void> {
    const quotes = this.#quotes
    quotes.requireProvider()
    const { caipAddress } = this.#deps.account.active
    if (!caipAddress) throw latchkeyError('swap/no-address')
    const { activeNetwork } = this.#deps.network
    this.#chooseAgain()
    this.#changed.abort()
    this.#changed = new AbortController()
    const signal = given ? AbortSignal.any([given, this.#changed.signal]) : this.#changed.signal
    const beginning = {}
    this.#beginning = beginning
    // An earlier quote or review was canceled above, and no longer changes the state.
    this.#host.patch({ loadingTokens: true, loadingQuote: false, reviewing: false, error: undefined })
    try {
      const reading = this.#reading()
      const requested = this.#deps.network.requested()
      const tokens = await raceAbort(readSwapTokens(reading, activeNetwork, { signal }), signal)
      const otherNetworks = tokens.length
        ? []
        : await swapNetworks(reading, requested, activeNetwork, { signal })
      const toNetworks = tokens.length
        ? await bridgedNetworks(reading, requested, activeNetwork, { signal })
        : []
      const { toNetwork: wanted } = preset
      const there =
        wanted && wanted !== activeNetwork.caipNetworkId
          ? await this.#tokensOn(wanted, toNetworks, { signal })
          : undefined
      throwIfAborted(signal)
      const target = named(there?.toTokens ?? tokens, preset.toToken)
      const from = named(tokens, preset.fromToken)
      const coin = coinOf(tokens)
      // A swap on one network needs two tokens.
      const isTarget = (token: SwapToken | undefined) => !there && token === target
      const source = from ?? (isTarget(coin) ? undefined : coin)
      // The amount of a token that isn't listed must not become an amount of the coin.
      const isOther = !source || (preset.fromToken !== undefined && !from)
      this.#host.batch(() => {
        this.#host.patch({
          ...emptyForm,
          network: activeNetwork as ChainNetwork<SwapNamespace>,
          tokens,
          otherNetworks,
          toNetworks,
          ...there,
          loadingTokens: false,
          sourceToken: source,
        })
        this.#change({
          toToken: isTarget(source) ? undefined : target,
          sourceTokenAmount: isOther ? '' : (preset.amount ?? ''),
        })
      })
    } catch (cause) {
      const aborted = isLatchkeyError(cause, 'flow/aborted')
      const error = aborted ? cause : latchkeyError('swap/initialize-failed', { cause })
      if (this.#beginning === beginning && !this.#changed.signal.aborted)
        this.#host.patch({ loadingTokens: false, ...(!aborted && { error: toLatchkeyError(error) }) })
      throw error
    }
  }

  #reading() {
    return {
      providerOn: (network: ChainNetwork) => this.#quotes.providerOn(network.caipNetworkId),
      adapterOf: (network: ChainNetwork<SwapNamespace>) => swapAdapter(this.#deps, network.caipNetworkId),
      log: this.#deps.log,
    }
  }

  async setToNetwork(id: CaipNetworkId<SwapNamespace>, { signal: given }: CallOptions = {}): Promise<void> {
    const { network, toNetworks } = this.#host.state
    const choosing = this.#chooseAgain()
    if (id === network?.caipNetworkId)
      return this.#change({
        toNetwork: undefined,
        toTokens: undefined,
        toToken: undefined,
        toBalance: undefined,
      })
    const signal = given ? AbortSignal.any([given, choosing]) : choosing
    try {
      const there = await raceAbort(this.#tokensOn(id, toNetworks, { signal }), signal)
      this.#change({ ...there, toToken: undefined, toBalance: undefined })
    } catch (cause) {
      // Show the error, so that the visitor knows why the network didn't change.
      if (!signal.aborted) this.#host.patch(errorOf(cause))
      throw cause
    }
  }

  /** Cancels a pending choice of the network to receive on. Returns the signal of the next choice. */
  #chooseAgain(): AbortSignal {
    this.#choosing.abort()
    this.#choosing = new AbortController()
    return this.#choosing.signal
  }

  /** @throws `swap/unsupported` if the network isn't in the list; any error of the provider */
  async #tokensOn(
    id: CaipNetworkId<SwapNamespace>,
    toNetworks: SwapState['toNetworks'],
    opts: CallOptions,
  ): Promise<Pick<SwapState, 'toNetwork' | 'toTokens'>> {
    const toNetwork = toNetworks?.find(({ caipNetworkId }) => caipNetworkId === id)
    if (!toNetwork) throw latchkeyError('swap/unsupported')
    return { toNetwork, toTokens: await readSwapTokens(this.#reading(), toNetwork, opts) }
  }

  setSourceToken(token: SwapToken | undefined): void {
    const { sourceToken, toToken, toNetwork } = this.#host.state
    if (!toNetwork && token && toToken && token.address === toToken.address) {
      this.switchTokens()
      return
    }
    const other = token?.address !== sourceToken?.address || !token
    this.#change({
      sourceToken: token,
      ...(other && { sourceBalance: undefined, sourceTokenAmount: '' }),
    })
  }

  setToToken(token: SwapToken | undefined): void {
    const { sourceToken, toNetwork } = this.#host.state
    this.#chooseAgain()
    if (!toNetwork && token && sourceToken && token.address === sourceToken.address) this.switchTokens()
    else this.#change({ toToken: token, toBalance: undefined })
  }

  setAmount(text: string): void {
    this.#change({ sourceTokenAmount: text }, limits.typing)
  }

  async setMaximum({ signal }: CallOptions = {}): Promise<void> {
    const { sourceToken } = this.#host.state
    const account = swapAccount(this.#deps, this.#host.state)
    if (!sourceToken || !account) return
    const filling = {}
    this.#filling = filling
    const isWanted = () => this.#filling === filling && this.#host.state.sourceToken === sourceToken
    try {
      const { most, held } = await this.#largestAmount(sourceToken, account, signal)
      if (!isWanted()) return
      if (most === 0n)
        throw latchkeyError('validation/insufficient-balance', { values: { symbol: held.symbol } })
      this.#change(
        { sourceBalance: held, sourceTokenAmount: formatUnits(most, held.decimals) },
        limits.typing,
      )
    } catch (cause) {
      // Show the error, so that the visitor knows why the amount didn't change.
      if (isWanted()) this.#host.patch(errorOf(cause))
      throw cause
    }
  }

  async #largestAmount(
    sourceToken: SwapToken,
    account: SwapAccount,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly most: bigint; readonly held: Amount }> {
    const adapter = await swapAdapter(this.#deps, account.network.caipNetworkId)
    const held = await balanceOf(adapter, inRequest(account), sourceToken, { signal })
    const { value } = held
    if (sourceToken.address !== undefined) return { most: value, held }
    const { reserve } = swapSupportOf(adapter)
    if (reserve !== undefined) return { most: value > reserve ? value - reserve : 0n, held }
    const { account: from, network } = account
    const to = from.slice(network.caipNetworkId.length + 1)
    const { detail } = await adapter.estimateFee({ from, to, amount: 1n }, { signal })
    const { maxFeePerGas, dataFee = 0n } = detail as FeeDetail<'eip155'>
    // Estimate the fee generously, because prices may rise. A swap over two exchanges uses about twice the usual gas, and about
    // four times the data of a transfer.
    const fee = withHeadroom(limits.gas * 2n * maxFeePerGas + 4n * dataFee)
    return { most: value > fee ? value - fee : 0n, held }
  }

  switchTokens(): void {
    const { sourceToken, toToken, toNetwork, sourceBalance, toBalance, terms } = this.#host.state
    if (toNetwork) return
    const expected = terms && toToken ? formatUnits(terms.toAmount, toToken.decimals) : ''
    this.#change({
      sourceToken: toToken,
      toToken: sourceToken,
      sourceBalance: toBalance,
      toBalance: sourceBalance,
      sourceTokenAmount: expected,
    })
  }

  async refresh({ signal: given }: CallOptions = {}): Promise<void> {
    const changed = this.#changed.signal
    const request = requestOf(this.#deps, this.#host.state)
    if (!request) return
    const signal = given ? AbortSignal.any([given, changed]) : changed
    this.#host.patch({ loadingQuote: true })
    const { ended } = this.#reviewing
    // A review that has ended or was sent since this call began set the terms that the visitor signs, so keep its terms and its
    // error.
    const isReviewed = () => this.#reviewing.ended !== ended
    // Show a first quote before its prices are there. A later quote waits for its prices, so that the shown values don't
    // disappear in between.
    const onQuote = (terms: SwapTerms) => {
      const shown = this.#host.state.terms
      if (!signal.aborted && !isReviewed() && !(shown && this.#quotes.isFresh(shown)))
        this.#host.patch({ terms, error: undefined })
    }
    try {
      const { terms } = await raceAbort(this.#quotes.request(request, { signal }, onQuote), signal)
      if (changed.aborted) return
      this.#host.patch({ loadingQuote: false, ...(!isReviewed() && { terms, error: undefined }) })
    } catch (cause) {
      if (changed.aborted) return
      // If the caller canceled the request, keep the earlier quote and review.
      const isKept = signal.aborted || isReviewed() || this.#host.state.reviewing
      const part = isKept ? {} : { terms: undefined, review: undefined, ...errorOf(cause) }
      this.#host.patch({ loadingQuote: false, ...part })
    }
  }

  prepareReview(opts: CallOptions = {}): Promise<SwapReview> {
    return this.#reviewing.review(opts)
  }

  approve(opts: CallOptions = {}): Promise<void> {
    return this.#sending.approve(opts)
  }

  swapTokens(opts: CallOptions = {}): Promise<SentTransaction> {
    return this.#sending.swap(opts)
  }

  revoke(opts: CallOptions = {}): Promise<void> {
    return this.#sending.revoke(opts)
  }

  keepApproval(): void {
    this.#host.patch({ approval: undefined })
  }

  resetSwap(): void {
    this.#filling = undefined
    this.#chooseAgain()
    this.#renew()
    this.#host.patch({ ...emptyForm, sourceToken: coinOf(this.#host.state.tokens), missing: 'token' })
  }

  keepFresh(opts: Required<CallOptions>): void {
    this.#polling.follow(opts)
  }

  /**
   * Refreshes the quote or the review. After an error, waits for the visitor to retry. Reads the balances again if the visitor has
   * returned, or while the funds are too low, because coins may have arrived.
   */
  #update(returned: boolean): void {
    const { review, reviewing, loadingQuote, error, result, missing } = this.#host.state
    if (returned || (missing === 'funds' && !result)) void this.#readBalances(true)
    if (this.#sending.pending || error || result || reviewing || loadingQuote) return
    if (review) this.prepareReview().catch(() => {})
    else void this.refresh()
  }

  /** Changes the form and discards its quote. `wait`: the time in ms until the next quote is requested. */
  #change(part: Partial<SwapState>, wait = 0): void {
    this.#renew()
    if (part.sourceTokenAmount !== undefined) this.#filling = undefined
    const next = { ...this.#host.state, ...part }
    const amount = amountOf(next)
    const request = requestOf(this.#deps, { ...next, amount })
    const isComplete = request !== undefined
    this.#sending.formChanged(request)
    this.#host.patch({
      ...part,
      amount,
      missing: missingInput({ ...next, amount }),
      terms: undefined,
      review: undefined,
      result: undefined,
      error: undefined,
      loadingQuote: isComplete,
      reviewing: false,
    })
    void this.#readBalances()
    if (!isComplete) return
    this.#stopTyping = this.#host.after(this.#deps.clock, wait, () => void this.refresh())
  }

  /** Cancels all requests for the previous input. */
  #renew(): void {
    this.#changed.abort()
    this.#changed = new AbortController()
    this.#stopTyping?.()
    this.#quotes.clear()
    this.#reviewing.clear()
  }

  /**
   * Clears the form when the account or network changes. Keeps `approval`, because an unused approval stays open on the network.
   */
  #forget(): void {
    this.#filling = undefined
    this.#chooseAgain()
    this.#renew()
    this.#host.patch({
      ...emptyForm,
      network: undefined,
      tokens: [],
      toNetworks: undefined,
      otherNetworks: [],
      loadingTokens: false,
      sourceToken: undefined,
      coinPrice: undefined,
      missing: 'token',
    })
  }

  /**
   * Reads the balances of both tokens. Skips a balance that is already known, except if `again` is true, or if an earlier call
   * with `again` didn't succeed. If the new balances can't be read, the form keeps the known ones, without an error.
   */
  async #readBalances(again = false): Promise<void> {
    if (again) this.#outdated = true
    const outdated = this.#outdated
    const account = swapAccount(this.#deps, this.#host.state)
    if (!account) return
    this.#balances.abort()
    this.#balances = new AbortController()
    const signal = AbortSignal.any([this.#changed.signal, this.#balances.signal])
    const read = async (token: SwapToken | undefined, key: 'sourceBalance' | 'toBalance') => {
      if (!token || (this.#host.state[key] && !outdated)) return
      const where = { ...inRequest(account), toNetwork: this.#host.state.toNetwork?.caipNetworkId }
      const held = key === 'toBalance' ? receivingIn(where) : inRequest(account)
      const adapter = await swapAdapter(this.#deps, account.network.caipNetworkId)
      const balance = await balanceOf(adapter, held, token, { signal })
      if (signal.aborted) return
      this.#host.patch({ [key]: balance, missing: missingInput({ ...this.#host.state, [key]: balance }) })
    }
    const { sourceToken, toToken } = this.#host.state
    await Promise.all([read(sourceToken, 'sourceBalance'), read(toToken, 'toBalance')]).then(
      () => {
        if (!signal.aborted) this.#outdated = false
      },
      (cause) => {
        const isKnown = outdated && this.#host.state.sourceBalance !== undefined
        if (!signal.aborted && !isKnown) this.#host.patch(errorOf(cause))
      },
    )
  }
}
