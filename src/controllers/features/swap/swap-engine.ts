import { raceAbort, throwIfAborted } from '../../../core/async/abort.ts'
import type { CaipAddress } from '../../../core/chain/caip.ts'
import type { ChainNetwork } from '../../../core/chain/network.ts'
import { isLatchkeyError, latchkeyError, toLatchkeyError } from '../../../core/errors/latchkey-error.ts'
import { swapLimits as limits } from '../../../core/limits.ts'
import { providerFor } from '../../../core/provided.ts'
import { formatUnits } from '../../../core/units.ts'
import type { ChainAdapter } from '../../../core/wallet/adapter.ts'
import type { Exchange } from '../../../core/wallet/exchange.ts'
import type { SwapProvider, SwapQuote, SwapToken, SwapWish } from '../../../core/wallet/swap-provider.ts'
import type { Sent } from '../../../core/wallet/transaction.ts'
import { whyOff } from '../../../core/why-off.ts'
import type { CallOptions, Unsubscribe } from '../../../ports.ts'
import type { FeatureHost } from '../../base/feature-controller.ts'
import { featureOf } from '../../shell/views.ts'
import type {
  SwapBehaviour,
  SwapDeps,
  SwapEvents,
  SwapParts,
  SwapPreset,
  Swapping,
  SwapReview,
  SwapState,
  SwapTerms,
} from './swap.ts'
import { amountOf, coinOf, emptyForm, lacksOf, named } from './swap-form.ts'
import { followSwap } from './swap-outcome.ts'
import { balanceOf, type PreparedStep, prepareStep, roomy, withRoom } from './swap-review.ts'
import { termsOf } from './swap-terms.ts'
import { readSwapTokens, swapNetworks } from './swap-tokens.ts'

/** A quote with its request and terms. */
interface Quoted {
  readonly wish: SwapWish
  readonly quote: SwapQuote
  readonly terms: SwapTerms
}

/** An account on one network. */
interface Place {
  readonly account: CaipAddress<'eip155'>
  readonly network: ChainNetwork<'eip155'>
}

/** Implements `SwapController`; loaded on first use (S3.3.8). */
export class SwapEngine implements SwapBehaviour {
  readonly #deps: SwapDeps
  readonly #parts: SwapParts
  readonly #host: FeatureHost<SwapState, SwapEvents>
  readonly #followers = new Set<AbortSignal>()
  /** Aborted on dispose. */
  readonly #life = new AbortController()
  /** Aborted when the form changes. */
  #changed = new AbortController()
  #stopTyping: Unsubscribe | undefined
  #stopPolling: Unsubscribe | undefined
  #quoted: Quoted | undefined
  #prepared: PreparedStep | undefined
  /** Whether a wallet request is pending. */
  #asking = false

