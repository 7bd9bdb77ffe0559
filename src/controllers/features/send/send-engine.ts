import { parseAmount } from '../../../core/amount.ts'
import { raceAbort } from '../../../core/async/abort.ts'
import type { CaipAddress } from '../../../core/chain/caip.ts'
import type { ChainNetwork } from '../../../core/chain/network.ts'
import { isLatchkeyError, latchkeyError, toLatchkeyError } from '../../../core/errors/latchkey-error.ts'
import { send as limits } from '../../../core/limits.ts'
import { sendsOn } from '../../../core/sends-on.ts'
import { formatUnits } from '../../../core/units.ts'
import type { ChainAdapter } from '../../../core/wallet/adapter.ts'
import { receiverWarnings } from '../../../core/wallet/receiver.ts'
import type { TokenBalance } from '../../../core/wallet/token-balance.ts'
import type { PreparedSend, SendParams, Sent } from '../../../core/wallet/transaction.ts'
import type { CallOptions, Unsubscribe } from '../../../ports.ts'
import type { FeatureHost } from '../../base/feature-controller.ts'
import { paidReceivers } from './paid-receivers.ts'
import type { SendCalls, SendDeps, SendEvents, SendReview, SendState, Transfer } from './send.ts'

/** The state of an empty form. */
const empty: SendState = {
  token: undefined,
  sendTokenAmount: '',
  amount: undefined,
  receiver: '',
  receiverAddress: undefined,
  receiverProfileName: undefined,
  receiverProfileImageUrl: undefined,
  resolving: false,
  warnings: [],
  receiverConfirmed: false,
  lacks: 'token',
  review: undefined,
  reviewing: false,
  error: undefined,
  loading: false,
}

/** A review, valid until the form changes. */
interface Prepared {
  readonly transfer: Transfer
  readonly send: PreparedSend
  readonly review: SendReview
  readonly at: number
}

/** Implements `SendController`; loaded on first use. */
export class SendEngine implements SendCalls {
  readonly #deps: SendDeps
  readonly #host: FeatureHost<SendState, SendEvents>
  readonly #paid: ReturnType<typeof paidReceivers>
  /** Aborted by the next keystroke in the recipient field. */
  #typed = new AbortController()
  #stopWaiting: Unsubscribe | undefined
  /** Aborted when the form changes after a review. */
  #reviewed = new AbortController()
  #prepared: Prepared | undefined
  #sending = false

  constructor(deps: SendDeps, host: FeatureHost<SendState, SendEvents>) {
    this.#deps = deps
    this.#host = host
    this.#paid = paidReceivers(deps.persistence)
    host.own(() => {
      this.#typed.abort()
      this.#reviewed.abort()
    })
    // S1.4, "Active network switch". A pending transfer continues for its account.
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
    const other = before && (token.asset !== before.asset || token.network !== before.network)
    this.#change({ token, ...(other && { sendTokenAmount: '' }) })
  }

  setAmount(text: string): void {
    this.#change({ sendTokenAmount: text })
  }

  async setMaximum({ signal }: CallOptions = {}): Promise<void> {
    const { token } = this.#host.state
    if (!token) return
    const { value, decimals } = token.amount
    const most = token.asset ? value : await this.#withoutFee(token, signal)
    // The visitor may have selected another token meanwhile.
    if (this.#host.state.token === token) this.setAmount(formatUnits(most, decimals))
  }

  async setReceiver(text: string): Promise<void> {
    this.#typed.abort()
    this.#stopWaiting?.()
    this.#typed = new AbortController()
    const { signal } = this.#typed
    const typed = text.trim()
    const { activeNetwork: network } = this.#deps.network
    const nobody = {
      receiverAddress: undefined,
      receiverProfileName: undefined,
      receiverProfileImageUrl: undefined,
      receiverConfirmed: false,
      resolving: typed !== '',
    }
    this.#change({ receiver: text, ...nobody })
    if (typed === '') return
    try {
      const adapter = await this.#adapter(network)
      if (signal.aborted) return
      const address = adapter.normalizeAddress(typed, network)
      if (address && isMistyped(network, typed, address)) return this.#change({ resolving: false })
      if (address) return this.#change({ receiverAddress: address, resolving: false })
      if (!typed.includes('.')) return this.#change({ resolving: false })
      await new Promise<void>((resolve) => {
        this.#stopWaiting = this.#host.after(this.#deps.clock, limits.nameWait, resolve)
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
      if (signal.aborted) return
      const named = await this.#deps.names.resolve(typed, { network: network.caipNetworkId, signal })
      if (signal.aborted) return
      this.#change({
        resolving: false,
        receiverAddress: adapter.normalizeAddress(named.address, network),
        receiverProfileName: named.name,
        receiverProfileImageUrl: named.avatar,
      })
    } catch (error) {
      if (signal.aborted) return
      this.#deps.log.debug('The receiver could not be looked up', error)
      this.#change({ resolving: false })
      // An unknown name is not an error; a failing service is.
      if (!isLatchkeyError(error, 'name/resolve-failed') || error.cause !== undefined)
        this.#host.patch({ error: toLatchkeyError(error) })
    }
  }

  confirmReceiver(confirmed: boolean): void {
    this.#host.patch({ receiverConfirmed: confirmed })
  }

  async prepareReview(opts: CallOptions = {}): Promise<SendReview> {
    this.#reviewed.abort()
    this.#reviewed = new AbortController()
    this.#prepared = undefined
    const { signal } = this.#reviewed
    const reading = opts.signal ? AbortSignal.any([signal, opts.signal]) : signal
    this.#host.patch({ reviewing: true, error: undefined })
    try {
      const { review } = await raceAbort(this.#prepare(this.#transfer(), reading), reading)
      this.#host.patch({ review, reviewing: false })
      return review
    } catch (error) {
      // A newer review owns the state.
      if (!signal.aborted)
        this.#host.patch({
          reviewing: false,
          ...(!isLatchkeyError(error, 'flow/aborted') && {
            error: toLatchkeyError(error),
            review: undefined,
          }),
        })
      throw error
    }
  }

