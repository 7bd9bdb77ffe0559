import { shownUnits } from '../../../core/amounts/shown-units.ts'
import { raceAbort } from '../../../core/async/abort.ts'
import { abortableUntilAsked } from '../../../core/async/abortable-until-asked.ts'
import type { CaipAddress } from '../../../core/chain/caip.ts'
import {
  isLatchkeyError,
  type LatchkeyError,
  latchkeyError,
  toLatchkeyError,
} from '../../../core/errors/latchkey-error.ts'
import { supportsSend } from '../../../core/options/send-families.ts'
import type { ChainAdapter } from '../../../core/wallet/adapter.ts'
import { receiverWarnings, resembledReceiver } from '../../../core/wallet/payments/receiver.ts'
import type { TokenBalance } from '../../../core/wallet/token-balance.ts'
import type { SendCallOptions, SentTransaction } from '../../../core/wallet/transaction.ts'
import type { CallOptions } from '../../../ports.ts'
import type { FeatureHost } from '../../base/feature-controller.ts'
import { paidRecipients } from './paid-recipients.ts'
import { RecipientLookup } from './recipient-lookup.ts'
import type {
  SendCalls,
  SendDeps,
  SendEvents,
  SendReview,
  SendState,
  Transfer,
  UncertainTransfer,
} from './send.ts'
import { findCandidates, hashesSent } from './send-candidates.ts'
import {
  amountOf,
  emptyForm,
  isSameToken,
  mayHaveMultiplier,
  missingInput,
  requireOn,
  says,
  withBalance,
  withMultiplierOf,
} from './send-form.ts'
import { type LargestAmount, largestAmount, leavesRest } from './send-maximum.ts'
import { SendReviewing } from './send-reviewing.ts'

/**
 * Implements `SendController`. Loads at the first use. Manages the form and asks the wallet. Separate classes look up the
 * recipient and prepare the review.
 */
export class SendEngine implements SendCalls {
  readonly #deps: SendDeps
  readonly #host: FeatureHost<SendState, SendEvents>
  readonly #paid: ReturnType<typeof paidRecipients>
  readonly #recipient: RecipientLookup
  readonly #reviewing: SendReviewing
  /** Aborted when the form changes. A change cancels the review. */
  #reviewed = new AbortController()
  /** Aborted when the form no longer shows a transfer with an unknown outcome. */
  #looking = new AbortController()
  #sending = false
  /**
   * The amount that the button "Max" entered. If the token has a multiplier, the text may be rounded down, but the transfer uses
   * the exact value.
   */
  #maximum:
    | { readonly text: string; readonly value: bigint; readonly multiplier: number | undefined }
    | undefined
  /** Identifies the last call of `setMaximum`. Undefined after a later change of the amount, so that the change stays. */
  #filling: object | undefined

  constructor(deps: SendDeps, host: FeatureHost<SendState, SendEvents>) {
    this.#deps = deps
    this.#host = host
    this.#paid = paidRecipients(deps.persistence)
    this.#recipient = new RecipientLookup(deps, host, (part) => this.#change(part))
    this.#reviewing = new SendReviewing(deps)
    host.own(() => {
      this.#reviewed.abort()
      this.#looking.abort()
    })
    // When the account changes, a pending transfer continues for the account that sends it (S1.4, "Active network switch").
    host.own(
      deps.network.watch(
        () => deps.network.activeNetwork.caipNetworkId,
        () => this.resetSend(),
      ),
    )
    host.own(
      deps.account.watch(
        () => deps.account.active.caipAddress,
        () => this.resetSend(),
      ),
    )
  }

  setToken(token: TokenBalance | undefined): void {
    if (!token) return
    const { token: before } = this.#host.state
    const same = before && isSameToken(token, before)
    // If only the token's balance has changed, keep the amount and the error.
    if (same) {
      const kept = withMultiplierOf(before, token)
      this.#change({ token: kept.price ? withBalance(kept, kept.amount) : kept }, this.#host.state.error)
    } else {
      this.#change({ token, ...((before ?? token.nft) && { sendTokenAmount: token.nft ? '1' : '' }) })
      if (mayHaveMultiplier(token)) void this.#readMultiplier(token)
    }
  }