  constructor(deps: SwapDeps, parts: SwapParts, host: FeatureHost<SwapState, SwapEvents>) {
    this.#deps = deps
    this.#parts = parts
    this.#host = host
    host.own(() => {
      this.#followers.clear()
      this.#changed.abort()
      this.#life.abort()
      this.#stopPolling?.()
    })
    const forget = () => this.#forget()
    host.own(deps.network.watch(() => deps.network.activeNetwork.caipNetworkId, forget))
    host.own(deps.account.watch(() => deps.account.active.caipAddress, forget))
    host.own(
      deps.router.watch(
        ({ history }) => history.some((view) => featureOf(view) === 'swaps'),
        (there) => there || this.resetSwap(),
      ),
    )
    host.own(
      deps.page.listen('visibilitychange', () => {
        if (this.#seen) this.#tick()
        this.#arrange()
      }),
    )
  }

  async begin(preset: SwapPreset = {}, { signal: given }: CallOptions = {}): Promise<void> {
    const provider = this.#provider()
    const { caipAddress } = this.#deps.account.active
    if (!caipAddress) throw latchkeyError('swap/no-address')
    const { activeNetwork } = this.#deps.network
    this.#changed.abort()
    this.#changed = new AbortController()
    const signal = given ? AbortSignal.any([given, this.#changed.signal]) : this.#changed.signal
    this.#host.patch({ loadingTokens: true, error: undefined })
    try {
      const adapter = await this.#adapter()
      const reading = { provider, adapter, log: this.#deps.log }
      const tokens = await raceAbort(readSwapTokens(reading, activeNetwork, { signal }), signal)
      const elsewhere = tokens.length
        ? []
        : await swapNetworks(reading, this.#deps.network.requested('eip155'), activeNetwork, { signal })
      throwIfAborted(signal)
      this.#host.batch(() => {
        this.#host.patch({
          ...emptyForm,
          network: activeNetwork as ChainNetwork<'eip155'>,
          tokens,
          elsewhere,
          loadingTokens: false,
          sourceToken: named(tokens, preset.fromToken) ?? coinOf(tokens),
          sourceBalance: undefined,
        })
        this.#change({ toToken: named(tokens, preset.toToken), sourceTokenAmount: preset.amount ?? '' })
      })
    } catch (cause) {
      const aborted = isLatchkeyError(cause, 'flow/aborted')
      const error = aborted ? cause : latchkeyError('swap/initialize-failed', { cause })
      if (!this.#changed.signal.aborted)
        this.#host.patch({ loadingTokens: false, ...(!aborted && { error: toLatchkeyError(error) }) })
      throw error
    }
  }

  setSourceToken(token: SwapToken | undefined): void {
    const { sourceToken, toToken } = this.#host.state
    if (token && toToken && token.address === toToken.address) {
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
    const { sourceToken } = this.#host.state
    if (token && sourceToken && token.address === sourceToken.address) this.switchTokens()
    else this.#change({ toToken: token, toBalance: undefined })
  }

  setAmount(text: string): void {
    this.#change({ sourceTokenAmount: text }, limits.typing)
  }

  async setMaximum({ signal }: CallOptions = {}): Promise<void> {
    const { sourceToken } = this.#host.state
    const place = this.#place()
    if (!sourceToken || !place) return
    const adapter = await this.#adapter()
    const { value, decimals } = await balanceOf(adapter, wherein(place), sourceToken, { signal })
    let most = value
    if (sourceToken.address === undefined) {
      const to = place.account.slice(place.network.caipNetworkId.length + 1)
      const { detail } = await adapter.estimateFee({ from: place.account, to, amount: 1n }, { signal })
      // A swap over two exchanges uses about twice the gas, and gas prices may rise.
      const fee = limits.gas * 2n * detail.maxFeePerGas
      most = value > fee ? value - fee : 0n
    }
    if (this.#host.state.sourceToken === sourceToken) this.setAmount(formatUnits(most, decimals))
  }

  switchTokens(): void {
    const { sourceToken, toToken, sourceBalance, toBalance, terms } = this.#host.state
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
    const wish = this.#wish()
    if (!wish) return
    const signal = given ? AbortSignal.any([given, changed]) : changed
    this.#host.patch({ loadingQuote: true })
    try {
      const { terms } = await this.#quote(wish, { signal })
      if (changed.aborted) return
      this.#host.patch({ terms, loadingQuote: false, error: undefined })
    } catch (cause) {
      if (changed.aborted) return
      this.#host.patch({ loadingQuote: false, terms: undefined, review: undefined, ...errorOf(cause) })
    }
  }

  async prepareReview(opts: CallOptions = {}): Promise<SwapReview> {
    const changed = this.#changed.signal
    const signal = opts.signal ? AbortSignal.any([opts.signal, changed]) : changed
    this.#host.patch({ reviewing: true })
    try {
      const { review } = await raceAbort(this.#prepare({ signal }), signal)
      this.#host.patch({ review, terms: review.terms, reviewing: false, error: undefined })
      return review
    } catch (cause) {
      if (!changed.aborted) this.#host.patch({ reviewing: false, review: undefined, ...errorOf(cause) })
      throw cause
    }
  }

  async approve(opts: CallOptions = {}): Promise<void> {
    await this.#ask('approving', 'approvalFailed', async () => {
      const step = this.#ready('approve') ?? (await this.#prepare(opts))
      if (step.review.step !== 'approve') return
      const { wish, review } = step
      const place = this.#placeOf(wish)
      const adapter = await this.#adapter()
      const sent = await this.#send(step, opts)
      this.#host.patch({
        waiting: 'approved',
        approval: { ...place, token: wish.from, spender: review.spender, amount: wish.amount },
      })
      await adapter.waitForTransaction(wish.network, sent, { signal: this.#life.signal })
    })
    // The approval has succeeded even if the review now fails; the state has that error.
    await this.prepareReview(opts).catch(() => {})
  }

  async swapTokens(opts: CallOptions = {}): Promise<Sent> {
    return this.#ask('swapping', 'failed', async (begun) => {
      const step = this.#ready('swap') ?? (await this.#again(opts))
      const swapping = begun(step)
      this.#host.emit('initiated', swapping)
      // Read it in parallel with the wallet request, so that the request stays within the click.
      const before = this.#adapter()
        .then((adapter) => balanceOf(adapter, step.wish, step.wish.to, { signal: this.#life.signal }))
        .then(({ value }) => value)
        .catch(() => step.before)
      const sent = await this.#send(step, opts)
      this.#host.emit('sent', { ...swapping, ...sent })
      const { terms } = step.review
      const { approval } = this.#host.state
      this.#host.patch({
        review: undefined,
        approval: undefined,
        result: { terms, hash: sent.hash, phase: 'pending', short: false },
      })
      void followSwap(this.#deps, this.#host, {
        swapping,
        step,
        before,
        sent,
        approval,
        signal: this.#life.signal,
      })
      return sent
    })
  }

  async revoke(opts: CallOptions = {}): Promise<void> {
    const { approval } = this.#host.state
    if (!approval) return
    await this.#ask('revoking', undefined, async () => {
      const adapter = await this.#adapter()
      const exchange = exchangeOf(adapter)
      const { account, network, token, spender } = approval
      const call = await exchange.approve(token.address ?? '', spender, 0n)
      const { total, detail } = await exchange.fee(account, call, opts)
      const maxFee = withRoom(withRoom(total.value))
      const sent = await sending(adapter)(account, roomy(call, detail.gas), { ...opts, maxFee })
      this.#host.patch({ waiting: 'revoked' })
      await adapter.waitForTransaction(network.caipNetworkId, sent, { signal: this.#life.signal })
      this.#host.patch({ approval: undefined })
    })
  }

  keepApproval(): void {
    this.#host.patch({ approval: undefined })
  }

  resetSwap(): void {
    this.#renew()
    this.#host.patch({ ...emptyForm, sourceToken: coinOf(this.#host.state.tokens), lacks: 'token' })
  }

  hold({ signal }: Required<CallOptions>): void {
    if (!signal || signal.aborted) return
    this.#followers.add(signal)
    signal.addEventListener(
      'abort',
      () => {
        this.#followers.delete(signal)
        this.#arrange()
      },
      { once: true },
    )
    this.#arrange()
  }

  /** Whether quotes are followed and the page is visible. */
  get #seen(): boolean {
    return this.#followers.size > 0 && this.#deps.page.visible()
  }