  async sendToken(opts: CallOptions = {}): Promise<Sent> {
    if (this.#sending) throw latchkeyError('wallet/send-in-progress')
    this.#sending = true
    this.#host.patch({ loading: true, error: undefined })
    let transfer: Transfer | undefined
    const { router } = this.#deps
    try {
      transfer = this.#transfer()
      if (this.#host.state.warnings.includes('look-alike')) this.#requireConfirmed()
      router.pushTransactionStack({ onSuccess: () => router.reset('Account') })
      // Use the reviewed transfer if recent, in the same task, so that the wallet request runs within the click.
      const prepared = this.#ready(transfer) ?? (await this.#prepare(transfer, opts.signal))
      if (prepared.review.offCurve) this.#requireConfirmed()
      this.#prepared = undefined
      this.#host.emit('initiated', transfer)
      const sent = await prepared.send.send(opts)
      this.#paid.add(`${transfer.network.caipNetworkId}:${transfer.to}` as CaipAddress)
      this.#host.emit('sent', { ...transfer, ...sent })
      // The visitor may have switched account or network since.
      if (this.#isHere(transfer)) {
        this.resetSend()
        this.#deps.account.updateBalance(transfer.network.chainNamespace, { fresh: true }).catch(() => {})
      }
      router.popTransactionStack('success')
      return sent
    } catch (cause) {
      const error = toLatchkeyError(cause)
      // Don't show the error in another account's form.
      if (!transfer || this.#isHere(transfer)) this.#host.patch({ error, review: undefined })
      if (transfer) {
        this.#host.emit('failed', { ...transfer, error })
        router.popTransactionStack(error.category === 'VISITOR_DECISION' ? 'cancel' : 'error')
      }
      throw error
    } finally {
      this.#sending = false
      this.#host.patch({ loading: false })
    }
  }

  resetSend(): void {
    this.#typed.abort()
    this.#reviewed.abort()
    this.#prepared = undefined
    this.#host.patch({ ...empty, loading: this.#sending })
  }

  /** Applies a change to the form and discards its review. */
  #change(part: Partial<SendState>): void {
    this.#reviewed.abort()
    this.#prepared = undefined
    const next = { ...this.#host.state, ...part }
    const amount = amountOf(next)
    this.#host.patch({
      ...part,
      amount,
      lacks: lacksOf({ ...next, amount }),
      warnings: this.#warnings(next),
      review: undefined,
      reviewing: false,
      error: undefined,
    })
  }

  #warnings({ receiverAddress: receiver, token }: SendState): SendState['warnings'] {
    const { account, network } = this.#deps
    const { chainNamespace: namespace } = network.activeNetwork
    const { address: from, allAccounts } = account.state[namespace]
    if (!receiver || !from) return []
    const known = [...allAccounts.map(({ address }) => address), ...this.#paid.of(namespace)]
    return receiverWarnings(namespace, receiver, { from, known, token: token?.address })
  }

  /** Builds the transfer from the form. The checks follow the specification's order: network, amount and recipient, token. */
  #transfer(): Transfer {
    const { account, network, options } = this.#deps
    const { amount, receiverAddress: to, token } = this.#host.state
    const { activeNetwork } = network
    const { send } = options.state.features
    if (!sendsOn(send, activeNetwork.chainNamespace)) throw latchkeyError('validation/unsupported-chain')
    if (amount === undefined || !to)
      throw latchkeyError('validation/amount-and-receiver-required', {
        values: { field: to ? 'amount' : 'to' },
      })
    if (!token) throw latchkeyError('validation/token-required')
    const from = account.active.caipAddress
    if (!from) throw latchkeyError('connection/not-connected')
    return { network: activeNetwork, from, to, token, amount }
  }