  setAmount(text: string): void {
    this.#change({ sendTokenAmount: text })
  }

  async setMaximum({ signal }: CallOptions = {}): Promise<void> {
    const { token, receiverAddress: to } = this.#host.state
    if (!token) return
    const filling = {}
    this.#filling = filling
    const isWanted = () => this.#filling === filling && this.#isChosen(token)
    try {
      const largest = await largestAmount(this.#deps, token, to, signal)
      if (!isWanted()) return
      this.#enterMaximum(token, largest)
      // The visitor may have entered the recipient meanwhile.
      await this.#fitMaximum(to, signal)
    } catch (error) {
      if (isWanted() && !isLatchkeyError(error, 'flow/aborted'))
        this.#host.patch({ error: toLatchkeyError(error) })
      throw error
    }
  }

  async setReceiver(text: string): Promise<void> {
    const { receiverAddress: before } = this.#host.state
    await this.#recipient.find(text)
    await this.#fitMaximum(before)
  }

  /**
   * Enters the maximum amount again if the recipient is another one than `before`. The fee can depend on the recipient: a contract
   * runs code, and a Taproot output is larger. Keeps the amount if the fee can't be read, because the review reports the failure.
   */
  async #fitMaximum(before: string | undefined, signal?: AbortSignal): Promise<void> {
    const { receiverAddress: to, token } = this.#host.state
    const maximum = this.#maximum
    if (!maximum || !token || !to || to === before || !leavesRest(this.#deps, token)) return
    const largest = await largestAmount(this.#deps, token, to, signal).catch(() => undefined)
    const isWanted = this.#maximum === maximum && this.#host.state.receiverAddress === to
    if (largest?.most && isWanted && this.#isChosen(token) && largest.most !== maximum.value)
      this.#enterMaximum(token, largest)
  }

  confirmReceiver(confirmed: boolean): void {
    this.#host.patch({ receiverConfirmed: confirmed })
  }

  async prepareReview(opts: CallOptions = {}): Promise<SendReview> {
    this.#reviewed.abort()
    this.#reviewed = new AbortController()
    // The visitor can send from the shown review until a new review replaces it.
    const { signal } = this.#reviewed
    const reading = opts.signal ? AbortSignal.any([signal, opts.signal]) : signal
    this.#host.patch({ reviewing: true, error: undefined })
    try {
      const { review } = await raceAbort(this.#reviewing.prepare(this.#transfer(), reading), reading)
      this.#host.patch({ review, reviewing: false })
      return review
    } catch (error) {
      // The newer review or the changed form has already set the state.
      if (signal.aborted) throw error
      const aborted = isLatchkeyError(error, 'flow/aborted')
      if (!aborted) this.#reviewing.clear()
      if (isLatchkeyError(error, 'validation/invalid-input') && error.values.field === 'multiplier') {
        const isSame = this.#formNow()
        const { token } = this.#host.state
        if (token) await this.#readMultiplier(token)
        // Don't show the error if the visitor has changed the form or started another review.
        if (!isSame() || (this.#reviewed.signal !== signal && this.#host.state.reviewing)) throw error
      }
      this.#host.patch({
        reviewing: false,
        ...(!aborted && { error: toLatchkeyError(error), review: undefined }),
      })
      throw error
    }
  }

  sendToken(opts: CallOptions = {}): Promise<SentTransaction> {
    return abortableUntilAsked(opts.signal, (own) => this.#send(own))
  }

  async #send(opts: SendCallOptions): Promise<SentTransaction> {
    if (this.#sending) throw latchkeyError('wallet/send-in-progress')
    this.#sending = true
    this.#looking.abort()
    const before = hashesSent(this.#deps.persistence)
    this.#host.patch({ loading: true, error: undefined, sent: undefined, maybeSent: undefined })
    let transfer: Transfer | undefined
    const { router, account } = this.#deps
    try {
      const asked = this.#transfer()
      transfer = asked
      this.#host.patch({ pending: { ...asked, wallet: account.active.connectedWalletInfo } })
      const lookAlike = this.#host.state.warnings.includes('look-alike')
      if (lookAlike) this.#requireConfirmed()
      // After a failure, stay in the view, which reads a new review, so that the visitor can send again at once.
      const onSuccess = () => {
        if (this.#isHere(asked)) router.reset('WalletSent')
      }
      router.pushTransactionStack({ onSuccess, stay: true })
      // If the review is recent, use its transfer at once, so that the wallet is asked within the click.
      const { review } = this.#host.state
      const prepared =
        this.#reviewing.ready(transfer) ?? (await this.#reviewing.prepare(transfer, opts.signal, review))
      if (prepared.review.offCurve) this.#requireConfirmed()
      this.#reviewing.clear()
      this.#host.emit('initiated', transfer)
      const sent = await prepared.send.send(opts)
      // A look-alike never becomes a known recipient: the payment may fail, and the next payment needs the warning too.
      if (!lookAlike) this.#paid.add(`${transfer.network.caipNetworkId}:${transfer.to}` as CaipAddress)
      this.#host.emit('sent', { ...transfer, ...sent })
      // Reset the form only if the visitor hasn't switched the account or network.
      if (this.#isHere(transfer)) {
        this.resetSend()
        this.#host.patch({ sent: { ...transfer, ...sent } })
        account.updateBalance(transfer.network.chainNamespace, { fresh: true }).catch(() => {})
      }
      router.popTransactionStack('success')
      return sent
    } catch (cause) {
      const error = toLatchkeyError(cause)
      // Don't show the error in another account's form.
      if (!transfer || this.#isHere(transfer)) {
        // Show the warning about the unknown outcome only if the form still shows this transfer.
        const unclear =
          isLatchkeyError(error, 'rpc/maybe-sent') && transfer && says(this.#host.state, transfer)
        const maybeSent = unclear && transfer ? { ...transfer, error } : undefined
        this.#host.patch({ error, review: undefined, maybeSent })
        if (maybeSent && error.hash === undefined) void this.#lookFor(maybeSent, before)
      }
      if (transfer) {
        this.#host.emit('failed', { ...transfer, error })
        router.popTransactionStack(error.category === 'VISITOR_DECISION' ? 'cancel' : 'error')
      }
      throw error
    } finally {
      this.#sending = false
      this.#host.patch({ loading: false, pending: undefined })
    }
  }

  resetSend(): void {
    this.#filling = undefined
    this.#recipient.cancel()
    this.#reviewed.abort()
    this.#looking.abort()
    this.#reviewing.clear()
    const { pending } = this.#host.state
    this.#host.patch({ ...emptyForm, loading: this.#sending, pending })
  }

  /** Looks for the transactions that could be the transfer, and adds them to the state. */
  async #lookFor(transfer: UncertainTransfer, before: readonly string[]): Promise<void> {
    this.#looking.abort()
    this.#looking = new AbortController()
    const { signal } = this.#looking
    const candidates = await findCandidates(this.#deps, transfer, before, signal).catch(() => undefined)
    if (candidates && !signal.aborted && this.#host.state.maybeSent === transfer)
      this.#host.patch({ maybeSent: { ...transfer, candidates } })
  }

  /** Changes the form, discards the review, and sets or clears the error. */
  #change(part: Partial<SendState>, error?: LatchkeyError): void {
    this.#reviewed.abort()
    this.#reviewing.clear()
    if (part.sendTokenAmount !== undefined) this.#filling = undefined
    const next = { ...this.#host.state, ...part }
    const { text, value, multiplier } = this.#maximum ?? {}
    const isMaximum =
      text === next.sendTokenAmount &&
      multiplier === next.token?.amount.multiplier &&
      next.token?.asset === this.#host.state.token?.asset
    if (!isMaximum) this.#maximum = undefined
    const amount = isMaximum && multiplier !== undefined ? value : amountOf(next)
    const maybeSent = next.maybeSent && says({ ...next, amount }, next.maybeSent) ? next.maybeSent : undefined
    if (!maybeSent) this.#looking.abort()
    this.#host.patch({
      ...part,
      amount,
      missing: missingInput({ ...next, amount }),
      ...this.#warnings(next),
      review: undefined,
      reviewing: false,
      error,
      maybeSent,
    })
  }

  #warnings({ receiverAddress: receiver, token }: SendState): Pick<SendState, 'warnings' | 'resembled'> {
    const { account, network } = this.#deps
    const { chainNamespace: namespace } = network.activeNetwork
    const { address: from, allAccounts } = account.state[namespace]
    if (!receiver || !from) return { warnings: [], resembled: undefined }
    const known = [...allAccounts.map(({ address }) => address), ...this.#paid.of(namespace)]
    const { reformatted } = this.#recipient
    const warnings = receiverWarnings(namespace, receiver, {
      from,
      known,
      token: token?.address,
      reformatted,
    })
    const twin = warnings.includes('look-alike')
    return { warnings, resembled: twin ? resembledReceiver(namespace, receiver, { from, known }) : undefined }
  }

  /**
   * Creates the transfer from the form. Checks the form in the order of the specification: network, amount and recipient, token.
   * There is one exception, for a missing token.
   */
  #transfer(): Transfer {
    const { account, network, options } = this.#deps
    const { amount, receiverAddress: to, receiverProfileName, token, sendTokenAmount } = this.#host.state
    const { activeNetwork } = network
    const { send } = options.state.features
    if (!supportsSend(send, activeNetwork.chainNamespace)) throw latchkeyError('validation/unsupported-chain')
    // If only the token is missing, report the token: without a token, the amount can't be parsed, and would seem to be missing
    // too.
    if (!token && to && sendTokenAmount.trim()) throw latchkeyError('validation/token-required')
    if (amount === undefined || !to)
      throw latchkeyError('validation/amount-and-receiver-required', {
        values: { field: to ? 'amount' : 'to' },
      })
    if (!token) throw latchkeyError('validation/token-required')
    requireOn(activeNetwork.caipNetworkId, token)
    const from = account.active.caipAddress
    if (!from) throw latchkeyError('connection/not-connected')
    return { network: activeNetwork, from, to, token, amount, name: receiverProfileName }
  }

  #requireConfirmed(): void {
    if (!this.#host.state.receiverConfirmed) throw latchkeyError('validation/receiver-not-confirmed')
  }

  #enterMaximum(token: TokenBalance, { most, held }: LargestAmount): void {
    const { symbol } = token.amount
    if (most === 0n) throw latchkeyError('validation/insufficient-balance', { values: { symbol } })
    const text = shownUnits({ ...held, value: most })
    this.#maximum = { text, value: most, multiplier: held.multiplier }
    // The list of balances may have given the token a price meanwhile.
    this.#change({ token: withBalance(this.#host.state.token ?? token, held), sendTokenAmount: text })
  }

  /**
   * Reads the token's multiplier: the displayed amount is the balance times this multiplier. The multiplier is missing for tokens
   * that the host configured, and after the nodes failed to return it.
   */
  async #readMultiplier(token: TokenBalance): Promise<void> {
    const { account, network, adapters } = this.#deps
    const { caipAddress: from } = account.active
    if (!from) return
    try {
      const adapter = (await adapters.get(network.activeNetwork.chainNamespace)) as ChainAdapter
      const held = await adapter.getBalance(from, token.asset)
      const isHere = account.active.caipAddress === from
      const same = isHere && this.#isChosen(token) && held.decimals === token.amount.decimals
      if (same && held.multiplier !== this.#host.state.token?.amount.multiplier)
        this.#change({ token: withBalance(this.#host.state.token ?? token, held) }, this.#host.state.error)
    } catch {
      // Ignore the failure, because the review reads the multiplier again.
    }
  }

  /** Returns a function that tells whether the form is unchanged. */
  #formNow(): () => boolean {
    const { account } = this.#deps
    const { token, sendTokenAmount, receiverAddress } = this.#host.state
    const from = account.active.caipAddress
    return () => {
      const now = this.#host.state
      const same = now.sendTokenAmount === sendTokenAmount && now.receiverAddress === receiverAddress
      return same && account.active.caipAddress === from && (!token || this.#isChosen(token))
    }
  }

  /** Returns whether the form still has this token, even if the token's balance has changed. */
  #isChosen(token: TokenBalance): boolean {
    const { token: chosen } = this.#host.state
    return chosen !== undefined && isSameToken(chosen, token)
  }

  #isHere({ from }: Transfer): boolean {
    return this.#deps.account.active.caipAddress === from
  }
}
