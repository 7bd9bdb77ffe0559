import { raceAbort } from '../../../core/async/abort.ts'
import { isLatchkeyError, latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { swapLimits as limits } from '../../../core/limits.ts'
import type { CallOptions } from '../../../ports.ts'
import { hasSameContent } from '../../base/controller.ts'
import type { FeatureHost } from '../../base/feature-controller.ts'
import { laggingRead } from './lagging-read.ts'
import type { SwapDeps, SwapEvents, SwapReview, SwapState } from './swap.ts'
import { isActive, requestOf, requireAccount } from './swap-account.ts'
import { swapAdapter, swapSupportOf } from './swap-adapter.ts'
import { errorOf } from './swap-form.ts'
import type { Quoted, SwapQuotes } from './swap-quotes.ts'
import { type PreparedStep, prepareStep } from './swap-step.ts'

/** Prepares the next wallet request for review, and keeps it until the form changes. */
export class SwapReviewing {
  readonly #deps: SwapDeps
  readonly #host: FeatureHost<SwapState, SwapEvents>
  readonly #quotes: SwapQuotes
  /** Aborted when the form changes. */
  readonly #changed: () => AbortSignal
  /** Aborted when a step goes to the wallet. */
  #unasked = new AbortController()
  #prepared: PreparedStep | undefined
  /** Counts the reviews that have ended, with success or with an error, and the calls of `clear`. */
  ended = 0

  constructor(
    deps: SwapDeps,
    host: FeatureHost<SwapState, SwapEvents>,
    quotes: SwapQuotes,
    changed: () => AbortSignal,
  ) {
    this.#deps = deps
    this.#host = host
    this.#quotes = quotes
    this.#changed = changed
  }

  /** Discards the prepared step. Cancels reviews that are still being prepared, so that they don't replace the shown review. */
  clear(): void {
    this.ended++
    this.#unasked.abort()
    this.#unasked = new AbortController()
    this.#prepared = undefined
  }

  /** `approved`: the approval that was just confirmed. A node that is behind would ask for it again. */
  async review(opts: CallOptions, approved?: SwapReview): Promise<SwapReview> {
    const changed = this.#changed()
    const own = [changed, this.#unasked.signal]
    const signal = AbortSignal.any(opts.signal ? [opts.signal, ...own] : own)
    this.#host.patch({ reviewing: true })
    try {
      const preparing = laggingRead(
        () => this.prepare({ signal }),
        (step) => approved !== undefined && isSameApproval(step.review, approved),
        { clock: this.#deps.clock, signal },
      )
      const { review } = await raceAbort(preparing, signal)
      this.ended++
      this.#host.patch({ review, terms: review.terms, reviewing: false, error: undefined })
      return review
    } catch (cause) {
      if (!signal.aborted) this.ended++
      // If the request was canceled, keep the earlier review.
      const part = signal.aborted ? {} : { review: undefined, ...errorOf(cause) }
      if (!changed.aborted) this.#host.patch({ reviewing: false, ...part })
      throw cause
    }
  }

  /**
   * Prepares the approval again. If the new approval differs from the reviewed one, shows the new approval and throws
   * `swap/changed`. Returns the step `swap` if no approval is needed anymore.
   */
  async approveAgain(opts: CallOptions): Promise<PreparedStep> {
    const shown = this.#host.state.review
    const step = await raceAbort(this.prepare(opts), opts.signal)
    const { review } = step
    if (!shown || review.step === 'swap') return step
    if (isAsShown(review, shown)) return withinShown(step, shown)
    this.ended++
    this.#host.patch({ review, terms: review.terms })
    throw latchkeyError('swap/changed')
  }

  /**
   * Prepares the swap again. Throws `swap/changed` if the swap would yield less or cost more than in the review, if it uses
   * another contract or bridge, or if it has no deadline anymore.
   */
  async reviewAgain(opts: CallOptions): Promise<PreparedStep> {
    const shown = this.#host.state.review
    this.#quotes.clear()
    const review = await this.review(opts)
    const step = this.ready('swap')
    if (step && shown && isAsShown(review, shown) && review.terms.minimum >= shown.terms.minimum)
      return withinShown(step, shown)
    throw latchkeyError('swap/changed')
  }

  /**
   * Prepares the next step. If the provider's call promises less than an earlier quote, the price has changed since then. In this
   * case, requests one new quote and prepares the step from it.
   */
  async prepare(opts: CallOptions): Promise<PreparedStep> {
    const request = requestOf(this.#deps, this.#host.state)
    if (!request)
      throw latchkeyError('validation/amount-and-receiver-required', { values: { field: 'amount' } })
    const adapter = await swapAdapter(this.#deps, request.network)
    const making = {
      provider: this.#quotes.providerFor(request.network),
      adapter,
      exchange: swapSupportOf(adapter),
      clock: this.#deps.clock,
      tokens: this.#host.state.tokens,
      coin: requireAccount(this.#deps, this.#host.state, request).network.nativeCurrency,
    }
    const make = async ({ request: priced, quote, terms }: Quoted) =>
      prepareStep(making, priced, quote, terms, opts)
    const { fresh } = this.#quotes
    const quoted = fresh ?? (await this.#quotes.request(request, opts))
    const step = await make(quoted).catch(async (error: unknown) => {
      const moved = isLatchkeyError(error, 'swap/mismatch') && error.values.field === 'minimum'
      if (!moved || !fresh) throw error
      return make(await this.#quotes.request(request, opts))
    })
    if (!opts.signal?.aborted) this.#prepared = step
    return step
  }

  /** Returns the reviewed step if it is still valid. */
  ready(step: SwapReview['step']): PreparedStep | undefined {
    const prepared = this.#prepared
    if (prepared?.review.step !== step || !hasSameContent(prepared.review, this.#host.state.review))
      return undefined
    const valid = this.#quotes.isFresh(prepared.review.terms) && isActive(this.#deps, prepared.request)
    return valid ? prepared : undefined
  }
}

/**
 * Returns whether a new step has the same contract, allowance and bridge as the shown step, and a fee within the shown maximum.
 * If the shown step has a deadline, the new step must have one too.
 */
function isAsShown(review: SwapReview, shown: SwapReview): boolean {
  const endless = shown.deadline !== undefined && review.deadline === undefined
  const dearer = review.fee.value > shown.maxFee.value
  return isSameApproval(review, shown) && !endless && !dearer && isSameBridge(review, shown)
}

/** Returns whether two steps give the same contract the same allowance, or both call the same contract without an approval. */
function isSameApproval(one: SwapReview, other: SwapReview): boolean {
  return one.spender === other.spender && one.approves === other.approves
}

/** Limits the fee of a new step to the maximum that the visitor saw. */
function withinShown(step: PreparedStep, { maxFee }: SwapReview): PreparedStep {
  const { review } = step
  return review.maxFee.value > maxFee.value ? { ...step, review: { ...review, maxFee } } : step
}

/**
 * Returns whether a new step uses the shown bridge, and whether this bridge refunds the shown token at most slightly after the
 * shown time.
 */
function isSameBridge({ bridge }: SwapReview, { bridge: shown }: SwapReview): boolean {
  if (!bridge || !shown) return bridge === shown
  const isSameToken =
    bridge.amount.symbol === shown.amount.symbol && bridge.amount.decimals === shown.amount.decimals
  const later = Number(bridge.refundAfter - shown.refundAfter) * 1000
  return bridge.name === shown.name && isSameToken && later <= limits.maxQuoteLifetime
}