  #requireConfirmed(): void {
    if (!this.#host.state.receiverConfirmed) throw latchkeyError('validation/receiver-not-confirmed')
  }

  async #prepare(transfer: Transfer, signal: AbortSignal | undefined): Promise<Prepared> {
    const { network, token, amount } = transfer
    const { decimals } = token.amount
    if (token.amount.value < amount)
      throw latchkeyError('validation/insufficient-balance', { values: { symbol: token.amount.symbol } })
    const adapter = await this.#adapter(network)
    const params: SendParams = {
      from: transfer.from,
      to: transfer.to,
      amount,
      asset: token.asset,
      // The amount was typed with these decimals.
      ...(token.asset && { decimals }),
      // The visitor confirms such a recipient before the wallet is asked.
      ...(network.chainNamespace === 'solana' && { options: { allowOffCurve: true } }),
    }
    const { total, maxFee, deposit, tokenFee, detail } = await adapter.estimateFee(params, { signal })
    const review: SendReview = {
      fee: total,
      mostFee: { ...total, value: maxFee },
      deposit,
      keptByToken: tokenFee,
      offCurve: 'offCurve' in detail && detail.offCurve === true,
    }
    const send = await adapter.prepareSend({ ...params, maxFee: review.mostFee.value + deposit }, { signal })
    const prepared = { transfer, send, review, at: this.#deps.clock.now() }
    if (!signal?.aborted) this.#prepared = prepared
    return prepared
  }

  /** The prepared transfer, while recent enough for the network to accept it. */
  #ready(transfer: Transfer): Prepared | undefined {
    const prepared = this.#prepared
    const young = prepared && this.#deps.clock.now() - prepared.at < limits.preparedFor
    return young && prepared.transfer.from === transfer.from ? prepared : undefined
  }

  /** The native balance less the fee of sending it. */
  async #withoutFee(token: TokenBalance, signal: AbortSignal | undefined): Promise<bigint> {
    const { account, network } = this.#deps
    const { activeNetwork } = network
    const from = account.active.caipAddress
    if (!from) throw latchkeyError('connection/not-connected')
    const adapter = await this.#adapter(activeNetwork)
    const { value } = token.amount
    const to = this.#host.state.receiverAddress ?? account.active.address ?? ''
    const feeOf = async (amount: bigint) => {
      const { total, maxFee } = await adapter.estimateFee({ from, to, amount }, { signal })
      return isExact(activeNetwork) ? total.value : maxFee
    }
    // Where the fee depends on the amount (bip122 coin selection), estimate it again for nearly the whole balance.
    const about = await feeOf(value / 2n)
    if (about >= value) return 0n
    const fee = isExact(activeNetwork) ? await feeOf(value - about).catch(() => about) : about
    return value > fee ? value - fee : 0n
  }

  #isHere({ from }: Transfer): boolean {
    return this.#deps.account.active.caipAddress === from
  }

  async #adapter({ chainNamespace }: ChainNetwork): Promise<ChainAdapter> {
    return (await this.#deps.adapters.get(chainNamespace)) as ChainAdapter
  }
}

/** Whether the estimate is exact. On Solana a remainder below the rent minimum is not allowed, so it must be. */
function isExact({ chainNamespace }: ChainNetwork): boolean {
  return chainNamespace === 'solana' || chainNamespace === 'bip122'
}

function amountOf({ token, sendTokenAmount }: SendState): bigint | undefined {
  if (!token || sendTokenAmount.trim() === '') return undefined
  try {
    return parseAmount(sendTokenAmount.trim(), token.amount.decimals)
  } catch {
    return undefined
  }
}

function lacksOf(state: SendState): SendState['lacks'] {
  const { token, sendTokenAmount, amount, receiver, receiverAddress } = state
  if (!token) return 'token'
  if (sendTokenAmount.trim() === '' || /^0*\.?0*$/.test(sendTokenAmount.trim())) return 'amount'
  if (amount === undefined) return 'value'
  if (amount > token.amount.value) return 'funds'
  if (receiver.trim() === '') return 'address'
  return receiverAddress ? undefined : 'valid-address'
}

/** Whether a mixed-case eip155 address fails its checksum (EIP-55, S4). */
function isMistyped({ chainNamespace }: ChainNetwork, typed: string, address: string): boolean {
  const digits = typed.replace(/^0x/i, '')
  return (
    chainNamespace === 'eip155' && /[a-f]/.test(digits) && /[A-F]/.test(digits) && `0x${digits}` !== address
  )
}
