import { withHeadroom } from '../../../core/amounts/fee-headroom.ts'
import { throwIfAborted } from '../../../core/async/abort.ts'
import { abortableUntilAsked } from '../../../core/async/abortable-until-asked.ts'
import { isSameAddress } from '../../../core/chain/same-address.ts'
import { isLatchkeyError, latchkeyError, toLatchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { SendCallOptions, SentTransaction } from '../../../core/wallet/transaction.ts'
import type { CallOptions } from '../../../ports.ts'
import type { FeatureHost } from '../../base/feature-controller.ts'
import type {
  OpenApproval,
  SwapDeps,
  SwapEvents,
  Swapping,
  SwapReview,
  SwapState,
  SwapTerms,
} from './swap.ts'
import {
  type AnySwapRequest,
  isActive,
  receivingIn,
  requestOf,
  requireAccount,
  swapAccount,
} from './swap-account.ts'
import { sendingOf, swapAdapter, swapSupportOf, unsupported } from './swap-adapter.ts'
import { errorOf } from './swap-form.ts'
import { followSwap } from './swap-outcome.ts'
import type { SwapReviewing } from './swap-reviewing.ts'
import { balanceOf, type PreparedStep, withGas } from './swap-step.ts'

/** Matches the error codes of a transaction that can no longer succeed. */
const ended = /^node\/transaction-(failed|replaced)$/

/** Asks the wallet for approvals and swaps, one at a time. */
export class SwapSending {
  readonly #deps: SwapDeps
  readonly #host: FeatureHost<SwapState, SwapEvents>
  readonly #reviewing: SwapReviewing
  readonly #onOutcome: () => void
  /** Aborted on dispose. */
  readonly #life = new AbortController()
  #pending = false
  /**
   * The last approval, while its outcome is unknown. `sent` is the approval's transaction. `error` is the error `rpc/maybe-sent`
   * of the wallet request.
   */
  #doubtful: { readonly key: string; readonly sent?: SentTransaction; readonly error?: unknown } | undefined
  /** The last swap, if it may have been sent: its tokens and amount, and the error `rpc/maybe-sent`. */
  #doubtfulSwap: { readonly key: string; readonly error: unknown } | undefined

  /** `onOutcome`: called when a sent swap may have changed the balances. */
  constructor(
    deps: SwapDeps,
    host: FeatureHost<SwapState, SwapEvents>,
    reviewing: SwapReviewing,
    onOutcome: () => void,
  ) {
    this.#deps = deps
    this.#host = host
    this.#reviewing = reviewing
    this.#onOutcome = onOutcome
    host.own(() => this.#life.abort())
  }

  /** Whether a wallet request is pending. */
  get pending(): boolean {
    return this.#pending
  }

  /** Forgets a swap that may have been sent once the form describes another swap, or none. */
  formChanged(request: AnySwapRequest | undefined): void {
    if (!request || this.#doubtfulSwap?.key !== keyOf(request)) this.#doubtfulSwap = undefined
  }

  approve(opts: CallOptions): Promise<void> {
    return abortableUntilAsked(opts.signal, async (own) => {
      const approved = await this.#approve(own)
      // The approval has succeeded. If preparing the review fails, ignore the error here: the state has it.
      if (!opts.signal?.aborted) await this.#reviewing.review(opts, approved).catch(() => {})
    })
  }

  /** Returns the confirmed approval. Returns undefined if the swap needs none anymore. */
  async #approve(opts: SendCallOptions): Promise<SwapReview | undefined> {
    return this.#ask('approving', 'approvalFailed', async () => {
      const step = this.#reviewing.ready('approve') ?? (await this.#reviewing.approveAgain(opts))
      if (step.review.step !== 'approve') return undefined
      const { request, review } = step
      const account = requireAccount(this.#deps, this.#host.state, request)
      const adapter = await swapAdapter(this.#deps, request.network)
      // The key contains the amount, because the approval that resets an allowance differs from the next approval only in the
      // amount.
      const key = [
        request.account,
        request.network,
        request.from.address,
        review.spender,
        review.approves,
      ].join()
      const doubt = this.#doubtful?.key === key ? this.#doubtful : undefined
      // The last approval may have been sent, so don't ask the wallet for it again.
      if (doubt && !doubt.sent) throw doubt.error
      // An allowance in Permit2 and a reset to 0 open no new allowance of the token. For these, keep the approval that was open
      // before.
      const approval =
        step.opens === undefined
          ? this.#host.state.approval
          : { ...account, token: request.from, spender: step.opens, amount: request.amount }
      throwIfAborted(opts.signal)
      // An earlier call has asked the wallet, so from now on, an abort ends only this call.
      if (doubt) opts.onAsk?.()
      const sent =
        doubt?.sent ??
        (await this.#send(step, opts).catch((error: unknown) => {
          if (isLatchkeyError(error, 'rpc/maybe-sent')) {
            this.#doubtful = { key, error }
            this.#host.patch({ approval })
          }
          throw error
        }))
      this.#host.patch({ waiting: 'approved', approval })
      this.#doubtful = { key, sent }
      try {
        await adapter.waitForTransaction(request.network, sent, { signal: this.#life.signal })
        this.#doubtful = undefined
        // Clear the review, because a click before the next review would repeat this approval.
        this.#host.patch({ review: undefined })
        return review
      } catch (error) {
        if (isLatchkeyError(error) && ended.test(error.code)) this.#doubtful = undefined
        throw error
      }
    })
  }

  swap(opts: CallOptions): Promise<SentTransaction> {
    return abortableUntilAsked(opts.signal, (own) => this.#swap(own))
  }

  async #swap(opts: SendCallOptions): Promise<SentTransaction> {
    return this.#ask('swapping', 'failed', async (onStep) => {
      const step = this.#reviewing.ready('swap') ?? (await this.#reviewing.reviewAgain(opts))
      const swapping = onStep(step)
      this.#host.emit('initiated', swapping)
      // Don't await the balance first: the wallet must be asked within the click. A new balance above the balance in the review
      // may already include the swap. In this case, use the balance in the review.
      const before = swapAdapter(this.#deps, step.request.network)
        .then((adapter) =>
          balanceOf(adapter, receivingIn(step.request), step.request.to, { signal: this.#life.signal }),
        )
        .then(({ value }) => (value < step.before ? value : step.before))
        .catch(() => step.before)
      const sent = await this.#send(step, opts).catch((error: unknown) => {
        if (isLatchkeyError(error, 'rpc/maybe-sent')) this.#doubtfulSwap = { key: keyOf(step.request), error }
        throw error
      })
      this.#host.emit('sent', { ...swapping, ...sent })
      const { terms } = step.review
      const { approval: open } = this.#host.state
      const approval = open && isFor(open, step.request) ? open : undefined
      this.#host.patch({
        review: undefined,
        approval: approval ? restOf(approval, step.request.amount) : open,
        // The swap changes both balances.
        sourceBalance: undefined,
        toBalance: undefined,
        result: { terms, hash: sent.hash, phase: 'pending', short: false },
      })
      void followSwap(this.#deps, this.#host, {
        swapping,
        step,
        before,
        sent,
        approval,
        onOutcome: this.#onOutcome,
        signal: this.#life.signal,
      })
      return sent
    })
  }

  revoke(opts: CallOptions): Promise<void> {
    return abortableUntilAsked(opts.signal, (own) => this.#revoke(own))
  }

  async #revoke(opts: SendCallOptions): Promise<void> {
    const { approval } = this.#host.state
    if (!approval) return
    await this.#ask('revoking', undefined, async () => {
      const { account, network, token, spender } = approval
      const adapter = await swapAdapter(this.#deps, network.caipNetworkId)
      const exchange = swapSupportOf(adapter)
      if (!exchange.approve) throw unsupported()
      const call = await exchange.approve(token.address ?? '', spender, 0n)
      const { total, detail } = await exchange.fee(account, call, opts)
      const maxFee = withHeadroom(total.value)
      const sent = await sendingOf(adapter)(account, withGas(call, detail), { ...opts, maxFee })
      this.#host.patch({ waiting: 'revoked' })
      await adapter.waitForTransaction(network.caipNetworkId, sent, { signal: this.#life.signal })
      this.#host.patch({ approval: undefined })
    })
  }

  /**
   * Sends the transaction. Clears the prepared step first, so that the step is sent only once. If the transaction may have been
   * sent and its hash is known, returns it like a sent transaction.
   */
  async #send({ request, call, review }: PreparedStep, opts: SendCallOptions): Promise<SentTransaction> {
    this.#reviewing.clear()
    const adapter = await swapAdapter(this.#deps, request.network)
    try {
      return await sendingOf(adapter)(request.account, call, { ...opts, maxFee: review.maxFee.value })
    } catch (error) {
      if (!isLatchkeyError(error, 'rpc/maybe-sent') || error.hash === undefined) throw error
      return { hash: error.hash, reference: (error as Partial<SentTransaction>).reference }
    }
  }

  /** Asks the wallet, one request at a time. If `run` calls `onStep`, events report this step instead of the form's terms. */
  async #ask<T>(
    waiting: NonNullable<SwapState['waiting']>,
    failed: 'failed' | 'approvalFailed' | undefined,
    run: (onStep: (step: PreparedStep) => Swapping) => Promise<T>,
  ): Promise<T> {
    if (this.#pending) throw latchkeyError('wallet/send-in-progress')
    this.#pending = true
    this.#host.patch({ waiting, error: undefined })
    const request = requestOf(this.#deps, this.#host.state)
    let swapping = this.#swapping(request)
    try {
      // The swap may have been sent, so ask the wallet neither for the swap nor for another approval.
      const doubt = this.#doubtfulSwap
      if (failed && request && doubt?.key === keyOf(request)) throw doubt.error
      return await run(({ request: own, review }) => {
        swapping = { ...requireAccount(this.#deps, this.#host.state, own), ...pick(review.terms) }
        return swapping
      })
    } catch (cause) {
      const error = toLatchkeyError(cause)
      if (!request || isActive(this.#deps, request)) this.#host.patch(errorOf(error))
      if (swapping && failed) this.#host.emit(failed, { ...swapping, error })
      throw error
    } finally {
      this.#pending = false
      this.#host.patch({ waiting: undefined })
    }
  }

  #swapping(request: AnySwapRequest | undefined): Swapping | undefined {
    const { state } = this.#host
    const account = swapAccount(this.#deps, state)
    return request && state.terms && account ? { ...account, ...pick(state.terms) } : undefined
  }
}

function keyOf({ account, network, toNetwork, from, to, amount }: AnySwapRequest): string {
  return [account, network, toNetwork, from.address, to.address, amount].join()
}

/** Returns whether a swap uses the allowance of this approval. */
function isFor({ account, network, token }: OpenApproval, request: AnySwapRequest): boolean {
  const isHere = account === request.account && network.caipNetworkId === request.network
  return isHere && isSameAddress(token.address, request.from.address)
}

/** Returns the approval that stays open after a swap of this amount. */
function restOf(approval: OpenApproval, amount: bigint): OpenApproval | undefined {
  return approval.amount > amount ? { ...approval, amount: approval.amount - amount } : undefined
}

function pick({ from, to, amount, toAmount }: SwapTerms) {
  return { from, to, amount, toAmount }
}