  #arrange(): void {
    if (!this.#seen) this.#stopPolling?.()
    this.#stopPolling = this.#seen
      ? (this.#stopPolling ?? this.#deps.clock.every(limits.refresh, () => this.#tick()))
      : undefined
  }

  /** Refreshes the quote or the review. After an error, waits for the visitor to retry. */
  #tick(): void {
    const { review, reviewing, loadingQuote, error, result } = this.#host.state
    if (this.#asking || error || result || reviewing || loadingQuote) return
    if (review) this.prepareReview().catch(() => {})
    else void this.refresh()
  }

  /** @throws `config/endpoint-off`, `config/feature-off` */
  #provider(): SwapProvider {
    const { providers } = this.#parts
    const { swaps } = this.#deps.options.state.features
    const names = [...providers.keys()]
    const provider = providers.get(providerFor(swaps, names) ?? '')
    if (provider) return provider
    throw whyOff('swaps', swaps, names)
  }

  async #adapter(): Promise<ChainAdapter<'eip155'>> {
    return this.#deps.adapters.get('eip155')
  }

  /** Undefined while not connected, or on another network than the tokens'. */
  #place(): Place | undefined {
    const { caipAddress } = this.#deps.account.active
    const { network } = this.#host.state
    if (!network || !caipAddress?.startsWith(`${network.caipNetworkId}:`)) return undefined
    return { network, account: caipAddress as CaipAddress<'eip155'> }
  }

  /** The request that the form describes, if complete. */
  #wish({ sourceToken: from, toToken: to, amount } = this.#host.state): SwapWish | undefined {
    const place = this.#place()
    if (!place || !from || !to || amount === undefined) return undefined
    return { ...wherein(place), from, to, amount, slippage: limits.slippage }
  }

  /** Applies a change to the form and discards its quote. `wait`: ms until the next quote is requested. */
  #change(part: Partial<SwapState>, wait = 0): void {
    this.#renew()
    const next = { ...this.#host.state, ...part }
    const amount = amountOf(next)
    this.#host.patch({
      ...part,
      amount,
      lacks: lacksOf({ ...next, amount }),
      terms: undefined,
      review: undefined,
      result: undefined,
      error: undefined,
      // A complete form requests a quote below.
      loadingQuote: this.#wish({ ...next, amount }) !== undefined,
      reviewing: false,
    })
    void this.#look()
    if (!this.#wish()) return
    this.#stopTyping = this.#host.after(this.#deps.clock, wait, () => void this.refresh())
  }

  /** Cancels all requests for the previous input. */
  #renew(): void {
    this.#changed.abort()
    this.#changed = new AbortController()
    this.#stopTyping?.()
    this.#quoted = this.#prepared = undefined
  }

  /** Clears the form after an account or network change. Keeps an open approval. */
  #forget(): void {
    this.#renew()
    this.#host.patch({
      ...emptyForm,
      network: undefined,
      tokens: [],
      elsewhere: [],
      loadingTokens: false,
      sourceToken: undefined,
      sourceBalance: undefined,
      coinPrice: undefined,
      lacks: 'token',
    })
  }

  /** Reads the unknown balances of both tokens. */
  async #look(): Promise<void> {
    const place = this.#place()
    if (!place) return
    const { signal } = this.#changed
    const adapter = await this.#adapter()
    const read = async (token: SwapToken | undefined, key: 'sourceBalance' | 'toBalance') => {
      if (!token || this.#host.state[key] || signal.aborted) return
      const balance = await balanceOf(adapter, wherein(place), token, { signal })
      if (signal.aborted) return
      this.#host.patch({ [key]: balance, lacks: lacksOf({ ...this.#host.state, [key]: balance }) })
    }
    const { sourceToken, toToken } = this.#host.state
    await Promise.all([read(sourceToken, 'sourceBalance'), read(toToken, 'toBalance')]).catch((cause) => {
      if (!signal.aborted) this.#host.patch(errorOf(cause))
    })
  }

  /** Requests prices if needed, then the quote, which does not depend on them. */
  async #quote(wish: SwapWish, opts: CallOptions): Promise<Quoted> {
    const provider = this.#provider()
    const priced = await this.#priced(provider, wish, opts)
    const quote = await provider.quote(priced, opts)
    throwIfAborted(opts.signal)
    const { network } = this.#placeOf(wish)
    const quoted = {
      wish: priced,
      quote,
      terms: termsOf(priced, quote, network, this.#deps.clock.now()),
    }
    this.#quoted = quoted
    return quoted
  }

  async #priced(provider: SwapProvider, wish: SwapWish, opts: CallOptions): Promise<SwapWish> {
    const { from, to, network } = wish
    try {
      const only = [...new Set([from.address, to.address, undefined])]
      const known = await provider.tokens(network, { ...opts, only })
      const price = (address: string | undefined) =>
        known.find((one) => one.address?.toLowerCase() === address?.toLowerCase())?.price
      if (!opts.signal?.aborted) this.#host.patch({ coinPrice: price(undefined) })
      return {
        ...wish,
        from: { ...from, price: price(from.address) },
        to: { ...to, price: price(to.address) },
      }
    } catch (cause) {
      throwIfAborted(opts.signal)
      const { log, snackbar } = this.#deps
      log.debug('The prices of what is swapped could not be had', cause)
      // Show the error once, not for each quote.
      if (this.#host.state.coinPrice !== undefined || !this.#quoted)
        snackbar.showError(latchkeyError('swap/price-failed', { cause }))
      this.#host.patch({ coinPrice: undefined })
      return wish
    }
  }

  /**
   * Prepares the next step. If the built call promises less than an earlier quote, the price has moved: requests a new
   * quote once.
   */
  async #prepare(opts: CallOptions): Promise<PreparedStep> {
    const wish = this.#wish()
    if (!wish) throw latchkeyError('validation/amount-and-receiver-required', { values: { field: 'amount' } })
    const adapter = await this.#adapter()
    const making = {
      provider: this.#provider(),
      adapter,
      exchange: exchangeOf(adapter),
      clock: this.#deps.clock,
    }
    const make = async ({ wish: priced, quote, terms }: Quoted) =>
      prepareStep(making, priced, quote, terms, opts)
    const fresh = this.#quoted && this.#isYoung(this.#quoted.terms) ? this.#quoted : undefined
    const quoted = fresh ?? (await this.#quote(wish, opts))
    const step = await make(quoted).catch(async (error: unknown) => {
      const moved = isLatchkeyError(error, 'swap/mismatch') && error.values.field === 'minimum'
      if (!moved || !fresh) throw error
      return make(await this.#quote(wish, opts))
    })
    if (!opts.signal?.aborted) this.#prepared = step
    return step
  }

  /** Prepares the swap again, and throws if it would yield less than the visitor reviewed. */
  async #again(opts: CallOptions): Promise<PreparedStep> {
    const shown = this.#host.state.review
    this.#quoted = undefined
    const review = await this.prepareReview(opts)
    const step = this.#ready('swap')
    if (!step || !shown || review.terms.minimum < shown.terms.minimum) throw latchkeyError('swap/changed')
    return step
  }

  /** The reviewed step, while still valid. */
  #ready(step: SwapReview['step']): PreparedStep | undefined {
    const prepared = this.#prepared
    if (prepared?.review.step !== step || prepared.review !== this.#host.state.review) return undefined
    return this.#isYoung(prepared.review.terms) && this.#isHere(prepared.wish) ? prepared : undefined
  }

  #isYoung({ at, expiresAt }: SwapTerms): boolean {
    const now = this.#deps.clock.now()
    return now >= at && now < expiresAt && now - at < limits.quote
  }

  #isHere({ account }: Pick<SwapWish, 'account'>): boolean {
    return this.#deps.account.active.caipAddress === account
  }

  /** @throws `flow/aborted` when the account or network has changed. */
  #placeOf({ account }: SwapWish): Place {
    const place = this.#place()
    if (place?.account === account) return place
    throw latchkeyError('flow/aborted')
  }

  /** Sends the transaction. Clears the prepared step first, so that it is sent only once. */
  async #send({ wish, call, review }: PreparedStep, opts: CallOptions): Promise<Sent> {
    this.#prepared = undefined
    return sending(await this.#adapter())(wish.account, call, { ...opts, maxFee: review.mostFee.value })
  }

  /** Runs a wallet request, one at a time. `run` calls `begun` with the step for events. */
  async #ask<T>(
    waiting: NonNullable<SwapState['waiting']>,
    failed: 'failed' | 'approvalFailed' | undefined,
    run: (begun: (step: PreparedStep) => Swapping) => Promise<T>,
  ): Promise<T> {
    if (this.#asking) throw latchkeyError('wallet/send-in-progress')
    this.#asking = true
    this.#host.patch({ waiting, error: undefined })
    const wish = this.#wish()
    let swapping = this.#swapping(wish)
    try {
      return await run(({ wish: own, review }) => {
        swapping = { ...this.#placeOf(own), ...pick(review.terms) }
        return swapping
      })
    } catch (cause) {
      const error = toLatchkeyError(cause)
      if (!wish || this.#isHere(wish)) this.#host.patch({ error })
      if (swapping && failed) this.#host.emit(failed, { ...swapping, error })
      throw error
    } finally {
      this.#asking = false
      this.#host.patch({ waiting: undefined })
    }
  }

  #swapping(wish: SwapWish | undefined): Swapping | undefined {
    const { terms } = this.#host.state
    const place = this.#place()
    return wish && terms && place ? { ...place, ...pick(terms) } : undefined
  }
}

function wherein({ account, network }: Place) {
  return { account, network: network.caipNetworkId }
}

/** @throws `adapter/unsupported` for a custom adapter without an exchange. */
function exchangeOf({ exchange }: ChainAdapter<'eip155'>): Exchange<'eip155'> {
  if (exchange) return exchange
  throw latchkeyError('adapter/unsupported', { values: { capability: 'swap', subject: 'this adapter' } })
}

function sending({ sendTransaction }: ChainAdapter<'eip155'>) {
  if (sendTransaction) return sendTransaction
  throw latchkeyError('adapter/unsupported', { values: { capability: 'swap', subject: 'this adapter' } })
}

function pick({ from, to, amount, toAmount }: SwapTerms) {
  return { from, to, amount, toAmount }
}

/** Aborts are not shown as errors. */
function errorOf(cause: unknown): Pick<SwapState, 'error'> | Record<never, never> {
  return isLatchkeyError(cause, 'flow/aborted') ? {} : { error: toLatchkeyError(cause) }
}
